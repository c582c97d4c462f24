"""The published score: every part on data of our own, kept and refused reports, and what the figures say."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from exactquote.page import CapturedBlock, Page
from pointline.cli.eval_golden import open_file, scripted
from pointline.cli.main import main
from pointline.engine.scripted import Script, ScriptedEngine
from pointline.evaluation.datasets import Labelled
from pointline.evaluation.report import PARTS, report_of, why_not
from pointline.evaluation.report_asked import Source, ask_one, squad_sources
from pointline.evaluation.report_form import Setting, figure, plot, series, share, spread
from pointline.evaluation.report_html import report_html
from pointline.evaluation.report_markdown import report_markdown
from pointline.evaluation.report_spans import SpanRow, Words, measure_spans, pointing_everywhere, read_spans, word_f1
from pointline.evaluation.report_svg import svg
from pointline.evaluation.report_words import interval_words, value_words

BRIDGES = [
    ("Lindholm", "The Lindholm bridge was opened in 1931.", "When was the Lindholm bridge opened?", "1931"),
    ("Varby", "The ferry to Varby carries 40 cars.", "How many cars does the ferry to Varby carry?", "40 cars"),
    ("Osby", "The tower of Osby is 62 metres tall.", "How tall is the tower of Osby?", "62 metres"),
]
MORE = "Painters come every spring. Nobody lives on the island in winter."


def squad() -> dict[str, Any]:
    """Three articles with a question each."""
    articles = []
    for number, (title, line, question, answer) in enumerate(BRIDGES):
        context = f"{MORE} {line}"
        answers = [{"text": answer, "answer_start": context.index(answer)}]
        asked = {"id": str(number), "question": question, "answers": answers}
        articles.append({"title": title, "paragraphs": [{"context": context, "qas": [asked]}]})
    return {"data": articles}


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A corpus in miniature, without tables."""
    folder = tmp_path / "corpus"
    for name in ("qa", "judge", "spans", "texts"):
        (folder / name).mkdir(parents=True)
    (folder / "qa" / "xquad.en.json").write_text(json.dumps(squad()), encoding="utf-8")
    (folder / "texts" / "note.txt").write_text("A note on tides.\n\nThe tide turns at noon.\n", encoding="utf-8")
    claims = [
        {
            "label": label,
            "claim": claim,
            "evidence": [line],
            "supporting_sentences": [[0]] if label == "supported" else [],
        }
        for _, line, _, _ in BRIDGES
        for label, claim in (("supported", line), ("not_supported", line.replace("The", "No")))
    ]
    (folder / "judge" / "wice.claim.dev.jsonl").write_text("\n".join(map(json.dumps, claims)), encoding="utf-8")
    results = [
        {"chunk": f"{MORE}\n\n{BRIDGES[0][1]}", "gold_extraction": ["THE LINDHOLM BRIDGE was opened in 1931."]},
        {"chunk": MORE, "gold_extraction": []},
    ]
    row = {"query": "When was the Lindholm bridge opened?", "results": results}
    (folder / "spans" / "acl_verbatim.jsonl").write_text(json.dumps(row), encoding="utf-8")
    return folder


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["eval", "all", "--engine", "scripted", "--limit", "1", *words])
    return int(left.value.code or 0)


class Fetching(HTMLParser):
    """Collects whatever would load or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag in ("script", "link", "img", "iframe", "object") or names & {"src", "href"} or "onload" in names:
            self.found.append(tag)


def test_every_part_is_measured_or_named(labelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, kept = tmp_path / "score.html", tmp_path / "score.json"
    code = run("--corpus", str(labelled), "--out", str(html), "--json-out", str(kept), "--json")
    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert report == json.loads(kept.read_text(encoding="utf-8"))
    assert report["not_measured"] == {"tables": "the corpus has no tables/tatqa.dev.json"}
    assert list(report["parts"]) == [part.name for part in PARTS]
    assert report["claims"]["value"] == 1.0
    assert report["claims"]["n"] >= 3
    assert report["model"]["engine"] == "scripted"
    assert report["machine"]["cores"] >= 1
    every = [(name, one) for name, part in report["parts"].items() for one in part["figures"]]
    assert len(every) > 40
    for name, one in every:
        assert one["n"] >= 0, name
        assert (one["interval"] is not None) == (one["unit"] == "share" and one["n"] > 0), (name, one)
    first = {one["key"]: one for one in report["parts"]["pointing"]["figures"]}
    assert first["r1_en"]["of"] == first["r1_en"]["n"] == 1
    assert {one["key"] for one in report["parts"]["depth"]["figures"]} >= {"supported_2", "supported_4"}
    guards = report["guards"]["lies"]
    assert guards["fired"]
    assert set(guards["fired"]).isdisjoint(guards["never_fired"])
    assert len(guards["never_fired"]) >= guards["kinds"] - len(guards["fired"])
    text = html.read_text(encoding="utf-8")
    fetching = Fetching()
    fetching.feed(text)
    assert fetching.found == []
    assert text.count("<svg ") >= 4
    assert "53.6%" in text
    assert "tables: the corpus has no tables/tatqa.dev.json" in text


def test_what_pointing_gave_is_logged_and_not_asked_again(
    labelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--corpus", str(labelled), "--only", "pointing", "--log", str(tmp_path / "logs"), "--json")
    assert run(*where) == 0
    first = json.loads(capsys.readouterr().out)["parts"]["pointing"]["figures"]
    log = tmp_path / "logs" / "pointing.en.jsonl"
    head, outcome = log.read_text("utf-8").splitlines()
    assert json.loads(head)["language"] == "en"
    kept = json.loads(outcome)
    kept["own"]["best"] = -1  # no line: seen below only if it is read from the log
    log.write_text(f"{head}\n{json.dumps(kept)}\n", "utf-8")
    assert run(*where) == 0
    second = json.loads(capsys.readouterr().out)["parts"]["pointing"]["figures"]
    hits = [next(one["of"] for one in of if one["key"] == "r1_en") for of in (first, second)]
    assert hits == [1, 0]
    assert run(*where, "--none-limit", "0") == 0
    third = json.loads(capsys.readouterr().out)["parts"]["pointing"]["figures"]
    due = [next(one["n"] for one in of if one["key"] == "none_recall") for of in (second, third)]
    assert due == [2, 0]
    (tmp_path / "file").touch()
    assert run(*where[:-3], "--log", str(tmp_path / "file" / "below")) == 2
    assert "Name another folder after --log" in capsys.readouterr().err


def test_what_was_measured_is_kept(labelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "score.json"
    where = ("--corpus", str(labelled), "--json-out", str(kept), "--json")
    assert run(*where, "--only", "spans") == 0
    first = json.loads(capsys.readouterr().out)
    assert list(first["parts"]) == ["spans"]
    assert first["not_measured"]["depth"] == "left out"
    first["parts"]["spans"]["date"] = "2001-01-01"
    kept.write_text(json.dumps(first), encoding="utf-8")
    assert run(*where, "--only", "spans", "--only", "agreement") == 0
    second = json.loads(capsys.readouterr().out)
    assert list(second["parts"]) == ["spans", "agreement"]
    assert second["parts"]["spans"]["date"] == "2001-01-01"
    assert run(*where, "--only", "spans", "--again") == 0
    third = json.loads(capsys.readouterr().out)
    assert third["parts"]["spans"]["date"] != "2001-01-01"
    assert third["parts"]["agreement"] == second["parts"]["agreement"]
    kept.write_text(json.dumps(third | {"version": "0.0.0"}), encoding="utf-8")
    assert run(*where, "--only", "spans") == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "other-report"
    assert json.loads(kept.read_text(encoding="utf-8"))["version"] == "0.0.0"


@pytest.mark.parametrize(
    "content",
    [
        "no json",
        "[]",
        '{"form": "pointline-score/1", "parts": {"spans": {"status": "measured"}}}',
        '{"form": "pointline-score/1", "parts": {"spans": 1}}',
        "[" * 9000,
    ],
)
def test_another_file_is_not_written_over(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "mine.json"
    kept.write_text(content, encoding="utf-8")
    assert run("--json-out", str(kept), "--only", "agreement", "--json") == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "not-report"
    assert kept.read_text(encoding="utf-8") == content


def test_without_a_corpus_its_parts_are_not_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("POINTLINE_CORPUS", raising=False)
    assert run("--skip", "guards", "--skip", "scenarios", "--skip", "memos", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert "POINTLINE_CORPUS" in report["not_measured"]["depth"]
    assert report["parts"]["agreement"]["status"] == "measured"
    assert run("--corpus", str(tmp_path / "nowhere"), "--json") == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no-corpus"
    assert run("--json-out", str(tmp_path / "nowhere" / "x.json"), "--json") == 2
    assert json.loads(capsys.readouterr().out)["error"]["action"] == "Name another file after --json-out."
    assert run("--only", "spans", "--skip", "spans", "--json") == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no-parts"


def test_a_part_that_fails_is_named_and_the_others_go_on(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (labelled / "spans" / "acl_verbatim.jsonl").write_text('{"query": 1}', encoding="utf-8")
    assert run("--corpus", str(labelled), "--only", "spans", "--only", "agreement", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["parts"]["spans"]["status"] == "failed"
    assert "ACL-Verbatim" in report["not_measured"]["spans"]
    assert report["parts"]["agreement"]["status"] == "measured"


def test_a_fault_of_the_program_does_not_end_the_others(
    labelled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_given: object, **_named: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("pointline.evaluation.judge_eval.measure_claims", broken)
    assert run("--corpus", str(labelled), "--only", "judge", "--only", "agreement", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert "by design" in report["not_measured"]["judge"]
    assert report["parts"]["agreement"]["status"] == "measured"


def test_a_line_that_is_not_in_the_file_is_counted(labelled: Path) -> None:
    source = squad_sources(labelled / "qa" / "xquad.en.json")[0]
    real = ask_one([source], source, source.questions[0], ScriptedEngine())
    assert real.claims >= 1
    assert (real.first_right, real.unpointed) == (True, 0)
    forged = Source(source.page, "otherletters", source.questions)
    assert ask_one([forged], forged, source.questions[0], ScriptedEngine()).unpointed == real.claims
    unanswered = Labelled("x", source.questions[0].text, ())
    assert not ask_one([source], source, unanswered, ScriptedEngine()).first_right


def test_a_claim_without_a_line_ends_with_three(
    labelled: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pointline.evaluation.report_asked.letters", lambda _text: "nothing")
    assert run("--corpus", str(labelled), "--only", "answers", "--json") == 3
    report = json.loads(capsys.readouterr().out)
    assert report["claims"]["value"] == 0.0


def test_words_of_spans_are_counted_as_published(labelled: Path) -> None:
    rows = read_spans(labelled / "spans" / "acl_verbatim.jsonl")
    assert [row.relevant for row in rows] == [True, False]
    assert [row.page.text[s.start : s.end] for row in rows for s in row.gold] == [BRIDGES[0][1]]
    found = measure_spans(rows[:1], ScriptedEngine())[0]
    assert (found.hit, found.missed) == (7, 0)
    some = [Words(6, 2, 4, True, True, 20), Words(0, 0, 0, False, True, 5)]
    assert word_f1(some) == pytest.approx((0.75, 0.6, 2 / 3))
    assert word_f1([Words(0, 0, 3, False, True, 9)]) == (0.0, 0.0, 0.0)
    assert word_f1(pointing_everywhere(some)) == pytest.approx((0.4, 1.0, 0.8 / 1.4))
    silent = SpanRow("?", Page.from_blocks([CapturedBlock("Nothing.")]), (), False)
    assert measure_spans([silent], ScriptedEngine())[0].hit == 0


def test_an_engine_without_probabilities_is_told_so(labelled: Path) -> None:
    engine = ScriptedEngine(Script(likelihoods=False))
    setting = Setting(engine, labelled, 1, scripted, open_file)
    reasons = {part.name: why_not(part, setting) for part in PARTS}
    assert reasons["judge"] == reasons["pointing"] == "the engine gives no probabilities"
    assert reasons["answers"] == reasons["memos"] == ""


def test_shares_are_never_rounded_up_to_all() -> None:
    assert value_words(share("x", "x", 9999, 10000)) == "99.9 %"
    assert value_words(share("x", "x", 10, 10)) == "100 %"
    assert interval_words(share("x", "x", 10, 10)) == "72–100 %"
    nothing = share("x", "x", 0, 0)
    assert (value_words(nothing), interval_words(nothing)) == ("–", "")
    assert value_words(figure("x", "x", 1.25, 3, "seconds")) == "1.2 s"
    assert spread([1, 2, 3, 4, 5, 6], 3) == [1, 3, 5]
    assert spread([1], 3) == [1]


def test_what_is_drawn_is_escaped_and_in_its_place() -> None:
    bad = "<script>alert(1)</script>"
    half = series(bad, [(bad, share("x", "x", 1, 2)), ("none", share("x", "x", 0, 0))])
    drawn = svg(plot("bars", bad, [half], anchors=[(bad, 0.5)]))
    assert "<script" not in drawn
    bars = re.findall(r'<rect class="s0" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"', drawn)
    assert bars[0] == ("134.0", "102.0")
    assert svg(plot("lines", "empty", [series("x", [])]))
    record = {"title": bad, "about": bad, "status": "failed", "reason": bad, "figures": [], "plots": [], "counts": {}}
    machine = {"cpu": bad, "cores": 1, "usable_cores": 1, "load": None, "python": "3", "system": "x", "blas": ""}
    head = {"version": "0", "model": {"engine": "x", "name": bad, "revision": ""}, "machine": machine}
    report = report_of(head, {"spans": record})
    assert "<script" not in report_html(report)
    assert report_markdown(report).startswith("**Claims with a real line: –**")


def test_the_whole_corpus_in_short(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not (corpus / "qa").is_dir():
        pytest.skip("the corpus has no labelled data")
    parts = [word for part in ("answers", "spans", "tables", "depth") for word in ("--only", part)]
    assert run("--corpus", str(corpus), *parts, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert all(part["status"] == "measured" for part in report["parts"].values())
    assert report["claims"]["value"] == 1.0
