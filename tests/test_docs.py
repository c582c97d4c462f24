"""What the documentation says of the code is what the code says of itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from pointline.cli.main import commands

ROOT = Path(__file__).parent.parent


def test_the_generated_documentation_is_up_to_date() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.lib.docs", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_every_command_that_the_readme_names_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^pointline (\w+)", readme, re.MULTILINE))
    assert named == set(commands.commands)
    for name in named:
        assert CliRunner().invoke(commands, [name, "--help"]).exit_code == 0


def test_every_script_that_the_readme_names_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for script in set(re.findall(r"\./(scripts/[\w-]+)", readme)):
        assert (ROOT / script).is_file(), script


def test_the_library_example_gives_what_its_comments_say() -> None:
    text = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert block is not None
    names: dict[str, object] = {}
    shown = 0
    for line in block[1].strip().splitlines():
        code, _, comment = line.partition("  # ")
        if not comment:
            exec(code, names)
            continue
        expected = comment.partition(":")[0] if not comment.startswith("[") else comment
        found = repr(eval(code, names)).strip("()")
        assert found == expected
        shown += 1
    assert shown >= 5


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "extension" / "PRIVACY.md"]
    assert len(documents) > 12
    for document in documents:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if not re.match(r"[a-z]+:", target):
                assert (document.parent / target).exists(), f"{document.name}: {target}"
