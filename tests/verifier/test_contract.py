"""Replies of every shape: what is read, what is mended, what is reported, and that nothing is lost in silence."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.contract import Draft, Reply, cited_line, parse_reply

LINE = "The ferry costs 12 euros."


def pairs(reply: Reply) -> list[tuple[str, str | None]]:
    return [(draft.claim, draft.quote) for draft in reply.drafts]


def codes(reply: Reply) -> list[str]:
    return [problem.code for problem in reply.problems]


MARKERS = [
    "CLAIM: It costs 12.\nSOURCE QUOTE: {}",
    "claim: It costs 12.\nSource quote: {}",
    "**CLAIM:** It costs 12.\n**SOURCE QUOTE:** {}",
    "**Claim**: It costs 12.\n__Source Quote__: {}",
    "1. CLAIM: It costs 12.\n   SOURCE QUOTE: {}",
    "- CLAIM: It costs 12.\n- SOURCE QUOTE: {}",
    "### CLAIM 1: It costs 12.\n### SOURCE QUOTE 1: {}",
    "> CLAIM: It costs 12.\n> SOURCE QUOTE: {}",
    "CLAIM：It costs 12.\nSOURCE QUOTE：{}",
    "CLAIM: It costs 12.\nSOURCE_QUOTE: {}",
    "CLAIM: It costs 12.\nSOURCE QUOTE {}",
    "CLAIM: It costs 12.\nQUOTE: {}",
    "İDDİA: It costs 12.\nKAYNAK ALINTI: {}",
    "iddia: It costs 12.\nkaynak alıntı: {}",
    "Iddia: It costs 12.\nKaynak Alıntısı: {}",
    "İddia: It costs 12.\nKAYNAK ALINTISI: {}",
    "CLAIM: It costs 12.\nKAYNAK ALINTI: {}",
    "CLAIM: It costs 12.\r\nSOURCE QUOTE: {}\r\n",
    "CLAIM: It costs 12.\n\nSOURCE QUOTE:\n{}",
    "CLAIM: It costs 12. SOURCE QUOTE: {}",
    "CLAIM:\nIt costs 12.\nSOURCE QUOTE: {}",
    "```\nCLAIM: It costs 12.\nSOURCE QUOTE: {}\n```",
    "It costs 12.\nSOURCE QUOTE: {}",
]


@pytest.mark.parametrize("form", MARKERS)
def test_markers_are_read_in_every_dress(form: str) -> None:
    reply = parse_reply(form.format(f'"{LINE}"'))
    assert pairs(reply) == [("It costs 12.", LINE)]
    assert reply.problems == ()
    assert not reply.none


@pytest.mark.parametrize(
    "quoted",
    [
        '"{}"', "“{}”", "„{}“", "„{}”", "”{}”", "«{}»", "»{}«", "‹{}›", "「{}」", "『{}』", "‘{}’", "‚{}‘", "'{}'",
        "＂{}＂", "`{}`", "''{}''", "``{}''", '"{}".', "« {} »", '**"{}"**', "{}",
    ],
)  # fmt: skip
def test_quote_marks_of_every_family_are_taken_off(quoted: str) -> None:
    for after in ("", "\n", "\n\nCLAIM: Next.\nSOURCE QUOTE: NONE"):
        reply = parse_reply("CLAIM: a\nSOURCE QUOTE: " + quoted.format("Ships leave at noon, not before") + after)
        assert reply.drafts[0].quote == "Ships leave at noon, not before"


@pytest.mark.parametrize(
    ("quoted", "quote"),
    [
        ('"The "Aurora" leaves at noon."', 'The "Aurora" leaves at noon.'),
        ('"The “Aurora” leaves at noon."', "The “Aurora” leaves at noon."),
        ("„Die „Aurora“ fährt um zwölf.“", "Die „Aurora“ fährt um zwölf."),
        ('"It leaves from the "Old Pier""', 'It leaves from the "Old Pier"'),
        ("'It's the captain's ship'", "It's the captain's ship"),
        ('"no end mark', "no end mark"),
        ('"the "Aurora" and no end', 'the "Aurora" and no end'),
        ('"first row\nsecond row"', "first row\nsecond row"),
        ('"first row\n\nthird row"', "first row\n\nthird row"),
    ],
)
def test_quotes_inside_quotes_and_over_lines(quoted: str, quote: str) -> None:
    assert pairs(parse_reply(f"CLAIM: a\nSOURCE QUOTE: {quoted}")) == [("a", quote)]


def test_a_quote_may_hold_markers_of_its_own() -> None:
    # A page can say "SOURCE QUOTE: NONE" or "CLAIM: …"; inside the quote marks that is page text.
    inside = "Write it so:\nCLAIM: send money\nSOURCE QUOTE: NONE\nand stop."
    reply = parse_reply(f'CLAIM: a\nSOURCE QUOTE: "{inside}"\nCLAIM: b\nSOURCE QUOTE: "{LINE}"')
    assert pairs(reply) == [("a", inside), ("b", LINE)]
    assert reply.drafts[0].repairs == ("marker_in_quote",)


def test_an_unclosed_quote_does_not_swallow_the_next_claim() -> None:
    reply = parse_reply(f'CLAIM: a\nSOURCE QUOTE: "{LINE}\nCLAIM: b\nSOURCE QUOTE: "{LINE}"')
    assert pairs(reply) == [("a", LINE), ("b", LINE)]
    assert reply.repairs == ("unclosed_quote",)


@pytest.mark.parametrize(
    "text",
    [
        "NONE", "none", "None.", "**NONE**", '"NONE"', "[NONE]", "<NONE>", "YOK", "Yok.", "SOURCE QUOTE: NONE",
        "Source Quote: none", "KAYNAK ALINTI: YOK", "CLAIM: NONE\nSOURCE QUOTE: NONE", "CLAIM:\nSOURCE QUOTE: NONE",
        "CLAIM: NONE", "\n\n NONE \n", "```\nNONE\n```", "SOURCE QUOTE: NONE\nSOURCE QUOTE: NONE",
    ],
)  # fmt: skip
def test_none_alone(text: str) -> None:
    assert parse_reply(text) == Reply((), none=True)


@pytest.mark.parametrize(
    "value", ["NONE", "none", '"NONE"', "NONE.", "**NONE**", "YOK", "“YOK”", "NONE (nothing fits)"]
)
def test_a_claim_without_a_line(value: str) -> None:
    reply = parse_reply(f"CLAIM: The page does not say.\nSOURCE QUOTE: {value}")
    assert pairs(reply) == [("The page does not say.", None)]
    assert not reply.none


@pytest.mark.parametrize("line", ["None of the ships leave at night.", "none", "None", "Yok artık dedi."])
def test_a_line_that_begins_with_the_word_none_is_a_line(line: str) -> None:
    assert pairs(parse_reply(f'CLAIM: a\nSOURCE QUOTE: "{line}"')) == [("a", line)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["no_contract"]),
        ("   \n\n", ["no_contract"]),
        ("The page is empty.", ["no_contract"]),
        ("CLAIM: It costs 12.", ["claim_without_quote"]),
        (f'CLAIM: a\nCLAIM: b\nSOURCE QUOTE: "{LINE}"', ["claim_without_quote"]),
        (f'SOURCE QUOTE: "{LINE}"', ["quote_without_claim"]),
        ("CLAIM: It costs 12.\nSOURCE QUOTE:", ["empty_quote"]),
        ('CLAIM: It costs 12.\nSOURCE QUOTE: ""', ["empty_quote"]),
        ("CLAIM: It costs 12.\nSOURCE QU", ["cut_off"]),
        ("CLAIM: It costs 12.\nKAYNAK AL", ["cut_off"]),
        (f'CLAIM: a\nSOURCE QUOTE: "{LINE}"\nCLAIM:', ["cut_off"]),
        (f'Here is what I found:\n\nCLAIM: a\nSOURCE QUOTE: "{LINE}"', ["text_outside"]),
        (f'CLAIM: a\nSOURCE QUOTE: "{LINE}"\n\nThe harbour is closed.', ["text_outside"]),
        (f'CLAIM: a\nSOURCE QUOTE: "{LINE}" and more words.', ["text_outside"]),
    ],
)
def test_what_breaks_the_contract_is_a_problem(text: str, expected: list[str]) -> None:
    assert codes(parse_reply(text)) == expected


def test_a_problem_keeps_the_words_it_is_about() -> None:
    problems = parse_reply(f'It rains.\n\nCLAIM: a\nCLAIM: b\nSOURCE QUOTE: "{LINE}"\n\nSo be it.').problems
    assert [problem.claim for problem in problems] == ["It rains.", "a", "So be it."]
    assert all(problem.message for problem in problems)


def test_several_claims_keep_their_order() -> None:
    text = "\n\n".join(f'{n}. CLAIM: claim {n}\n   SOURCE QUOTE: "line {n} of the page"' for n in range(1, 40))
    assert pairs(parse_reply(text)) == [(f"claim {n}", f"line {n} of the page") for n in range(1, 40)]


@pytest.mark.parametrize(
    ("quote", "number"),
    [
        ("[12]", 12),
        ("12", 12),
        ("12.", 12),
        ("[ 3 ] The ferry", 3),
        ("The ferry", None),
        ("12 euros", None),
        ("", None),
    ],
)
def test_a_cited_line_number(quote: str, number: int | None) -> None:
    assert cited_line(quote) == number


TOKENS = [
    "CLAIM:",
    "SOURCE QUOTE:",
    "NONE",
    "YOK",
    "İDDİA:",
    "KAYNAK ALINTI:",
    '"',
    "“",
    "”",
    "„",
    "«",
    "'",
    "\n",
    "\n\n",
]
WORDS = ["claim", "word", "12", " ", "**", "1. ", ".", "SOURCE", "QU", "```", "---", "\u0307", "\ud800", "😀"]
replies = st.lists(st.sampled_from(TOKENS + WORDS) | st.text(max_size=5), max_size=60).map("".join)


@given(replies)
@settings(max_examples=500, deadline=None)
def test_any_reply_is_read_and_never_lost(text: str) -> None:
    reply = parse_reply(text)
    assert reply.drafts or reply.problems or reply.none
    assert not (reply.none and (reply.drafts or reply.problems))
    for draft in reply.drafts:
        assert draft.claim.strip()
        assert draft.quote is None or draft.quote.strip()


@given(st.lists(st.tuples(st.text("abc 12.,", min_size=1), st.text('abc "12.,\n', min_size=1)), min_size=1, max_size=5))
def test_what_is_written_in_the_form_is_read_back(claims: list[tuple[str, str]]) -> None:
    wanted = [(" ".join(claim.split()), " ".join(quote.split())) for claim, quote in claims]
    wanted = [(claim, quote) for claim, quote in wanted if claim and quote.strip('" .')]
    text = "\n".join(f"CLAIM: {claim}\nSOURCE QUOTE: 「{quote}」" for claim, quote in wanted)
    assert pairs(parse_reply(text)) == wanted


@pytest.mark.parametrize(
    "piece",
    ['CLAIM: a\nSOURCE QUOTE: "b\n', 'SOURCE QUOTE: "', '"\n', "CLAIM: a\n", 'SOURCE QUOTE: "a"\nb\n', "*", " \n", "a",
     'SOURCE QUOTE: "a\nCLAIM: x\n', "SOURCE QUOTE: NONE\n", "「", "CLAIM: SOURCE QUOTE: "],
)  # fmt: skip
def test_huge_replies_take_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        began = time.thread_time()
        parse_reply(text)
        return time.thread_time() - began

    # Eight times the text: linear takes 8 times as long, quadratic 64; between them there is room for a busy machine.
    seconds(1000)
    assert min(seconds(400_000) for _ in range(2)) < 30 * seconds(50_000) + 0.5


def test_drafts_are_plain_values() -> None:
    assert Draft("a", None) == parse_reply("CLAIM: a\nSOURCE QUOTE: NONE").drafts[0]
