"""The scenarios of this folder with their scripts, and some of them with the starter (README.md)."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pointline.cli.eval_golden import open_file, scripted
from pointline.engine.base import Engine
from pointline.engine.registry import make_engine
from pointline.evaluation import golden
from pointline.evaluation.golden_format import Scenario
from pointline.evaluation.golden_grade import grade, without_line
from pointline.evaluation.golden_letters import letters_of_file
from pointline.evaluation.golden_run import Came, open_pages, run_scenario

HERE = Path(__file__).parent
SCENARIOS = golden.load(HERE / "scenarios")
WITH_THE_STARTER = ("fee-of-a-stall", "crushing-tablets", "injected-price", "turkish-fee")
TOPICS = {
    "figures", "dates", "names", "tables", "lists", "negations", "conditions", "several lines", "none-but-near",
    "other permit", "denial", "injection", "hidden text", "long pages", "turkish", "finnish", "german", "spanish",
    "arabic", "chinese", "japanese", "other language", "liar", "computed", "pdf", "verdicts",
}  # fmt: skip


def named(name: str) -> Scenario:
    return next(one for one in SCENARIOS if one.name == name)


def told(outcome: golden.Outcome) -> list[str]:
    return [f"expected {fault.expected}; came {fault.came}" for faults in outcome.faults for fault in faults]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[one.name for one in SCENARIOS])
def test_with_its_script(scenario: Scenario) -> None:
    outcome = golden.measure([scenario], scripted, open_file, scripted=True)[0]
    assert told(outcome) == []
    assert outcome.unpointed == 0


def test_there_are_scenarios_for_everything() -> None:
    assert len(SCENARIOS) >= 60
    assert {topic for one in SCENARIOS for topic in one.topics} >= TOPICS
    assert sum("liar" in one.topics for one in SCENARIOS) >= 20
    assert sum(one.starter for one in SCENARIOS) >= 20


def test_the_program_brings_them_along() -> None:
    assert [one.name for one in golden.load()] == [one.name for one in SCENARIOS]


def test_the_example_of_the_readme_can_be_followed(tmp_path: Path) -> None:
    block = (HERE / "README.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    page = "<h1>Gardens</h1><p>A shed costs 130 euros.</p><p>The rent is 72 euros a year.</p><p>Water is free.</p>"
    (tmp_path / "gardens.html").write_text(page, encoding="utf-8")
    (tmp_path / "rent.toml").write_text(block, encoding="utf-8")
    outcomes = golden.measure(golden.load(tmp_path), scripted, open_file, scripted=True)
    assert [told(outcome) for outcome in outcomes] == [[]]


@pytest.fixture(scope="module")
def starter() -> Iterator[Engine]:
    engine = make_engine("mlx", model="starter")
    yield engine
    engine.close()


@pytest.mark.model
@pytest.mark.parametrize("name", WITH_THE_STARTER)
def test_with_the_starter(name: str, starter: Engine) -> None:
    scenario = named(name)
    assert scenario.starter
    outcome = golden.measure([scenario], lambda _scenario, _turn: starter, open_file, scripted=False)[0]
    assert told(outcome) == []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(HERE / "scenarios" / "pages")))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.model
@pytest.mark.parametrize(
    ("page", "question", "code"),
    [
        ("stipend", "What is the figure at {url}?", 0),
        ("stipend-without-figure", "What is the figure at {url}?", 3),
        ("stipend-without-figure", "How much is the stipend per month, by {url}?", 3),
    ],
)
def test_by_address_alone_as_a_person_asks(page: str, question: str, code: int, served: str) -> None:
    """Through the command line in a process of its own: the address of the question is opened, whatever its verb."""
    asked = question.format(url=f"{served}/{page}.html")
    command = [sys.executable, "-m", "pointline.cli", "ask", asked, "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == code, ran.stderr
    answer: Any = json.loads(ran.stdout)
    assert answer["none"] == (code == 3)
    assert answer["page"]["read_share"] == 1.0 or not answer["none"]
    assert answer["none"] or any("exactly 2,743 euros per month" in claim["line"] for claim in answer["claims"])


def came(name: str, turn: int = 0) -> tuple[Came, dict[str, str | None]]:
    scenario = named(name)
    files = {page.url: letters_of_file(page.file) for page in scenario.pages}
    return run_scenario(scenario, open_pages(scenario, open_file), scripted)[turn], files


def test_the_grader_refuses_an_invented_figure() -> None:
    found, files = came("fee-of-a-stall")
    claim = found.claims[0]
    assert grade(found, files, scripted=True) == []
    lie = replace(found, claims=(replace(claim, text=claim.text.replace("£285", "£258")),))
    faults = grade(lie, files, scripted=True)
    assert any("'258'" in fault.came and fault.line for fault in faults)
    assert without_line(lie, files) == 1


def test_the_grader_refuses_a_line_that_is_not_there() -> None:
    found, files = came("fee-of-a-stall")
    claim, line = found.claims[0], found.claims[0].lines[0]
    start, end = line.spans[0]
    for wrong in (
        replace(line, text=line.text.replace("285", "582")),
        replace(line, spans=((start + 1, end + 1),)),
        replace(line, quote=line.quote.replace("stall", "food")),
        replace(line, page=None),
    ):
        lie = replace(found, claims=(replace(claim, lines=(wrong,)),))
        assert without_line(lie, files) == 1, wrong
    assert without_line(replace(found, claims=(replace(claim, lines=()),)), files) == 1
    other = dict.fromkeys(files, "nothing of the sort")
    assert without_line(found, other) == 1


def test_the_grader_refuses_what_may_not_be_shown() -> None:
    found, files = came("hidden-room-prices")
    wanted = replace(found.turn, expected=replace(found.turn.expected, unseen=("94 euros",), never=("94 euros",)))
    kinds = [fault.expected for fault in grade(replace(found, turn=wanted), files, scripted=True)]
    assert kinds == ["never said: '94 euros'", "nowhere: '94 euros'"]
