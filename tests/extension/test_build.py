"""The build: two manifests from one source, the same files each time, least permission, and a clean lint."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from e2e.extension_copy import ROOT, build

BROWSERS = ("chromium", "firefox")


def manifest(folder: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return read


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("browser", BROWSERS)
def test_build_is_the_same_each_time(browser: str, tmp_path: Path) -> None:
    assert contents(build(browser, tmp_path / "a")) == contents(build(browser, tmp_path / "b"))


def test_builds_differ_in_their_manifest_only(tmp_path: Path) -> None:
    first, second = (contents(build(browser, tmp_path)) for browser in BROWSERS)
    assert first.pop("manifest.json") != second.pop("manifest.json")
    assert first == second


@pytest.mark.parametrize("browser", BROWSERS)
def test_least_permission(browser: str, tmp_path: Path) -> None:
    read = manifest(build(browser, tmp_path))
    own = ["sidePanel"] if browser == "chromium" else []
    assert sorted(read["permissions"]) == sorted(["activeTab", "contextMenus", "scripting", "storage", *own])
    assert read["host_permissions"] == ["http://127.0.0.1/*"]
    assert read["optional_host_permissions"] == ["<all_urls>"]
    for key in ("content_scripts", "externally_connectable", "web_accessible_resources", "optional_permissions"):
        assert key not in read
    assert "connect-src http://127.0.0.1:*;" in read["content_security_policy"]["extension_pages"]


@pytest.mark.parametrize("browser", BROWSERS)
def test_every_file_that_is_named_is_there(browser: str, tmp_path: Path) -> None:
    folder = build(browser, tmp_path)
    named = re.findall(r'"([\w./-]+\.(?:js|html|png))"', (folder / "manifest.json").read_text(encoding="utf-8"))
    assert named
    for name in named:
        assert (folder / name).is_file(), name
    for script in folder.rglob("*.js"):
        for name in re.findall(r"from '(\.[\w./-]+)'", script.read_text(encoding="utf-8")):
            assert (script.parent / name).is_file(), f"{script.name}: {name}"


def test_nothing_becomes_markup_and_nothing_is_fetched_from_elsewhere() -> None:
    for path in (ROOT / "extension").rglob("*.js"):
        source = path.read_text(encoding="utf-8")
        for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert forbidden not in source, f"{path.name}: {forbidden}"
        addresses = set(re.findall(r"https?://([\w.-]+)", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)))
        assert addresses <= {"127.0.0.1", "www.w3.org"}, path.name


def test_lint_is_clean(tmp_path: Path) -> None:
    program = ROOT / "node_modules" / ".bin" / "web-ext"
    if not program.exists() or shutil.which("node") is None:
        pytest.skip("web-ext is not installed: run npm ci")
    folder = build("firefox", tmp_path)
    command = [str(program), "lint", "--source-dir", str(folder), "--no-config-discovery", "--warnings-as-errors"]
    done = subprocess.run([*command, "--output", "json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["summary"] == {"errors": 0, "notices": 0, "warnings": 0}
