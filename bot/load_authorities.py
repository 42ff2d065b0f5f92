"""``lawgame load authorities``: the firm's table into the house, with a bar while it loads."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from bot.settings import Settings
    from handlers.tables import Loaded


async def load_authorities(settings: Settings, path: Path) -> int:
    """Prints what was loaded and each row that was not. Raises the table's refusals."""
    from bot.compose import load_table

    with _bar() as bar:
        task = bar.add_task(path.name, total=None, rows=0)

        def progress(done: int, total: int, rows: int) -> None:
            bar.update(task, completed=done, total=total, rows=rows)

        loaded = await load_table(settings, path, progress)
    for line in told(loaded):
        click.echo(line)
    return 0


def told(loaded: Loaded) -> list[str]:
    """What the person who loaded it reads, a line each."""
    places = _many(loaded.rows, "place")
    if loaded.again:
        return [f"{loaded.name} is loaded already: {places}, nothing to do."]
    lines = [f"{row.where} was skipped: it {row.why}." for row in loaded.bad]
    if (unnamed := loaded.skipped - len(loaded.bad)) > 0:
        lines.append(f"… and {_many(unnamed, 'row')} more were skipped.")
    if loaded.skipped:
        was, them = ("was", "it") if loaded.skipped == 1 else ("were", "them")
        rows = _many(loaded.skipped, "row")
        lines.append(f"{rows} {was} skipped; correct {them} and load the table again.")
    before = "; it replaces the earlier one" if loaded.replaced else ""
    return [*lines, f"{loaded.name} is loaded: {places}{before}."]


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _bar() -> Progress:
    """On the error stream, and only where somebody looks at it."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
