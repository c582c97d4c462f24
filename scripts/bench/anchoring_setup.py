"""The peers of the anchoring bench, from npm, in a folder of their own; nothing of them enters the project.

Hypothesis ships its matcher only inside a bundle; the sources that its source map carries are bundled anew, unchanged.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

VERSIONS = {
    "hypothesis": "1.1766.0",
    "text-fragments-polyfill": "6.7.0",
    "mark.js": "8.11.1",
    "approx-string-match": "2.0.0",
    "esbuild": "0.25.10",
}
_ENTRY = """
export { TextQuoteAnchor } from './hypothesis/src/annotator/anchoring/types.ts';
export { processTextFragmentDirective } from './node_modules/text-fragments-polyfill/src/text-fragment-utils.js';
import Mark from 'mark.js';
export { Mark };
"""


class NoPeers(Exception):
    """The peers cannot be had; the message says why."""


def bundle(folder: Path) -> str:
    """Fetch the peers into a folder and return one classic script that leaves them as ``peers``.

    Raises :class:`NoPeers` when npm is missing or the registry does not answer.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise NoPeers("npm is missing")
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": VERSIONS}), encoding="utf-8")
    done = _run([npm, "install", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    if done.returncode:
        raise NoPeers(f"npm could not install them: {done.stderr.strip().splitlines()[-1:]}")
    _unpack(folder)
    (folder / "entry.js").write_text(_ENTRY, encoding="utf-8")
    command = [str(folder / "node_modules" / ".bin" / "esbuild"), "entry.js", "--bundle", "--format=iife"]
    done = _run([*command, "--global-name=peers", "--outfile=peers.js", "--log-level=error"], folder)
    if done.returncode:
        raise NoPeers(f"they could not be bundled: {done.stderr.strip()[:500]}")
    return (folder / "peers.js").read_text(encoding="utf-8") + "\nglobalThis.peers = peers;"


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=180)
    except subprocess.TimeoutExpired:
        raise NoPeers(f"{Path(command[0]).name} took too long") from None


def _unpack(folder: Path) -> None:
    """Write out the sources of Hypothesis's anchoring."""
    path = folder / "node_modules" / "hypothesis" / "build" / "scripts" / "annotator.bundle.js.map"
    carried = json.loads(path.read_text(encoding="utf-8"))
    for name, source in zip(carried["sources"], carried["sourcesContent"], strict=True):
        relative = name.removeprefix("app:///")
        if relative.startswith("src/annotator/") and ".." not in relative and source is not None:
            target = folder / "hypothesis" / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(source, encoding="utf-8")
