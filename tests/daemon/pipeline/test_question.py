"""Addresses in questions: found, cut out, and the word that they leave hanging."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointline.pipeline.question import addresses, without_addresses, without_addresses_forms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is the figure at https://example.org/a?", ["https://example.org/a?"[:-1]]),
        ("See (https://example.org/a_(b)) and tell", ["https://example.org/a_(b)"]),
        ("“http://127.0.0.1:8080/x.html” ne diyor?", ["http://127.0.0.1:8080/x.html"]),
        ("Compare https://a.example/1, https://b.example/2.", ["https://a.example/1", "https://b.example/2"]),
        ("HTTPS://EXAMPLE.ORG/", ["HTTPS://EXAMPLE.ORG/"]),
        ("What does example.org say?", []),
        ("file:///home/me/page.html?", ["file:///home/me/page.html"]),
        ("", []),
    ],
)
def test_addresses(text: str, found: list[str]) -> None:
    assert addresses(text) == found


def test_an_address_leaves_no_trace() -> None:
    assert without_addresses("What is the figure at https://example.org/a?") == "What is the figure at?"
    assert without_addresses("What is the rent?") == "What is the rent?"
    assert without_addresses("https://example.org/a") == "https://example.org/a"


def test_forms_leave_out_one_neighbour_of_the_address() -> None:
    assert without_addresses_forms("What is the figure at https://example.org/a?") == [
        "What is the figure at?",
        "What is the figure?",
    ]
    assert without_addresses_forms("https://example.org/a adresindeki rakam nedir?") == [
        "adresindeki rakam nedir?",
        "rakam nedir?",
    ]
    assert without_addresses_forms("What is the rent?") == ["What is the rent?"]


@given(st.text())
def test_any_text_has_a_form(text: str) -> None:
    forms = without_addresses_forms(text)
    assert len(forms) in (1, 2, 3)
    assert forms[0] == without_addresses(text)
