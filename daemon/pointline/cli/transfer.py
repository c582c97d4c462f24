"""A bar on standard error for what takes long; silent when that is no terminal."""

from __future__ import annotations

import sys
import time

import click

_WIDTH = 30
_EVERY = 0.1  # seconds between two drawings


class TransferBar:
    """How much of a fetch is there, and how fast it comes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._shown = sys.stderr.isatty()
        self._started: tuple[float, int] | None = None
        self._drawn = 0.0

    def show(self, done: int, whole: int) -> None:
        """Draw ``done`` of ``whole`` bytes."""
        now = time.monotonic()
        if self._started is None:
            self._started = (now, done)
        if not self._shown or (done < whole and now - self._drawn < _EVERY):
            return
        self._drawn = now
        since, had = self._started
        share = min(1.0, done / whole) if whole else 0.0
        rate = (done - had) / (now - since) / 1e6 if now > since else 0.0
        filled = round(share * _WIDTH)
        bar = "█" * filled + "·" * (_WIDTH - filled)
        text = f"{self._name} {bar} {share:4.0%} {done / 1e6:.0f} of {whole / 1e6:.0f} MB, {rate:.1f} MB/s"
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)
