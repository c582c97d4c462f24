"""The fast search against its slow twin, on texts and pages that Hypothesis makes up."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactquote.page import BlockKind, CapturedBlock, Cell, Mark, Page
from exactquote.quotes import locate
from exactquote.quotes.short import says_something
from verifier.quotes.twin import alphabet, as_it_is, places

texts = st.text(alphabet=st.sampled_from(sorted(set(alphabet()))) | st.sampled_from(list("ab c1")), max_size=24)
broken = st.lists(st.sampled_from(["re", "-\n", "-", "\n", "open", "Re", "7", " ", "\u00ad", "中"]), max_size=10).map(
    "".join
)
"""Words broken over lines, often the same ones."""


@st.composite
def blocks(draw: st.DrawFn, number: int) -> CapturedBlock:
    text = draw((texts | broken).filter(bool))
    marks = draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(1, 3)), max_size=2))
    cell = draw(st.sampled_from([None, Cell(0, 0, number)]))
    kind: BlockKind = draw(st.sampled_from(["paragraph", "code"]))
    kept = tuple(Mark(a, min(a + n, len(text)), "reference") for a, n in marks if a < len(text))
    return CapturedBlock(text, kind, None, cell, kept)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    return Page.from_blocks([draw(blocks(number)) for number in range(draw(st.integers(1, 3)))])


@st.composite
def asked(draw: st.DrawFn) -> tuple[Page, str]:
    """A page and a quote: a stretch of the page, as it is or with a few characters put in, taken out or replaced."""
    page = draw(pages())
    start = draw(st.integers(0, len(page.text)))
    quote = list(page.text[start : start + draw(st.integers(1, 24))])
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(quote)))
        quote[at : at + draw(st.integers(0, 1))] = draw(
            st.text(alphabet=st.sampled_from(sorted(set(alphabet()))), max_size=2)
        )
    return page, "".join(quote)


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(asked())
def test_the_search_finds_what_its_twin_finds(case: tuple[Page, str]) -> None:
    page, quote = case
    if any(c in quote for c in "*_`") or "[" in quote:
        # Marks of the quote's own are readings that the twin does not know; they have tests of their own.
        return
    result = locate(page, quote)
    wanted = places(page, quote) if says_something(quote) else as_it_is(page, quote)
    found = {(o.spans[0].start, o.spans[-1].end): o.fold for o in result.occurrences if result.status == "exact"}
    if "case" in result.flags:
        found = {}
    assert found == wanted


@settings(max_examples=300, deadline=None)
@given(pages(), texts)
def test_no_string_raises(page: Page, quote: str) -> None:
    result = locate(page, quote, before=quote, after=page.text[:5])
    for occurrence in result.occurrences:
        assert occurrence.spans
        for span in occurrence.spans:
            assert 0 <= span.start < span.end <= len(page.text)
    if result.status == "exact":
        for occurrence in result.occurrences:
            assert occurrence.text == page.text[occurrence.spans[0].start : occurrence.spans[-1].end]
