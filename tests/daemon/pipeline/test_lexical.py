"""Lexical scores: endings, scripts without spaces, and plain sense."""

from __future__ import annotations

import pytest

from pointline.pipeline.lexical import Bm25, LexicalIndex


@pytest.mark.parametrize(
    ("question", "lines", "best"),
    [
        (
            "When does the ferry leave?",
            ["Tickets are sold on board.", "The ferry leaves at nine.", "Dogs travel free."],
            1,
        ),
        (
            "Feribotun kalkış saati nedir?",
            ["Bilet gemide satılır.", "Feribot dokuzda kalkar.", "Köpekler ücretsizdir."],
            1,
        ),
        ("Milloin lautat lähtevät?", ["Liput myydään laivalla.", "Lautta lähtee yhdeksältä.", "Koirat ilmaiseksi."], 1),
        ("渡轮几点出发？", ["船上售票。", "渡轮九点出发。", "狗免费。"], 1),
        ("フェリーは何時に出ますか", ["切符は船内で売ります。", "フェリーは九時に出ます。", "犬は無料です。"], 1),
        ("متى تغادر العبارة؟", ["تباع التذاكر على متنها.", "تغادر العبارة في التاسعة.", "الكلاب مجانا."], 1),
    ],
)
def test_the_line_that_answers_ranks_first(question: str, lines: list[str], best: int) -> None:
    scores = LexicalIndex.of(lines).scores(question)
    assert max(range(len(lines)), key=lambda i: scores[i]) == best


def test_nothing_shared_scores_nothing() -> None:
    assert LexicalIndex.of(["abc def", "ghi"]).scores("xyz") == [0.0, 0.0]
    assert LexicalIndex.of([]).scores("xyz") == []
    assert LexicalIndex.of(["abc"]).scores("") == [0.0]


def test_rare_words_weigh_more_and_long_texts_less() -> None:
    index = Bm25.of([["the", "ferry"], ["the", "dog"], ["the", "cat"], ["ferry", *["the"] * 30]])
    scores = index.scores(["the", "ferry"])
    assert scores[0] > scores[3] > scores[1]
