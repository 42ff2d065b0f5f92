"""A run's settled turns, read as orbits and rounds. Pure: everything is derived from the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.matter import Authority, Fact, FactState, Scope, Weight
from engine.record import Failure, Json, Role, Run, Strategy, Switches, Turn
from engine.triad.vocabulary import Tradition, tradition
from engine.triad.withhold import unpacked

READS_THE_FILE = (Role.CLERK, Role.RESEARCH)
"""Whose turns hold facts that retrieval found, under ``facts`` and ``ours``."""


@dataclass(frozen=True)
class Round:
    """``refused`` are repeats sent back; ``move`` is None while unmade or when forfeited;
    ``seats`` are the panel's samples that the ruling is put together from."""

    orbit: int
    number: int
    refused: tuple[Turn, ...] = ()
    move: Turn | None = None
    response: Turn | None = None
    ruling: Turn | None = None
    summary: Turn | None = None
    research: tuple[Turn, ...] = ()
    seats: tuple[Turn, ...] = ()

    @property
    def stage(self) -> str:
        return f"{self.orbit}.{self.number}"

    @property
    def outcome(self) -> str:
        """``win``, ``loss``, ``conditional``, ``forfeited`` or ``open``."""
        if self.summary is not None:
            return str(self.summary.data["outcome"])
        return str(self.ruling.data["outcome"]) if self.ruling is not None else "open"


@dataclass(frozen=True)
class History:
    run: Run
    turns: tuple[Turn, ...]

    @classmethod
    def of(cls, run: Run, turns: Sequence[Turn]) -> History:
        return cls(run, tuple(turns))

    def by_role(self, role: Role, orbit: int | None = None) -> list[Turn]:
        return [
            turn for turn in self.turns if turn.key.role is role and orbit in (None, turn.key.orbit)
        ]

    @cached_property
    def clerks(self) -> list[Turn]:
        return self.by_role(Role.CLERK)

    def clerk(self, orbit: int) -> Json | None:
        found = self.by_role(Role.CLERK, orbit)
        return found[0].data if found else None

    def elements(self, orbit: int) -> list[dict[str, Any]]:
        found = self.by_role(Role.ELEMENTS, orbit)
        return list(found[0].data["elements"]) if found else []

    def objective(self, orbit: int) -> str:
        clerk = self.clerk(orbit)
        return str(clerk["objective"]) if clerk else self.run.objective

    def rounds(self, orbit: int | None = None) -> list[Round]:
        stages = dict.fromkeys(
            (turn.key.orbit, turn.key.round)
            for turn in self.turns
            if turn.key.round and orbit in (None, turn.key.orbit)
        )
        return [self.round(*stage) for stage in stages]

    def round(self, orbit: int, number: int) -> Round:
        here = [t for t in self.turns if (t.key.orbit, t.key.round) == (orbit, number)]
        seats = [t for t in here if t.key.seat]
        first = {
            role: next((t for t in here if t.key.role is role and not t.key.seat), None)
            for role in Role
        }
        moves = [turn for turn in here if turn.key.role is Role.LEAD]
        return Round(
            orbit,
            number,
            tuple(turn for turn in moves if turn.data.get("repeat")),
            next((turn for turn in moves if not turn.data.get("repeat")), None),
            first[Role.OPPOSING],
            first[Role.JUDGE],
            first[Role.ROUND],
            tuple(turn for turn in here if turn.key.role is Role.RESEARCH),
            tuple(sorted(seats, key=lambda turn: turn.key.seat)),
        )

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """Facts on record that retrieval has put before any agent so far, in that order."""
        return self._found(READS_THE_FILE, "facts", Scope.RECORD)

    @cached_property
    def common(self) -> dict[str, Fact]:
        """Those of them that the clerk has put before all agents."""
        return self._found((Role.CLERK,), "facts", Scope.RECORD)

    @cached_property
    def ours(self) -> dict[str, Fact]:
        return self._found(READS_THE_FILE, "ours", Scope.OURS)

    @cached_property
    def decisions(self) -> dict[str, Fact]:
        """What a named judge's decisions on file say, as the clerk has read it."""
        found = [
            fact_from(one, Scope.RECORD) for c in self.clerks for one in c.data.get("decisions", ())
        ]
        return {fact.id: fact for fact in found}

    def shown(self, role: Role) -> dict[str, Fact]:
        """Facts on record that counsel of ``role`` has read: all agents' common ones, those of
        its own searches, and those that the other side has rested on."""
        found = dict(self.common)
        for turn in self.turns:
            if turn.key.role is Role.RESEARCH and turn.key.party == role:
                found |= {one["id"]: self.facts[one["id"]] for one in turn.data["facts"]}
            else:
                found |= {one: self.facts[one] for one in rests_on(turn) if one in self.facts}
        return found

    def _found(self, roles: Sequence[Role], key: str, scope: Scope) -> dict[str, Fact]:
        return {
            fact.id: fact
            for turn in self.turns
            if turn.key.role in roles
            for fact in (fact_from(one, scope) for one in turn.data[key])
        }

    @cached_property
    def authorities(self) -> dict[str, Authority]:
        return {
            authority.id: authority
            for clerk in self.clerks
            for authority in (authority_from(one) for one in clerk.data["authorities"])
        }

    @cached_property
    def secret(self) -> frozenset[str]:
        """Words of the firm's own documents that the other side may not read."""
        return frozenset(word for clerk in self.clerks for word in unpacked(clerk.data["secret"]))

    @cached_property
    def tradition(self) -> Tradition:
        """In whose words the forum's advocates speak."""
        return tradition(str(self.clerks[0].data["forum"])) if self.clerks else tradition("")

    @cached_property
    def switches(self) -> Switches:
        return Switches(**self.clerks[0].data.get("switches", {})) if self.clerks else Switches()

    def profile(self, orbit: int) -> Json | None:
        """The court's profile in this orbit, as ``engine.triad.profile`` has it; None if off."""
        found = [
            turn.data["profile"]
            for turn in self.turns
            if turn.key.role in (Role.CLERK, Role.PROFILE)
            and turn.key.orbit <= orbit
            and turn.data.get("profile")
        ]
        return found[-1] if found else None

    @property
    def scope(self) -> str:
        """Where this run's failures bar: a profile proposed in it is a part of that."""
        proposed = self.by_role(Role.PROFILE)
        return str((proposed or self.clerks)[0].data["scope"])

    def open_conditions(self, orbit: int) -> list[Failure]:
        """Conditional rulings of the orbit whose conditions no later move has taken up."""
        taken = {
            one.move.data["takes_up"]["of"]
            for one in self.rounds(orbit)
            if one.move is not None and one.move.data.get("takes_up")
        }
        return [
            failure
            for failure in self.own_failures
            if failure.conditional
            and failure.stage.startswith(f"{orbit}.")
            and failure.stage not in taken
        ]

    @cached_property
    def barred(self) -> list[Failure]:
        """What earlier runs with the same profile, objective and record have lost with."""
        return [failure_from(one) for one in self.clerks[0].data["barred"]] if self.clerks else []

    @cached_property
    def failures(self) -> list[Failure]:
        """What may not be tried again: earlier runs' first, then this run's, in order."""
        return self.barred + self.own_failures

    @cached_property
    def own_failures(self) -> list[Failure]:
        return [
            failure_from(turn.data["failure"])
            for turn in self.by_role(Role.ROUND)
            if turn.data.get("failure")
        ]


def rests_on(turn: Turn) -> list[str]:
    """Ids of the facts that a move's sections or a response's attacks rest on, in order."""
    if turn.data.get("repeat"):
        return []
    parts = [*turn.data.get("sections", ()), *turn.data.get("attacks", ())]
    return list(dict.fromkeys(fact["id"] for one in parts for fact in one["facts"]))


def fact_json(fact: Fact) -> dict[str, Any]:
    """With ``state`` and ``note`` of a fact of which a lawyer has said something."""
    said = {} if fact.state is FactState.STANDS else {"state": str(fact.state), "note": fact.note}
    return {
        "id": fact.id,
        "quotation": fact.text,
        "document": fact.document,
        "title": fact.title,
        "place": fact.place,
        "page": fact.page,
        **said,
    }


def fact_from(data: Json, scope: Scope) -> Fact:
    return Fact(
        data["id"],
        data["quotation"],
        data["document"],
        data["title"],
        data["place"],
        scope,
        data.get("page"),
        FactState(data.get("state", FactState.STANDS)),
        data.get("note", ""),
    )


def authority_json(authority: Authority) -> dict[str, Any]:
    return {
        "id": authority.id,
        "citation": authority.citation,
        "names": list(authority.names),
        "year": authority.year,
        "court": authority.court,
        "kind": authority.kind,
        "weight": str(authority.weight),
        "holding": authority.holding,
        "text": authority.text,
        "verdict": authority.verdict,
    }


def authority_from(data: Json) -> Authority:
    return Authority(
        data["id"],
        data["citation"],
        tuple(data["names"]),
        data["year"],
        data["court"],
        data["kind"],
        Weight(data["weight"]),
        data["holding"],
        data.get("text", ""),
        verdict=data.get("verdict", ""),
    )


def failure_json(failure: Failure) -> dict[str, Any]:
    strategy = failure.strategy
    return {
        "stage": failure.stage,
        "theory": strategy.theory,
        "elements": sorted(strategy.elements),
        "vehicle": strategy.vehicle,
        "standard": strategy.standard,
        "facts": sorted(strategy.facts),
        "argument": strategy.argument,
        "why": failure.why,
        "rejected": list(failure.rejected),
        "conditional": failure.conditional,
        "conditions": list(failure.conditions),
    }


def failure_from(data: Json) -> Failure:
    strategy = Strategy(
        data["theory"],
        frozenset(data["elements"]),
        data["vehicle"],
        data["standard"],
        frozenset(data["facts"]),
        data.get("argument", ""),
    )
    return Failure(
        strategy,
        data["stage"],
        data["why"],
        rejected=tuple(data["rejected"]),
        conditional=data["conditional"],
        conditions=tuple(data.get("conditions", ())),
    )
