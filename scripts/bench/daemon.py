"""The daemon under load: the real server and store with the scripted engine, in a process and a home of its own.

What is served is put together as `pointline serve` does it, but for the engine, which forgets the calls that a test
would look at: kept, they would look like memory that the daemon loses (2.7 kB a question).

Three measurements, each bounded:

* load: ``--asks`` questions from ``--clients`` clients at once, each over a page of its own with words that stand
  nowhere else. A client that is refused (429) waits as long as it was told and sends the question again, with the same
  idempotency key. Lost: a question without its answer, or an answer that is not in the history afterwards. Crossed: a
  word of another client in a stream. Memory of the daemon is sampled meanwhile; its slope is that of the least-squares
  line over the last two thirds.
* overhead: the time from sending a question about a 200 kB page to its last event, one at a time. The scripted engine
  costs next to nothing, and what it costs is counted in. ``cpu_mean_ms`` is the daemon's processor time for one, which
  tells more on a machine that is busy otherwise.
* captures: the time until a capture of 1 MB is acknowledged.

Prints a table, or with ``--json`` one object. Exit code 1 when anything was lost or crossed.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scripts.bench.daemon_process import Daemon, serve, start

BARS = {"overhead_p95_ms": 50.0, "capture_p95_ms": 300.0}
SECRET = re.compile(r"QX[0-9a-f]{12}")
WORDS = re.findall(
    r"\w+",
    "harbour quay boat metre licence council fee night permit month register vessel tide storm market captain pilot"
    " channel anchor crane depot yearly tariff ship rope lantern ferry island",
)
PLACES = ("Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gorse", "Hazel")


@dataclass
class Tally:
    """What the clients saw."""

    asked: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    lost: int = 0
    crossed: int = 0
    failures: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


def last_event(stream: bytes) -> tuple[str, Any]:
    """Name and data of the last event."""
    record = stream.strip().rpartition(b"\n\n")[2].decode("ascii")
    fields = dict(line.split(": ", 1) for line in record.splitlines())
    return fields.get("event", ""), json.loads(fields.get("data", "null"))


def client(daemon: Daemon, number: int, asks: int, tally: Tally) -> None:
    """One client: its own page, its own words, its own questions."""
    dice = random.Random(number)
    secrets = {place: f"QX{dice.getrandbits(48):012x}" for place in PLACES}
    lines = [f"The gate code of the {place} quay is {secret}." for place, secret in secrets.items()]
    filler = [" ".join(dice.choices(WORDS, k=12)).capitalize() + "." for _ in range(40)]
    page = daemon.json(
        "POST", "/v1/pages", {"text": "\n\n".join([*lines, *filler]), "url": f"https://example.org/{number}"}
    )
    own = set(secrets.values())
    for _ in range(asks):
        place = dice.choice(PLACES)
        body = {"page_id": page["page_id"], "question": f"What is the gate code of the {place} quay?", "max_claims": 1}
        began = time.perf_counter()
        status, headers, stream, refused = patient(daemon, body, dice)
        took = time.perf_counter() - began
        name, data = last_event(stream) if status == 200 else ("", {})
        right = name == "done" and data["claims"] and secrets[place] in data["claims"][0]["line"]
        with tally.lock:
            tally.refused += refused
            tally.seconds.append(took)
            tally.crossed += bool(set(SECRET.findall(stream.decode("ascii", "replace"))) - own)
            if right:
                tally.asked.append(headers["x-ask-id"])
            else:
                tally.lost += 1
                tally.failures.append(f"client {number}: {status} {name} {stream[-200:]!r}")


def patient(daemon: Daemon, body: Any, dice: random.Random) -> tuple[int, dict[str, str], bytes, int]:
    """Ask until it is not refused any more; the answer, and how often it was refused."""
    key, refused = str(uuid.UUID(int=dice.getrandbits(128))), 0
    while True:
        try:
            status, headers, stream = daemon.call("POST", "/v1/asks", body, **{"Idempotency-Key": key})
        except (OSError, http.client.HTTPException):
            if refused > 200:
                return 0, {}, b"", refused
            status, headers, stream = 429, {"retry-after": "1"}, b""
        if status not in (409, 429) or refused > 500:
            return status, headers, stream, refused
        refused += 1
        time.sleep(float(headers.get("retry-after", "1")) * dice.uniform(0.5, 1.0))


def load(daemon: Daemon, asks: int, clients: int) -> dict[str, Any]:
    """The load measurement."""
    tally = Tally()
    samples: list[tuple[float, int]] = []
    done = threading.Event()

    def sample() -> None:
        while not done.wait(0.5):
            samples.append((len(tally.seconds), daemon.memory()))

    share = [asks // clients + (number < asks % clients) for number in range(clients)]
    threads = [threading.Thread(target=client, args=(daemon, n, share[n], tally)) for n in range(clients)]
    sampler = threading.Thread(target=sample)
    began = time.perf_counter()
    sampler.start()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - began
    done.set()
    sampler.join()
    samples.append((len(tally.seconds), daemon.memory()))
    recorded = history(daemon)
    unrecorded = len(set(tally.asked) - recorded)
    return {
        "asks": asks,
        "clients": clients,
        "seconds": round(took, 1),
        "asks_per_second": round(asks / took, 1),
        "answered": len(tally.asked),
        "different": len(set(tally.asked)),
        "lost": tally.lost + unrecorded,
        "unrecorded": unrecorded,
        "crossed": tally.crossed,
        "refused_429": tally.refused,
        "latency_p95_ms": round(1000 * share_of(tally.seconds, 0.95), 1),
        "memory": memory_over(samples),
        "failures": tally.failures[:3],
    }


def history(daemon: Daemon) -> set[str]:
    """Ids of the questions that the history holds as done, each with an answer."""
    found: set[str] = set()
    cursor = ""
    while True:
        part = daemon.json("GET", f"/v1/sessions?limit=200{cursor}")
        for session in part["items"]:
            asks = daemon.json("GET", f"/v1/sessions/{session['session_id']}?limit=200")["items"]
            found |= {ask["ask_id"] for ask in asks if ask["state"] == "done" and ask["result"]["claims"]}
        if part["next"] is None:
            return found
        cursor = f"&cursor={part['next']}"


def memory_over(samples: Sequence[tuple[float, int]]) -> dict[str, Any]:
    """Memory at the beginning of the last two thirds and at the end, and its slope there."""
    late = samples[len(samples) // 3 :]
    slope = 0.0
    if len({at for at, _ in late}) > 1:
        slope = statistics.linear_regression([at for at, _ in late], [size for _, size in late]).slope
    first, last = late[0][1], late[-1][1]
    return {
        "samples": len(samples),
        "start_mb": round(samples[0][1] / 1e6, 1),
        "steady_mb": round(first / 1e6, 1),
        "end_mb": round(last / 1e6, 1),
        "most_mb": round(max(size for _, size in samples) / 1e6, 1),
        "slope_kb_per_100_asks": round(slope * 100 / 1e3, 1),
        "end_over_steady": round(last / first, 3),
    }


def prose(characters: int, seed: int) -> list[str]:
    """Paragraphs of made-up sentences."""
    dice = random.Random(seed)
    found, size = [], 0
    while size < characters:
        sentences = [
            " ".join(dice.choices(WORDS, k=dice.randint(8, 16))).capitalize() + f" {dice.randint(1, 999)}."
            for _ in range(4)
        ]
        found.append(" ".join(sentences))
        size += len(found[-1]) + 1
    return found


def overhead(daemon: Daemon, rounds: int) -> dict[str, Any]:
    """The overhead measurement."""
    lines = [f"The gate code of the {place} quay is {number}." for number, place in enumerate(PLACES)]
    page = daemon.json("POST", "/v1/pages", {"text": "\n\n".join(prose(200_000, 7) + lines)})
    took: list[float] = []
    first: list[float] = []
    before = None
    for number in range(rounds + 3):
        place = PLACES[number % len(PLACES)]
        body = {"page_id": page["page_id"], "question": f"What is the gate code of the {place} quay?"}
        if number == 3:
            before = daemon.cpu_seconds()
        began = time.perf_counter()
        status, _, stream = daemon.call("POST", "/v1/asks", body)
        seconds = time.perf_counter() - began
        name, data = last_event(stream)
        if status != 200 or name != "done" or f"{place} quay" not in data["claims"][0]["line"]:
            raise SystemExit(f"A wrong answer to {body['question']}: {stream[-300:]!r}")
        (first if number < 3 else took).append(1000 * seconds)
    after = daemon.cpu_seconds()
    cpu = None if before is None or after is None else round(1000 * (after - before) / rounds, 1)
    return {
        "page_characters": page["characters"],
        "rounds": rounds,
        "first_ms": round(first[0], 1),
        "cpu_mean_ms": cpu,
        "p50_ms": round(statistics.median(took), 1),
        "p95_ms": round(share_of(took, 0.95), 1),
    }


def captures(daemon: Daemon, rounds: int) -> dict[str, Any]:
    """The capture measurement."""
    took, size = [], 0
    for number in range(rounds):
        blocks = [{"text": text, "kind": "paragraph"} for text in prose(1_000_000, 100 + number)]
        body = {"blocks": blocks, "url": f"https://example.org/long/{number}", "title": "Long"}
        size = len(json.dumps(body))
        began = time.perf_counter()
        status, _, data = daemon.call("POST", "/v1/pages", body)
        took.append(1000 * (time.perf_counter() - began))
        if status != 201:
            raise SystemExit(f"The capture was refused: {data[:300]!r}")
    return {
        "bytes": size,
        "rounds": rounds,
        "p50_ms": round(statistics.median(took), 1),
        "p95_ms": round(share_of(took, 0.95), 1),
    }


def share_of(values: Sequence[float], share: float) -> float:
    """The value below which this share of ``values`` lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--asks", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=60, help="questions for the overhead")
    parser.add_argument("--captures", type=int, default=12)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
        return 0
    with tempfile.TemporaryDirectory(prefix="pointline-bench-") as home:
        daemon = start(home)
        try:
            found = {
                "overhead": overhead(daemon, given.rounds),
                "captures": captures(daemon, given.captures),
                "load": load(daemon, given.asks, given.clients),
            }
        finally:
            daemon.process.terminate()
            daemon.process.wait(30)
    measured = {"overhead_p95_ms": found["overhead"]["p95_ms"], "capture_p95_ms": found["captures"]["p95_ms"]}
    found["bars"] = {
        name: {"measured": measured[name], "bar": bar, "ratio": round(measured[name] / bar, 2)}
        for name, bar in BARS.items()
    }
    found["machine"] = {"cores": os.cpu_count(), "load_average": [round(one, 1) for one in os.getloadavg()]}
    if given.json:
        print(json.dumps(found))
    else:
        for name, figures in found.items():
            print(name)
            for key, value in figures.items():
                print(f"  {key:<24}{value}")
    return int(bool(found["load"]["lost"] or found["load"]["crossed"]))


if __name__ == "__main__":
    sys.exit(main())
