"""The engine's casefile over the database."""

from __future__ import annotations

from collections.abc import Sequence

from engine.matter import Authority, CourtProfile, Element, Fact, Matter, Scope
from engine.ports import Card, NoVectors, Vectors
from engine.record import Json
from storage.house import House
from storage.hybrid import search_facts

NO_VECTORS = NoVectors()


class SqlCasefile:
    """Implements :class:`engine.ports.Casefile`. The run was allowed when it was asked for, so
    nothing here asks for a viewer. Facts that a lawyer has called inadmissible are left out."""

    def __init__(self, house: House, vectors: Vectors = NO_VECTORS) -> None:
        self._house, self._vectors = house, vectors

    async def matter(self, matter: str) -> Matter:
        """Raises ``MatterNotFound``."""
        async with self._house.reading() as view:
            return await view.matters.get_unchecked(matter)

    async def search_facts(
        self, matter: str, query: str, scope: Scope, limit: int
    ) -> Sequence[Fact]:
        return await search_facts(
            self._house, self._vectors, matter, query, scope, limit, admissible=True
        )

    async def mentions(self, matter: str, query: str, scope: Scope, limit: int) -> Sequence[Fact]:
        async with self._house.reading() as view:
            return await view.facts.search_facts(matter, query, scope, limit, admissible=True)

    async def facts(
        self,
        matter: str,
        scope: Scope | None = None,
        limit: int | None = None,
        longest: int | None = None,
    ) -> Sequence[Fact]:
        async with self._house.reading() as view:
            return await view.facts.facts(
                matter, scope, admissible=True, limit=limit, longest=longest
            )

    async def vocabulary(self, matter: str, scope: Scope) -> frozenset[str]:
        async with self._house.reading() as view:
            return await view.scopes.vocabulary(matter, scope)

    async def record_digest(self, matter: str) -> str:
        async with self._house.reading() as view:
            return await view.scopes.record_digest(matter)

    async def authorities(self, matter: str) -> Sequence[Authority]:
        async with self._house.reading() as view:
            return await view.authorities.list(matter)

    async def elements(self, matter: str, objective: str) -> Sequence[Element]:
        async with self._house.reading() as view:
            return await view.elements.list(matter, objective)

    async def keep_elements(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        async with self._house.writing() as unit:
            await unit.elements.keep(matter, objective, elements)

    async def court_profile(self, matter: str) -> CourtProfile | None:
        async with self._house.reading() as view:
            standing = await view.court.standing(matter)
        return standing.profile if standing is not None and standing.active else None

    async def keep_profile(self, matter: str, profile: CourtProfile) -> CourtProfile:
        async with self._house.writing() as unit:
            return await unit.court.propose(matter, profile)


class SqlStandings:
    """Implements :class:`engine.ports.Standings`."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def of(self, card: Card) -> Json | None:
        async with self._house.reading() as view:
            return await view.standings.newest(card.name, card.sha256)
