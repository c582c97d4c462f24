"""``/metrics``: what the daemon did, in numbers (prometheus-client); no word of a page, question or answer.

Each application has a registry of its own. Guards, refusals and verdicts are counted by kind: one that never fires in
the running program is decoration.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Histogram, PlatformCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pointline.pipeline.answer import Answer

SHORT = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LONG = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
_EXTENSION = "pointline-metrics"


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        PlatformCollector(registry=registry)
        self._gauges = _Gauges()
        registry.register(self._gauges)
        self._requests = Counter(
            "pointline_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "pointline_request_seconds", "Until the answer begins", ["route"], buckets=SHORT, registry=registry
        )
        self._problems = Counter("pointline_problems", "Requests refused or failed", ["code"], registry=registry)
        self._connections = Counter(
            "pointline_connections_ended", "Connections that the daemon ended", ["why"], registry=registry
        )
        self._asks = Counter("pointline_asks", "Questions by what became of them", ["outcome"], registry=registry)
        self._ask_seconds = Histogram(
            "pointline_ask_seconds", "Seconds of a question, waiting included", buckets=LONG, registry=registry
        )
        self._step_seconds = Histogram(
            "pointline_step_seconds", "Seconds of a step", ["step"], buckets=LONG, registry=registry
        )
        self._tokens = Counter("pointline_tokens", "Tokens by what became of them", ["kind"], registry=registry)
        self._guards = Counter("pointline_guards", "Guards that fired", ["guard"], registry=registry)
        self._claims = Counter(
            "pointline_claims", "Claims shown, by the finding on the line and on the facts", ["found", "verdict"],
            registry=registry,
        )  # fmt: skip
        self._withheld = Counter("pointline_withheld", "Claims withheld", ["reason"], registry=registry)
        self._notes = Counter("pointline_notes", "Notes on how an answer was found", ["code"], registry=registry)
        self._quotes = Counter(
            "pointline_quotes", "Quotes that were asked about", ["status", "fold"], registry=registry
        )

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a gauge that is read when somebody looks."""
        self._gauges.watched[name] = (text, value)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request by its route, never by its path."""
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def problem(self, code: str) -> None:
        """Count a problem document."""
        self._problems.labels(code).inc()

    def connection(self, why: str) -> None:
        """Count a connection that was let go: idle, slow, stalled, or crowded out."""
        self._connections.labels(why).inc()

    def asked(self, outcome: str, seconds: float) -> None:
        """Count a question that ended: answered, none, cancelled or error."""
        self._asks.labels(outcome).inc()
        self._ask_seconds.observe(seconds)

    def answered(self, answer: Answer) -> None:
        """Count what was done for an answer and what checking it found."""
        for step in answer.steps:
            self._step_seconds.labels(step.step).observe(step.seconds)
            for kind in ("prefilled", "reused", "forced", "sampled"):
                self._tokens.labels(kind).inc(getattr(step.usage, kind))
        for guard, times in answer.guards.items():
            self._guards.labels(guard).inc(times)
        for claim in answer.claims:
            fold = f" ({claim.found.fold})" if claim.found.fold else ""
            self._claims.labels(f"{claim.found.status}{fold}", claim.support.verdict).inc()
        for held in answer.withheld:
            self._withheld.labels(held.reason).inc()
        for note in answer.notes:
            self._notes.labels(note.code).inc()

    def quote(self, status: str, fold: str | None) -> None:
        """Count the verifier's finding on a quote that a client gave."""
        self._quotes.labels(status, fold or "").inc()

    def text(self) -> bytes:
        """All of it in the Prometheus text format."""
        return generate_latest(self.registry)


def keep_metrics(app: Flask, metrics: Metrics) -> None:
    """Let the server of ``app`` count here, too."""
    app.extensions[_EXTENSION] = metrics


def metrics_of(app: Flask) -> Metrics:
    """The counters of ``app``."""
    found: Metrics = app.extensions[_EXTENSION]
    return found


class _Gauges(Collector):
    """What is true at the moment of looking."""

    def __init__(self) -> None:
        self.watched: dict[str, tuple[str, Callable[[], float]]] = {
            "pointline_memory_bytes": ("Resident memory of the daemon", resident_bytes)
        }

    def collect(self) -> Iterator[Metric]:
        for name, (text, value) in self.watched.items():
            yield GaugeMetricFamily(name, text, value=value())


def resident_bytes() -> float:
    """Resident memory of this process; where the system does not say, the most it ever was."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return float(pages * resource.getpagesize())
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return float(most if sys.platform == "darwin" else most * 1024)
