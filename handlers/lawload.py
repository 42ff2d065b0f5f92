"""Loading the United States Code, the rules and the Constitution into the house.

A title is in force as a whole or not at all. What a load that was broken off left behind goes
first, so that loading again goes on where it was: what is complete is recognised by its digest.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.law.codes import CONST, title_heading
from engine.law.constitution import provisions
from engine.law.keys import Keys
from engine.law.reader import Batch, Document, LawReader, Offered
from storage.cases import CaseLoad
from storage.law import BATCH, KEYS, LawLoad

if TYPE_CHECKING:
    from storage.house import House

_CHARACTERS = 100_000
"""Of text in one batch: the longest sections have twice as many."""
_RELEASE = re.compile(r"(\d{2,3})-(\d{1,4})")

Progress = Callable[[str, int, int, int], None]
"""Told what is being loaded, bytes read, bytes in all, and sections so far."""


@dataclass(frozen=True)
class LawLoaded:
    """``again``: the same file was loaded before; ``newer``: a newer release is in force, so
    this one was left alone."""

    code: str
    title: str
    heading: str
    release: str
    rows: int
    again: bool = False
    newer: str = ""
    replaced: str = ""


async def load_code(
    house: House, paths: Sequence[Path], progress: Progress, release: str = ""
) -> AsyncIterator[LawLoaded]:
    """Titles and rules at the paths, one after the other. ``release`` is of files that name none.

    Raises ``NoLawThere``, ``NotUslm``, ``Damaged``, ``UnsafeXml``, ``TooLarge`` and
    ``ReaderGone``; what was complete by then stays in force."""
    await _clear(house)
    async with LawReader(paths, BATCH, _CHARACTERS) as reader:
        for source in await reader.sources():
            for loaded in await _load(house, reader, source, progress, release):
                yield loaded


async def load_constitution(house: House, path: Path, progress: Progress) -> LawLoaded:
    """Raises ``NotAConstitution``; then what was in force stays."""
    await _clear(house)
    rows = await asyncio.to_thread(provisions, path)
    told = repr([(one.identifier, one.citation, one.heading, one.text) for one in rows])
    digest = f"1:{hashlib.sha256(told.encode()).hexdigest()}"
    if known := await _known(house, digest):
        return _again(known[0])
    filling = _Filling(house, digest)
    document = Document(CONST, "Constitution of the United States", whole=True)
    try:
        for at in range(0, len(rows), BATCH):
            await filling.add(Batch(rows[at : at + BATCH], document))
            progress(path.name, at, len(rows), filling.rows)
        return (await filling.publish())[0]
    finally:
        await _clear(house)


async def _load(
    house: House, reader: LawReader, source: Offered, progress: Progress, release: str
) -> list[LawLoaded]:
    digest = await reader.digest(source)
    if known := await _known(house, digest):
        return [_again(one) for one in known]
    before = await _current(house)
    filling = _Filling(house, digest)
    try:
        async with aclosing(reader.read(source)) as batches:
            async for batch in batches:
                if not filling.rows and (newer := _newer(before, batch)):
                    return [newer]
                await filling.add(batch)
                progress(source.name, batch.done, source.total, filling.rows)
        return await filling.publish(release)
    finally:
        await _clear(house)


@dataclass
class _Title:
    load: int
    rows: int = 0
    latest: tuple[int, int] = (0, 0)
    document: Document = field(default_factory=Document)
    keys: Keys = field(default_factory=Keys)


class _Filling:
    """Rows of one source on their way in: a load for each title that occurs in it."""

    def __init__(self, house: House, digest: str) -> None:
        self._house, self._digest = house, digest
        self._titles: dict[tuple[str, str], _Title] = {}

    @property
    def rows(self) -> int:
        return sum(one.rows for one in self._titles.values())

    async def add(self, batch: Batch) -> None:
        for place in dict.fromkeys((one.code, one.title) for one in batch.sections):
            some = [one for one in batch.sections if (one.code, one.title) == place]
            async with self._house.writing() as unit:
                if place not in self._titles:
                    self._titles[place] = _Title(await unit.law.begin(*place, self._digest))
                title = self._titles[place]
                await unit.law.add(title.load, some)
            title.rows += len(some)
            title.latest = max(title.latest, *(one.latest for one in some))
            if batch.document.title == place[1]:
                title.document = batch.document
            title.keys.take(some)

    async def publish(self, release: str = "") -> list[LawLoaded]:
        """All of the source's titles in one transaction."""
        for title in self._titles.values():
            await self._add_keys(title)
        before = {(one.code, one.title): one.release for one in await _current(self._house)}
        found = []
        async with self._house.writing() as unit:
            for (code, name), title in self._titles.items():
                heading, rows = title.document.heading or title_heading(name), title.rows
                point = title.document.release or release or _as_of(title.latest)
                await unit.law.publish(title.load, heading=heading, release=point, rows=rows)
                earlier = before.get((code, name), "")
                found.append(LawLoaded(code, name, heading, point, rows, replaced=earlier))
            await unit.audit.append(
                "command line", "law.loaded", None,
                {"titles": [one.title for one in found], "digest": self._digest},
            )  # fmt: skip
        return found

    async def _add_keys(self, title: _Title) -> None:
        keys = list(title.keys.keys())
        for at in range(0, len(keys), KEYS):
            async with self._house.writing() as unit:
                await unit.law.add_keys(title.load, keys[at : at + KEYS])
        references = list(title.keys.references())
        for at in range(0, len(references), KEYS):
            async with self._house.writing() as unit:
                await unit.law.add_references(title.load, references[at : at + KEYS])
        glosses = list(title.keys.glosses())
        for at in range(0, len(glosses), KEYS):
            async with self._house.writing() as unit:
                await unit.law.add_glosses(title.load, glosses[at : at + KEYS])


def _as_of(latest: tuple[int, int]) -> str:
    """Files of single sections name no release point; the newest law that amended any does."""
    return f"amended through Pub. L. {latest[0]}-{latest[1]}" if latest[0] else ""


def _newer(in_force: Sequence[LawLoad], batch: Batch) -> LawLoaded | None:
    """What is in force of the title, if it is of a newer release point than what is offered."""
    offered = _RELEASE.fullmatch(batch.document.release)
    if offered is None:
        return None
    first = batch.sections[0]
    for one in in_force:
        known = _RELEASE.fullmatch(one.release)
        same = (one.code, one.title) == (first.code, first.title)
        if same and known and _point(known) > _point(offered):
            at = batch.document.release
            return LawLoaded(one.code, one.title, one.heading, at, one.rows, newer=one.release)
    return None


def _point(release: re.Match[str]) -> tuple[int, int]:
    return int(release[1]), int(release[2])


def _again(one: LawLoad) -> LawLoaded:
    return LawLoaded(one.code, one.title, one.heading, one.release, one.rows, again=True)


async def _current(house: House) -> Sequence[LawLoad]:
    async with house.reading() as view:
        return await view.law.loads()


async def _known(house: House, digest: str) -> list[LawLoad]:
    return [one for one in await _current(house) if one.digest == digest]


async def _clear(house: House) -> None:
    """Titles that were replaced, and what is left of loads that were broken off, in batches."""
    async with house.reading() as view:
        left = await view.law.leftovers()
    for one in left:
        gone = False
        while not gone:
            async with house.writing() as unit:
                gone = await unit.law.discard(one.id)


@dataclass(frozen=True)
class LawLoads:
    """What is in force: codes by code and title, tables of reported cases by name."""

    law: Sequence[LawLoad]
    tables: Sequence[CaseLoad]


async def in_force(house: House) -> LawLoads:
    async with house.reading() as view:
        return LawLoads(await view.law.loads(), await view.cases.loads())
