"""Measuring caveats: the set is what it says, rules and evaluator are counted apart, wrong lines are no caveats."""

from __future__ import annotations

import json

import pytest

from exactquote.verdicts import CAVEATS
from pointline.cli.main import main
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.evaluation.caveats_eval import measure_caveats, spread, summary
from pointline.evaluation.caveats_items import CaveatItem, items_of, line_with, load_items
from pointline.pipeline.caveats import OTHER_SOURCE, PARALLEL, QUESTIONS

ITEMS, _ = load_items()
YES, NO = {"yes": 0.95, "no": 0.05}, {"yes": 0.05, "no": 0.95}


def evaluator(item: CaveatItem, *, agrees: bool = True) -> ScriptedEngine:
    """An evaluator that says of one item what the set wants, each at its line; the blind judge agrees or does not."""
    when: list[dict[str, object]] = []
    for code, part in item.wanted.items():
        if CAVEATS[code].detector == "evaluator" and part:
            asked = OTHER_SOURCE if code == PARALLEL else QUESTIONS[code]
            question, shown = (text.replace("{item}", item.item) for text in (asked.question, asked.shown))
            page = item.others[0] if code == PARALLEL else item.page
            line = line_with(page, part).text(page.text)
            when.append({"all": ["Value found:", question], "label": YES})
            when.append({"all": ["Value found:", question], "line": " ".join(line.split())})
            when.append({"all": [f"CLAIM: {shown}", f"THE LINE: {line}"], "label": YES if agrees else NO})
    return ScriptedEngine(Script.from_json(json.dumps({"when": when, "label": NO})))


def test_the_set_is_what_it_says() -> None:
    assert len(ITEMS) == len({item.name for item in ITEMS}) == 60
    traps = [item for item in ITEMS if item.trap]
    assert len(traps) == 30
    assert all(not item.wanted and item.trap in CAVEATS for item in traps)
    assert all(item.wanted for item in ITEMS if not item.trap)
    assert len({item.page.lang for item in ITEMS}) >= 6
    for item in ITEMS:
        assert item.unit.text(item.page.text)
        for part in filter(None, item.wanted.values()):
            assert any(part in " ".join(page.text.split()) for page in (item.page, *item.others)), item.name


def test_the_rules_are_measured() -> None:
    said = summary(measure_caveats(ITEMS, None))
    assert said["evaluator"] is None
    rules = said["rules"]
    assert rules["traps_clean"] == 30
    assert rules["all"]["precision"] == 1.0
    assert rules["all"]["recall"] == 1.0
    assert rules["all"]["lines"] == rules["all"]["right"]


@pytest.mark.parametrize("agrees", [True, False])
def test_an_evaluator_is_measured_and_what_the_judge_denies_is_dropped(agrees: bool) -> None:
    wanted = [item for item in ITEMS if any(CAVEATS[code].detector == "evaluator" for code in item.wanted)]
    outcomes = [measure_caveats([item], evaluator(item, agrees=agrees))[0] for item in wanted]
    said = summary(outcomes)["evaluator"]
    answered = sum(CAVEATS[code].textual for item in wanted for code in item.wanted if CAVEATS[code].detector != "rule")
    framed = sum("answer_depends_on_framing" in item.wanted for item in wanted)
    assert said["all"]["found"] == said["all"]["lines"] == framed + (answered if agrees else 0)
    assert said["false"] == []


def test_what_depends_on_its_framing_is_measured_by_asking_in_other_words() -> None:
    framed = [item for item in ITEMS if item.framed]
    assert {bool(item.trap) for item in framed} == {True, False}
    by_words = ScriptedEngine(Script())  # points by the words that question and line share
    said = summary(measure_caveats(framed, by_words))["evaluator"]["codes"]["answer_depends_on_framing"]
    assert (said["wanted"], said["found"], said["right"], said["lines"]) == (1, 1, 1, 1)


def test_a_wrong_caveat_is_counted_as_false() -> None:
    page = "<title>Alder</title><p>The fee of Alder is $5.</p><p>Dogs are free.</p>"
    item = {"name": "x", "html": page, "item": "Alder", "field": "fee", "value": "$9", "line": "The fee", "caveats": {}}
    (rules,) = measure_caveats(items_of({"item": [item]}), None)
    said = summary([rules])["rules"]
    assert said["codes"]["number_not_in_line"]["found"] == 1
    assert said["codes"]["number_not_in_line"]["precision"] == 0.0
    assert [one["code"] for one in said["false"]] == ["number_not_in_line"]
    with pytest.raises(ValueError, match="no caveat is called 'nothing'"):
        items_of({"item": [item | {"caveats": {"nothing": ""}}]})
    with pytest.raises(ValueError, match="no line of 'Alder'"):
        line_with(rules.item.page, "Elm")


def test_a_part_of_the_set_has_traps_too() -> None:
    assert [bool(item.trap) for item in spread(ITEMS, 4)] == [False, True, False, True]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "caveats", "--limit", "4", "--engine", "scripted", "--json"])
    assert ended.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["items"], said["traps"], said["engine"], said["qualified"]) == (4, 2, "scripted", False)
    assert set(said["rules"]["codes"]) | set(said["evaluator"]["codes"]) == set(CAVEATS)
    with pytest.raises(SystemExit) as ended:
        main(["eval", "caveats", "--engine", "none", "--server", "http://127.0.0.1:9"])
    assert ended.value.code == 2
