"""``lawgame load us-code``, ``load constitution`` and ``load status``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from bot.settings import Settings
    from handlers.lawload import LawLoaded, LawLoads


async def load_us_code(settings: Settings, paths: Sequence[Path], release: str) -> int:
    """Prints what was loaded. Raises the files' refusals; what was complete by then stays."""
    from bot.compose import load_law

    with _Bar() as bar:
        async for loaded in load_law(settings, paths, bar.see, release):
            bar.say(told(loaded))
    return 0


async def load_constitution(settings: Settings, path: Path) -> int:
    """Raises ``NotAConstitution``."""
    from bot.compose import load_constitution as loading

    with _Bar() as bar:
        bar.say(told(await loading(settings, path, bar.see)))
    return 0


async def show_loaded(settings: Settings) -> int:
    """What is loaded, a line each."""
    from bot.compose import loaded_law

    for line in listed(await loaded_law(settings)):
        click.echo(line)
    return 0


def told(one: LawLoaded) -> str:
    """What the person who loaded it reads."""
    name = _name(one.code, one.title, one.heading)
    at = f" ({one.release})" if one.release else ""
    if one.newer:
        return f"{name}{at} is older than what is loaded ({one.newer}): left alone."
    if one.again:
        return f"{name}{at} is loaded already: {_many(one.rows)}, nothing to do."
    instead = f"; it replaces {one.replaced}" if one.replaced else ""
    return f"{name}{at} is loaded: {_many(one.rows)}{instead}."


def listed(loads: LawLoads) -> list[str]:
    """Titles, then tables of reported cases."""
    lines = [
        f"{_name(one.code, one.title, one.heading)}: {one.release or 'no release point'}, "
        f"{_many(one.rows)}, loaded {one.at:%Y-%m-%d %H:%M} UTC"
        for one in loads.law
    ]
    lines += [
        f"{one.name}: {one.rows:,} places, loaded {one.at:%Y-%m-%d %H:%M} UTC"
        for one in loads.tables
    ]
    return lines or ["Nothing is loaded: see `lawgame load --help`."]


def _name(code: str, title: str, heading: str) -> str:
    return heading if code == "const" else f"Title {title} {heading}".rstrip()


def _many(count: int) -> str:
    return f"{count:,} section{'' if count == 1 else 's'}"


class _Bar:
    """On the error stream, and only where somebody looks at it; lines go to the other."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[rows]:,} sections"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._progress.add_task("", total=None, rows=0)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def see(self, name: str, done: int, total: int, rows: int) -> None:
        self._progress.update(self._task, description=name, completed=done, total=total, rows=rows)

    def say(self, line: str) -> None:
        click.echo(line)
