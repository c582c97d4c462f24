"""Several pages read as one are joined and indexed once, and let go."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from exactquote import read_html
from exactquote.page import Page
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.pipeline.answer import Question
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.lexical import LexicalIndex
from pointline.pipeline.open_pages import MOST_JOINED, OpenPages


def page(text: str, lang: str = "en") -> Page:
    return read_html(f'<html lang="{lang}"><body><p>{text}</p></body></html>', url=f"https://{text[:4]}.example/")


@pytest.fixture
def pages() -> list[Page]:
    return [page("Boats are blue. They float."), page("Huts are red. They stand.")]


def test_the_second_question_indexes_nothing_anew(pages: list[Page], monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []
    build = LexicalIndex.of

    def counted(lines: list[str], each: Callable[[], object]) -> LexicalIndex:
        built.append(len(lines))
        return build(lines, each)

    monkeypatch.setattr(LexicalIndex, "of", counted)
    pages.append(page("Die Hütten sind rot und stehen am Ufer.", "de"))
    engine = ScriptedEngine(Script())
    shelf = OpenPages(engine)
    first = answer_asked(pages, Question("Which huts are red?"), engine, open_pages=shelf)
    once = len(built)
    assert once > 0
    again = answer_asked(pages, Question("Which huts are red?"), engine, open_pages=shelf)
    assert len(built) == once
    assert [claim.line for claim in again.claims] == [claim.line for claim in first.claims]
    answer_asked(pages[:2], Question("Which huts are red?"), engine, open_pages=shelf)
    assert len(built) > once, "other pages are another whole"


def test_only_the_same_lines_of_the_very_same_pages(pages: list[Page]) -> None:
    shelf = OpenPages(ScriptedEngine(Script()))
    whole = shelf.joined(pages)
    assert shelf.joined(list(pages)) is whole
    part = shelf.joined(pages, {pages[1]: {0}})
    assert part is not whole
    assert len(part.whole.units) < len(whole.whole.units)
    assert shelf.joined(pages, {pages[1]: [0]}) is part
    assert shelf.joined(pages[::-1]) is not whole
    twin = [page("Boats are blue. They float."), pages[1]]
    assert shelf.joined(twin).pages[0] is twin[0], "a line is led back to the page that was asked"


def test_what_is_kept_is_bounded_and_let_go() -> None:
    shelf = OpenPages(ScriptedEngine(Script()))
    gone = []
    for number in range(MOST_JOINED + 1):
        two = [page(f"{number}a is here."), page(f"{number}b is here.")]
        gone.append(weakref.ref(shelf.joined(two)))
    del two
    gc.collect()
    assert [one() is None for one in gone] == [True, *[False] * MOST_JOINED]
    shelf.close()
    gc.collect()
    assert all(one() is None for one in gone)
