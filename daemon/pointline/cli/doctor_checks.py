"""What ``pointline doctor`` looks at beyond the engine: the data folder and what lies in it, daemon, access, log.

Each check gives findings and changes nothing. ``pointline.engine.doctor`` has the rest: Python, models, BLAS, browsers.
"""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from pointline.access import pairings, window
from pointline.access.lock import holder, left_behind
from pointline.access.pairings import PairingBook
from pointline.access.window import WindowFile
from pointline.cli.serve import PORT
from pointline.cli.service_units import service_of
from pointline.engine.doctor import Finding
from pointline.engine.models import find_model, installed
from pointline.errors import BadInput, Failure
from pointline.evaluation.qualify_method import outdated
from pointline.home import home_path
from pointline.logs import FILE, KEPT, LARGEST, log_bytes, log_path
from pointline.web.server import HOST

LITTLE_SPACE = 1_000_000_000
"""Bytes below which the disk is nearly full: a starter model and a day's log fit."""
OPEN_TO_OTHERS = 0o077
DATABASES = ("*.db", "*.sqlite", "*.sqlite3")


def checks() -> Iterator[tuple[str, Callable[[], Iterable[Finding]]]]:
    """Every check, by the name that its findings bear."""
    yield "permissions", _permissions
    yield "disk", _disk
    yield "database", _databases
    yield "daemon", _daemon
    yield "port", _port
    yield "pairings", _pairings
    yield "log", _log
    yield "service", _service
    yield "qualification", _qualifications


def run_checks() -> list[Finding]:
    """Run them. A check that fails to run is a finding, not an exception."""
    found: list[Finding] = []
    for name, check in checks():
        try:
            found += check()
        except (BadInput, Failure) as error:
            found.append(Finding(name, False, str(error), error.action))
        except Exception as error:
            found.append(Finding(name, False, f"The check failed: {type(error).__name__}.", "Report this as a bug."))
    return found


def _permissions() -> list[Finding]:
    """Whether anybody else could read the data folder, or what in it is secret."""
    place = home_path()
    if not place.is_dir():
        return [Finding("permissions", True, f"{place} is not there yet; it is made when it is needed.")]
    private = [place, *(path for name in ("access", "logs") for path in [place / name, *_files(place / name)])]
    private += _databases_of(place)
    loose = [path for path in private if path.exists() and path.stat().st_mode & OPEN_TO_OTHERS]
    foreign = [path for path in private if path.exists() and path.stat().st_uid != os.getuid()]
    if foreign:
        return [
            Finding("permissions", False, f"{foreign[0]} belongs to another user.", f"Run `chown -R $USER {place}`.")
        ]
    if loose:
        more = f" and {len(loose) - 1} more" if len(loose) > 1 else ""
        says = f"Other users of this machine may look into {loose[0]}{more}."
        return [Finding("permissions", False, says, f"Run `chmod -R go-rwx {place}`.")]
    return [Finding("permissions", True, f"Nobody else can read {place}.")]


def _disk() -> list[Finding]:
    place = home_path()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    says = f"{free / 1e9:.1f} GB free on the disk of the data folder"
    if free < LITTLE_SPACE:
        return [Finding("disk", False, says, "Free some space, or move the data folder with POINTLINE_HOME.")]
    return [Finding("disk", True, says)]


def _databases() -> list[Finding]:
    """Whether every SQLite file can be opened and is whole."""
    found = _databases_of(home_path())
    if not found:
        return [Finding("database", True, "No database yet: nothing has been kept.")]
    return [_database(path) for path in found]


def _database(path: Path) -> Finding:
    action = f"Move {path.name} away; the daemon makes a new one. What it held is lost if there is no copy."
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as database:
            faults = [row[0] for row in database.execute("PRAGMA quick_check(3)")]
            broken = len(database.execute("PRAGMA foreign_key_check").fetchmany(3))
    except sqlite3.Error as error:
        return Finding("database", False, f"{path.name} cannot be opened: {type(error).__name__}.", action)
    if faults != ["ok"] or broken:
        return Finding("database", False, f"{path.name} is damaged.", action)
    return Finding("database", True, f"{path.name} is whole ({path.stat().st_size / 1e6:.1f} MB).")


def _daemon() -> list[Finding]:
    running = holder()
    if running is not None:
        where = f" at {running.url}" if running.url else ", starting still"
        return [Finding("daemon", True, f"A daemon runs (process {running.pid}){where}.")]
    if left := left_behind():
        says = f"The last daemon (process {left.pid}) did not stop in order; its lock is void and no hindrance."
        return [Finding("daemon", True, says, "Look at the end of the log if you did not end it yourself.")]
    return [Finding("daemon", True, "No daemon runs on this data folder.", "Start one with `pointline serve`.")]


def _port() -> list[Finding]:
    """Whether the usual port is free, or ours."""
    running = holder()
    if running is not None and running.url.endswith(f":{PORT}"):
        return [Finding("port", True, f"Port {PORT} is the running daemon's.")]
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, PORT))
        except OSError as error:
            says = f"Port {PORT} cannot be used: {error.strerror}."
            action = "Stop what has it, or use another with `pointline serve --port N`."
            # Where our daemon runs on another port, nothing is in its way.
            return [Finding("port", running is not None, says, "" if running else action)]
    return [Finding("port", True, f"Port {PORT} is free.")]


def _pairings() -> list[Finding]:
    place = home_path() / pairings.FOLDER
    found = PairingBook(place).all() if place.is_dir() else []
    if not found:
        return [Finding("pairings", True, "No browser is paired.", "Pair one with `pointline pair`.")]
    last = max(one.used for one in found)
    names = ", ".join(one.label or one.origin for one in found)
    says = f"Paired: {names}; last used {datetime.fromtimestamp(last):%Y-%m-%d %H:%M}."
    opened = WindowFile(place).read()
    if opened is not None and opened.state == "locked":
        action = "If you did not type those, another program tried: see `pointline pair --list`."
        return [Finding("pairings", False, f"{says} {window.TRIES} wrong codes were given lately.", action)]
    return [Finding("pairings", True, says)]


def _log() -> list[Finding]:
    path = log_path()
    if not path.exists():
        return [Finding("log", True, "No log yet.")]
    size = log_bytes()
    says = f"{path}: {size / 1e6:.1f} MB"
    if size > (KEPT + 2) * LARGEST:
        action = f"Delete {FILE}.* beside it; they should have been rotated away."
        return [Finding("log", False, says, action)]
    if not os.access(path, os.W_OK):
        return [Finding("log", False, f"{says}, and it cannot be written.", f"Run `chmod u+w {path}`.")]
    return [Finding("log", True, says)]


def _service() -> list[Finding]:
    try:
        unit = service_of(sys.platform).path
    except BadInput as error:
        return [Finding("service", True, str(error))]
    if unit.exists():
        return [Finding("service", True, f"Started at login by {unit}.")]
    return [Finding("service", True, "Not started at login.", "`pointline service install` does that.")]


def _qualifications() -> list[Finding]:
    """Whether what was measured of the models is by the code that runs; a hint, for nothing is broken."""
    findings = []
    for name in installed() if (home_path() / "models").is_dir() else []:  # looking makes no folder
        kept = find_model(name).provenance.get("qualification")
        kept = kept if isinstance(kept, dict) else None
        late = outdated(kept)
        says = f"{name} was {late}." if late else f"{name} was {'measured as it runs' if kept else 'not measured yet'}."
        action = "" if kept and not late else f"Run `pointline model qualify {name}`."
        findings.append(Finding("qualification", True, says, action))
    return findings


def _files(place: Path) -> list[Path]:
    return sorted(path for path in place.glob("*") if path.is_file()) if place.is_dir() else []


def _databases_of(place: Path) -> list[Path]:
    return sorted(path for pattern in DATABASES for path in place.glob(pattern) if path.is_file())
