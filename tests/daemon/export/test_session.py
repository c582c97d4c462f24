"""What a spreadsheet might take for a formula is never left at the beginning of a cell."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointline.export.session import csv_safe


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "\n=1"])
def test_formulas_are_guarded(text: str) -> None:
    assert csv_safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "14 euros", "a=b", "1-2", "'=1"])
def test_other_texts_stay(text: str) -> None:
    assert csv_safe(text) == text


@given(st.text())
def test_nothing_is_lost(text: str) -> None:
    safe = csv_safe(text)
    assert safe.removeprefix("'") == text or safe == text
    assert not re.match(r"\s*[=+\-@]", safe)
