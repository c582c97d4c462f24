"""Fuzzing of ``exactquote`` with atheris: every target for some seconds, in a process of its own.

What was found is tried again here, where the library is not instrumented, and reported when it fails again or takes
longer than half a second of processor time.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib
import importlib.util
import os
import random
import re
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

_OF_A_KIND = 5
"""Inputs kept at most that fail in the same place."""
_SHORT = 1_500
"""Bytes of most inputs at most: many short ones find more than a few long ones."""
_SWOLLEN = 0.02
"""Share of the inputs that are tried at full length, too."""
_PARTED = b"\xff"
Finding = tuple[str, Path]


def main() -> int:
    """Run the targets that the command line names; 1 when anything was found."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("seconds", type=int, help="how long to try each target")
    parser.add_argument("targets", nargs="*", help="html, facts, reply, text, capture, locate; all when none is named")
    parser.add_argument("--found", type=Path, help="folder that keeps what was found (a temporary one otherwise)")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only try this input again, on the one target named")
    parser.add_argument("--child", type=Path, metavar="SEEDS", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if importlib.util.find_spec("atheris") is None and not asked.again:
        sys.stderr.write("atheris is missing. Install it into the environment: .venv/bin/pip install atheris\n")
        return 2
    found = asked.found or Path(tempfile.mkdtemp(prefix="fuzz-"))
    found.mkdir(parents=True, exist_ok=True)
    if asked.child:
        _Fuzzing(asked.targets[0], found).run(asked.child, asked.seconds)
    targets = importlib.import_module("scripts.lib.fuzz_targets").TARGETS
    if unknown := [name for name in asked.targets if name not in targets]:
        sys.stderr.write(f"No target {', '.join(unknown)}; there are {', '.join(targets)}.\n")
        return 2
    if asked.again:
        print(again(targets[asked.targets[0]].check, asked.again) or "nothing found")
        return 0
    findings: list[Finding] = []
    for name in asked.targets or targets:
        findings += fuzz(name, asked.seconds, found)
    return 1 if findings else 0


def fuzz(name: str, seconds: int, found: Path) -> list[Finding]:
    """Fuzz one target in a child process; print how much was tried, and what was found with the file that shows it."""
    target = importlib.import_module("scripts.lib.fuzz_targets").TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        seeds = Path(folder)
        for number, seed in enumerate(
            (*(text.encode().replace("ÿ".encode(), _PARTED) for text in target.seeds), *_saved(name))
        ):
            (seeds / f"seed-{number}").write_bytes(seed)
        command = [sys.executable, "-m", "scripts.lib.fuzz", str(seconds), name, "--found", str(found)]
        child = subprocess.run(
            [*command, "--child", folder], stderr=subprocess.PIPE, text=True, errors="replace", check=False
        )
    done = re.search(r"Done (\d+) runs in (\d+) second", child.stderr)
    print(f"{name}: {done[1]} inputs in {done[2]} s" if done else f"{name}: ended early\n{child.stderr[-2000:]}")
    findings = [(what, path) for path in sorted(found.glob(f"{name}-*")) if (what := again(target.check, path))]
    for what, path in findings:
        print(f"  {path}: {what}")
    if not done and not findings:
        findings.append(("ended early", found))
    return findings


def again(check: Any, path: Path) -> str:
    """Try an input again; return what is wrong with it, empty when nothing is."""
    data = path.read_bytes()
    try:
        check(data)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{_place(error)} {type(error).__name__}: {str(error)[:300]}"
    return ""


def _place(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/lib/python" not in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _saved(name: str) -> list[bytes]:
    """Return the beginnings and middles of saved pages as further seeds, where ``POINTLINE_CORPUS`` names some."""
    folder = os.environ.get("POINTLINE_CORPUS", "")
    if name != "html" or not folder:
        return []
    chance = random.Random(20)
    pieces = []
    for path in sorted(Path(folder).glob("pages/*/*.htm*")):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        begin = data.find(b"<p") if chance.random() < 0.8 else 0
        begin += chance.randrange(max(len(data) - begin, 1)) if chance.random() < 0.5 else 0
        pieces.append(data[begin : begin + chance.choice((300, 800, _SHORT))])
    return pieces


class _Fuzzing:
    """One target in its own process, the library instrumented; keeps inputs that fail or take long."""

    def __init__(self, name: str, found: Path) -> None:
        self.atheris = importlib.import_module("atheris")
        with self.atheris.instrument_imports(include=["exactquote"]):
            targets = importlib.import_module("scripts.lib.fuzz_targets")
        target = targets.TARGETS[name]
        self.longest: int = targets.LONGEST
        self.check = target.check
        self.words = [word.encode("utf-8", "surrogateescape") for word in target.words] + [_PARTED]
        self.name, self.found = name, found
        self.kinds: Counter[str] = Counter()

    def run(self, seeds: Path, seconds: int) -> None:
        """Fuzz; does not return."""
        self.check(b"")  # what is built at the first call is not the input's time
        options = [f"-max_total_time={seconds}", f"-max_len={_SHORT}", "-timeout=60", "-rss_limit_mb=3000"]
        prefix = f"-artifact_prefix={self.found}/{self.name}-"
        self.atheris.Setup(
            [sys.argv[0], *options, prefix, str(seeds)], self.one, custom_mutator=self.mutate, internal_libfuzzer=True
        )
        self.atheris.Fuzz()

    def one(self, data: bytes) -> None:
        """Try one input."""
        self._try(data)
        chance = random.Random(data)
        if data and chance.random() < _SWOLLEN:
            self._try(swollen(data, self.longest, chance))

    def _try(self, data: bytes) -> None:
        try:
            self.check(data)
        except BaseException as error:  # a panic of a Rust library is no Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            self._keep(f"{type(error).__name__}-{_place(error)}", data)

    def _keep(self, kind: str, data: bytes) -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] <= _OF_A_KIND:
            digest = hashlib.sha256(data).hexdigest()[:8]
            (self.found / f"{self.name}-{kind.replace(':', '-')}-{digest}").write_bytes(data)

    def mutate(self, data: bytes, longest: int, seed: int) -> bytes:
        """Put in words, repeat or move pieces, or leave it to libFuzzer."""
        chance = random.Random(seed)
        out = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 4))):
            at = chance.randrange(len(out) + 1)
            to = min(at + chance.choice((1, 2, 5, 20, 100)), len(out))
            kind = chance.random()
            if kind < 0.5:
                out[at : at if chance.random() < 0.7 else to] = chance.choice(self.words)
            elif kind < 0.58:
                out[at:to] = bytes(out[at:to]) * chance.choice((2, 3, 5))
            elif kind < 0.68:
                del out[at:to]
            elif kind < 0.78:
                place = chance.randrange(len(out) + 1)
                out[place:place] = out[at:to]
            else:
                out = bytearray(self.atheris.Mutate(bytes(out[:longest]), longest))
            del out[longest:]
        return bytes(out)


def swollen(data: bytes, longest: int, chance: random.Random) -> bytes:
    """Return an input grown to full length by repeating a piece of it: what shows time that grows too fast."""
    at = chance.randrange(len(data))
    to = min(at + chance.choice((1, 3, 8, 30, 100, len(data))), len(data))
    times = max((longest - len(data)) // (to - at), 1)
    return data[:at] + data[at:to] * times + data[to:]


if __name__ == "__main__":
    sys.exit(main())
