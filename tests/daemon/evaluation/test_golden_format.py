"""Golden scenarios of our own: read, refused with the file and the key, run by the command, and watched."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from pointline.cli.eval_golden import open_file, scripted
from pointline.cli.main import main
from pointline.engine.scripted import ScriptedEngine
from pointline.errors import BadInput
from pointline.evaluation import golden
from pointline.evaluation.golden_agreement import agreement
from pointline.evaluation.golden_figures import figures, not_borne
from pointline.evaluation.golden_letters import letters, letters_of_file
from pointline.evaluation.golden_watch import Watch, WatchedEngine
from pointline.pipeline.guards import GUARDS, never_fired

PAGE = "<title>Gardens</title><h1>Gardens to let</h1><p>The rent is 72 euros a year.</p><p>A key costs 5 euros.</p>"
GOOD = """
about = "The rent of a garden."
topics = ["figures"]
[[page]]
name = "gardens"
file = "gardens.html"
[[turn]]
question = "What is the rent a year?"
none = false
says = ["72 euros"]
"""


REFUSING = {("faithful.py", "gives_way"), ("faithful.py", "_denied")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "own"
    place.mkdir()
    (place / "gardens.html").write_text(PAGE, encoding="utf-8")
    (place / "rent.toml").write_text(GOOD, encoding="utf-8")
    return place


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["eval", "golden", *arguments])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def test_scenarios_of_a_folder_are_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--engine", "scripted", "--scenarios", str(folder), "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["scenarios"], found["passed"], found["claims_without_line"], found["failures"]) == (1, 1, 0, [])
    assert {"guards", "guards_never_fired", "retries", "retry_seconds"} <= found.keys()
    code, out, _ = run(capsys, "--engine", "scripted", "--scenarios", str(folder))
    assert code == 0
    assert out.startswith("1 of 1 scenarios passed (1 turns), scripted\n")


def test_a_failure_says_what_was_expected_and_what_came(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "rent.toml").write_text(GOOD.replace("72 euros", "73 euros"), encoding="utf-8")
    code, out, _ = run(capsys, "--engine", "scripted", "--scenarios", str(folder), "--json")
    found = json.loads(out)
    assert (code, found["passed"]) == (3, 0)
    failure = found["failures"][0]
    assert (failure["scenario"], failure["turn"], failure["expected"]) == ("rent", 1, "said: '73 euros'")
    assert "72 euros" in failure["came"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("none = false", 'none = "no"', "turn[1].none"),
        ("says =", "say =", "turn[1].say"),
        ('says = ["72 euros"]', 'says = "72 euros"', "turn[1].says"),
        ("gardens.html", "garden.html", "page[1].file"),
        ('about = "The rent of a garden."', "", "about"),
        ("[[turn]]", "[[turns]]", "turns"),
        ('question = "What is the rent a year?"', "", "turn[1]"),
        ('question = "What is the rent a year?"', 'question = "?"\nstatement = "!"', "turn[1]"),
        ("none = false", 'none = false\nverdict = "true"', "turn[1].verdict"),
        ("none = false", 'none = false\ncaveats = ["odd"]', "turn[1].caveats"),
        ("none = false", 'none = false\npage = "houses"', "turn[1].page"),
        ("none = false", "none = false\nmax_claims = 0", "turn[1].max_claims"),
        ("none = false", "none = false\ngather = true", "turn[1].gather"),
        ("none = false", "none = false\nscript.answers = [3]", "script"),
        ("about =", "about", "TOML"),
    ],
)
def test_what_is_wrong_is_said_with_the_file_and_the_key(
    old: str, new: str, key: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "rent.toml").write_text(GOOD.replace(old, new), encoding="utf-8")
    code, _, err = run(capsys, "--engine", "scripted", "--scenarios", str(folder))
    assert code == 2
    assert "rent.toml" in err
    assert key in err


def test_a_folder_without_scenarios_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--engine", "scripted", "--scenarios", str(tmp_path))[0] == 2
    assert run(capsys, "--engine", "scripted", "--scenarios", str(tmp_path / "nowhere"))[0] == 2
    assert run(capsys, "--engine", "scripted", "--model", "starter")[0] == 2


def test_a_page_without_text_is_refused(folder: Path) -> None:
    (folder / "gardens.html").write_text("<p hidden>nothing</p>", encoding="utf-8")
    with pytest.raises(BadInput, match=r"rent\.toml: page 'gardens'"):
        golden.measure(golden.load(folder), scripted, open_file, scripted=True)


def test_who_is_asked_what(folder: Path) -> None:
    (folder / "a.toml").write_text(GOOD.replace("topics", "starter = true\ntopics"), encoding="utf-8")
    (folder / "b.toml").write_text(GOOD.replace("topics", "scripted_only = true\ntopics"), encoding="utf-8")
    scenarios = golden.load(folder)
    asked = {model: [one.name for one in golden.fair(scenarios, model)] for model in (None, "starter", "Qwen3-4B")}
    assert asked == {None: ["a", "b", "rent"], "starter": ["a"], "Qwen3-4B": ["a", "rent"]}
    assert [one.name for one in golden.fair(scenarios[1:], "starter")] == ["rent"]


def test_the_same_question_twice(folder: Path) -> None:
    scenarios = golden.load(folder)
    found = agreement(scenarios, scripted, open_file)
    assert [(one.same_value, one.same_line) for one in found] == [(True, True)]
    lines = iter(("rent", "key"))

    def fickle(*_asked: object) -> ScriptedEngine:
        wanted = next(lines)
        return ScriptedEngine(scorer=lambda prefix, _text: -5.0 if wanted in prefix else -60.0)

    found = agreement(scenarios, fickle, open_file)
    assert [(one.same_value, one.same_line, one.scenario, one.turn) for one in found] == [(False, False, "rent", 1)]


def test_corrections_are_counted_and_timed() -> None:
    watch = Watch()
    engine = WatchedEngine(ScriptedEngine.saying("one two", "three four"), watch)
    context = engine.open("page", chat=True)
    context.generate(max_tokens=9)
    assert (watch.written, watch.retries, watch.retry_seconds) == (1, 0, 0.0)
    context.append("Again.", turn=True)
    context.generate(max_tokens=9)
    assert (watch.written, watch.retries) == (2, 1)
    assert watch.retry_seconds > 0


def test_figures_are_read_without_the_verifier() -> None:
    assert [figure.text for figure in figures("From 1,250 or 1 250 to ٧٥ and 12.5 %")] == [
        "1,250",
        "1 250",
        "75",
        "12.5",
    ]
    line = "In 2025 it had 184,200 guests, 11,050 more than before."
    for right in ("184,200", "173,150 before", "6 %", "184 200", "92,100, half of it"):
        assert not_borne(right, line) == [], right
    for wrong in ("173,510", "184,201", "11.5", "7 %"):
        assert not_borne(wrong, line), wrong
    assert not_borne("In 2024: 184,200", line, around="Report 2024") == []
    assert not_borne("In 2023: 184,200", line, around="Report 2024") == ["2023"]


def test_letters_are_read_without_the_verifier(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>T</title><p>A&nbsp;b<b>c</b><script>x</script><!-- y --></p>é", encoding="utf-8")
    assert letters_of_file(file) == "Abcé"
    file.write_bytes(b"%PDF-1.4")
    assert letters_of_file(file) is None
    assert letters("e\u0301 1,5") == "é15"


def test_every_guard_that_is_counted_has_a_name() -> None:
    """The kinds in the source of the pipeline are those that a report can call never fired."""
    room = Path(golden.__file__).parent.parent / "pipeline"
    counted: set[str] = set()
    for path in room.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("guards"):
                if isinstance(node.slice, ast.Constant):
                    counted.add(str(node.slice.value))
            elif (
                path.name == "faithful.py"
                and isinstance(node, ast.FunctionDef)
                and node.name in ("gives_way", "_denied")
            ):
                returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
                counted |= {str(one.value) for one in returned if isinstance(one, ast.Constant) and one.value}
    assert len(counted) > 10
    assert counted <= set(GUARDS)
    assert never_fired(GUARDS) == ()
    assert never_fired({}) == GUARDS
