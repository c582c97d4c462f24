"""The short way to the place that a context means, against a look at every place."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.page import Page
from exactquote.quotes import anchors, quote_index
from exactquote.quotes.context import context_of
from exactquote.quotes.fold import fold
from verifier.quotes.pages import page

words = st.sampled_from(["the", "fee", "is", "due.", "7", "40", "in", "May,", "租", "金", "到期。", "“so", "it”"])
texts = st.lists(words, min_size=1, max_size=30).map(" ".join)


@st.composite
def asked(draw: st.DrawFn) -> tuple[Page, str, str, str]:
    """A page, a quote, and the text on both sides of one place of it, now and then with a word changed."""
    on = page(*(draw(texts) for _ in range(draw(st.integers(1, 4)))))
    start = draw(st.integers(0, len(on.text) - 1))
    end = draw(st.integers(start + 1, min(start + 12, len(on.text))))
    before, after = on.text[max(start - draw(st.integers(0, 30)), 0) : start], on.text[end:][: draw(st.integers(0, 30))]
    if draw(st.booleans()):
        before, after = before.replace(draw(words), draw(words)), after.replace(draw(words), draw(words))
    return on, on.text[start:end], before, after


@settings(max_examples=500, deadline=None)
@given(asked(), st.integers(0, 6))
def test_no_place_fits_better_than_those_with_a_rare_word(case: tuple[Page, str, str, str], most_places: int) -> None:
    on, quote, before, after = case
    index, key, context = quote_index(on).words, fold(quote).key, context_of(before, after)
    if not key.strip():
        return
    with patch.object(anchors, "_MOST_PLACES", most_places):
        found = anchors.anchored(index, [key], context)
    text = index.folded.key
    starts = [at for at in range(len(text)) if text.startswith(key, at)]
    fits = {(context.fit(index.words, at, at + len(key)), at, at + len(key)) for at in starts}
    best = max((fit for fit, *_ in fits), default=0)
    assert set(found) <= fits
    if found:
        assert {place for place in found if place[0] == best} == {place for place in fits if place[0] == best}
        assert best > 0
