"""``lawgame evaluate search``: what the search over strategies is worth, against hidden rubrics."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from bot.settings import Settings
from engine.evaluation.search import ALL_ROUNDS, Figures, measured


async def search(_: Settings, rubrics: int, seed: int, as_json: bool) -> int:
    """Prints a table, or one JSON object."""
    found = await measured(rubrics, seed)
    if as_json:
        click.echo(json.dumps({**asdict(found), "holds": found.holds}))
        return 0
    for line in lines(found):
        click.echo(line)
    return 0


def lines(found: Figures) -> list[str]:
    """The figures as a person reads them."""
    told = [
        f"{found.rubrics} hidden rubrics (seed {found.seed}), {found.winnable} of which can be "
        f"won; at most {ALL_ROUNDS} rounds",
        "",
        f"{'':34}{'won':>8}{'median rounds':>16}",
        f"{'the engine':34}{found.won:>8.0%}{found.median:>16g}",
        f"{'without hints and failure log':34}{found.won_bare:>8.0%}{found.median_bare:>16g}",
        "",
        f"median rounds with and without: {found.ratio:.2f}",
        f"achieved where none can win: {found.false}",
        "",
    ]
    for kind, (count, won, median) in found.by_kind.items():
        told.append(f"{kind:34}{won:>4} of {count:<4}{median:>13g}")
    return told
