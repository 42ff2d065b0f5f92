"""In-memory ledger, casefile and citations: the engine's ports without a database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.authorities.types import Source
from engine.events import Event
from engine.matter import Authority, CourtProfile, Element, Fact, Matter, Scope
from engine.ports import Cleaned
from engine.record import Failure, Reason, Role, Run, RunState, Turn, TurnKey
from engine.words import ordinary, vocabulary


@dataclass
class MemoryLedger:
    runs: dict[str, Run] = field(default_factory=dict)
    settled: dict[str, Turn] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    failed: list[tuple[str, Failure]] = field(default_factory=list)

    async def run(self, run: str) -> Run:
        return self.runs[run]

    async def turns(self, run: str) -> Sequence[Turn]:
        return [turn for turn in self.settled.values() if turn.key.run == run]

    async def find(self, key: TurnKey) -> Turn | None:
        return self.settled.get(str(key))

    async def settle(
        self, turn: Turn, events: Sequence[Event] = (), failures: Sequence[Failure] = ()
    ) -> Turn:
        if str(turn.key) not in self.settled:
            self.settled[str(turn.key)] = turn
            self.failed += [(turn.key.run, failure) for failure in failures]
            await self.tell(events)
        return self.settled[str(turn.key)]

    async def tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self.events.setdefault(event.key, event)

    async def failures(self, scope: str, but: str) -> Sequence[Failure]:
        return [one for run, one in self.failed if one.scope == scope and run != but]

    async def earlier(self, run: str, limit: int) -> Sequence[tuple[Run, Turn]]:
        rounds = [t for t in self.settled.values() if t.key.role is Role.ROUND]
        return [(self.runs[t.key.run], t) for t in rounds if t.key.run != run][-limit:]

    async def close_run(self, run: str, state: RunState, reason: Reason | None) -> None:
        self.runs[run] = replace(self.runs[run], state=state, reason=reason)


@dataclass
class MemoryCasefile:
    of: Matter
    on_file: list[Fact]
    law: list[Authority] = field(default_factory=list)
    known_elements: dict[str, list[Element]] = field(default_factory=dict)
    court: CourtProfile | None = None

    async def matter(self, matter: str) -> Matter:
        return self.of

    async def search_facts(
        self, matter: str, query: str, scope: Scope, limit: int
    ) -> Sequence[Fact]:
        wanted = set(re.findall(r"[a-z]{3,}", query.lower())) - ordinary()
        scored = [
            (len(wanted & set(re.findall(r"[a-z]{3,}", fact.text.lower()))), fact)
            for fact in self.on_file
            if fact.scope is scope
        ]
        scored.sort(key=lambda pair: -pair[0])
        return [fact for score, fact in scored if score][:limit]

    async def mentions(self, matter: str, query: str, scope: Scope, limit: int) -> Sequence[Fact]:
        return await self.search_facts(matter, query, scope, limit)

    async def facts(
        self,
        matter: str,
        scope: Scope | None = None,
        limit: int | None = None,
        longest: int | None = None,
    ) -> Sequence[Fact]:
        return [
            fact
            for fact in self.on_file
            if scope in (None, fact.scope) and (longest is None or len(fact.text) <= longest)
        ][:limit]

    async def vocabulary(self, matter: str, scope: Scope) -> frozenset[str]:
        facts = await self.facts(matter, scope)
        return frozenset(vocabulary(f"{fact.text} {fact.title}" for fact in facts))

    async def record_digest(self, matter: str) -> str:
        return str([(f.document, f.text) for f in await self.facts(matter, Scope.RECORD)])

    async def authorities(self, matter: str) -> Sequence[Authority]:
        return self.law

    async def elements(self, matter: str, objective: str) -> Sequence[Element]:
        return self.known_elements.get(objective, [])

    async def keep_elements(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        self.known_elements.setdefault(objective, list(elements))

    async def court_profile(self, matter: str) -> CourtProfile | None:
        return self.court

    async def keep_profile(self, matter: str, profile: CourtProfile) -> CourtProfile:
        if self.court is None or not self.court.pressures:
            self.court = profile
        return self.court


class PlainCitations:
    """Leaves prose as it is; the real scanner has tests of its own."""

    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        return [Cleaned(text) for text in texts]
