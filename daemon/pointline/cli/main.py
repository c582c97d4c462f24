"""``pointline``: the group of commands, and the exit codes.

0 answered, all quotes found · 3 honest NONE, or a quote not found · 2 bad input or a missing model · 1 failure · 130
cancelled.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from pointline import __version__
from pointline.cli.ask import ask
from pointline.cli.check import check
from pointline.cli.doctor import doctor
from pointline.cli.eval import evaluate
from pointline.cli.export import export
from pointline.cli.forget import forget
from pointline.cli.model import model
from pointline.cli.output import plain_streams, print_json
from pointline.cli.page import page
from pointline.cli.pair import pair
from pointline.cli.recheck import recheck
from pointline.cli.serve import serve
from pointline.cli.service import service
from pointline.cli.settings import settings
from pointline.cli.start import CANCELLED
from pointline.cli.table import table
from pointline.cli.verdict import verdict
from pointline.cli.verify import verify
from pointline.engine.base import EngineCancelled, EngineError, ModelMissing
from pointline.errors import BadInput, Failure
from pointline.home import HomeError
from pointline.store.errors import StoreError

FAILURE, USAGE = 1, 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pointline")
def commands() -> None:
    """Ask the page you are reading: every claim carries one exact line of it."""


for command in (
    ask, verify, table, check, recheck, verdict, page, serve, pair, service, export, forget, settings, model, evaluate,
    doctor,
):  # fmt: skip
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    plain_streams()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = commands.main(arguments, prog_name="pointline", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        _refuse(arguments, "cancelled", "Cancelled.", "Ask again when you like.", CANCELLED)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(USAGE)
    except click.ClickException as error:
        action = "See 'pointline --help'."
        if isinstance(error, click.UsageError) and error.ctx is not None:
            action = f"See '{error.ctx.command_path} --help'."
        _refuse(arguments, "usage", error.format_message(), action, USAGE)
    except (KeyboardInterrupt, EngineCancelled):
        _refuse(arguments, "cancelled", "Cancelled.", "Ask again when you like.", CANCELLED)
    except (HomeError, StoreError) as error:
        # Nothing that was given is to blame: the disk is full, read-only or damaged.
        _refuse(arguments, error.code, str(error), error.action, FAILURE)
    except BadInput as error:
        _refuse(arguments, error.code, str(error), error.action, USAGE)
    except Failure as error:
        _refuse(arguments, error.code, str(error), error.action, FAILURE)
    except ModelMissing as error:
        _refuse(arguments, "model-missing", str(error), error.action, USAGE)
    except EngineError as error:
        _refuse(arguments, "engine", str(error), error.action, FAILURE)
    except BrokenPipeError:
        # Whoever read our output has gone; what is left in the buffer must not raise at exit.
        _drop_output()
        sys.exit(FAILURE)
    except OSError as error:
        # Our own output could not be written (a full disk): everything else that reads or writes says so itself.
        _drop_output()
        print(f"pointline: {error.strerror or error}.\n  Free some space, or write elsewhere.", file=sys.stderr)
        sys.exit(FAILURE)
    sys.exit(code or 0)


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(arguments: Sequence[str], code: str, message: str, action: str, status: int) -> None:
    click.echo(f"pointline: {message}", err=True)
    if action:
        click.echo(f"  {action}", err=True)
    if "--json" in arguments:
        print_json({"error": {"code": code, "message": message, "action": action}})
    sys.exit(status)
