"""``lawgame evaluate judge``: whether the model of these settings judges, on the sample matters.

What it finds is kept in the house of the settings: a model that does not tell a full move from one
without its facts is labelled so in every ruling of its runs.
"""

from __future__ import annotations

import json
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click

from bot.cli import origin
from bot.compose import keep_standing, model_of
from bot.embedded import EmbeddedModel
from bot.samples import NAMES
from bot.serving import opened
from bot.settings import Settings, load
from engine.evaluation.judge import (
    BARE,
    FULL,
    PROFILED,
    SHUFFLED,
    SWAPPED,
    Case,
    Tally,
    evaluated,
    prepared,
    standing,
)
from engine.evaluation.memory import MemoryLedger
from engine.evaluation.moves import reference
from engine.matter import Scope
from engine.models.client import HostModel
from engine.ports import Model
from engine.record import Run
from handlers.folder import load as bring_in
from handlers.seats import seat

SAYS = {
    FULL: "the whole move",
    BARE: "the same without its facts",
    SHUFFLED: "outcomes offered in another order",
    SWAPPED: "the parties' names swapped",
    PROFILED: "a cautious court profile on",
}


async def judge(settings: Settings, samples: int, named: Sequence[str], as_json: bool) -> int:
    """Prints a table, or one JSON object; ``samples`` rulings a matter and variant."""
    model = model_of(settings)
    try:
        cases = [await _case(name, model) for name in named or with_moves()]
        tallies = await evaluated(cases, samples, model, _quiet if as_json else _told)
        card = await model.card()
    finally:
        if isinstance(model, EmbeddedModel | HostModel):
            await model.close()
    found = standing(tallies, datetime.now(UTC).date().isoformat())
    if not named:
        await keep_standing(settings, card, found)
    _show(card.name, tallies, found, as_json)
    return 0


def with_moves() -> list[str]:
    """The samples that have a reference move."""
    samples = files("bot.samples")
    return [name for name in NAMES if samples.joinpath(name, "move.toml").is_file()]


async def _case(name: str, model: Model) -> Case:
    """A sample brought into a house of its own, which is gone again when the case is made."""
    with tempfile.TemporaryDirectory(prefix="lawgame-") as home:
        settings = load(home=Path(home), model="scripted", database_url="", slack_bot_token="")
        async with opened(settings) as house:
            services = house.app.services
            ports = replace(house.app.ports, ledger=MemoryLedger(), model=model)
            actor = await seat(services, origin(None))
            with as_file(files("bot.samples") / name) as folder:
                matter = await bring_in(services, folder, actor.person)
                data = tomllib.loads((folder / "move.toml").read_text("utf-8"))
            given = reference(
                data,
                await ports.casefile.facts(matter.id, Scope.RECORD),
                await ports.casefile.authorities(matter.id),
                await ports.casefile.elements(matter.id, matter.objective),
            )
            run = Run("R-evaluation", matter.id, matter.thread, matter.objective, 1, 1, 0)
            return await prepared(name, run, given, ports)


def _told(name: str, variant: str, outcome: str | None) -> None:
    click.echo(f"{name:12} {SAYS[variant]:32} {outcome or 'no usable answer'}", err=True)


def _quiet(name: str, variant: str, outcome: str | None) -> None:
    return None


def _show(
    model: str, tallies: Mapping[str, Tally], found: Mapping[str, Any], as_json: bool
) -> None:
    if as_json:
        variants = {name: {**asdict(one), "rate": one.rate} for name, one in tallies.items()}
        click.echo(json.dumps({"model": model, "variants": variants, "standing": dict(found)}))
        return
    click.echo(f"\nThe judge of {model}\n")
    click.echo(
        f"{'':34}{'rulings':>9}{'win':>7}{'cond.':>7}{'loss':>7}{'failed':>8}{'win rate':>10}"
    )
    for name, one in tallies.items():
        counts = f"{one.rulings:>9}{one.wins:>7}{one.conditional:>7}{one.losses:>7}{one.failed:>8}"
        click.echo(f"{SAYS[name]:34}{counts}{one.rate:>10.2f}")
    click.echo(f"\n{found['says']} (p = {found['p']:.3f})")
