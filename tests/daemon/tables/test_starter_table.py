"""What the starter makes of a release: it finds little, the rules have their share, and nothing false is said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.evaluating import release
from pointline.engine.base import Engine
from pointline.engine.registry import make_engine
from pointline.pipeline.tables import run_table

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    made = make_engine("mlx", model="starter")
    yield made
    made.close()


def test_the_rules_share_appears_and_nothing_false(engine: Engine) -> None:
    page = release("hmc-northgate")
    table = run_table(["Selwyn Fuels Corporation"], ["penalty amount", "number of employees"], [page], engine)
    penalty, employees = table.cells
    assert penalty.value == "$912,305,400 ($912,305,400 + $358,145,512 ≈ $1.270 billion)"
    assert [caveat.code for caveat in penalty.caveats] == ["composite_value"]
    assert (penalty.verdict, penalty.verdict_source) == ("uncertain", "rules")  # the starter has not qualified
    assert employees.value is None
