"""Loading a firm's table of authorities into the house."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from engine.authorities.table import BadRow, Table
from engine.errors import Refused, Unavailable
from engine.ports import ReportedCase
from handlers.replies import counted
from storage.cases import BATCH

if TYPE_CHECKING:
    from storage.house import House

LISTED = 50
"""Bad rows that are named one by one."""
_CHARACTERS = 400_000
"""Of text in one batch: a row may bring a whole opinion with it."""

STALE = 120.0
"""Seconds without a row after which a load counts as broken off. A batch takes a second at most."""

Progress = Callable[[int, int, int], None]
"""Told bytes read, bytes in all, and rows so far."""


class NoUsableRow(Refused):
    """No row of the table can be used."""

    code = "authorities.no_usable_row"
    default_remedy = "Correct the rows and load the table again; nothing was changed."


class LoadGoingOn(Refused):
    """This table is being loaded already."""

    code = "authorities.load_going_on"
    default_remedy = (
        "Wait until that load has ended. One that was broken off is seen to be after two minutes; "
        "load the table again then."
    )


class LoadLost(Unavailable):
    """The load was away for so long that another one of the same table began."""

    code = "authorities.load_lost"
    default_remedy = "Nothing of this load was kept. Load the table again once the other has ended."


@dataclass(frozen=True)
class Loaded:
    """``rows`` are in force under ``name``; ``bad`` are the first of ``skipped`` rows.

    ``again``: the same table was loaded before, so nothing was done. ``replaced``: an earlier
    table of the same name is no longer in force.
    """

    name: str
    rows: int
    skipped: int = 0
    bad: tuple[BadRow, ...] = ()
    again: bool = False
    replaced: bool = False


async def load_table(house: House, path: Path, progress: Progress) -> Loaded:
    """In force as a whole or not at all; what a load that was broken off left behind goes first.

    Raises the table's refusals, ``NoUsableRow``, ``LoadGoingOn`` when the table is being loaded
    already, by whichever process, and ``LoadLost``; then the earlier table stays in force.
    """
    table = await asyncio.to_thread(Table, path)
    digest = await asyncio.to_thread(table.digest)
    async with house.reading() as view:
        known = await view.cases.current(table.name)
    if known is not None and known.digest == digest:
        return Loaded(table.name, known.rows, again=True)
    async with house.writing() as unit:
        going = await unit.cases.going_on(table.name, STALE)
        if going is not None:
            some = counted(going.rows, "row")
            raise LoadGoingOn(f"{table.name} is being loaded already: {some} so far.")
        load = await unit.cases.begin(table.name, digest)
    try:
        await _clear(house, table.name)
        loaded = await _fill(house, load, table, progress)
        async with house.writing() as unit:
            if not await unit.cases.publish(load, loaded.rows):
                raise LoadLost
            await unit.audit.append(
                "command line", "authorities.loaded", None,
                {"table": table.name, "rows": loaded.rows, "digest": digest},
            )  # fmt: skip
    except BaseException:
        await _discard(house, load)
        raise
    await _clear(house, table.name)
    return Loaded(
        table.name, loaded.rows, loaded.skipped, tuple(loaded.bad), replaced=known is not None
    )


@dataclass
class _Filled:
    rows: int
    skipped: int
    bad: list[BadRow]


async def _fill(house: House, load: int, table: Table, progress: Progress) -> _Filled:
    filled = _Filled(0, 0, [])
    rows = iter(table)
    while batch := await asyncio.to_thread(_some, rows):
        cases = [row for row in batch if isinstance(row, ReportedCase)]
        bad = [row for row in batch if isinstance(row, BadRow)]
        filled.rows += len(cases)
        filled.skipped += len(bad)
        filled.bad += bad[: LISTED - len(filled.bad)]
        async with house.writing() as unit:
            if not await unit.cases.add(load, cases):
                raise LoadLost
        progress(table.done, table.total, filled.rows)
    if not filled.rows:
        raise NoUsableRow(
            f"None of the {filled.skipped} rows of {table.name} can be used. "
            f"{filled.bad[0].where} {filled.bad[0].why}."
            if filled.bad
            else f"{table.name} has no row below its header."
        )
    return filled


def _some(rows: Iterator[ReportedCase | BadRow]) -> list[ReportedCase | BadRow]:
    found: list[ReportedCase | BadRow] = []
    characters = 0
    for row in islice(rows, BATCH):
        found.append(row)
        characters += len(row.text) if isinstance(row, ReportedCase) else 0
        if characters > _CHARACTERS:
            break
    return found


async def _clear(house: House, name: str) -> None:
    """Tables that were replaced, and what is left of loads of this name that were broken off,
    batch by batch."""
    async with house.reading() as view:
        left = await view.cases.broken_off(name, STALE)
    for one in left:
        await _discard(house, one.id)


async def _discard(house: House, load: int) -> None:
    gone = False
    while not gone:
        async with house.writing() as unit:
            gone = await unit.cases.discard(load)
