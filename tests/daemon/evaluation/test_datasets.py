"""Labelled questions from files: the right lines, pages without them, samples, and bad files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactquote.page import CapturedBlock, Page
from pointline.errors import BadInput
from pointline.evaluation.datasets import (
    language_in_name,
    other_article,
    read_squad,
    right_lines,
    sample,
    without_lines,
)

FERRY = "The ferry leaves at 7:40. It costs 12 euros. Dogs travel free."
NO_OFFSET = (
    b'{"data": [{"paragraphs": [{"context": "A b.", "qas": [{"question": "q",'
    b' "answers": [{"text": "A", "answer_start": "0"}]}]}]}]}'
)
HALL = "The hall seats 320. It was built in 1911."


def paragraph(context: str, **asked: str) -> dict[str, Any]:
    """A paragraph with one question for each keyword: the question's id, and the answer's text."""
    answers = {
        name: [{"text": text, "answer_start": context.find(text)}] if text else [] for name, text in asked.items()
    }
    return {
        "context": context,
        "qas": [{"id": name, "question": f"{name}?", "answers": found} for name, found in answers.items()],
    }


def written(folder: Path, *articles: list[dict[str, Any]], name: str = "small.fi.json") -> Path:
    path = folder / name
    data = [{"title": f"A_{number}", "paragraphs": paragraphs} for number, paragraphs in enumerate(articles)]
    path.write_text(json.dumps({"version": "1", "data": data}), encoding="utf-8")
    return path


def test_an_article_is_a_page_and_an_answer_has_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, [paragraph(HALL, seats="320"), paragraph(""), paragraph(FERRY, price="12 euros")])
    dataset = read_squad(path)
    assert (dataset.language, dataset.skipped) == ("fi", 0)
    article = dataset.articles[0]
    assert article.page.title == "A 0"
    assert [block.end - block.start for block in article.page.blocks] == [len(HALL), len(FERRY)]
    right = {
        question.id: [unit.text(article.page.text) for unit in right_lines(article.page, question.answers)]
        for question in article.questions
    }
    assert right == {"seats": ["The hall seats 320."], "price": ["It costs 12 euros."]}


def test_an_answer_over_two_lines_has_both(tmp_path: Path) -> None:
    dataset = read_squad(written(tmp_path, [paragraph(FERRY, what="12 euros. Dogs")]), language="en")
    article = dataset.articles[0]
    found = right_lines(article.page, article.questions[0].answers)
    assert [unit.text(article.page.text) for unit in found] == ["It costs 12 euros.", "Dogs travel free."]


def test_a_question_whose_answer_is_not_there_is_counted_and_left_out(tmp_path: Path) -> None:
    dataset = read_squad(written(tmp_path, [paragraph(FERRY, price="12 euros", lost="no such text", impossible="")]))
    assert [question.id for question in dataset.articles[0].questions] == ["price"]
    assert dataset.skipped == 2


def test_lines_are_taken_away_as_if_they_had_never_been_there() -> None:
    page = Page.from_blocks([CapturedBlock(HALL), CapturedBlock("Only this."), CapturedBlock(FERRY)], title="T")
    gone = [unit for unit in page.units if any(word in unit.text(page.text) for word in ("12 euros", "Only", "1911"))]
    rest = without_lines(page, gone)
    assert rest.text == "The hall seats 320.\nThe ferry leaves at 7:40. Dogs travel free."
    assert rest.title == "T"
    assert [unit.text(rest.text) for unit in rest.units] == [
        unit.text(page.text) for unit in page.units if unit not in gone
    ]
    assert without_lines(page, list(page.units)).text == ""


@given(st.lists(st.text(alphabet="ab .\n", min_size=1, max_size=20), max_size=4), st.data())
def test_no_other_letter_is_lost_with_a_line(texts: list[str], data: st.DataObject) -> None:
    page = Page.from_blocks([CapturedBlock(text) for text in texts])
    gone = [unit for unit in page.units if data.draw(st.booleans())]
    rest = without_lines(page, gone)
    letters = sum(not char.isspace() for char in page.text)
    taken = sum(not char.isspace() for unit in gone for char in unit.text(page.text))
    assert sum(not char.isspace() for char in rest.text) == letters - taken


def test_samples_are_spread_repeatable_and_halved_by_article(tmp_path: Path) -> None:
    path = written(tmp_path, *[[paragraph(FERRY, **{f"a{i}": "7:40", f"b{i}": "12"})] for i in range(6)])
    dataset = read_squad(path)
    six = sample(dataset, 6, seed=3)
    assert len({article.number for article, _ in six}) == 6
    assert sample(dataset, 9, seed=3)[:6] == six
    assert len(sample(dataset, 99)) == 12
    assert [question.id for _, question in sample(dataset, 6, seed=4)] != [question.id for _, question in six]
    halves = [{article.number for article, _ in sample(dataset, 99, half=half)} for half in ("tune", "report")]
    assert halves == [{0, 2, 4}, {1, 3, 5}]


def test_the_other_article_is_another_one(tmp_path: Path) -> None:
    dataset = read_squad(written(tmp_path, *[[paragraph(FERRY, price="12")] for _ in range(3)]))
    for article in dataset.articles:
        assert other_article(dataset, article) not in (None, article)
    alone = read_squad(written(tmp_path, [paragraph(FERRY, price="12")]))
    assert other_article(alone, alone.articles[0]) is None


@pytest.mark.parametrize(
    ("name", "language"),
    [("xquad.tr.json", "tr"), ("dev-v2.0.json", ""), ("squad.json", ""), ("de.json", ""), ("a.b.fil.json", "fil")],
)
def test_the_language_is_taken_from_the_name(name: str, language: str) -> None:
    assert language_in_name(Path(name)) == language


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"\xff\xfe\x00", "not-json"),
        (b"[" * 100_000, "not-json"),
        (b"[]", "not-squad"),
        (b"3", "not-squad"),
        (b"{}", "not-squad"),
        (b'{"data": 3}', "not-squad"),
        (b'{"data": [{"paragraphs": [{"context": 3, "qas": []}]}]}', "not-squad"),
        (b'{"data": [{"paragraphs": [{"context": "A b.", "qas": [{"question": null}]}]}]}', "not-squad"),
        (NO_OFFSET, "not-squad"),
        (b'{"data": []}', "no-questions"),
        (b'{"data": [{"paragraphs": [{"context": "A b.", "qas": []}]}]}', "no-questions"),
    ],
)
def test_a_bad_file_is_refused_with_what_to_give(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_squad(path)
    assert caught.value.code == code
    assert caught.value.action


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.json", "missing-file"), (tmp_path, "unreadable-file")):
        with pytest.raises(BadInput) as caught:
            read_squad(path)
        assert caught.value.code == code


def test_offsets_are_code_points_of_the_page(tmp_path: Path) -> None:
    context = "𝄞 opens the bar. 東京 is far."
    dataset = read_squad(written(tmp_path, [paragraph(HALL, seats="320"), paragraph(context, where="東京")]))
    article = dataset.articles[0]
    assert [span.of(article.page.text) for question in article.questions for span in question.answers] == [
        "320",
        "東京",
    ]
