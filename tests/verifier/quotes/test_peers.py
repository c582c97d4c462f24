"""Failures that users of other quote checkers reported, each as a test of its kind with words of our own.

The numbers are those of the project's study: T01–T75 complaints, P1–P47 threads about text.
"""

from __future__ import annotations

import time
import unicodedata

import pytest

from exactquote.page import CapturedBlock, Mark, Page
from exactquote.quotes import locate
from verifier.quotes.pages import code, found, how, marked, page, row

ACCEPTED = [
    pytest.param(
        "She called it “a plain fact” twice.", 'She called it "a plain fact" twice.', id="T01-P6-straight-for-curly"
    ),
    pytest.param(
        'She called it "a plain fact" twice.', "She called it “a plain fact” twice.", id="T01-P6-curly-for-straight"
    ),
    pytest.param(
        "A non\u2011trivial gain of −3 points, so they say…",
        "A non-trivial gain of -3 points, so they say...",
        id="T02-P9-ascii",
    ),
    pytest.param(
        "Er nannte es „eine klare Sache“ und ging.", 'Er nannte es "eine klare Sache" und ging.', id="T03-german"
    ),
    pytest.param(
        "Il parla d’une «affaire claire» hier.", 'Il parla d\'une "affaire claire" hier.', id="T03-guillemets"
    ),
    pytest.param("variant c.76A\u2009>\u2009G and\u00a0more", "variant c.76A > G and more", id="T04-thin-spaces"),
    pytest.param(
        "The range was 25–65 years in 400\u00a0000 people.",
        "The range was 25-65 years in 400 000 people.",
        id="T07-range-and-groups",
    ),
    pytest.param(
        "Values [1.3-1.7] and notes [38, 39] and [>2.5 mg/dL]",
        "Values [1.3-1.7] and notes [38, 39] and [>2.5 mg/dL]",
        id="T08-brackets",
    ),
    pytest.param(
        "die große Straße in \u1112\u1161\u11ab\u1100\u116e\u11a8", "große Straße in 한국", id="T09-lengths-change"
    ),
    pytest.param(
        "un\u00adsearch\u00adable words on every page", "unsearchable words on every page", id="T10-soft-hyphens"
    ),
    pytest.param(
        "O what is that\n      sound which so\n  thrills the ear",
        "O what is that sound which so thrills the ear",
        id="T11-poem",
    ),
    pytest.param("The author’s own copy", "The author's own copy", id="T12-apostrophe"),
    pytest.param("in\u200bvisible char\u2060acters mid\ufeffword", "invisible characters midword", id="T13-invisible"),
    pytest.param("Tom & Jerry < 5 > 3", "Tom & Jerry < 5 > 3", id="T14-T42-entities"),
    pytest.param(
        "He used the term “free and clear” in the deed.",
        "He used the term 'free and clear' in the deed.",
        id="T26-inner-quotes",
    ),
    pytest.param("\U0001f600\U0001f600 the price is 5 euros", "the price is 5 euros", id="T38-T39-T40-astral"),
    pytest.param("Hello世界 and more", "Hello世界", id="T41-P19-mixed"),
    pytest.param(
        "一ヶ月の利用料は三千円で、税は含まれていません。",
        "利用料は三千円で、税は含まれていません",
        id="T45-P20-japanese",
    ),
    pytest.param("那是 一个\n晴朗的日子", "那是一个晴朗的日子", id="P20-chinese"),
    pytest.param("It was about 50% (approx., see note", "50% (approx., see note", id="T17-P14-metacharacters"),
    pytest.param("A cell of a|b and \\|c", "a|b and \\|c", id="T54-pipe"),
    pytest.param("İstanbul'da ışıklar yandı ve söndü", "ışıklar yandı ve söndü", id="P38-dotted-i"),
    pytest.param("It grew by 999 million a year.", "It grew by **999** million a year.", id="T63-markdown"),
    pytest.param("“½ of them” is half", "½ of them", id="P35-fraction"),
    pytest.param("ﬂat oﬃces on the ﬁrst ﬂoor", "flat offices on the first floor", id="P33-ligatures"),
    pytest.param("The name is O’Brien–Smith.", "The name is O'Brien-Smith.", id="P9-name"),
]


@pytest.mark.parametrize(("text", "quote"), ACCEPTED)
def test_an_honest_quote_is_accepted(text: str, quote: str) -> None:
    assert found(text, quote)


REFUSED = [
    pytest.param("The κ statistic was 0.8 there", "The k statistic was 0.8 there", id="T05-kappa"),
    pytest.param("The α subunit binds it", "The alpha subunit binds it", id="T06-alpha"),
    pytest.param("the FAME registry of it", "the Finnish Adult Mortality registry of it", id="T06-full-name"),
    pytest.param("in 400 000 people of it", "in 400,000 people of it", id="T07-other-groups"),
    pytest.param("The authors own copy", "The author's own copy", id="T12-apostrophe-put-in"),
    pytest.param("The author's own copy", "The author s own copy", id="T12-apostrophe-to-space"),
    pytest.param("The bank paid it", "The bаnk paid it", id="T13-cyrillic"),
    pytest.param(
        "The bank paid it", "The \U0001d41b\U0001d41a\U0001d427\U0001d424 paid it", id="T13-mathematical-bold"
    ),
    pytest.param("The bank paid it", "The ba\u3164nk paid it", id="T13-hangul-filler"),
    pytest.param("The rate was 5% in all.", "The rate was 6% in all.", id="T15-P1-P2-changed-figure"),
    pytest.param("Serial 0123456789 is theirs", "Serial 0123ZZZZZZ is theirs", id="T16-six-edits"),
    pytest.param(
        "The landlord is not permitted to end it.", "The landlord is permitted to end it.", id="T19-P3-negation"
    ),
    pytest.param("The patient remained seizure-free.", "The patient remained seizure", id="T20-hyphenated-token"),
    pytest.param("The flat is small, bright and warm.", "The flat is bright, small and warm.", id="T24-P7-word-order"),
    pytest.param("A cell line of ten reads", "A cell of ten reads", id="T22-unmarked-gap"),
    pytest.param("The fee is $50 million.", "50", id="P39-50-of-$50-million"),
    pytest.param("The fee is 150, or 5020, or 50%.", "50", id="P39-50-in-150"),
    pytest.param("The fee is 4,523,000 in all.", "The fee is 4523000 in all.", id="P40-ungrouped"),
    pytest.param("It cost $4.2 million then.", "It cost $4.2 billion then.", id="P41-million-billion"),
    pytest.param("It cost 3 crore rupees.", "It cost 3 lakh rupees.", id="P41-crore-lakh"),
    pytest.param("The share is 35% of it.", "The share is $35M of it.", id="P42-35"),
    pytest.param("They are NOT liable within 10 days.", "They are liable within 10 days.", id="P43-inverted"),
    pytest.param("They answer within 10 days.", "They answer within 30 days.", id="P43-days"),
    pytest.param("Linus wrote it, the chines hold", "Linu", id="P28-short"),
    pytest.param("the gusts of Tael", "gustael", id="P45-glued"),
    pytest.param("कि यह सच है", "का यह सच है", id="P-reanchor-vowel-signs"),
    pytest.param("There were 15 rooms", "There were 1 5 rooms", id="P-quotecheck-spaces"),
    pytest.param("one two three four five six", "one two three four invented end", id="P-proof-citations-last-fifth"),
    pytest.param("It took 1½ hours.", "It took 11/2 hours.", id="P35-half"),
    pytest.param("He is Йorik the й", "He is Иorik the и", id="P37-short-i"),
    pytest.param("It is not permitted to end it.", "It is ~~not~~ permitted to end it.", id="struck-out"),
    pytest.param("budget of the city", "budg", id="P25-ends-mid-word"),
]


@pytest.mark.parametrize(("text", "quote"), REFUSED)
def test_a_corrupted_quote_is_refused(text: str, quote: str) -> None:
    assert not found(text, quote)


def test_t19_fragments_are_never_exact() -> None:
    text = "The landlord is not permitted to end the lease. The tenant may end it in May."
    assert how(text, "the landlord is ... permitted to end") == "elided"
    assert how(text, "permitted to end ... The landlord is") not in ("elided", "verbatim", "layout", "typography")


def test_t21_a_quote_with_an_ellipsis_is_checked_not_skipped() -> None:
    assert how("The fee is low.", "The fee ... was never charged") not in ("elided", "verbatim")


def test_t23_two_sentences_in_one_quote_are_spans_of_their_own() -> None:
    text = "She was born in Oslo in 1950. Much else happened in her long life. She moved to Bergen for good in 1975."
    result = locate(page(text), "She was born in Oslo in 1950. She moved to Bergen for good in 1975.")
    assert result.status == "fused"
    assert [part.text for part in result.parts] == [
        "She was born in Oslo in 1950",
        "She moved to Bergen for good in 1975",
    ]


def test_t25_footnote_figures_inside_a_sentence() -> None:
    assert found(page(marked("The cohort{1} had 120 members{2} at the end.")), "The cohort had 120 members at the end.")


def test_t27_t47_spans_that_do_not_touch_stay_apart() -> None:
    result = locate(page("One small step was taken by him then and there."), "One small step [...] then and there")
    assert result.status == "elided"
    assert len(result.occurrences[0].spans) == 2


def test_t28_t29_short_quotes_are_found_with_a_flag() -> None:
    assert locate(page("The Tenant pays."), "Tenant").flags == ("short",)
    assert locate(page("诸行无常是佛法"), "诸行无常").found


def test_t30_trivial_fragments_are_flagged() -> None:
    assert locate(page("The cat and the dog and the cow sat."), "The ... the ... sat").flags == ("short",)


def test_t32_t33_t34_p21_every_place_of_a_repeat_is_given() -> None:
    result = locate(page("It rains. It rains. It rains."), "It rains.")
    assert [place.spans[0].start for place in result.occurrences] == [0, 10, 20]
    assert "repeated" in result.flags


def test_t35_footnote_runs_are_skipped_and_bare_figures_are_not() -> None:
    noted = page(marked("It grew{[1]}{[2]}{[3]} in 12 steps."))
    assert found(noted, "It grew in 12 steps.")
    assert not found("It grew 7 in 12 steps.", "It grew in 12 steps.")


def test_t36_a_bare_figure_is_found_where_it_is_a_figure() -> None:
    result = locate(page("Rule 1 of 11, see 1.1 and 21."), "1")
    assert [place.spans[0].start for place in result.occurrences] == [5]
    assert "short" in result.flags


def test_t37_p5_a_quote_over_an_edge_has_all_its_spans() -> None:
    both = page("It begins in one block", "and ends in the next.")
    (place,) = locate(both, "begins in one block and ends").occurrences
    assert [span.of(both.text) for span in place.spans] == ["begins in one block", "and ends"]


def test_t43_t44_white_space_of_tables() -> None:
    table = page(*row("Name", "Fee", number=0), *row("Permit", "2,743 euros", number=1))
    (place,) = locate(table, "Permit 2,743 euros").occurrences
    assert [span.of(table.text) for span in place.spans] == ["Permit", "2,743 euros"]
    assert locate(table, " \t ").status == "absent"


def test_t70_a_page_without_text_fails_closed() -> None:
    assert locate(Page.from_blocks([]), "anything").status == "absent"


def test_t72_a_page_says_which_version_it_is() -> None:
    assert page("one").sha256 != page("two").sha256


def test_p31_context_longer_than_what_stands_before() -> None:
    assert locate(page("It rains. It rains."), "It rains.", before="x" * 5000, after="y" * 5000).found


def test_p32_a_line_break_parts_words() -> None:
    assert not found("foo\nbar and more", "foobar and more")
    assert found("foo\nbar and more", "foo bar and more")


def test_p34_the_same_words_before_and_other_words_behind() -> None:
    text = page("The fee is due in May. The fee is due in June.")
    (place,) = locate(text, "fee is due", before="The ", after=" in June").occurrences
    assert place.spans[0].start > 20


def test_p36_a_hyphen_at_a_line_end_shifts_nothing() -> None:
    text = "an inter-\nnational rule of law"
    (place,) = locate(page(code(text)), "rule of law").occurrences
    assert place.spans[0].start == text.index("rule")
    (place,) = locate(page(code(text)), "an international rule").occurrences
    assert place.text == "an inter-\nnational rule"


def test_p44_no_span_runs_over_unrelated_text() -> None:
    text = "The bank " + "and so on and so on " * 30 + "paid it."
    result = locate(page(text), "The bank paid it.")
    assert not result.found
    shown = [span.of(text) for place in result.occurrences for span in place.spans]
    assert shown in ([], ["The bank", "paid it."])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        pytest.param("hello" * 20_000, "hello" * 20_000 + "x", id="P23-periodic"),
        pytest.param("word " * 20_000, "word " * 400 + "other", id="P18-P17-windows"),
        pytest.param(
            unicodedata.normalize("NFC", "một hai ba bốn năm sáu ") * 500,
            "một hai ba bẩy " * 60,
            id="T46-P16-vietnamese",
        ),
        pytest.param("a" * 100_000, "a" * 300, id="P15-P30-unmatched"),
        pytest.param("a b", "a" + " " * 200_000 + "b" + " ." * 50_000, id="spaces"),
        pytest.param("a *b", "* a" * 60_000, id="asterisks"),
        pytest.param("a [b", "[1" * 60_000 + "(" * 60_000, id="brackets"),
        pytest.param("a-\nb c", "a- " * 60_000 + "b", id="hyphens"),
        pytest.param("1 2", "1" + " 234" * 40_000, id="groups"),
        pytest.param("中" * 100_000, "中" * 300 + "文", id="P45-chinese"),
    ],
)
def test_no_quote_hangs(text: str, quote: str) -> None:
    on = page(text)
    locate(on, "warm")
    begun = time.perf_counter()
    locate(on, quote)
    assert time.perf_counter() - begun < 10.0


def test_t13_invisible_marks_of_a_page_stay_where_they_are() -> None:
    on = Page.from_blocks([CapturedBlock("a b\u200bc d", marks=(Mark(0, 1, "sup"),))])
    (place,) = locate(on, "bc d").occurrences
    assert place.text == "b\u200bc d"
