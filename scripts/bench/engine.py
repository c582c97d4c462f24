"""How fast a model reads and writes on this machine, as shares of what its processor and mlx-lm can do.

``prefill_vs_numpy``: the rate of a prefill of 128 tokens, 2 x parameters (without embeddings) x tokens / seconds, over
NumPy's rate for a 1024-cubed float32 product. A prefill's time holds everything: embedding, attention, cache and the
logits of the last token. ``decode_vs_mlx_lm``: tokens a second of the engine's own loop over those of
``mlx_lm.stream_generate`` on the same model in memory, the same prompt and the same number of tokens.
``followup_reread_share``: tokens of a page with numbered lines that were read again for later questions, over the
page's tokens; ``followup_seconds_share``: seconds to their line over those of the first question. Both are the worst
of a next question, one after a cancelled one, one after a correction, and the first one again.
``quote_pass_ratio``: passes through the model for writing a line's text freely, over those for pointing at it.

What is compared is measured in turns in one run, so that a busy machine slows both; each is the best of its runs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from exactquote.contract import POINTER, correction, pointing_page, pointing_question, question_again
from exactquote.plaintext import read_text
from pointline.engine import blas
from pointline.engine.base import EngineCancelled, EngineError
from pointline.engine.mlx_engine import MLXEngine
from pointline.engine.models import ModelFolder, find_model
from pointline.pipeline.answer import Budget, Question
from pointline.pipeline.numbered import page_windows, point_by_number
from pointline.pipeline.open_pages import OpenPages
from pointline.pipeline.rank import in_context, rank

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


@dataclass(frozen=True, slots=True)
class Pointing:
    """What pointing at a line of a page costs: shares as in the module's docstring, passes through the model."""

    page_tokens: int
    reread_share: float
    seconds_share: float
    point_passes: float
    text_passes: float


class Passes:
    """Counts tokens that are read and passes through the model, whoever asks for them; used as a context."""

    def __init__(self, forward: Any) -> None:
        self.forward, self.passes, self.read = forward, 0, 0
        self._were = {name: getattr(forward, name) for name in ("_chunk", "step", "logprobs")}

    def __enter__(self) -> Passes:
        def counted(name: str, *args: Any) -> Any:
            self.passes += 1
            if name == "_chunk":
                self.read += args[0].shape[1]
            return self._were[name](*args)

        for name in self._were:
            setattr(self.forward, name, partial(counted, name))
        return self

    def __exit__(self, *_: object) -> None:
        for name, was in self._were.items():
            setattr(self.forward, name, was)


def pointing(engine: MLXEngine) -> Pointing:
    """Ask a page several times by numbered lines: after another question, a cancel, a correction, in another order."""
    page = read_text(PAGE)
    pages = OpenPages(engine)
    page_tokens = engine.count(pointing_page([in_context(page, unit) for unit in page.units]))
    questions = [f"How long is room {number}?" for number in (7, 21, 33)]

    def ask(text: str, cancel: Callable[[], bool] | None = None) -> tuple[float, Passes]:
        question = Question(text, budget=Budget(max_claims=1))
        began = time.perf_counter()
        with Passes(engine._forward) as counted:
            point_by_number(page, question, rank(page, question), engine, open_pages=pages, cancel=cancel)
        return time.perf_counter() - began, counted

    first, _ = ask(questions[0])
    window = page_windows(page, engine)[0]
    text = pointing_page(window.lines, url=page.url, title=page.title)
    again: list[float] = []
    seconds: list[float] = []
    passes: list[int] = []

    def followed(question: str) -> None:
        spent, counted = ask(question)
        own = len(engine._tokens.turns().after)
        own += sum(engine.count(part) for part in (pointing_question(question), POINTER))
        again.append((counted.read - own) / page_tokens)
        seconds.append(spent)
        passes.append(counted.passes)

    followed(questions[1])
    calls = iter(range(1000))
    with suppress(EngineCancelled):
        ask(questions[2], lambda: next(calls) >= 2)
    followed(questions[2])
    with pages.reading(text) as context:
        context.append(question_again(questions[1]), reply=True)
        context.generate(max_tokens=8)
        context.append(correction("no_contract", nearest=window.lines[0]), turn=True)
        context.generate(max_tokens=8)
    followed(questions[0])
    followed(questions[2])
    pages.close()
    written = []
    with Passes(engine._forward) as counted:
        for line in window.lines[:3]:
            context = engine.open(f'Copy this line: "{line}"\n"')
            before = counted.passes
            context.generate(max_tokens=engine.count(line))
            written.append(counted.passes - before)
            context.close()
    mean = [sum(each) / len(each) for each in (passes, written)]
    return Pointing(page_tokens, max(again), max(seconds) / first, mean[0], mean[1])


def measure(name: str) -> dict[str, Any]:
    """Return every figure."""
    used = blas.prepare()
    bench = Bench(find_model(name))
    try:
        call = bench.engine.worker.call
        found = [call(partial(lambda tokens, _: bench.prefill(tokens), tokens)) for tokens in LENGTHS]
        ours, theirs = call(lambda _: bench.decode())
        pointed = pointing(bench.engine)
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
        "followup_reread_share": pointed.reread_share,
        "followup_seconds_share": pointed.seconds_share,
        "quote_pass_ratio": pointed.text_passes / pointed.point_passes,
        "point_passes": pointed.point_passes,
        "text_passes": pointed.text_passes,
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
        f"{figures['followup_seconds_share']:.1%} of the first question's time; pointing takes "
        f"{figures['point_passes']:.1f} passes, writing the line {figures['text_passes']:.1f} "
        f"({figures['quote_pass_ratio']:.1f} times as many); "
        f"loaded in {figures['load_seconds']:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
