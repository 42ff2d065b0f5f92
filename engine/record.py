"""The record of a run: turns, runs, failures. A turn's identity is its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Json = Mapping[str, Any]


class Role(StrEnum):
    """Who takes a turn. The last four take theirs by rule, without a model.

    A judge's turn of seat 0 is the ruling; with a panel it is put together by rule from those of
    the seats 1 to n.
    """

    PROFILE = "profile"
    ELEMENTS = "elements"
    RESEARCH = "research"
    LEAD = "lead"
    OPPOSING = "opposing"
    JUDGE = "judge"
    CLERK = "clerk"
    ROUND = "round"
    ORBIT = "orbit"
    OUTCOME = "outcome"


@dataclass(frozen=True)
class TurnKey:
    """(run, stage = orbit.round, role, party, seat, attempt); survives replay and code changes.

    ``party`` says for whom a search of the file was made (a ``Role``); ``seat`` is the panel
    sample; ``attempt`` counts repeats that were sent back, of an outcome the run's resumptions.
    """

    run: str
    orbit: int
    round: int
    role: Role
    party: str = ""
    seat: int = 0
    attempt: int = 0

    @property
    def stage(self) -> str:
        return f"{self.orbit}.{self.round}"

    def __str__(self) -> str:
        return f"{self.run}/{self.stage}/{self.role}/{self.party}/{self.seat}/{self.attempt}"


@dataclass(frozen=True)
class Usage:
    """Tokens of one turn, second asks included; all zero for a turn taken by rule."""

    prompt: int = 0
    cached: int = 0
    evaluated: int = 0
    completion: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.evaluated + other.evaluated,
            self.completion + other.completion,
        )


@dataclass(frozen=True)
class Turn:
    """One settled turn. ``parent`` is the key of the turn before it on the path, as text."""

    key: TurnKey
    data: Json
    parent: str | None = None
    usage: Usage = field(default_factory=Usage)
    model: str = ""


class RunState(StrEnum):
    OWED = "owed"
    RUNNING = "running"
    STOPPED = "stopped"
    HELD = "held"
    ENDED = "ended"


class Reason(StrEnum):
    """Why a run ended or is suspended. Never read out of a model's prose."""

    ACHIEVED = "achieved"
    EXHAUSTED = "exhausted"
    NOT_VIABLE = "not_viable"
    FAILED = "failed"
    STOPPED = "stopped"
    HELD = "held"


@dataclass(frozen=True)
class Run:
    """A simulation (later: a deliberation). ``generation`` counts starts and resumptions;
    ``panel`` is how many samples of the judge make a ruling."""

    id: str
    matter: str
    thread: str
    objective: str
    rounds: int
    orbits: int
    seed: int
    panel: int = 1
    kind: str = "simulation"
    state: RunState = RunState.OWED
    reason: Reason | None = None
    generation: int = 0
    stop_asked: bool = False
    requested_by: str = ""
    fork_of: str | None = None


@dataclass(frozen=True)
class Strategy:
    """What the failure log compares: theory, vehicle, standard of review, determinative facts.

    ``facts`` are those on which the argument turns, of the ones named as determinative;
    ``argument`` is what the sections say, by which theories are told apart.
    """

    theory: str
    elements: frozenset[str]
    vehicle: str
    standard: str
    facts: frozenset[str]
    argument: str = ""


@dataclass(frozen=True)
class Failure:
    """A strategy that lost, with why. ``scope`` names court profile, objective and record."""

    strategy: Strategy
    stage: str
    why: str
    scope: str = ""
    rejected: tuple[str, ...] = ()
    conditional: bool = False
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switches:
    """What of the engine is on, frozen by a run's clerk. ``hints`` and ``failure_log`` are only
    ever off to measure what they are worth; ``judge_remembers`` shows the court its own rulings.
    """

    hints: bool = True
    failure_log: bool = True
    research: bool = True
    judge_remembers: bool = False
