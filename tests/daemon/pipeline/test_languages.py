"""Which language is asked in, which one is read, and what happens when it cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.page import CapturedBlock, Page
from pointline.pipeline.languages import family, languages, page_language, probabilities

FINNISH = (
    "Kirjasto on avoinna arkisin kello yhdeksästä kahdeksaantoista.",
    "Lainausaika on neljä viikkoa, ja sen voi uusia verkossa kolme kertaa.",
    "Myöhästymismaksu on kaksikymmentä senttiä päivältä jokaisesta lainasta.",
    "Kirjastokortin saa maksutta, kun esittää henkilötodistuksen.",
)
ENGLISH = (
    "The library is open on weekdays from nine to six.",
    "Books may be kept for four weeks and renewed online three times.",
    "The late fee is twenty cents a day for each book.",
    "A library card is free of charge when you show proof of identity.",
)
SHELL = ("Home", "Log in", "Search", "Contact us", "Privacy notice")


def page(*lines: str, lang: str = "") -> Page:
    return Page.from_blocks([CapturedBlock(line) for line in lines], lang=lang)


@pytest.mark.parametrize(
    ("tag", "named"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("zh-Hant-TW", "zh"),
        ("yue", "zh"),
        ("nb_NO", "no"),
        ("arz", "ar"),
        (" DE ", "de"),
        ("und", ""),
        ("x", ""),
        ("", ""),
        ("english", ""),
    ],
)
def test_a_tag_is_named_by_its_language(tag: str, named: str) -> None:
    assert family(tag) == named


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How much is the late fee?", "en"),
        ("Gecikme ücreti günde ne kadar?", "tr"),
        ("Wie hoch ist die Gebühr für verspätete Bücher?", "de"),
        ("Kuinka suuri on myöhästymismaksu?", "fi"),
        ("逾期费是多少？", "zh"),
        ("كم تبلغ رسوم التأخير؟", "ar"),
    ],
)
def test_the_language_of_a_question_is_told(question: str, language: str) -> None:
    read = page(*ENGLISH, lang="en")
    found = languages(read, question)
    assert (found.question, found.page) == (language, "en")
    assert found.relation == ("same" if language == "en" else "different")


@pytest.mark.parametrize("question", ["IBAN?", "2019", "", "Berlin", "TTL", "?!", "\ud800"])
def test_a_question_that_may_be_in_any_language_is_unsure(question: str) -> None:
    found = languages(page(*ENGLISH, lang="en"), question)
    assert (found.relation, found.question) == ("unsure", "")


def test_the_declared_language_stands_where_the_text_does_not_clearly_differ() -> None:
    assert page_language(page(*ENGLISH, lang="en-GB")) == "en"
    assert page_language(page("4711", "0815", "A-17", lang="de")) == "de"
    assert page_language(page(*(ENGLISH * 3), *(FINNISH * 2), lang="fi")) == "fi"


def test_a_template_that_declares_another_language_than_the_text_has_is_not_believed() -> None:
    assert page_language(page(*SHELL, *(FINNISH * 8), lang="en")) == "fi"


def test_an_undeclared_language_is_read_from_the_text() -> None:
    assert page_language(page(*FINNISH)) == "fi"
    assert page_language(page(*ENGLISH, lang="klingon")) == "en"
    assert page_language(page("17", "23")) == ""
    assert page_language(page()) == ""


def test_a_question_on_a_page_of_no_language_is_unsure() -> None:
    found = languages(page("17", "23"), "How much is the late fee?")
    assert (found.question, found.page, found.relation) == ("en", "", "unsure")


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(), max_size=200), st.text(max_size=12))
def test_any_text_gets_probabilities_and_a_relation(text: str, lang: str) -> None:
    found = probabilities(text)
    assert all(0 <= share <= 1.001 for share in found.values())
    assert sum(found.values()) <= 1.001
    assert "" not in found
    assert languages(page(text or " ", lang=lang), text).relation in ("same", "different", "unsure")
