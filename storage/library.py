"""The engine's library: what the firm has loaded of the law and of reported cases."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ports import LawSection, ReportedCase
from storage.house import House


class SqlLibrary:
    """Implements :class:`engine.ports.Library`; each call reads one snapshot."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def cases_at(self, places: Sequence[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        async with self._house.reading() as view:
            return await view.cases.at(places)

    async def volumes(self, of: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        async with self._house.reading() as view:
            return await view.cases.volumes(of)

    async def cases_named(self, words: Sequence[str], limit: int) -> Sequence[ReportedCase]:
        async with self._house.reading() as view:
            return await view.cases.named(words, limit)

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        async with self._house.reading() as view:
            return await view.law.sections(identifiers)

    async def codes(self) -> frozenset[str]:
        async with self._house.reading() as view:
            return await view.law.codes()
