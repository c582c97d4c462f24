"""``pointline doctor``."""

from __future__ import annotations

import click

from pointline.cli.doctor_checks import run_checks
from pointline.cli.options import as_json
from pointline.cli.output import print_json
from pointline.engine.doctor import run_doctor

FAULT, MODEL_MISSING = 1, 2


@click.command()
@as_json
def doctor(json_wanted: bool) -> int:
    """Check this machine: the data folder and who can read it, database, daemon, port, paired browsers, log, models,
    browsers, and which BLAS is in use and how fast it is.

    One action per finding.
    """
    findings = [*run_checks(), *run_doctor()]
    sound = all(finding.ok for finding in findings)
    if json_wanted:
        rows = [{"name": f.name, "ok": f.ok, "says": f.says, "action": f.action} for f in findings]
        print_json({"ok": sound, "findings": rows})
    else:
        for finding in findings:
            click.echo(f"{'ok  ' if finding.ok else 'WARN'} {finding.name}: {finding.says}")
            if finding.action:
                click.echo(f"     → {finding.action}")
    if any(finding.name.startswith("model") and not finding.ok for finding in findings):
        return MODEL_MISSING
    return 0 if sound else FAULT
