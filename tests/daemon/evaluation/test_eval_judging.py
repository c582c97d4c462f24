"""Measuring the judge, tables and checks: on data of our own, and that the figures are what they say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pointline.checks.rules_only import RulesOnly
from pointline.cli.main import main
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.errors import BadInput
from pointline.evaluation import checks_eval, judge_eval, tables_eval, tables_rules

WICE = [
    {
        "label": "supported",
        "claim": "The Lindholm bridge is 1,624 metres long.",
        "evidence": ["(meta data) TITLE: The bridge", "The Lindholm bridge is 1,624 metres long.", "It was dear."],
        "supporting_sentences": [[1]],
    },
    {
        "label": "not_supported",
        "claim": "The Lindholm bridge is 1,724 metres long.",
        "evidence": ["The Lindholm bridge is 1,624 metres long.", "It was dear."],
        "supporting_sentences": [],
    },
]
TATQA = [
    {
        "table": {"table": [["", "2019", "2018"], ["Net sales", "$1,496.5", "$1,202.9"], ["Rent", "60", "58"]]},
        "paragraphs": [{"order": 1, "text": "Sales are net of returns."}],
        "questions": [
            {"question": "What were net sales in 2019?", "answer": ["$1,496.5"], "answer_type": "span",
             "derivation": "", "scale": ""},
            {"question": "What is the change in net sales?", "answer": 293.6, "derivation": "1,496.5-1,202.9",
             "answer_type": "arithmetic", "scale": "million"},
            {"question": "Which years?", "answer": ["2019"], "derivation": "", "answer_type": "count", "scale": ""},
        ],
    }
]  # fmt: skip


@pytest.fixture
def wice(tmp_path: Path) -> Path:
    path = tmp_path / "wice.jsonl"
    path.write_text("\n".join(map(json.dumps, WICE)), encoding="utf-8")
    return path


@pytest.fixture
def tatqa(tmp_path: Path) -> Path:
    path = tmp_path / "tatqa.json"
    path.write_text(json.dumps(TATQA), encoding="utf-8")
    return path


def test_claims_are_judged_by_rules_and_by_a_model(wice: Path) -> None:
    claims = judge_eval.read_wice(wice)
    assert [claim.page.title for claim in claims] == ["The bridge", ""]
    engine = ScriptedEngine(Script(labels=({"yes": 0.9, "no": 0.1}, {"yes": 0.2, "no": 0.8})))
    found = judge_eval.measure_claims(claims, engine)
    assert [one.verdict for one in found] == ["uncertain", "mismatch"]
    assert [one.raw for one in found] == [pytest.approx(0.9), pytest.approx(0.2)]
    assert found[0].line_right is True
    said = judge_eval.summary(found)
    assert said["rules"]["balanced_accuracy"] == 1.0
    assert said["rules"]["auroc"] == said["evaluator"]["auroc"] == 1.0
    assert said["rules"]["refuted"]["not_supported"] == {"n": 1, "mismatch": 1, "no_line": 0}


def test_figures_of_one_kind_alone_are_none() -> None:
    assert judge_eval.figures_of([0.5], [True], [True])["auroc"] is None


def test_span_and_arithmetic_questions_are_read(tatqa: Path) -> None:
    questions = tables_eval.read_tatqa(tatqa)
    assert [question.kind for question in questions] == ["span", "arithmetic"]
    rows = [unit for unit in questions[0].page.units if unit.kind == "row"]
    assert rows[1].column_headers[1:] == (("2019",), ("2018",))


def test_the_rules_compute_the_right_answer_and_no_other(tatqa: Path) -> None:
    arithmetic = tables_eval.sample_questions(tables_eval.read_tatqa(tatqa), 5, "arithmetic")
    outcome = tables_rules.measure_rules(arithmetic)[0]
    assert outcome.right == "computed_from"
    assert outcome.wrong in ("different", "missing")
    assert "−" in outcome.formula
    assert outcome.as_derived
    assert tables_rules.summary_rules([outcome])["formula_as_derived"] == 1
    assert not tables_rules.summary_rules([tables_rules.RuleOutcome("same", "missing", "")])["formula_as_derived"]


def test_cells_are_filled_and_never_wrong_and_confirmed(tatqa: Path) -> None:
    outcomes = tables_eval.measure_cells(tables_eval.read_tatqa(tatqa), ScriptedEngine())
    said = tables_eval.summary_cells(outcomes)
    assert {kind: each["n"] for kind, each in said.items()} == {"span": 1, "arithmetic": 1}
    assert all(each["bare_wrong"] == each["line_not_on_page"] == 0 for each in said.values())


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$1,496.5", "1496.5", True),
        ("(19,911)", "19,911", True),
        ("1,496.5", "1,496.6", False),
        ("Germany and Ghana", "germany and ghana", True),
        ("", "", False),
        ("2019", "in fiscal 2019", False),
    ],
)
def test_values_are_compared_by_what_they_say(one: str, other: str, same: bool) -> None:
    assert tables_eval.same_value(one, other) is same


def test_the_overlap_of_values() -> None:
    assert tables_eval.overlap("we paid $5.5 in May", "$5.5") == pytest.approx(2 * 1 / 6)
    assert tables_eval.overlap("", "$5.5") == 0.0


def test_the_memos_that_ship_are_what_they_say() -> None:
    cases, _ = checks_eval.load_cases()
    claims = [(case, claim) for case in cases for claim in case.claims]
    assert len(cases) >= 12
    assert len(claims) == 60
    faulty = [claim for _, claim in claims if claim.truth != "supported"]
    assert 0.4 < len(faulty) / len(claims) < 0.6
    assert all(claim.trap for claim in faulty)
    assert len({case.lang for case in cases}) >= 4
    for case, claim in claims:
        texts = [case.documents[cite].text for cite in claim.cites]
        if claim.truth == "no_line":
            assert not claim.line
        else:
            assert any(claim.line in text for text in texts), claim.text


def test_checks_are_measured_over_the_whole_check() -> None:
    cases, _ = checks_eval.load_cases()
    outcomes = checks_eval.measure_checks(cases[:2], RulesOnly())
    said = checks_eval.summary(outcomes)
    assert said["claims"] == 10
    assert said["faulty"]["confirmed_wrong"] == 0
    assert said["faulty"]["by_trap"]["number"] == {"n": 1, "caught": 1}
    assert said["caveats_wanted"] == {"n": 2, "found": 2}
    assert Counter(one.truth.truth for one in outcomes)["supported"] == said["sound"]["n"]


@pytest.mark.parametrize("command", [["judge"], ["tables"]])
def test_bad_files_are_refused(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("{", '[{"x": 1}]'):
        bad = tmp_path / "bad.json"
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit) as left:
            main(["eval", *command, "--data", str(bad), "--json"])
        assert left.value.code == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] in ("not-json", "not-wice", "not-tatqa")
    with pytest.raises(BadInput):
        judge_eval.read_wice(tmp_path / "gone")


def test_the_commands(wice: Path, tatqa: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, key in ((["judge", "--data", str(wice)], "rules"), (["tables", "--data", str(tatqa)], "rules"),
                         (["checks", "--limit", "1"], "faulty")):  # fmt: skip
        with pytest.raises(SystemExit) as left:
            main(["eval", *command, "--json"])
        assert not left.value.code
        found = json.loads(capsys.readouterr().out)
        assert key in found
        assert found["model"] == "none"
