"""Code points and UTF-16 units of one text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactquote.offsets import Utf16Map

ANY = st.text(alphabet=st.characters(exclude_categories=[]) | st.sampled_from("aé漢😀𝟙\ud800\udc00"), max_size=60)


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_plain_text_needs_no_conversion() -> None:
    offsets = Utf16Map("Straße 漢字")
    assert [offsets.utf16(at) for at in (0, 6, 9)] == [0, 6, 9]
    assert [offsets.code_point(at) for at in (0, 6, 9)] == [0, 6, 9]


def test_characters_beyond_the_basic_plane_are_two_units() -> None:
    offsets = Utf16Map("a😀b😀")
    assert [offsets.utf16(at) for at in range(5)] == [0, 1, 3, 4, 6]
    assert [offsets.code_point(at) for at in (0, 1, 3, 4, 6)] == [0, 1, 2, 3, 4]
    assert offsets.utf16_length == 6


def test_offsets_inside_a_character() -> None:
    offsets = Utf16Map("a😀b")
    assert offsets.code_point(2) == 1
    assert offsets.code_point(2, end=True) == 2
    assert [offsets.is_boundary(at) for at in range(5)] == [True, True, False, True, True]


@pytest.mark.parametrize("at", [-1, 4, 10**9])
def test_offsets_outside_the_text_are_refused(at: int) -> None:
    with pytest.raises(ValueError, match="outside a text of 3"):
        Utf16Map("abc").utf16(at)
    with pytest.raises(ValueError, match="outside a text of 3"):
        Utf16Map("abc").code_point(at)


@given(ANY)
@settings(deadline=None)
def test_every_offset_of_any_text(text: str) -> None:
    """Lone surrogates too: Python keeps each as one code point, UTF-16 as one unit."""
    offsets = Utf16Map(text)
    at = 0
    for number, character in enumerate(text):
        assert offsets.utf16(number) == at
        assert offsets.code_point(at) == number
        assert offsets.is_boundary(at)
        width = 2 if ord(character) > 0xFFFF else 1
        if width == 2:
            assert not offsets.is_boundary(at + 1)
            assert offsets.code_point(at + 1) == number
            assert offsets.code_point(at + 1, end=True) == number + 1
        at += width
    assert offsets.utf16_length == at
    assert offsets.utf16(len(text)) == at
    assert offsets.code_point(at) == len(text)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
@settings(deadline=None)
def test_the_codec_counts_alike(text: str) -> None:
    assert Utf16Map(text).utf16_length == units(text)
