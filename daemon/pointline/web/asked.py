"""One question as the web room knows it: what it is about, and which claims were handed out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from exactquote.page import Page
from pointline.pipeline.answer import Claim, Note, Question, Turn
from pointline.web.work import Work

if TYPE_CHECKING:
    from pointline.web.asks import AskDesk


@dataclass
class Ask(Work):
    """One question: what it is about, and what became of it so far.

    ``open`` gives the page (and notes on its reading) in the question's own thread where an ``address`` has to be read
    first; a ``page`` that is there already needs none. A ``session`` that is not named is a new one.
    ``page_ids``: all its kept pages; ``further``: more pages that are asked at once; ``earlier`` and ``former``: the
    turns of its thread, and pages of which only the lines of these are read; ``told_turn`` hears what it leaves for
    the next one.
    """

    word: ClassVar[str] = "ask"
    question: Question
    page: Page | None = None
    open: Callable[[Callable[[], bool]], tuple[Page, tuple[Note, ...]]] | None = None
    address: str = ""
    page_id: str | None = None
    page_ids: tuple[str, ...] = ()
    thread: str = ""
    keep_text: bool | None = None
    claims: list[Claim] = field(default_factory=list)
    further: tuple[Page, ...] = ()
    former: tuple[Page, ...] = ()
    earlier: tuple[Turn, ...] = ()
    gather: bool = False
    probing: bool = False
    told_turn: Callable[[Turn], None] = lambda _turn: None

    def __post_init__(self) -> None:
        self.thread = self.thread or self.id

    def begun(self, desk: AskDesk) -> None:
        """Note it in the history."""
        desk.recorder.begin(self)

    def carry_out(self, desk: AskDesk) -> str:
        """Answer it."""
        return desk.answer(self)

    def broken_off(self, desk: AskDesk, state: Literal["failed", "cancelled"], problem: str) -> None:
        """Note how it ended, with the claims that were handed out."""
        desk.recorder.stop(self, state, problem, self.claims)

    def addresses(self) -> list[str]:
        """Those of its pages, or of the one to open."""
        pages = [*self.further, *self.former, *([] if self.page is None else [self.page])]
        return [found for found in (self.address, *(page.url for page in pages)) if found]

    def let_go(self) -> None:
        """Let the page go; it may be large."""
        self.page, self.open = None, None
        self.further, self.former, self.earlier = (), (), ()
        self.claims.clear()
