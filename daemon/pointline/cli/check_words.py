"""A checked memo in words."""

from __future__ import annotations

import click

from pointline.checks.found import Checked, Report
from pointline.checks.report import fixes, rates
from pointline.cli.output import shown_line
from pointline.export.words import counted


def print_report(report: Report) -> None:
    """Claims with their lines, largest figures first; the rates; what to fix."""
    for one in report.claims:
        _print_claim(one)
    found = rates(report)
    click.echo("")
    click.echo(
        f"links work: {percent(found['link_works'])} · relevant: {percent(found['relevant'])} · "
        f"supported: {percent(found['supported'])} ({counted(found['claims'], 'claim')} looked up)"
    )
    if not report.judged:
        click.echo("No qualified evaluator judged: rules can refute, never confirm, so nothing counts as supported.")
    if found["uncited"]:
        click.echo(f"{found['uncited']} more cite no source and were not looked up.")
    todo = fixes(report)
    if todo:
        click.echo("To fix:")
    for fix in todo:
        click.echo(f"  {fix.claim}. {fix.text}")


def _print_claim(one: Checked) -> None:
    click.echo(f"{one.claim.number}. {shown_line(one.claim.text)}")
    for line in one.lines:
        click.echo(f"   line: “{shown_line(line.quote)}”")
    if not one.lines:
        click.echo("   line: NONE")
        if one.nearest is not None:
            click.echo(f"   nearest: {shown_line(one.nearest.quote)}")
    if one.source_url:
        works = "" if one.link_works is None else " · link works" if one.link_works else " · link does not work"
        click.echo(f"   source: {one.source_url}{works}")
    click.echo(f"   {one.verdict.verdict} ({one.verdict.score:.2f}, {one.verdict.source}): {one.verdict.why}")
    for caveat in one.verdict.caveats:
        detail = f" ({caveat.detail})" if caveat.detail else ""
        click.echo(f"   {caveat.code}{detail}: “{shown_line(caveat.text)}”")


def percent(value: float | None) -> str:
    """A share for people; a dash for none."""
    return "–" if value is None else f"{100 * value:.0f} %"
