"""``scripts/paint``: one quote, one page, one browser; what it prints and how it ends."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from e2e import browsers
from e2e.hard_cases import FOLDER

pytestmark = pytest.mark.browser

PROGRAM = Path(__file__).parents[2] / "scripts" / "paint"
QUOTE = "The harbour office opens at six on winter mornings"


def run(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [str(PROGRAM), *map(str, arguments)], input=given, capture_output=True, check=False, timeout=120
    )


@pytest.fixture(params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if (browsers.chromium() if name == "chromium" else browsers.firefox()) is None:
        pytest.skip(f"no {name} on this machine")
    return name


def test_a_quote_is_painted_and_read_back(browser: str) -> None:
    done = run(FOLDER / "footnote-inside.html", "--quote", QUOTE, "--browser", browser, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    line = "The harbour office[1] opens at six[2][3] on winter mornings"
    assert answer == {"painted": line, "read_back": line}


def test_what_is_not_there_is_not_painted(browser: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html.gz"
    page.write_bytes(gzip.compress((FOLDER / "plain.html").read_bytes()))
    wrong = QUOTE.replace("six", "seven")
    done = run(page, "--quote", QUOTE, "--quote", wrong, "--browser", browser, "--json")
    assert done.returncode == 3, done.stderr
    found, missed = json.loads(done.stdout)
    assert found == {"painted": QUOTE, "read_back": QUOTE}
    assert missed == {"painted": None, "read_back": None}
    said = done.stderr.decode()
    assert "not painted (near)" in said
    assert f"nearest line: '{QUOTE}.'" in said


def test_a_page_saved_under_the_name_of_a_program_is_opened(browser: str, tmp_path: Path) -> None:
    page = tmp_path / "page.aspx"
    page.write_bytes((FOLDER / "plain.html").read_bytes())
    done = run(page, "--quote", QUOTE, "--browser", browser, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"painted": QUOTE, "read_back": QUOTE}), done.stderr


BAD: dict[str, tuple[tuple[str, ...], str]] = {
    "no such file": (("nowhere.html", "--quote", QUOTE), "there is no file nowhere.html"),
    "a null in the name": (("a\udc80b", "--quote", QUOTE), "there is no file"),
    "no such browser": (("-", "--quote", QUOTE, "--browser", "lynx"), "invalid choice"),
    "an empty quote": (("-", "--quote", " "), "--quote is empty"),
    "no quote": (("-",), "--quote"),
}


@pytest.mark.parametrize("bad", BAD)
def test_bad_input_says_what_to_give(bad: str) -> None:
    arguments, wanted = BAD[bad]
    done = run(*arguments, "--json")
    assert done.returncode == 2
    assert wanted in done.stderr.decode("utf-8", "replace")
    assert b"Traceback" not in done.stderr
    misused = bad in ("no such browser", "no quote")
    assert done.stdout == b"" if misused else json.loads(done.stdout) == {"painted": None, "read_back": None}


def test_a_server_that_is_not_there_is_bad_input() -> None:
    if browsers.chromium() is None:
        pytest.skip("no Chromium on this machine")
    done = run("http://127.0.0.1:9/", "--quote", QUOTE)
    assert done.returncode == 2
    assert b"cannot be opened" in done.stderr
