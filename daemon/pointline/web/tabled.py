"""A table that is being found: its cells are told and kept one by one, and questions go first between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pointline.engine.base import EngineCancelled
from pointline.errors import BadInput
from pointline.pipeline.cells import Cell
from pointline.pipeline.record import Json
from pointline.pipeline.table_names import run_name
from pointline.pipeline.tables import CellDone, CellStep, Table, TableEvent, run_table
from pointline.store.table_run import TableRun
from pointline.web.asks import AskDesk
from pointline.web.long_work import LongWork, work_json


@dataclass(kw_only=True)
class TableWork(LongWork):
    """Items × fields over pages."""

    word: ClassVar[str] = "table"
    items: Sequence[str]
    fields: Sequence[str]
    seconds: float
    attempts: int
    run: TableRun | None = None
    taken_up: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.total = len(self.items) * len(self.fields)
        self.title = self.title or f"Table: {self.items[0]}"

    def carry_out(self, desk: AskDesk) -> str:
        """Open what has to be opened, wait, and find cell after cell."""
        self.say("queued", "Waiting for the model")
        pages = self.pages()
        if self.store is not None:
            self.run = TableRun(self.store, self.session, run_name(self.session, pages, desk.engine.info.name))
        self.wait()
        found = run_table(
            self.items,
            self.fields,
            pages,
            desk.engine,
            done={} if self.run is None else self.run.done(),
            on_event=self.happened,
            cancel=self.cancelled.is_set,
            seconds=self.seconds,
            attempts=self.attempts,
        )
        if found.cancelled or not self.end():
            raise EngineCancelled("The table was cancelled.")
        self.finish(desk, self.table_json(found))
        return "done"

    def happened(self, event: TableEvent) -> None:
        """Tell a step; keep and tell a cell."""
        if isinstance(event, CellStep):
            if event.step == "point":
                self.give_way()
            self.say(
                event.step,
                f"Cell {event.number} of {event.cells}: {event.item}, {event.field}: {event.step}",
                item=event.item,
                field=event.field,
            )
        elif isinstance(event, CellDone):
            if event.kept:
                self.taken_up.add(event.cell.key)
            else:
                self.keep_cell(event.cell)
            self.done = max(self.done, event.number)
            self.told("cell", self.cell_json(event.cell, event.number))

    def keep_cell(self, cell: Cell) -> None:
        """Keep a cell at once, so that nothing that was told is lost."""
        if self.run is not None:
            try:
                self.run.keep(cell)
            except BadInput as error:
                self.not_kept(error)

    def cell_json(self, cell: Cell, number: int) -> Json:
        """A cell, on its page."""
        cell_id = None if self.run is None else self.run.id_of(cell)
        return self.placed.cell(cell, number=number, kept=cell.key in self.taken_up, cell_id=cell_id)

    def table_json(self, found: Table) -> Json:
        """The whole table."""
        return {
            "cells": [self.cell_json(cell, number) for number, cell in enumerate(found.cells, 1)],
            "sources": found.sources,
            "domains": found.domains,
            "session_id": self.session,
            "run": "" if self.run is None else self.run.run,
            "notes": self.notes_json(),
        }


def table_work_json(work: TableWork) -> Json:
    """A table as :class:`~pointline.web.views_tables.TableView` says: the newest of what was told about each cell."""
    cells = {(cell["item"], cell["field"]): cell for cell in work.said("cell")}
    outcome = work.outcome()
    return {
        **work_json(work),
        "items": list(work.items),
        "fields": list(work.fields),
        "total": work.total,
        "cells": sorted(cells.values(), key=lambda cell: int(cell["number"])),
        "table": outcome[1] if outcome is not None and outcome[0] == "done" else None,
    }
