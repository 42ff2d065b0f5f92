"""A run's settled turns, read as orbits and rounds. Pure: everything is derived from the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.matter import Authority, Fact, FactState, Scope, Weight
from engine.record import Failure, Json, Role, Run, Strategy, Turn
from engine.triad.withhold import unpacked


@dataclass(frozen=True)
class Round:
    """``refused`` are repeats sent back; ``move`` is None while unmade or when forfeited."""

    orbit: int
    number: int
    refused: tuple[Turn, ...] = ()
    move: Turn | None = None
    response: Turn | None = None
    ruling: Turn | None = None
    summary: Turn | None = None

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
        first = {role: next((t for t in here if t.key.role is role), None) for role in Role}
        moves = [turn for turn in here if turn.key.role is Role.LEAD]
        return Round(
            orbit,
            number,
            tuple(turn for turn in moves if turn.data.get("repeat")),
            next((turn for turn in moves if not turn.data.get("repeat")), None),
            first[Role.OPPOSING],
            first[Role.JUDGE],
            first[Role.ROUND],
        )

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """Facts on record that retrieval has put before all agents so far, in that order."""
        return {
            fact.id: fact
            for clerk in self.clerks
            for fact in (fact_from(one, Scope.RECORD) for one in clerk.data["facts"])
        }

    @cached_property
    def ours(self) -> dict[str, Fact]:
        return {
            fact.id: fact
            for clerk in self.clerks
            for fact in (fact_from(one, Scope.OURS) for one in clerk.data["ours"])
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
    def barred(self) -> list[Failure]:
        """What earlier runs with the same profile, objective and record have lost with."""
        return [failure_from(one) for one in self.clerks[0].data["barred"]] if self.clerks else []

    @cached_property
    def failures(self) -> list[Failure]:
        """What may not be tried again: earlier runs' first, then this run's, in order."""
        own = [
            failure_from(turn.data["failure"])
            for turn in self.by_role(Role.ROUND)
            if turn.data.get("failure")
        ]
        return self.barred + own


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
        "why": failure.why,
        "rejected": list(failure.rejected),
        "conditional": failure.conditional,
    }


def failure_from(data: Json) -> Failure:
    strategy = Strategy(
        data["theory"],
        frozenset(data["elements"]),
        data["vehicle"],
        data["standard"],
        frozenset(data["facts"]),
    )
    return Failure(
        strategy,
        data["stage"],
        data["why"],
        rejected=tuple(data["rejected"]),
        conditional=data["conditional"],
    )
