"""Build a release and check all of it: wheel, sdist, the extension for both stores, notices. Nothing is uploaded.

Run by ``scripts/release``. Writes ``dist/`` with SHA256SUMS. Exit codes: 0 all checks passed · 1 one failed · 2 it
could not be made.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from scripts.lib import release_contents as contents
from scripts.lib.release_build import build_extension, build_sdist, build_wheel, zip_folder
from scripts.lib.release_notices import notices_faults, write_notices
from scripts.lib.release_source import ROOT, ReleaseError, Source, copy_source, unpack
from scripts.lib.release_tryout import installed, try_out

FAILED, IMPOSSIBLE = 1, 2


@dataclass(frozen=True, slots=True)
class Checked:
    """One check: whether it passed (None: could not be tried here), what is said of it, and how long it took."""

    name: str
    ok: bool | None
    says: str
    seconds: float


@dataclass(slots=True)
class Release:
    """What was made and checked so far."""

    quiet: bool
    checks: list[Checked] = field(default_factory=list)

    def check(self, name: str, work: Callable[[], str]) -> None:
        """Run a check; :class:`ReleaseError` is its failure. ``not tried`` at the start of what it says: skipped."""
        began = time.monotonic()
        try:
            says = work()
            ok = None if says.startswith("not tried") else True
        except ReleaseError as error:
            ok, says = False, f"{error} {error.action}"
        done = Checked(name, ok, says, round(time.monotonic() - began, 1))
        self.checks.append(done)
        if not self.quiet:
            mark = {True: "ok  ", False: "FAIL", None: "–   "}[ok]
            print(f"{mark} {name} ({done.seconds} s): {says}", file=sys.stderr, flush=True)

    @property
    def sound(self) -> bool:
        """Whether no check failed."""
        return all(each.ok is not False for each in self.checks)


def none_of(faults: list[str], fine: str) -> str:
    """``fine`` when there are no faults, else raise them all as one."""
    if faults:
        more = f" (and {len(faults) - 8} more)" if len(faults) > 8 else ""
        raise ReleaseError("; ".join(faults[:8]) + more + ".", "")
    return fine


def light_checks(release: Release, source: Source) -> None:
    """What needs no build: versions and notices."""
    said = contents.versions(source.folder)
    release.check(
        "versions", lambda: none_of(contents.version_faults(said), f"{said['pyproject.toml']} in {len(said)} places")
    )
    release.check("notices", lambda: none_of(notices_faults(), "complete, compatible, signed off"))


def make(release: Release, source: Source, scratch: Path, out: Path) -> list[Path]:
    """Build everything into ``out`` and check what is in it; the files made."""
    sdist = build_sdist(source, out)
    unpacked = scratch / "sdist"
    with tarfile.open(sdist) as archive:
        unpack(archive, unpacked)
    wheel = build_wheel(source, next(unpacked.iterdir()), out)
    made = [wheel, sdist]
    release.check("wheel", lambda: none_of(contents.wheel_faults(wheel, source.folder), f"{wheel.name}: as expected"))
    release.check("sdist", lambda: none_of(contents.sdist_faults(sdist, source.folder), f"{sdist.name}: as expected"))
    version = contents.versions(source.folder)["pyproject.toml"]
    folders = build_extension(source, scratch / "first")
    again = build_extension(source, scratch / "second")
    for browser, folder in folders.items():
        target = zip_folder(folder, out / f"pointline-{browser}-{version}.zip")
        made.append(target)
        twin = zip_folder(again[browser], scratch / target.name)
        faults = contents.extension_faults(target, source.folder)
        if target.read_bytes() != twin.read_bytes():
            faults.append("differs when it is built again")
        said = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["version"]
        if said != version:
            faults.append(f"says version {said}, not {version}")
        release.check(f"{browser} zip", lambda f=faults, t=target: none_of(f, f"{t.name}: as expected, twice the same"))  # type: ignore[misc]
        release.check(f"{browser} lint", lambda f=folder: lint(f))  # type: ignore[misc]
    return made


def lint(folder: Path) -> str:
    """Run web-ext's lint; warnings count. What it says of Chromium's own keys does not."""
    program = ROOT / "node_modules" / ".bin" / "web-ext"
    if not program.exists() or shutil.which("node") is None:
        return "not tried: web-ext is not installed (npm ci)"
    command = [str(program), "lint", "--source-dir", str(folder), "--no-config-discovery", "--output", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        raise ReleaseError(f"web-ext gave no verdict: {done.stderr.strip()[-200:]}", "Run npm run lint.") from None
    chromium = folder.name == "chromium"
    found = [each for kind in ("errors", "warnings", "notices") for each in said[kind]
             if not (chromium and each.get("file") == "manifest.json")]  # fmt: skip
    # web-ext lints for Firefox: without an id and with a service worker alone Chromium's manifest is none of Firefox's.
    return none_of([f"{each['code']} in {each.get('file')}" for each in found], "clean")


def summary(release: Release, source: Source, made: list[Path], version: str) -> dict[str, Any]:
    """The plain values that ``--json`` prints."""
    return {
        "ok": release.sound,
        "version": version,
        "commit": source.commit or None,
        "uncommitted_changes": source.dirty,
        "artifacts": [{"name": path.name, "bytes": path.stat().st_size, "sha256": sha256(path)} for path in made],
        "checks": [asdict(each) for each in release.checks],
    }


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def publish(made: list[Path], out: Path) -> list[Path]:
    """Put what was made into ``out``, in the place of an earlier release, with SHA256SUMS; other files there stay."""
    out.mkdir(parents=True, exist_ok=True)
    for pattern in ("pointline-*.whl", "pointline-*.tar.gz", "pointline-*.zip", "SHA256SUMS"):
        for old in out.glob(pattern):
            old.unlink()
    placed = [Path(shutil.copy(path, out / path.name)) for path in made]
    sums = "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(placed))
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return placed


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/release",
        description="Build wheel, sdist and the extension's zips into dist/, and check them all. Uploads nothing.",
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder to write to (dist)")
    parser.add_argument("--worktree", action="store_true", help="take tracked files as they stand, not as committed")
    parser.add_argument("--no-install", action="store_true", help="do not install the wheel and use it")
    parser.add_argument(
        "--engine", choices=("starter", "scripted"), default="starter",
        help="what answers in the installed wheel: the starter (fetched, 93 MB) or the scripted engine",
    )  # fmt: skip
    parser.add_argument("--keep", action="store_true", help="keep the environment that the wheel was installed into")
    parser.add_argument("--check", action="store_true", help="only check versions and notices; build nothing")
    parser.add_argument("--notices", action="store_true", help="write THIRD_PARTY_NOTICES.md anew and stop")
    parser.add_argument("--sign-off", metavar="NAME", help="write the notices and sign them off in this name")
    parser.add_argument("--json", action="store_true", dest="json_wanted", help="print a summary as JSON")
    return parser.parse_args()


def main() -> int:
    """Make the release, or do the part of it that was asked for."""
    options = arguments()
    try:
        if options.notices or options.sign_off is not None:
            if options.sign_off is not None and not options.sign_off.strip():
                raise ReleaseError("The name to sign with is empty.", "Write: ./scripts/release --sign-off 'NAME'")
            print(write_notices(options.sign_off))
            return 0
        return released(options)
    except ReleaseError as error:
        print(f"release: {error}\n  {error.action}", file=sys.stderr)
        if options.json_wanted:
            print(json.dumps({"ok": False, "error": {"message": str(error), "action": error.action}}))
        return IMPOSSIBLE


def released(options: argparse.Namespace) -> int:
    """Build, check, publish; the exit code."""
    release = Release(quiet=options.json_wanted and not sys.stderr.isatty())
    with tempfile.TemporaryDirectory(prefix="pointline-build-") as folder:
        scratch = Path(folder)
        source = copy_source(scratch / "source", worktree=options.worktree or options.check)
        version = contents.versions(source.folder)["pyproject.toml"]
        if source.dirty and not options.worktree and not options.check:
            print("Built from what is committed; the work tree has changes beside it.", file=sys.stderr)
        light_checks(release, source)
        made: list[Path] = []
        if not options.check:
            made = make(release, source, scratch, scratch / "made")
            if not options.no_install:
                with installed(source.folder / "constraints.txt", options.keep) as place:
                    try_out(place, made[0], version, options.engine, release.check)
            made = publish(made, options.out)
        if options.json_wanted:
            print(json.dumps(summary(release, source, made, version), indent=1))
        else:
            for path in made:
                print(path)
    if not release.sound:
        print("release: checks failed; do not publish what is in dist/.", file=sys.stderr)
    return 0 if release.sound else FAILED


if __name__ == "__main__":
    sys.exit(main())
