"""What is in order on this machine and what is not, each with one thing to do about it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pointline.errors import BadInput
from pointline.home import home

from . import blas, starter
from .base import EngineError
from .mlx_here import require_mlx
from .model_settings import default_model
from .models import find_model, installed
from .openai_server import URL_VARIABLE, Server, key_in_use, url_in_use

_AGAIN = f"Run `pointline model pull {starter.NAME}`."


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: ``says`` is a sentence, ``action`` what to do when ``ok`` is false (or a hint when it is true)."""

    name: str
    ok: bool
    says: str
    action: str = ""


def run_doctor() -> list[Finding]:
    """Run every check, the quick ones first. A check that fails to run is a finding, not an exception."""
    checks: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("python", _python),
        ("home", _home),
        ("models", _models),
        ("server", _server),
        ("browser", _browser),
        ("blas", _blas),
    )
    findings: list[Finding] = []
    for name, check in checks:
        try:
            findings += check()
        except BadInput as error:
            findings.append(Finding(name, False, str(error), error.action))
        except EngineError as error:
            findings.append(Finding(name, False, str(error), error.action))
        except Exception as error:
            findings.append(Finding(name, False, f"The check failed: {error!r}.", "Report this as a bug."))
    return findings


def _python() -> list[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    ok = sys.version_info >= (3, 11)
    return [Finding("python", ok, f"Python {version}", "" if ok else "Install Python 3.11 or newer.")]


def _home() -> list[Finding]:
    place = home()
    free = shutil.disk_usage(place).free
    return [Finding("home", True, f"{place} can be written; {free / 1e9:.1f} GB free")]


def _models() -> list[Finding]:
    names = installed()
    findings = [model_finding(name) for name in names]
    used = default_model()
    if used not in names:
        try:
            find_model(used)
        except EngineError as error:
            findings.append(Finding(f"model {used}", False, str(error), error.action))
    return findings


def model_finding(name: str) -> Finding:
    """Compare a model's files with the hashes that were written down when it came."""
    model = find_model(name)
    if not model.hashes():
        return Finding(f"model {name}", True, f"{name} is there; no hash was written down for it")
    if damaged := model.damaged():
        came = "import" if "imported_from" in model.provenance else "pull"
        again = f"Run `pointline model remove {name}`, then {came} it again." if name != starter.NAME else _AGAIN
        return Finding(f"model {name}", False, f"{name} is damaged: {damaged[0]} has another hash or is gone.", again)
    return Finding(f"model {name}", True, f"{name} is there and whole ({model.provenance.get('model', name)})")


def _server() -> list[Finding]:
    """Say whether the ``openai`` engine has a server; nobody needs one who did not ask for it."""
    url = url_in_use()
    try:
        models = Server(url, key=key_in_use()).models()
    except EngineError as error:
        if URL_VARIABLE in os.environ:
            raise
        # Whatever has the port may be another program, which is nobody's fault.
        return [Finding("server", True, f"No model server for --engine openai: {error}", error.action)]
    names = ", ".join(model.name for model in models[:5]) or "no model"
    action = "" if models else "Load a model into it."
    return [Finding("server", bool(models), f"The server at {url} has {names}", action)]


def _browser() -> list[Finding]:
    """Say which browsers there are; only reading addresses and the end-to-end tests need one."""
    found = [
        path for name in ("chromium", "google-chrome", "chromium-browser", "firefox") if (path := shutil.which(name))
    ]
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    found += [str(path) for path in sorted(cache.glob("*-*"))] if cache.is_dir() else []
    says = f"Browsers: {', '.join(found)}" if found else "No browser was found; addresses are read without one"
    return [Finding("browser", True, says, "" if found else "Install chromium to read pages that need scripts.")]


def _blas() -> list[Finding]:
    try:
        require_mlx()
    except EngineError as error:
        return [Finding("blas", False, str(error), error.action)]
    report = blas.blas_report()
    says = (
        f"Matrix products: {report.name}, {report.mlx_gflops:.0f} GFLOP/s in MLX, "
        f"{report.numpy_gflops:.0f} in NumPy (1024 x 1024 float32); {report.path}"
    )
    return [Finding("blas", not report.slow, says + (" - this is the slow one" if report.slow else ""), report.cure)]
