"""A small matter to test with."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.corpus.types import FactText, Page, Passage, Place
from engine.matter import Matter, Scope
from engine.record import Run
from storage.documents import BATCH, DocumentRow
from storage.house import House
from storage.intake import Intake

SHA = "ab" * 32


def sha_of(name: str) -> str:
    """What a document of that name has for its content's digest here."""
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()


async def open_matter(house: House, number: str = "2026-0417", owner: str | None = None) -> Matter:
    async with house.writing() as unit:
        who = owner or (await unit.people.add("Ada Counsel", ["lawyer"])).id
        return await unit.matters.create(number, "United States v. Acme", owner=who)


def spot(page: int) -> Place:
    return Place(page=page, paragraph=None, exact=True, label=f"p. {page}")


def facts_of(texts: Sequence[str]) -> list[FactText]:
    return [FactText(n, text, spot(n), "sentence", n) for n, text in enumerate(texts, 1)]


async def begin(house: House, matter: Matter, name: str, scope: Scope = Scope.OURS) -> DocumentRow:
    async with house.writing() as unit:
        sha = sha_of(name)
        return await unit.documents.begin(matter.id, name, sha, sha, scope, "P-ADA")


async def file_document(
    house: House, matter: Matter, name: str, texts: Sequence[str], scope: Scope = Scope.RECORD
) -> DocumentRow:
    """A document in force with one page, passage and fact for each text."""
    row = await begin(house, matter, name, scope)
    pages = [Page(n, text) for n, text in enumerate(texts, 1)]
    passages = [Passage(n, text, spot(n)) for n, text in enumerate(texts, 1)]
    await Intake(house).keep(row, pages, passages, facts_of(texts), title=name)
    return row


async def start_run(house: House, matter: Matter, id: str = "R-1") -> Run:
    new = Run(id, matter.id, matter.thread, "dismissal", rounds=2, orbits=1, seed=7)
    async with house.writing() as unit:
        return await unit.runs.create(new)


__all__ = [
    "BATCH",
    "SHA",
    "begin",
    "facts_of",
    "file_document",
    "open_matter",
    "sha_of",
    "spot",
    "start_run",
]
