"""Does a model judge? The same move with and without its facts, and what should change nothing.

A judge that grants a bare assertion as often as a proved one tells nothing by its rulings. Nor
does one whose rulings hang on the order in which outcomes are offered, or on who the parties are.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.evaluation.moves import Reference
from engine.matter import PRESSURES, CourtProfile, Pressure
from engine.ports import Card, Message, Model, Ports
from engine.record import Json, Role, Run, Turn, TurnKey
from engine.search.clerk import clerk_turn
from engine.search.history import History, fact_json
from engine.triad import elements, judge, layout, profile
from engine.triad.asking import TurnFailed, ask

FULL, BARE, SHUFFLED, SWAPPED, PROFILED = "full", "no facts", "shuffled", "swapped", "profile on"
VARIANTS = (FULL, BARE, SHUFFLED, SWAPPED, PROFILED)
SURE = 0.05
"""Probability under which full and bare moves would differ so by chance (Fisher's exact test,
one-sided): from there on the model is said to tell them apart."""
PROFILE = CourtProfile(
    tuple(
        Pressure(name, weight, "set for this evaluation")
        for name, weight in zip(PRESSURES, (0.9, 0.5, 0.5, 0.9, 0.9), strict=True)
    ),
    version=1,
)
"""A cautious court: what the profile's being on is worth is measured with it."""


@dataclass(frozen=True)
class Tally:
    """Rulings of one variant; ``failed`` are answers that could not be used."""

    wins: int = 0
    conditional: int = 0
    losses: int = 0
    failed: int = 0

    @property
    def rulings(self) -> int:
        return self.wins + self.conditional + self.losses

    @property
    def rate(self) -> float:
        """Share of wins among rulings, 0 without any."""
        return self.wins / self.rulings if self.rulings else 0.0

    def counting(self, outcome: str | None) -> Tally:
        names = {"win": "wins", "conditional": "conditional", "loss": "losses", None: "failed"}
        name = names[outcome]
        return replace(self, **{name: getattr(self, name) + 1})


@dataclass(frozen=True)
class Case:
    """A sample as the judge reads it: a run whose clerk and elements are settled, and what is to
    be moved and answered in it."""

    name: str
    history: History
    reference: Reference
    swap: tuple[str, str]


async def prepared(name: str, run: Run, given: Reference, ports: Ports) -> Case:
    """The record up to the ruling, with the reference's facts put before all agents."""
    clerk = await clerk_turn(run, 1, History.of(run, ()), ports)
    known = {one["id"] for one in clerk["facts"]}
    clerk["facts"] += [fact_json(one) for one in given.facts if one.id not in known]
    found = [
        elements.as_json(one) for one in await ports.casefile.elements(run.matter, run.objective)
    ]
    turns = [
        Turn(TurnKey(run.id, 1, 0, Role.CLERK), clerk),
        Turn(TurnKey(run.id, 1, 0, Role.ELEMENTS), {"objective": run.objective, "elements": found}),
    ]
    return Case(name, History.of(run, turns), given, _adverse(clerk["parties"]))


def _adverse(parties: Sequence[Json]) -> tuple[str, str]:
    """The client and the first party on the other side, whose names are swapped."""
    ours = next((p["name"] for p in parties if p["ours"]), parties[0]["name"])
    theirs = next(p["name"] for p in parties if not p["ours"])
    return str(ours), str(theirs)


async def ruled(case: Case, variant: str, seed: int, model: Model, card: Card) -> str | None:
    """The outcome of one sample of the judge, None if its answer could not be used."""
    history, response = _as(case, variant)
    move = history.round(1, 1).move
    assert move is not None
    form = judge.schema(history, 1, move.data, response, seed + 1 if variant == SHUFFLED else 0)
    messages = layout.messages(history, Role.JUDGE, "1.1", judge.line("1.1"))
    if variant == SWAPPED:
        messages = tuple(Message(m.role, swapped(m.content, case.swap)) for m in messages)
    key = TurnKey(history.run.id, 1, 1, Role.JUDGE, seat=1)
    try:
        answer = await ask(
            model, card, messages, form, key=key, seed=seed, salt=f"evaluate {case.name}"
        )
    except TurnFailed:
        return None
    return str(answer.data["disposition"]["outcome"])


def _as(case: Case, variant: str) -> tuple[History, Json]:
    move, response = case.reference.move, case.reference.response
    turns = list(case.history.turns)
    if variant == BARE:
        bare = [{**one, "facts": [], "unsupported": True} for one in move["sections"]]
        move = {**move, "sections": bare, "determinative": []}
    if variant == PROFILED:
        turns[0] = replace(turns[0], data={**turns[0].data, "profile": profile.as_json(PROFILE)})
    run = case.history.run
    turns.append(Turn(TurnKey(run.id, 1, 1, Role.LEAD), move))
    turns.append(Turn(TurnKey(run.id, 1, 1, Role.OPPOSING), response))
    return History.of(run, turns), response


def swapped(text: str, names: tuple[str, str]) -> str:
    """Each name where the other stood, whole and by its first word where that is its own.

    >>> swapped("Acme Ltd sued Bolt plc. Acme lost.", ("Acme Ltd", "Bolt plc"))
    'Bolt plc sued Acme Ltd. Bolt lost.'
    """
    pairs = [names]
    short = tuple(name.split()[0] for name in names)
    if short[0] != short[1] and all(len(one) > 3 for one in short):
        pairs.append((short[0], short[1]))
    made = text
    for at, (one, other) in enumerate(pairs):
        made = made.replace(one, f"\0{at}a").replace(other, f"\0{at}b")
    for at, (one, other) in enumerate(pairs):
        made = made.replace(f"\0{at}a", other).replace(f"\0{at}b", one)
    return made


async def evaluated(
    cases: Sequence[Case],
    samples: int,
    model: Model,
    told: Callable[[str, str, str | None], None] = lambda *_: None,
) -> dict[str, Tally]:
    """Rulings by variant over all cases, ``samples`` each; ``told`` hears each as it falls.

    The samples of a case and variant are asked at once, since they share their prompt."""
    card = await model.card()
    tallies = {variant: Tally() for variant in VARIANTS}
    for case in cases:
        for variant in VARIANTS:
            outcomes = await asyncio.gather(
                *(ruled(case, variant, seed, model, card) for seed in range(samples))
            )
            for outcome in outcomes:
                tallies[variant] = tallies[variant].counting(outcome)
                told(case.name, variant, outcome)
    return tallies


def chance(full: Tally, bare: Tally) -> float:
    """How likely so many of the wins fall to the full moves if the facts made no difference."""
    wins, n, m = full.wins + bare.wins, full.rulings, bare.rulings
    if not n or not m:
        return 1.0
    ways = [
        math.comb(n, k) * math.comb(m, wins - k)
        for k in range(full.wins, min(n, wins) + 1)
        if wins - k <= m
    ]
    return sum(ways) / math.comb(n + m, wins)


def standing(tallies: dict[str, Tally], at: str) -> dict[str, Any]:
    """What every ruling of the model's runs says from now on: ``discriminates``, ``at`` (a date),
    ``says``, and the figures."""
    full, bare = tallies[FULL], tallies[BARE]
    sure = chance(full, bare)
    tells = full.rate > bare.rate and sure < SURE
    figures = (
        f"granted {full.wins} of {full.rulings} full moves and "
        f"{bare.wins} of {bare.rulings} without their facts"
    )
    said = "told them apart" if tells else "did not tell them apart: its outcomes are noise"
    return {
        "discriminates": tells,
        "at": at,
        "says": f"In its evaluation this model {figures}; it {said}.",
        "p": round(sure, 4),
        "rates": {name: round(one.rate, 3) for name, one in tallies.items()},
    }
