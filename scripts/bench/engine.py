"""How fast a model reads and writes on this machine, as shares of what its processor and mlx-lm can do.

``prefill_vs_numpy``: the rate of a prefill of 128 tokens, 2 x parameters (without embeddings) x tokens / seconds, over
NumPy's rate for a 1024-cubed float32 product. A prefill's time holds everything: embedding, attention, cache and the
logits of the last token. ``decode_vs_mlx_lm``: tokens a second of the engine's own loop over those of
``mlx_lm.stream_generate`` on the same model in memory, the same prompt and the same number of tokens.
``followup_reread_share``: tokens of the page that were evaluated again for the next questions, over the page's tokens.

What is compared is measured in turns in one run, so that a busy machine slows both; each is the best of its runs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from pointline.engine import blas
from pointline.engine.base import EngineError
from pointline.engine.mlx_engine import MLXEngine
from pointline.engine.models import ModelFolder, find_model

LENGTHS = (128, 512, 1024)
RUNS = 3
WRITTEN = 24  # tokens that are decoded
ASK = "Write a long story about a lighthouse keeper and the sea."
PAGE = " ".join(f"Room {n} of the museum is {n * 7 % 41} metres long and was painted in {1800 + n}." for n in range(40))


@dataclass(frozen=True, slots=True)
class Prefill:
    """One length: seconds of the best run, its rate and NumPy's best in turns with it."""

    tokens: int
    seconds: float
    tokens_per_second: float
    gflops: float
    numpy_gflops: float
    ratio: float


class Bench:
    """An engine, and a NumPy product in the thread that owns the model."""

    def __init__(self, folder: ModelFolder) -> None:
        import numpy as np

        start = time.perf_counter()
        self.folder = folder
        self.engine = MLXEngine(folder)
        self.load_seconds = time.perf_counter() - start
        self.rng = np.random.default_rng(0)
        self.left, self.right = (self.rng.standard_normal((1024, 1024), dtype=np.float32) for _ in range(2))
        self.parameters = self.engine.worker.call(lambda _: self._count())

    def _count(self) -> int:
        from mlx.utils import tree_flatten

        weights = dict(tree_flatten(self.engine._forward.model.parameters()))
        return sum(w.size for key, w in weights.items() if "embed" not in key and "lm_head" not in key)

    def numpy_seconds(self) -> float:
        """Least seconds of a few products; the first ones wake the threads up."""
        return blas.best_of(lambda: self.left @ self.right, 4)

    def prefill(self, tokens: int) -> Prefill:
        """Read random tokens ``RUNS`` times, NumPy products before and after each."""
        import mlx.core as mx

        forward = self.engine._forward
        ids = self.rng.integers(0, forward.model.args.vocab_size, tokens).tolist()

        def run() -> None:
            mx.eval(forward.read(ids, forward.new_cache(), lambda: None))

        run()
        ours, theirs = float("inf"), self.numpy_seconds()
        for _ in range(RUNS):
            ours = min(ours, blas.best_of(run, 1))
            theirs = min(theirs, self.numpy_seconds())
        rate, numpy = 2 * self.parameters * tokens / ours / 1e9, 2 * 1024**3 / theirs / 1e9
        return Prefill(tokens, ours, tokens / ours, rate, numpy, rate / numpy)

    def decode(self) -> tuple[float, float]:
        """Tokens a second of the engine's loop and of mlx-lm's, the best of some runs each, in turns."""
        import mlx.core as mx
        from mlx_lm import stream_generate
        from mlx_lm.utils import load_tokenizer

        from pointline.engine.decode import generate
        from pointline.engine.reading import Reading

        engine, tokenizer = self.engine, load_tokenizer(self.folder.path)
        ids = engine._prefix(ASK, chat=True)
        ours = theirs = 0.0
        for _ in range(2 * RUNS):
            reading = Reading(engine._forward, engine.info.context_tokens)
            reading.read(ids, lambda: None)
            mx.eval(reading.logits)
            start = time.perf_counter()
            said, _ = generate(reading, engine._tokens, WRITTEN, (), lambda: None)
            ours = max(ours, said.tokens / (time.perf_counter() - start))
            times = [
                time.perf_counter()
                for _ in stream_generate(engine._forward.model, tokenizer, ids, max_tokens=WRITTEN + 1)
            ]
            # Its own figure counts the first token and not the time of it.
            theirs = max(theirs, (len(times) - 1) / (times[-1] - times[0]))
        return ours, theirs

    def followup(self) -> tuple[float, float]:
        """Share of the page's tokens evaluated again for later questions, and of the first question's seconds."""
        engine = self.engine
        start, unread = time.perf_counter(), engine.usage().prefilled
        context = engine.open(PAGE, chat=True, more=True)
        page, mark = engine.usage().prefilled - unread, context.mark()
        first, seconds, again = 0.0, float("inf"), 0
        for number in (7, 21, 33):
            before, began = engine.usage().prefilled, time.perf_counter()
            question = f"\nHow long is room {number}?"
            context.append(question, reply=True)
            context.generate(max_tokens=1)
            if first:
                after = len(engine._tokens.turns().after)
                again += engine.usage().prefilled - before - engine.count(question) - after
                seconds = min(seconds, time.perf_counter() - began)
            else:
                first = time.perf_counter() - start
            context.rewind(mark)
        context.close()
        return again / 2 / page, seconds / first


def measure(name: str) -> dict[str, Any]:
    """Return every figure."""
    used = blas.prepare()
    bench = Bench(find_model(name))
    try:
        call = bench.engine.worker.call
        found = [call(partial(lambda tokens, _: bench.prefill(tokens), tokens)) for tokens in LENGTHS]
        ours, theirs = call(lambda _: bench.decode())
        again, seconds = bench.followup()
    finally:
        bench.engine.close()
    return {
        "model": name,
        "blas": used.path or used.how,
        "parameters": bench.parameters,
        "load_seconds": bench.load_seconds,
        "prefill_vs_numpy": found[0].ratio,
        "prefill": [asdict(one) for one in found],
        "decode_tokens_per_second": ours,
        "decode_vs_mlx_lm": ours / theirs,
        "followup_reread_share": again,
        "followup_seconds_share": seconds,
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
    print(
        f"decode {figures['decode_tokens_per_second']:.1f} tokens/s, {figures['decode_vs_mlx_lm']:.2f} of mlx-lm's; "
        f"follow-up: {figures['followup_reread_share']:.1%} of the page read again, "
        f"{figures['followup_seconds_share']:.1%} of the first question's time; "
        f"loaded in {figures['load_seconds']:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
