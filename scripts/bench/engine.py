"""How fast a model reads on this machine, as a share of what its processor can do.

The rate of a prefill is 2 x parameters (without embeddings) x tokens / seconds, and is compared with NumPy's rate for a
1024-cubed float32 product. Both are measured in turns in the same run, so that a busy machine slows both; each is the
best of its runs. The time of a prefill holds everything: embedding, attention, cache and the logits of the last token.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pointline.engine import blas
from pointline.engine.base import EngineError
from pointline.engine.models import find_model
from pointline.engine.worker import Check, Worker

LENGTHS = (128, 512, 1024)
RUNS = 3


@dataclass(frozen=True, slots=True)
class Prefill:
    """One length: seconds of the best run, and the two rates in GFLOP/s."""

    tokens: int
    seconds: float
    gflops: float
    numpy_gflops: float

    @property
    def ratio(self) -> float:
        """Share of NumPy's rate."""
        return self.gflops / self.numpy_gflops


class Bench:
    """A loaded model and a NumPy product, in the thread that owns the model."""

    def __init__(self, name: str) -> None:
        import mlx.core as mx
        import numpy as np
        from mlx.utils import tree_flatten

        from pointline.engine.forward import Forward
        from pointline.engine.loading import load

        start = time.perf_counter()
        loaded = load(find_model(name))
        self.load_seconds = time.perf_counter() - start
        self.forward = Forward(loaded.model)
        weights = dict(tree_flatten(loaded.model.parameters()))
        self.parameters = sum(w.size for key, w in weights.items() if "embed" not in key and "lm_head" not in key)
        self.vocabulary = loaded.model.args.vocab_size
        self.rng = np.random.default_rng(0)
        self.left, self.right = (self.rng.standard_normal((1024, 1024), dtype=np.float32) for _ in range(2))
        self.eval: Callable[..., None] = mx.eval

    def numpy_seconds(self) -> float:
        """Least seconds of a few products; the first ones wake the threads up."""
        return blas.best_of(lambda: self.left @ self.right, 4)

    def prefill(self, tokens: int) -> Prefill:
        """Read ``tokens`` random tokens ``RUNS`` times, a NumPy product before and after each."""
        ids = self.rng.integers(0, self.vocabulary, tokens).tolist()

        def run() -> None:
            self.eval(self.forward.read(ids, self.forward.new_cache(), lambda: None))

        run()
        ours, theirs = float("inf"), self.numpy_seconds()
        for _ in range(RUNS):
            ours = min(ours, blas.best_of(run, 1))
            theirs = min(theirs, self.numpy_seconds())
        return Prefill(tokens, ours, 2 * self.parameters * tokens / ours / 1e9, 2 * 1024**3 / theirs / 1e9)

    def decode(self, tokens: int = 16) -> float:
        """Tokens a second, greedily, after a prompt of 64."""
        import mlx.core as mx

        cache = self.forward.new_cache()
        logits = self.forward.read(self.rng.integers(0, self.vocabulary, 64).tolist(), cache, lambda: None)
        self.eval(logits)
        start = time.perf_counter()
        for _ in range(tokens):
            logits = self.forward.step(mx.argmax(logits, keepdims=True), cache)
            self.eval(logits)
        return tokens / (time.perf_counter() - start)


def _prefill(bench: Bench, tokens: int, _: Check) -> Prefill:
    return bench.prefill(tokens)


def measure(name: str) -> dict[str, Any]:
    """Return every figure; the key ``prefill_vs_numpy`` is the ratio at 128 tokens."""
    used = blas.prepare()
    worker = Worker("bench", at_end=blas.leave_thread)
    try:
        bench = worker.call(lambda _: Bench(name))
        found = [worker.call(partial(_prefill, bench, n)) for n in LENGTHS]
        decode = worker.call(lambda _: bench.decode())
    finally:
        worker.close()
    return {
        "model": name,
        "blas": used.path or used.how,
        "parameters": bench.parameters,
        "load_seconds": round(bench.load_seconds, 2),
        "prefill_vs_numpy": round(found[0].ratio, 3),
        "prefill": [
            {
                "tokens": one.tokens,
                "seconds": round(one.seconds, 4),
                "tokens_per_second": round(one.tokens / one.seconds, 1),
                "gflops": round(one.gflops, 1),
                "numpy_gflops": round(one.numpy_gflops, 1),
                "ratio": round(one.ratio, 3),
            }
            for one in found
        ],
        "decode_tokens_per_second": round(decode, 1),
    }


def main() -> int:
    """Print the figures; exit code 2 when the model is not there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="starter", help="name or folder of the model (default: starter)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    try:
        figures = measure(args.model)
    except EngineError as error:
        print(f"{error} {error.action}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(figures))
        return 0
    print(f"{figures['model']}: {figures['parameters'] / 1e6:.0f} M parameters without embeddings; {figures['blas']}")
    for one in figures["prefill"]:
        print(
            f"prefill {one['tokens']:5} tokens  {one['seconds']:7.3f} s  {one['tokens_per_second']:7.1f} tokens/s  "
            f"{one['gflops']:6.1f} GFLOP/s  NumPy {one['numpy_gflops']:6.1f}  ratio {one['ratio']:.2f}"
        )
    print(f"decode  {figures['decode_tokens_per_second']} tokens/s; loaded in {figures['load_seconds']} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
