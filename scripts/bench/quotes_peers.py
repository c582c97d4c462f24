"""The same cases put to other libraries, each installed in an environment of their own under the cache directory."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path
from scripts.bench.quotes_cases import Case

PINNED = ("langextract==1.7.1", "verbatim-core==0.2.8", "instructor==1.17.0", "regex")
RUNNER = Path(__file__).with_name("quotes_peers_run.py")


def environment() -> Path:
    """Return the Python of the peers' environment, made at the first call (network needed)."""
    folder = user_cache_path("pointline") / "bench-quotes"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted = "\n".join(PINNED)
    stamp = folder / "pinned.txt"
    if not (python.exists() and stamp.exists() and stamp.read_text() == wanted):
        print(f"installing {', '.join(PINNED)} in {folder} …", file=sys.stderr)
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PINNED], check=True)
        stamp.write_text(wanted)
    return python


def ask(cases: Sequence[Case]) -> list[dict[str, bool | None]]:
    """Put the cases to every peer; a page is the one block that the quote was made of, which is easier than a whole
    page.
    """
    lines = []
    for case in cases:
        block = case.page.blocks[min(case.block, len(case.page.blocks) - 1)]
        lines.append(json.dumps({"page": case.page.text[block.start : block.end], "quote": case.quote}))
    done = subprocess.run(
        [environment(), RUNNER], input="\n".join(lines), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        sys.exit(f"The peers' environment failed:\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def table(cases: Sequence[Case], answers: Sequence[dict[str, bool | None]]) -> list[dict[str, Any]]:
    """Count by peer, group and kind: cases, accepted, and answers that came too late."""
    counts: dict[tuple[str, str, str, bool], list[int]] = defaultdict(lambda: [0, 0, 0])
    for case, answer in zip(cases, answers, strict=True):
        for peer, says in answer.items():
            entry = counts[peer, case.group, case.kind, case.honest]
            entry[0] += 1
            entry[1] += bool(says)
            entry[2] += says is None
    return [
        {"peer": peer, "group": group, "kind": kind, "honest": honest, "cases": n, "accepted": yes, "late": late}
        for (peer, group, kind, honest), (n, yes, late) in counts.items()
    ]
