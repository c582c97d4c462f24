"""One question as the web room knows it: what it is about, how it is answered, and which claims were handed out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from exactquote.offsets import Utf16Map
from exactquote.page import Page
from pointline.engine.base import EngineCancelled
from pointline.pipeline.answer import Claim, Note, Progress, Question, Turn
from pointline.pipeline.ask import Event
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.record import Json, answer_json, claim_json
from pointline.pipeline.threads import turn_of
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
        """Answer it in its turn; whether it was ``answered`` or ``none``."""
        self.told("progress", _progress(Progress("queued", "Waiting for the model")))
        notes: tuple[Note, ...] = ()
        if self.page is None and self.open is not None:
            self.told("progress", _progress(Progress("read", "Opening the address")))
            self.page, notes = self.open(self.cancelled.is_set)
            desk.recorder.opened(self)
        page = self.page
        if page is None:
            raise ValueError("a question needs a page or an address")
        pages = (page, *self.further)
        offsets: dict[Page, Utf16Map] = {}

        def places(one: Page) -> Callable[[int], int]:
            if one not in offsets:
                offsets[one] = Utf16Map(one.text)
            return offsets[one].utf16

        def told(found: Event) -> None:
            if isinstance(found, Progress):
                self.told("progress", _progress(found))
            elif isinstance(found, Claim):
                self.claims.append(found)
                source = found.source or page
                self.told("claim", claim_json(found, source, places(source)))

        if self.turn is not None:
            self.turn.wait(
                self.cancelled.is_set,
                lambda place: self.told("progress", {**_progress(Progress("queued", waiting(place))), "place": place}),
            )
        self.begin()
        answer = answer_asked(
            pages,
            self.question,
            desk.engine,
            thread=self.earlier,
            former=self.former,
            gather=self.gather,
            probing=self.probing,
            on_event=told,
            cancel=self.cancelled.is_set,
            open_pages=desk.open_pages,
        )
        desk.metrics.answered(answer)
        if not self.end():
            raise EngineCancelled("The question was cancelled.")
        self.told_turn(turn_of(answer))
        notes += desk.recorder.finish(self, answer)
        data = answer_json(answer, places)
        data["notes"] += [{"code": note.code, "text": note.text} for note in notes]
        desk.close_work(self, "done", "done", {**data, "session_id": self.session, "thread_id": self.thread})
        return "none" if answer.none else "answered"

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


def _progress(found: Progress) -> Json:
    return {"step": found.step, "message": found.message, "share": found.share}


def waiting(place: int) -> str:
    """What is said to who waits."""
    return f"Waiting: place {place}"
