"""What the search is worth: whole runs against hidden rubrics, with and without its memory.

Each rubric's case is played twice with the same seed: by the engine whole, and by the same engine
with hints and failure log switched off, which for want of hints cannot pivot and gets all rounds
in one orbit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine.evaluation.counsel import Counsel, elements
from engine.evaluation.court import RubricCourt
from engine.evaluation.memory import MemoryCasefile, MemoryLedger, PlainCitations
from engine.evaluation.rubrics import Kind, Rubric, drawn
from engine.models.scripted import Cast, ScriptedModel
from engine.models.scripted.court import Court
from engine.models.scripted.player import Player
from engine.ports import Ask, Ports
from engine.record import Reason, Role, Run, Switches, Turn, TurnKey
from engine.search.simulation import SETTLED, simulate
from engine.search.turns import conclude, take

ROUNDS, ORBITS = 7, 2
ALL_ROUNDS = ROUNDS * ORBITS
WINDOW = 8192
"""Tokens: the smallest model's, in which rounds are condensed and large files not shown whole."""
WHOLE, BARE = Switches(), Switches(hints=False, failure_log=False)

WON, RATIO = 0.9, 0.7
"""Least share of winnable rubrics to be won; most that the median of rounds may come to of the
bare engine's."""


@dataclass(frozen=True)
class Played:
    """``rounds`` is the number of the round that won, one more than there were if none did."""

    number: int
    kind: Kind
    whole: bool
    reason: Reason
    rounds: int


@dataclass(frozen=True)
class Figures:
    """Shares from 0 to 1, medians in rounds; ``false`` counts ``achieved`` where none can win."""

    seed: int
    rubrics: int
    winnable: int
    won: float
    won_bare: float
    false: int
    median: float
    median_bare: float
    ratio: float
    by_kind: dict[str, tuple[int, int, float]]
    """Of each kind: rubrics, runs that won, median of rounds, by the engine whole."""

    @property
    def holds(self) -> bool:
        return self.won >= WON and not self.false and self.ratio <= RATIO


async def measured(
    count: int, seed: int, see: Callable[[int, int], None] = lambda done, of: None
) -> Figures:
    """Plays ``count`` rubrics; ``see`` is told how many runs are done, of how many."""
    played: list[Played] = []
    for number, rubric in enumerate(drawn(seed, count)):
        for switches in (WHOLE, BARE):
            played.append(await play(rubric, number, seed, switches))
            see(len(played), count * 2)
    return figures(played, seed)


def figures(played: Sequence[Played], seed: int) -> Figures:
    whole = [one for one in played if one.whole]
    winnable = [one for one in whole if one.kind is not Kind.NEVER]
    bare = [one for one in played if not one.whole and one.kind is not Kind.NEVER]
    mine, theirs = _median(winnable), _median(bare)
    return Figures(
        seed,
        len(whole),
        len(winnable),
        _won(winnable) / max(1, len(winnable)),
        _won(bare) / max(1, len(bare)),
        _won([one for one in played if one.kind is Kind.NEVER]),
        mine,
        theirs,
        mine / theirs if theirs else 1.0,
        {
            str(kind): (len(of), _won(of), _median(of))
            for kind in Kind
            if (of := [one for one in whole if one.kind is kind])
        },
    )


def _won(played: Sequence[Played]) -> int:
    return sum(one.reason is Reason.ACHIEVED for one in played)


def _median(played: Sequence[Played]) -> float:
    return float(median(one.rounds for one in played)) if played else 0.0


async def play(rubric: Rubric, number: int, seed: int, switches: Switches) -> Played:
    """A whole run in memory, as the durable engine would play it."""
    run, ports = staged(rubric, number, seed, switches)

    async def taken(keys: Sequence[TurnKey]) -> Sequence[str]:
        for key in keys:
            await take(key, ports)
        return [SETTLED] * len(keys)

    async def look(key: TurnKey) -> Turn:
        found = await ports.ledger.find(key)
        assert found is not None
        return found

    ending = await simulate(run, taken, look)
    await conclude(run.id, run.generation, ending.reason, ending.code, ports)
    rounds = [t for t in await ports.ledger.turns(run.id) if t.key.role is Role.ROUND]
    won = ending.reason is Reason.ACHIEVED
    taken_rounds = len(rounds) if won else ALL_ROUNDS + 1
    return Played(number, rubric.kind, switches == WHOLE, ending.reason, taken_rounds)


def staged(rubric: Rubric, number: int, seed: int, switches: Switches) -> tuple[Run, Ports]:
    """A run that is yet to be played, and the ports to play it with."""
    matter = rubric.case.matter
    orbits = ORBITS if switches.hints else 1
    run = Run(
        f"R-{number}", matter.id, matter.thread, matter.objective, ALL_ROUNDS // orbits, orbits,
        seed * 1000 + number,
    )  # fmt: skip
    ledger = MemoryLedger(runs={run.id: run})
    casefile = MemoryCasefile(matter, list(rubric.case.facts))
    model = ScriptedModel(WINDOW, cast=cast_of(rubric))
    return run, Ports(ledger, casefile, model, PlainCitations(), switches=switches)


def cast_of(rubric: Rubric) -> Cast:
    """Who answers: the court alone is given the rubric, each its own prompt."""

    def answer(ask: Ask, text: str, chance: random.Random) -> Any:
        filled = Player(chance, Court(text)).answer(ask.schema)
        match ask.name:
            case Role.LEAD:
                return Counsel(text, ask.schema, chance).move(filled)
            case Role.JUDGE:
                return RubricCourt(rubric, text, chance).rule(ask.schema, filled)
            case Role.ELEMENTS:
                return elements(text, ask.schema, filled)
            case Role.RESEARCH if "You are Lead Counsel" in text.rsplit("\n", 1)[-1]:
                return Counsel(text, ask.schema, chance).queries(ask.schema)
            case _:
                return filled

    return answer
