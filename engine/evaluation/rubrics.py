"""Hidden rubrics: what a scripted court grants in an invented case, and nothing of it in the file.

A rubric is a few ways to win over leading point x vehicle x standard x determinative facts, each
open under some objective only, and some granted on a condition that a later move has to take up.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.evaluation.invention import Case, case
from engine.triad.vocabulary import standards, tradition, vehicles


class Kind(StrEnum):
    """How a rubric can be won, if it can."""

    STATED = "under the stated objective"
    CONDITIONAL = "on a condition"
    PIVOT = "after a pivot"
    NEVER = "not at all"


MIX = (Kind.STATED, Kind.STATED, Kind.CONDITIONAL, Kind.PIVOT, Kind.NEVER)
"""Kinds of any five rubrics in a row."""
WIDE = (1, 1, 2, 3)
"""Vehicles or standards that one way accepts, drawn from these numbers."""


@dataclass(frozen=True)
class Way:
    """A strategy that the court grants, under an objective that names ``point``, or whatever is
    sought where that is "".

    The move leads with the element ``leads``, and all ``facts`` are determinative. ``needs`` is
    the fact by which a later move must take up the court's condition, "" if there is none."""

    point: str
    leads: str
    vehicles: tuple[str, ...]
    standards: tuple[str, ...]
    facts: tuple[str, ...]
    needs: str = ""


@dataclass(frozen=True)
class Rubric:
    """``ways`` are none where nothing is granted; ``fancy`` is what this court comes back to in
    vain, as points, vehicles and words of facts."""

    kind: Kind
    case: Case
    ways: tuple[Way, ...]
    fancy: tuple[str, str, str]

    @property
    def winnable(self) -> bool:
        return bool(self.ways)


def drawn(seed: int, count: int) -> list[Rubric]:
    """``count`` rubrics with their cases, the same for the same seed."""
    return [_one(random.Random(f"rubric/{seed}/{n}"), n) for n in range(count)]


def _one(chance: random.Random, number: int) -> Rubric:
    kind, made = MIX[number % len(MIX)], case(chance, number)
    point = chance.choice(made.points[1:]) if kind is Kind.PIVOT else ""
    ways = () if kind is Kind.NEVER else (_way(chance, made, point, kind),)
    spoken = tradition(made.matter.forum)
    taken = {fact for way in ways for fact in (*way.facts, way.needs)}
    idle = [fact for fact in made.own if fact not in taken]
    fancy = (
        chance.choice([one for one in made.points if one != point]),
        _other(chance, vehicles(spoken), [v for way in ways for v in way.vehicles]),
        made.own[chance.choice(idle)],
    )
    return Rubric(kind, made, ways, fancy)


def _way(chance: random.Random, made: Case, point: str, kind: Kind) -> Way:
    spoken = tradition(made.matter.forum)
    facts = chance.sample(list(made.own), chance.choice((1, 2)) + 1)
    return Way(
        point,
        chance.choice(made.points),
        tuple(chance.sample(vehicles(spoken), chance.choice(WIDE))),
        tuple(chance.sample(standards(spoken), chance.choice(WIDE))),
        tuple(facts[1:]),
        facts[0] if kind is Kind.CONDITIONAL else "",
    )


def _other(chance: random.Random, names: Sequence[str], but: Sequence[str]) -> str:
    return chance.choice([name for name in names if name not in but])
