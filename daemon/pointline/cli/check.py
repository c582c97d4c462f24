"""``pointline check TEXT [--against PAGE ...]``."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from pointline.checks.check import check_memo
from pointline.checks.found import Report
from pointline.checks.memo import Form
from pointline.checks.reading import form_of, read_memo
from pointline.checks.report import report_json
from pointline.checks.rules_only import RulesOnly
from pointline.cli.check_html import report_html
from pointline.cli.check_store import ClaimKeeper
from pointline.cli.check_words import print_report
from pointline.cli.options import as_json, engine_of, model_options, unattended_option
from pointline.cli.output import ProgressLine, check_writable, print_json
from pointline.engine.base import Engine, ModelMissing
from pointline.engine.registry import ENGINES
from pointline.errors import BadInput
from pointline.pipeline.answer import Progress
from pointline.sources.anchors import anchors_of
from pointline.sources.documents import LARGEST, decode_text
from pointline.sources.fetch import Fetching, fetch
from pointline.sources.reach import Reach
from pointline.sources.reading import open_typed
from pointline.sources.sniff import reads_as_text, sort_of

FAILED = 3
FORMS = ("auto", "markdown", "html", "plain", "text")
_ENDINGS = ("md", "markdown", "mdown", "html", "htm", "xhtml", "txt", "text", "pdf", "docx")
_DOING = {"open": "Opening sources", "find": "Looking for lines", "judge": "Judging"}


@click.command()
@click.argument("text", metavar="TEXT")
@click.option(
    "--against",
    "against",
    multiple=True,
    metavar="PAGE",
    help="A page (file or address) for claims that cite nothing, or nothing that opens; may be repeated.",
)
@click.option("--strict", is_flag=True, help="Exit with 3 if any claim is uncertain, too.")
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="auto", show_default=True, help="What the text is written in."
)
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the report as one HTML file, lines shown in their context.",
)
@click.option("--keep", is_flag=True, help="Keep the claims as cells of a new session, to export and recheck them.")
@click.option("--session", default=None, help="Keep them in this session.")
@click.option(
    "--engine",
    "engine_name",
    type=click.Choice((*ENGINES, "none")),
    default=None,
    help="What runs the model, as for 'ask'; none: the rules alone. When left out, the model in use, and the rules "
    "alone where no model was fetched.",
)
@model_options
@unattended_option
@as_json
def check(
    text: str,
    against: tuple[str, ...],
    strict: bool,
    form: str,
    html_file: Path | None,
    keep: bool,
    session: str | None,
    engine_name: str | None,
    model_name: str | None,
    server: str | None,
    context_tokens: int | None,
    unattended: bool,
    json_wanted: bool,
) -> int:
    """Check the claims of TEXT by the documents it cites: a file (Markdown, HTML, plain), an address, '-' for standard
    input, or the text itself.

    Links are relative to the memo's own place; files are opened in the memo's folder and below it only. For each claim:
    does the link work, is the document about it, which exact line bears it out, and a verdict. Exit code 3: a claim is
    refuted, or has no line.
    """
    if html_file is not None:
        check_writable(html_file)
    if "-" in against and text == "-":
        raise BadInput("stdin", "Text and page cannot both come from standard input.", "Name a file for one.")
    written, name, place = _text(text)
    memo = read_memo(written, form_of(written, name) if form == "auto" else _form(form))
    pages = [open_typed(page, unattended=unattended).page for page in against]
    line = ProgressLine()
    with (
        closing(ClaimKeeper.opened(session, keep=keep, name=name, begun=_begun)) as keeper,
        closing(_engine(engine_name, model_name, server, context_tokens)) as engine,
    ):
        keeper.begin(memo, engine.info.name)
        try:
            report = check_memo(
                memo,
                engine,
                lambda address: open_typed(address, unattended=unattended).page,
                place=place,
                against=pages,
                told=lambda what, done, of: line.say(Progress("check", f"{_DOING[what]}: {done} of {of} claims")),
                on_claim=lambda one: keeper.keep(one, engine=engine.info.name),
                known=keeper.known,
                anchors=anchors_of,
            )
        finally:
            line.clear()
    _tell(report, json_wanted, strict)
    if html_file is not None:
        html_file.write_text(report_html(report, name or "Text"), encoding="utf-8", errors="replace")
        click.echo(f"The report: {html_file}", err=True)
    if keeper.session is not None:
        click.echo(f"Kept in session {keeper.session}.", err=True)
    return FAILED if report.failed(strict=strict) else 0


def _begun(session: str) -> None:
    again = f"if this is broken off, --session {session} with the same text goes on"
    click.echo(f"Keeping the claims in session {session}; {again}.", err=True)


def _tell(report: Report, json_wanted: bool, strict: bool) -> None:
    if json_wanted:
        print_json({**report_json(report), "failed": report.failed(strict=strict)})
    else:
        print_report(report)


def _form(name: str) -> Form:
    return "html" if name == "html" else "text" if name in ("plain", "text") else "markdown"


def _engine(name: str | None, model: str | None, server: str | None, context_tokens: int | None) -> Engine:
    if name == "none":
        given = [option for option, value in (("--model", model), ("--server", server)) if value is not None]
        if given or context_tokens is not None:
            option = given[0] if given else "--context-tokens"
            raise BadInput("engine", f"{option} is about a model; --engine none uses none.", "Leave one of them out.")
        return RulesOnly()
    try:
        return engine_of(name or "mlx", model, server, context_tokens)
    except ModelMissing as missing:
        if name is not None or model is not None:
            raise
        click.echo(f"note: {missing} The rules work alone. {missing.action}", err=True)
        return RulesOnly()


def _text(given: str) -> tuple[str, str, str]:
    """The text, what it is called, and its place (an address that links are relative to)."""
    if given == "-":
        return _decoded(_standard_input(), "standard input"), "", _here()
    scheme = given.partition("://")[0].lower() if "://" in given and not given[:1].isspace() else ""
    if scheme in ("http", "https") and not any(map(str.isspace, given.strip())):
        document = fetch(given.strip(), LARGEST, Fetching(Reach(public_only=False)))
        kind = "memo.html" if "html" in document.content_type else document.url
        return _decoded(document.data, given, document.charset), kind, document.url
    if not given.strip():
        return given, "", _here()
    try:
        path = Path(given)
        if path.is_file():
            return _decoded(path.read_bytes(), given), path.name, path.resolve().as_uri()
        if path.is_dir():
            raise BadInput("directory", f"{given} is a folder, not a text.", "Name a file in it.")
    except (OSError, ValueError) as error:
        if not any(map(str.isspace, given)):
            raise BadInput("unreadable-file", f"The text cannot be read: {error}.", "Check the name.") from None
    if any(map(str.isspace, given.strip())) and not _names_a_file(given):
        return given, "", _here()
    raise BadInput("missing-file", f"There is no file {given}.", "Check the name, or give the text itself, in quotes.")


def _names_a_file(given: str) -> bool:
    return "\n" not in given and given.rpartition(".")[2].lower() in _ENDINGS


def _here() -> str:
    return Path.cwd().resolve().as_uri().rstrip("/") + "/"


def _standard_input() -> bytes:
    try:
        return sys.stdin.buffer.read(LARGEST + 1)
    except (AttributeError, OSError, ValueError):  # closed, or no stream at all
        raise BadInput("stdin", "Standard input cannot be read.", "Pipe a text in, or name a file.") from None


def _decoded(data: bytes, name: str, charset: str | None = None) -> str:
    if len(data) > LARGEST:
        raise BadInput("too-large", f"{name} is larger than {LARGEST // 2**20} MB.", "Check it in parts.")
    text = decode_text(data, charset)
    if data.strip() and (sort_of(data) in ("pdf", "binary") or not reads_as_text(text)):
        raise BadInput(
            "memo-form", f"{name} is no text: its bytes are those of a document.", "Save it as Markdown, HTML or text."
        )
    return text
