"""Parts of the report that compare with labels: pointing, spans, the judge, tables, memos."""

from __future__ import annotations

from collections.abc import Sequence

from pointline.evaluation import checks_eval, judge_eval, pointing, tables_eval
from pointline.evaluation.calibration import BINS, can_cross_validate, cross_validated
from pointline.evaluation.datasets import Dataset, language_in_name, read_squad, sample
from pointline.evaluation.metrics import auroc
from pointline.evaluation.pointing_log import PointingLog, run_of
from pointline.evaluation.report_anchors import BEST_LLM, CLASSIFIER, LITERATURE
from pointline.evaluation.report_form import Found, Json, Setting, Told, figure, plot, series, share
from pointline.evaluation.report_spans import (
    Words,
    measure_spans,
    pointing_everywhere,
    read_spans,
    sample_rows,
    word_f1,
)
from pointline.evaluation.strategies import STRATEGIES
from pointline.pipeline.judging import may_judge

WICE, TATQA, SPANS = "judge/wice.claim.dev.jsonl", "tables/tatqa.dev.json", "spans/acl_verbatim.jsonl"


def pointing_part(setting: Setting, told: Told) -> Found:
    """R@1 by language beside words alone; NONE asked of another article and without the answer's lines, a quarter as
    often, for each reads whole pages."""
    assert setting.corpus is not None
    by_language: dict[str, list[pointing.Outcome]] = {}
    for path in sorted((setting.corpus / "qa").glob("*.json")):
        dataset, name = read_squad(path), language_in_name(path) or path.stem
        sampled = sample(dataset, setting.limit)

        def progress(done: int, name: str = name) -> None:
            told(f"{name}: {done} of at most {setting.limit} questions")

        by_language[name] = pointing.measure(
            dataset,
            sampled,
            setting.engine,
            STRATEGIES[setting.engine.info.strategy],
            none=max(1, setting.limit // 4) if setting.none is None else setting.none,
            progress=progress,
            memory=_log(setting, dataset, name),
        )
    return pointing_found(by_language)


def _log(setting: Setting, dataset: Dataset, name: str) -> PointingLog | None:
    if setting.logs is None:
        return None
    run = run_of(setting.version, dataset, setting.engine.info.strategy, setting.model)
    return PointingLog(setting.logs / f"pointing.{name}.jsonl", run)


def pointing_found(by_language: dict[str, list[pointing.Outcome]]) -> Found:
    """R@1 and lexical R@1 of each language; over all: precision and recall of NONE, AUROC."""
    figures: list[Json] = []
    model, words = list[tuple[str | float, Json]](), list[tuple[str | float, Json]]()
    for name, of in by_language.items():
        hit = share(f"r1_{name}", f"{name}: right line first", sum(one.hit for one in of), len(of))
        first = share(f"lexical_{name}", f"{name}: by words alone", sum(one.lexical == 0 for one in of), len(of))
        figures += [hit, first]
        model.append((name, hit))
        words.append((name, first))
    every = [one for of in by_language.values() for one in of]
    figures += [
        share("r1", "all languages: right line first", sum(one.hit for one in every), len(every)),
        share("lexical", "all languages: by words alone", sum(one.lexical == 0 for one in every), len(every)),
        *_none(every),
    ]
    drawn = plot("bars", "Right line first, by language", [series("model", model), series("words alone", words)])
    return Found(tuple(figures), (drawn,))


def _none(every: Sequence[pointing.Outcome]) -> list[Json]:
    far = [one.far for one in every if one.far is not None]
    near = [one.near for one in every if one.near is not None]
    # Only questions that were asked all three ways, so that NONE is due in two of three, not in one of nine.
    own = [one.own for one in every if one.far is not None or one.near is not None]
    right = sum(look.chosen is None for look in (*far, *near))
    wrong = sum(look.chosen is None for look in own)
    due = len(far) + len(near)
    figures = [
        share("none_precision", "NONE: precision", right, right + wrong, "questions asked with and without the answer"),
        share("none_recall", "NONE: recall", right, due),
        share("none_recall_far", "NONE: recall, another article", sum(look.chosen is None for look in far), len(far)),
        share(
            "none_recall_near", "NONE: recall, without its lines", sum(one.chosen is None for one in near), len(near)
        ),
    ]
    for key, label, of in (("far", "another article", far), ("near", "without its lines", near)):
        paired = [one.own.value for one in every if (one.far if key == "far" else one.near) is not None]
        value = auroc(paired, [look.value for look in of]) if of else None
        figures.append(figure(f"none_auroc_{key}", f"NONE: AUROC, {label}", value, len(paired) + len(of)))
    return figures


def spans_part(setting: Setting, told: Told) -> Found:
    """ACL-Verbatim's rows through the whole pipeline, three for each item of the limit."""
    assert setting.corpus is not None
    rows = sample_rows(read_spans(setting.corpus / SPANS), 3 * setting.limit)
    found = measure_spans(rows, setting.engine, told=lambda done: told(f"{done} of {len(rows)} passages"))
    return spans_found(found)


def spans_found(found: Sequence[Words]) -> Found:
    """Word F1 as ACL-Verbatim has it, over the relevant rows; over all rows; NONE on the irrelevant ones."""
    relevant = [one for one in found if one.relevant]
    idle = [one for one in found if not one.relevant]
    precision, recall, f1 = word_f1(relevant)
    everywhere = word_f1(pointing_everywhere(relevant))[2]
    n = len(relevant)
    note = "whole lines are pointed at, not parts of them"
    figures = (
        figure("word_f1", "word F1, relevant rows (as published)", f1 if n else None, n, note=note),
        figure("word_precision", "word precision", precision if n else None, n),
        figure("word_recall", "word recall", recall if n else None, n),
        figure("word_f1_every", "word F1 of pointing at every word", everywhere if n else None, n),
        figure("word_f1_all", "word F1, words in irrelevant rows counted as wrong", word_f1(found)[2], len(found)),
        share("none_right", "irrelevant rows: NONE", sum(not one.answered for one in idle), len(idle)),
        share("none_wrong", "relevant rows: NONE", sum(not one.answered for one in relevant), n),
    )
    ours: list[tuple[str | float, Json]] = [("F1", figures[0]), ("precision", figures[1]), ("recall", figures[2])]
    anchors = [("classifier F1", CLASSIFIER), ("best LLM F1", BEST_LLM)]
    return Found(figures, (plot("bars", "Verbatim spans, by word", [series("here", ours)], anchors=anchors),))


def judge_part(setting: Setting, told: Told) -> Found:
    """WiCE's claims over whole articles, twice the limit: AUROC, and calibration across folds."""
    assert setting.corpus is not None
    claims = judge_eval.sample_claims(judge_eval.read_wice(setting.corpus / WICE), 2 * setting.limit)
    found = judge_eval.measure_claims(
        claims, setting.engine, told=lambda done: told(f"{done + 1} of {len(claims)} claims")
    )
    return judge_found(found)


def judge_found(found: Sequence[judge_eval.Judged]) -> Found:
    """AUROC, balanced accuracy and calibration of the evaluator; the rules beside it; first lines."""
    told = judge_eval.summary(found)
    n, rules, model = told["n"], told["rules"], told.get("evaluator", {})
    supported = told["labels"]["supported"]
    note = f"{supported} supported, {n - supported} not or in part"
    lines = told["line_first"]
    figures = (
        figure("auroc", "judge: AUROC", model.get("auroc"), n, note=note),
        figure(
            "calibration_error",
            "judge: calibration error, across folds",
            model.get("calibration_error"),
            n,
            note="of few claims even a perfect judge has one: about 0.11 with 60",
        ),
        figure("balanced_accuracy", "judge: balanced accuracy", model.get("balanced_accuracy"), n),
        figure("auroc_rules", "rules alone: AUROC", rules["auroc"], n),
        share("line_first", "first line found is a supporting one", lines["right"], lines["n"]),
    )
    curve = series("judge", reliability(found))
    if not curve["points"]:
        return Found(figures)
    return Found(figures, (plot("lines", "Judge: said and so", [curve], across="probability said", diagonal=True),))


def reliability(found: Sequence[judge_eval.Judged]) -> list[tuple[str | float, Json]]:
    """What was said (mean probability) and what was so (share supported), over bins of nearly equal count."""
    said = [(one.raw, one.claim.supported) for one in found if one.raw is not None]
    labels = [label for _, label in said]
    if len(labels) < 2 * BINS or not can_cross_validate(labels):
        return []
    shown = cross_validated([raw for raw, _ in said], labels, range(len(said)))
    order = sorted(range(len(said)), key=lambda place: shown[place])
    points = list[tuple[str | float, Json]]()
    for number in range(BINS):
        inside = order[len(order) * number // BINS : len(order) * (number + 1) // BINS]
        mean = round(sum(shown[place] for place in inside) / len(inside), 4)
        points.append((mean, share(f"bin_{number}", "supported", sum(labels[place] for place in inside), len(inside))))
    return points


def tables_part(setting: Setting, told: Told) -> Found:
    """TAT-QA, half the limit of span questions and of arithmetic ones: value, line, and wrong numbers confirmed."""
    assert setting.corpus is not None
    questions = tables_eval.read_tatqa(setting.corpus / TATQA)
    asked = [
        one
        for kind in ("span", "arithmetic")
        for one in tables_eval.sample_questions(questions, max(1, setting.limit // 2), kind)
    ]
    cells = tables_eval.measure_cells(
        asked, setting.engine, told=lambda done: told(f"{done + 1} of {len(asked)} cells")
    )
    figures: list[Json] = []
    for kind, of in tables_eval.summary_cells(cells).items():
        figures += [
            share(f"{kind}_value", f"{kind}: value right", of["value_right"], of["n"]),
            share(f"{kind}_line", f"{kind}: line holds the answer", of["line_right"], of["n"]),
            share(f"{kind}_bare_wrong", f"{kind}: wrong value confirmed or caveated", of["bare_wrong"], of["n"]),
        ]
    return Found(tuple(figures))


def memos_part(setting: Setting, told: Told) -> Found:
    """The program's own memos, five claims each, half of them faulty: is what the check lets through supported?"""
    cases = checks_eval.load_cases()[0][: setting.limit]
    found = checks_eval.measure_checks(
        cases, setting.engine, told=lambda done: told(f"{done + 1} of {len(cases)} memos")
    )
    note = "" if may_judge(setting.engine) else "by the rules alone, which never confirm: the model may not judge"
    return memos_found(found, note)


def memos_found(found: Sequence[checks_eval.CheckOutcome], note: str = "") -> Found:
    """Supported rate of what was put in, of what passed, and of what was confirmed; faulty claims caught."""
    told = checks_eval.summary(found)
    sound, faulty = told["sound"], told["faulty"]
    passed = [one for one in found if one.passed]
    confirmed = [one for one in found if one.found.verdict.verdict in ("confirmed", "caveated")]
    figures = (
        share("supported_before", "supported, of the claims put in", sound["n"], told["claims"], "half are faulty"),
        share("supported_passed", "supported, of the claims let through", _true(passed), len(passed), note),
        share("supported_confirmed", "supported, of those confirmed or caveated", _true(confirmed), len(confirmed)),
        share("caught", "faulty claims refuted or without a line", faulty["caught"], faulty["n"]),
        share("sound_passed", "sound claims let through", sound["passed"], sound["n"]),
    )
    bars: list[tuple[str | float, Json]] = [("put in", figures[0]), ("let through", figures[1])]
    anchors = [(f"literature, {name}", value) for name, value in zip(("lowest", "highest"), LITERATURE, strict=True)]
    return Found(figures, (plot("bars", "Supported claims of memos", [series("here", bars)], anchors=anchors),))


def _true(found: Sequence[checks_eval.CheckOutcome]) -> int:
    return sum(one.truth.truth == "supported" for one in found)
