"""A store on each kind of database: SQLite, and a real PostgreSQL started here where its programs are installed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pointline.store.store import Store

_NOT_ROOT = "nobody"  # postgres refuses to run as root


def _program(name: str) -> Path | None:
    found = shutil.which(name)
    places = [Path(found)] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return next((place.resolve() for place in places if place.exists()), None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Connection parameters of a PostgreSQL that lives as long as the tests; it listens on a socket file only."""
    initdb, server = _program("initdb"), _program("postgres")
    if initdb is None or server is None:
        pytest.skip("PostgreSQL is not installed (initdb and postgres)")
    folder = Path(tempfile.mkdtemp(prefix="plpg", dir="/tmp"))  # the path of a socket must be short
    user = _NOT_ROOT if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    data = folder / "data"
    made = subprocess.run(
        [initdb, "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        user=user,
        cwd=folder,
        check=False,
        **quiet,  # type: ignore[call-overload]
    )
    if made.returncode:
        shutil.rmtree(folder)
        pytest.skip(f"initdb does not work here: {made.stdout.decode(errors='replace')[-300:]}")
    options = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=16MB"]
    process = subprocess.Popen(
        [server, "-D", data, "-k", folder, *options],
        user=user,
        cwd=folder,
        **quiet,  # type: ignore[call-overload]
    )
    try:
        _wait(str(folder), process)
        yield str(folder)
    finally:
        process.send_signal(signal.SIGQUIT)  # at once: nothing in it is needed any more
        process.wait(30)
        if process.stdout:
            process.stdout.close()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host=folder, user="tester", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                pytest.fail("PostgreSQL did not start")
            time.sleep(0.1)


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """An empty database."""
    with psycopg.connect(host=postgres, user="tester", dbname="postgres", autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")  # quicker than a database of its own for each test
        connection.execute("CREATE SCHEMA public")
    return f"postgresql://tester@/postgres?host={postgres}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Where the store is: None for the file in the home, or an address."""
    if request.param == "sqlite":
        return None
    found: str = request.getfixturevalue("postgres_url")
    return found


@pytest.fixture
def store(url: str | None) -> Iterator[Store]:
    """An open, empty store."""
    with Store.open(url) as opened:
        yield opened
