"""Does a question ask to bring several things together, or for one thing? And which strategy it gets for that.

No list of words decides: the model says after which of two openings the question is likelier, one of a summary and one
of a question about a detail (a noisy channel, Min et al., "Noisy Channel Language Model Prompting", 2022). The openings
are prompts, in English; the question may be in any language that the model knows.
"""

from __future__ import annotations

from pointline.engine.base import Cancelled, Engine, Strategy
from pointline.pipeline.answer import Question

SUMMARY = "Task: summarise the notes above as a list of steps.\nRequest:"
DETAIL = "Task: look up one more fact.\nRequest:"

ENOUGH = 0.3
"""Nats a token by which the question has to be likelier as a request for a summary.

Measured with the starter on 16 such requests and 24 questions about details in six languages: AUROC 0.83, in English
(8 and 12) 0.96. At this bar it takes no detail for a summary (the highest has 0.21) and finds 4 of 16 summaries:
for the others the person says so (``gather``). Two other pairs of openings: 0.79 and 0.51.

On 18 other requests that need several lines ("Which documents are needed?") and 27 for one, six languages: AUROC 0.75
with the starter, 2 and 1 of them over the bar; 0.69 with a model of 1.5 billion parameters, 10 and 2. Three other
pairs of openings, starter: 0.64 to 0.72. What it is worth, with the larger model and two pages that hold four of the
lines asked for among twelve: ``score`` finds 1 of 8, ``contract`` 3.
"""


def gathers(question: str, engine: Engine, *, cancel: Cancelled | None = None) -> bool:
    """Whether the question asks to bring together what was found; False for an engine without probabilities.

    Raises :class:`~pointline.engine.base.EngineError` when the engine fails, and ``EngineCancelled``.
    """
    if not engine.info.likelihoods:
        return False
    asked = f" {' '.join(question.split())}"
    summary, detail = engine.score_pairs([(SUMMARY, asked), (DETAIL, asked)], cancel=cancel)
    return (summary.logprob - detail.logprob) / max(1, summary.tokens) > ENOUGH


def strategy_for(question: Question, engine: Engine, *, cancel: Cancelled | None = None) -> Strategy:
    """How to point: as the question asks for, else as the model's qualification and the kind of question say.

    ``contract`` is for what needs several lines: the person said so (``Question.several``), or the question is likelier
    as a request to bring things together (:func:`gathers`). It is chosen only for a model that points no worse by it
    where one line answers, so that a question taken for the wrong kind loses nothing. An engine without probabilities
    can only write. Raises as :func:`gathers` does.
    """
    info = engine.info
    if not info.likelihoods:
        return "contract"
    if question.strategy != "auto":
        return question.strategy
    if info.strategy == "score" and info.contract_for_several:
        several = question.several or gathers(question.text, engine, cancel=cancel)
        return "contract" if several else "score"
    return info.strategy
