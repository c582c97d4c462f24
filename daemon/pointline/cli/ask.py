"""``pointline ask [PAGE] QUESTION``."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import get_args

import click

from pointline.cli.options import as_json, context_option, engine_of, engine_option, model_option, server_option
from pointline.cli.output import ProgressLine, check_writable, print_answer, print_json
from pointline.cli.report import answer_html
from pointline.errors import BadInput
from pointline.pipeline.answer import Budget, Claim, Note, Progress, Question, Wanted
from pointline.pipeline.ask import ask as ask_page
from pointline.pipeline.question import LONGEST_QUESTION, addresses
from pointline.pipeline.record import answer_json
from pointline.sources.reading import open_typed

NONE = 3
DEFAULT = Budget()


@click.command()
@click.argument("page_and_question", metavar="[PAGE] QUESTION", nargs=-1)
@click.option(
    "--max-claims",
    type=click.IntRange(1, 50),
    default=DEFAULT.max_claims,
    show_default=True,
    help="Most claims to give.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=DEFAULT.seconds,
    show_default=True,
    help="Time to look for the line.",
)
@click.option(
    "--attempts",
    type=click.IntRange(1, 3),
    default=DEFAULT.attempts,
    show_default=True,
    help="Tries for one claim: the first and its corrections.",
)
@click.option(
    "--max-tokens",
    type=click.IntRange(1, 20_000),
    default=DEFAULT.max_tokens,
    show_default=True,
    help="Most tokens that the model may write.",
)
@click.option(
    "--strategy",
    type=click.Choice(get_args(Wanted)),
    default="auto",
    show_default=True,
    help="score: for what one line answers; contract: for what needs several; auto: as the model has qualified.",
)
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page with its lines highlighted.",
)
@engine_option
@model_option
@server_option
@context_option
@as_json
def ask(
    page_and_question: tuple[str, ...],
    max_claims: int,
    seconds: float,
    attempts: int,
    max_tokens: int,
    strategy: Wanted,
    html_file: Path | None,
    engine_name: str,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    json_wanted: bool,
) -> int:
    """Answer QUESTION from PAGE: a file, an address, or '-' for standard input.

    PAGE may be left out when the question holds an address. Exit code 3: no line of the page answers.
    """
    name, text = _page_and_question(page_and_question)
    if not isfinite(seconds):  # which no range holds back
        raise BadInput("seconds", "--seconds is not a number of seconds.", "Give the seconds, as in --seconds 60.")
    if html_file is not None:
        check_writable(html_file)
    opened = open_typed(name)
    page = opened.page
    notes = [Note(note.code, note.text) for note in opened.notes]
    question = Question(text, budget=Budget(max_claims, attempts, max_tokens, seconds), strategy=strategy)
    line = ProgressLine()
    line.say(Progress("load", "Loading the model"))
    engine = engine_of(engine_name, model_name, server, context_tokens)
    try:
        answer = ask_page(page, question, engine, on_event=lambda event: _told(line, event), notes=notes)
    finally:
        line.clear()
        engine.close()
    if json_wanted:
        print_json(answer_json(answer))
    else:
        print_answer(answer)
    if html_file is not None:
        html_file.write_text(answer_html(answer), encoding="utf-8")
        click.echo(f"The page with its lines highlighted: {html_file}", err=True)
    return NONE if answer.none else 0


def _told(line: ProgressLine, event: Progress | Claim) -> None:
    if isinstance(event, Progress):
        line.say(event)


def _page_and_question(given: tuple[str, ...]) -> tuple[str, str]:
    if len(given) == 2:
        name, text = given
    elif len(given) == 1:
        text = given[0]
        found = addresses(text)
        if not found and (text == "-" or _names_a_file(text)):
            raise BadInput(
                "no-question", "There is no question.", f"Write it after the page: pointline ask {text} 'QUESTION'."
            )
        if not found:
            raise BadInput(
                "no-page",
                "There is no page to ask.",
                "Name one before the question, or put its address into the question.",
            )
        name = found[0]
    else:
        raise BadInput(
            "arguments",
            "A page and a question are needed.",
            "Write: pointline ask PAGE 'QUESTION' (quote the question).",
        )
    if not text.strip():
        raise BadInput("empty-question", "The question is empty.", "Write what you want to know.")
    if len(text) > LONGEST_QUESTION:
        message = f"The question has {len(text)} characters; {LONGEST_QUESTION} are the most."
        raise BadInput("long-question", message, "Ask a shorter one; what it is about belongs into the page.")
    return name, text


def _names_a_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False
