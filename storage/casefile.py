"""The engine's casefile over the database."""

from __future__ import annotations

from collections.abc import Sequence

from engine.matter import Authority, Element, Fact, Matter, Scope
from storage.house import House


class SqlCasefile:
    """Implements :class:`engine.ports.Casefile`. The run was allowed when it was asked for, so
    nothing here asks for a viewer."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def matter(self, matter: str) -> Matter:
        """Raises ``MatterNotFound``."""
        async with self._house.reading() as view:
            return await view.matters.get_unchecked(matter)

    async def search_facts(
        self, matter: str, query: str, scope: Scope, limit: int
    ) -> Sequence[Fact]:
        async with self._house.reading() as view:
            return await view.facts.search_facts(matter, query, scope, limit)

    async def facts(self, matter: str, scope: Scope | None = None) -> Sequence[Fact]:
        async with self._house.reading() as view:
            return await view.facts.facts(matter, scope)

    async def authorities(self, matter: str) -> Sequence[Authority]:
        async with self._house.reading() as view:
            return await view.authorities.list(matter)

    async def elements(self, matter: str, objective: str) -> Sequence[Element]:
        async with self._house.reading() as view:
            return await view.elements.list(matter, objective)

    async def keep_elements(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        async with self._house.writing() as unit:
            await unit.elements.keep(matter, objective, elements)
