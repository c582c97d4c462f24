"""``pointline ask [PAGE] QUESTION``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isfinite
from pathlib import Path
from typing import get_args

import click

from pointline.cli.ask_thread import NEW, CommandThread, Open, Opening, opened
from pointline.cli.options import as_json, engine_of, engine_options, unattended_option
from pointline.cli.output import ProgressLine, check_writable, print_answer, print_json
from pointline.cli.report import answer_html
from pointline.errors import BadInput
from pointline.pipeline.answer import Budget, Claim, Progress, Question, Wanted
from pointline.pipeline.asking import answer_asked
from pointline.pipeline.question import LONGEST_QUESTION, addresses
from pointline.pipeline.record import answer_json
from pointline.sources.reading import open_typed

NONE = 3
DEFAULT = Budget()


@click.command()
@click.argument("page_and_question", metavar="[PAGE...] QUESTION", nargs=-1)
@click.option(
    "--thread",
    "thread_name",
    default=None,
    metavar="NAME",
    help="Ask in this thread: its first use begins it, 'new' begins one under a name of its own. Later questions see "
    "earlier ones and their verified lines; without PAGE its pages are opened again. Kept with the history.",
)
@click.option(
    "--gather",
    is_flag=True,
    help="With --thread: show all lines verified so far, then new ones. Also done where no line answers and the "
    "question clearly asks for it.",
)
@click.option(
    "--probe",
    "probing",
    is_flag=True,
    help="Ask as put, as a believer would and as a sceptic would, and say whether the answer depends on it.",
)
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
    help="score: for what one line answers; contract: for what needs several; auto: as the model has qualified, and "
    "contract for what needs several lines where the model points no worse by it.",
)
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the page with its lines highlighted.",
)
@engine_options
@unattended_option
@as_json
def ask(
    page_and_question: tuple[str, ...],
    thread_name: str | None,
    gather: bool,
    probing: bool,
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
    unattended: bool,
    json_wanted: bool,
) -> int:
    """Answer QUESTION from PAGE: a file, an address, or '-' for standard input; several are read as one.

    PAGE may be left out when the question holds an address, and in a thread that has pages. Exit code 3: no line
    answers.
    """
    names, text = _pages_and_question(page_and_question, in_thread=thread_name is not None)
    if not isfinite(seconds):  # which no range holds back
        raise BadInput("seconds", "--seconds is not a number of seconds.", "Give the seconds, as in --seconds 60.")
    if gather and thread_name is None:
        raise BadInput("gather", "--gather brings together the turns of a thread.", "Name one with --thread.")
    if html_file is not None:
        check_writable(html_file)
    question = Question(text, budget=Budget(max_claims, attempts, max_tokens, seconds), strategy=strategy)
    thread = CommandThread(thread_name) if thread_name is not None else None
    line = ProgressLine()
    try:
        opening = _opening(names, thread, partial(open_typed, unattended=unattended))
        line.say(Progress("load", "Loading the model"))
        engine = engine_of(engine_name, model_name, server, context_tokens)
        try:
            answer = answer_asked(
                opening.pages,
                question,
                engine,
                thread=None if thread is None else thread.turns,
                former=opening.former,
                gather=gather,
                probing=probing,
                on_event=lambda event: _told(line, event),
                notes=opening.notes,
            )
        finally:
            line.clear()
            engine.close()
        if thread is not None:
            thread.keep(question, opening, answer)
    finally:
        if thread is not None:
            thread.close()
    if json_wanted:
        print_json(answer_json(answer) | ({} if thread is None else {"thread_id": thread.name}))
    else:
        print_answer(answer)
        if thread is not None and thread_name == NEW:
            click.echo(f"Kept in thread {thread.name}.", err=True)
    if html_file is not None:
        html_file.write_text(answer_html(answer), encoding="utf-8")
        click.echo(f"The page with its lines highlighted: {html_file}", err=True)
    return NONE if answer.none else 0


def _told(line: ProgressLine, event: Progress | Claim) -> None:
    if isinstance(event, Progress):
        line.say(event)


def _opening(names: Sequence[str], thread: CommandThread | None, open_page: Open) -> Opening:
    if thread is not None:
        return thread.open(names, open_page)
    pages, notes = opened(names, open_page)
    return Opening(tuple(pages), (), tuple(notes))


def _pages_and_question(given: tuple[str, ...], *, in_thread: bool) -> tuple[Sequence[str], str]:
    names: Sequence[str]
    if len(given) > 1:
        *names, text = given
    elif len(given) == 1:
        text = given[0]
        found = addresses(text)
        if not found and (text == "-" or _names_a_file(text)):
            raise BadInput(
                "no-question", "There is no question.", f"Write it after the page: pointline ask {text} 'QUESTION'."
            )
        if not found and not in_thread:
            raise BadInput(
                "no-page",
                "There is no page to ask.",
                "Name one before the question, or put its address into the question.",
            )
        names = found[:1]
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
    return names, text


def _names_a_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False
