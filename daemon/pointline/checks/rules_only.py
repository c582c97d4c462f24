"""No model: the engine of a check by rules alone (``--engine none``)."""

from __future__ import annotations

from collections.abc import Sequence

from pointline.engine.base import Cancelled, Context, EngineError, Likelihood, ModelInfo, Usage

_WHY = "There is no model: the rules work alone."
_ACTION = "Choose an engine with --engine, or fetch a model with 'pointline model pull'."


class RulesOnly:
    """The ``Engine`` protocol of nobody: it gives no likelihoods, judges nothing, and cannot be opened."""

    @property
    def info(self) -> ModelInfo:
        """A model that may do nothing."""
        return ModelInfo("none", "none", 0, likelihoods=False)

    def open(
        self,
        text: str,  # noqa: ARG002
        *,
        chat: bool = False,  # noqa: ARG002
        more: bool = False,  # noqa: ARG002
        cancel: Cancelled | None = None,  # noqa: ARG002
    ) -> Context:
        """Raise :class:`~pointline.engine.base.EngineError`."""
        raise EngineError(_WHY, _ACTION)

    def score_pairs(
        self,
        pairs: Sequence[tuple[str, str]],  # noqa: ARG002
        *,
        cancel: Cancelled | None = None,  # noqa: ARG002
    ) -> list[Likelihood]:
        """Raise :class:`~pointline.engine.base.EngineError`."""
        raise EngineError(_WHY, _ACTION)

    def count(self, text: str) -> int:
        """Words of a text."""
        return len(text.split())

    def usage(self) -> Usage:
        """Nothing."""
        return Usage()

    def close(self) -> None:
        """Nothing to give back."""
