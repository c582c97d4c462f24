"""Runs in the peers' own environment: reads cases as JSON lines, writes what each peer says of them. Imports nothing
of ours."""

from __future__ import annotations

import importlib
import json
import signal
import sys
import types
from collections.abc import Callable
from typing import Any

SECONDS = 5
"""After so long a peer's answer counts as a refusal, and as a time-out."""


def verbatim_core() -> dict[str, Callable[[str, str], bool]]:
    """verbatim-core's check of extracted spans, in its fuzzy mode and in its default one."""
    root = importlib.import_module("verbatim_core.extractors").SpanExtractor

    owner = next(cls for cls in _family(root) if hasattr(cls, "_verify_spans"))

    def with_mode(mode: str) -> Callable[[str, str], bool]:
        self = types.SimpleNamespace(span_match_mode=mode, fuzzy_threshold=0.8)
        for name in ("_verify_spans_fuzzy", "_find_fuzzy_span_match"):
            bound = getattr(owner, name)
            setattr(self, name, bound if hasattr(bound, "__self__") else types.MethodType(bound, self))
        return lambda page, quote: bool(owner._verify_spans(self, [quote], page))

    return {"verbatim-core (fuzzy)": with_mode("fuzzy"), "verbatim-core (exact)": with_mode("exact")}


def _family(root: Any) -> list[Any]:
    found = [root]
    for cls in found:
        found += cls.__subclasses__()
    return found


def instructor() -> dict[str, Callable[[str, str], bool]]:
    """Instructor's CitationMixin: quotes that it cannot find are dropped."""
    mixin = importlib.import_module("instructor").CitationMixin

    def accepts(page: str, quote: str) -> bool:
        checked = mixin.model_validate({"substring_quotes": [quote]}, context={"context": page})
        return bool(checked.substring_quotes)

    return {"instructor": accepts}


def langextract() -> dict[str, Callable[[str, str], bool]]:
    """Langextract's aligner with its default settings, and with exact matches only."""
    data = importlib.import_module("langextract.core.data")
    aligner = importlib.import_module("langextract.resolver").WordAligner

    def with_exact(only: bool) -> Callable[[str, str], bool]:
        def accepts(page: str, quote: str) -> bool:
            asked = [[data.Extraction(extraction_class="quote", extraction_text=quote)]]
            aligned = aligner().align_extractions(asked, page)
            one = aligned[0][0]
            if only:
                return bool(one.alignment_status is data.AlignmentStatus.MATCH_EXACT)
            return bool(one.char_interval is not None)

        return accepts

    return {"langextract": with_exact(False), "langextract (exact)": with_exact(True)}


class Late(Exception):
    """A peer took too long."""


def _late(*_: object) -> None:
    raise Late


def main() -> None:
    """Answer each line of standard input with one of standard output."""
    checks = verbatim_core() | instructor() | langextract()
    signal.signal(signal.SIGALRM, _late)
    for line in sys.stdin:
        case = json.loads(line)
        answer: dict[str, bool | None] = {}
        for name, accepts in checks.items():
            signal.alarm(SECONDS)
            try:
                answer[name] = accepts(case["page"], case["quote"])
            except Late:
                answer[name] = None
            except Exception:
                answer[name] = False
            finally:
                signal.alarm(0)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
