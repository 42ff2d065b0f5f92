"""Where the quotations of a brief stand in the matter's documents.

Each is looked up by its own words, so that a matter of many pages costs no more than one of few.
The brief itself, and what on file is an earlier version of it, are not looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.authorities.quotes import holds
from engine.authorities.recorded import BriefQuotation, Nearness, Source, nearness, told
from engine.corpus.kinship import kin
from engine.matter import Matter, Scope
from handlers.brief import Brief
from handlers.services import Services

if TYPE_CHECKING:
    from storage.facts import PassageRow
    from storage.house import Unit

MOST = 400
"""Quotations of one brief that are looked up: more than a long brief has."""
_PASSAGES = 12
"""Of each scope that are compared with one quotation."""
_RUN = 4
"""Passages in a row that a quotation may run over: some 3,000 characters."""
_SHEETS = 2
"""Near passages whose sheet is read, for a quotation that runs on to the next."""
_AT_ONCE = 20
"""Quotations that are looked up from one state of the house."""


class Finding(StrEnum):
    """``FOUND``: word for word. ``DIFFERS``: most of its words, in order."""

    FOUND = "found"
    DIFFERS = "found with differences"
    MISSING = "not found"


@dataclass(frozen=True)
class Looked:
    """A quotation and what was found: ``document`` is its id, ``place`` its label there.

    ``ours``: it stands in a document that is ours only, and in none on record. ``reason`` is a
    sentence for a lawyer, "" where ``finding`` and ``document`` say all."""

    quotation: BriefQuotation
    finding: Finding
    document: str = ""
    title: str = ""
    place: str = ""
    ours: bool = False
    reason: str = ""

    @property
    def wanting(self) -> bool:
        """Whether somebody must look: it is changed, not where it is said to be, or ours."""
        lost = self.finding is Finding.MISSING and self.quotation.given is Source.RECORD
        return self.finding is Finding.DIFFERS or lost or self.ours


@dataclass(frozen=True)
class _Text:
    """What a quotation is compared with: passages in a row, or sheets."""

    document: str
    title: str
    place: str
    page: int | None
    scope: Scope
    text: str


async def look_up(
    services: Services,
    matter: Matter,
    brief: Brief,
    found: Sequence[BriefQuotation],
    see: Callable[[int, int], None],
) -> list[Looked]:
    """What the matter's documents have of each of the first ``MOST``; ``see`` is told how many are
    done. Whoever calls this has asked whether the viewer may read the matter."""
    found = found[:MOST]
    looked: list[Looked] = []
    itself: frozenset[str] = frozenset()
    for first in range(0, len(found), _AT_ONCE):
        async with services.house.reading() as view:
            if first == 0:
                itself = await _itself(view, matter, brief)
            for one in found[first : first + _AT_ONCE]:
                looked.append(await _one(view, matter, one, itself))
                see(len(looked), len(found))
    return looked


async def _itself(view: Unit, matter: Matter, brief: Brief) -> frozenset[str]:
    """The ids under which the brief, or a version of it, is on file."""
    if brief.document:
        row = await view.documents.get(matter.id, brief.document)
        versions = [str(one["document"]) for one in row.kin.get("versions", ())]
        return frozenset((row.id, *row.kin.get("same", ()), *versions))
    sketches = await view.documents.sketches(matter.id)
    nearest = await asyncio.to_thread(kin, brief.sketch, sketches)
    return frozenset((nearest[1],)) if nearest else frozenset()


async def _one(
    view: Unit, matter: Matter, quotation: BriefQuotation, itself: Collection[str]
) -> Looked:
    """On record if it stands there, else ours; else the likest, what is on record first."""
    likest: tuple[Nearness, _Text] | None = None
    for scope in (Scope.RECORD, Scope.OURS):
        rows = await view.facts.search_passages(matter.id, quotation.query, scope, _PASSAGES)
        rows = [row for row in rows if row.document not in itself]
        right, near = await asyncio.to_thread(_compared, quotation.inner, rows)
        right = right or await _on_sheets(view, matter, quotation.inner, near)
        if right is not None:
            return _looked(quotation, Finding.FOUND, right)
        if near and (likest is None or near[0][0].share > likest[0].share):
            likest = near[0]
    if likest is None:
        return Looked(quotation, Finding.MISSING)
    how, text = likest
    return replace(_looked(quotation, Finding.DIFFERS, text), reason=told(how.differences))


def _looked(quotation: BriefQuotation, finding: Finding, text: _Text) -> Looked:
    ours = text.scope is Scope.OURS
    return Looked(quotation, finding, text.document, text.title, text.place, ours)


def _compared(
    quotation: str, rows: Sequence[PassageRow]
) -> tuple[_Text | None, list[tuple[Nearness, _Text]]]:
    """The text that has the words, if one has; else the texts that come near, the nearest first."""
    texts = list(_runs(rows))
    right = next((one for one in texts if holds(one.text, quotation)), None)
    if right is not None:
        return right, []
    near = [(how, one) for one in texts if (how := nearness(quotation, one.text)) is not None]
    return None, sorted(near, key=lambda one: (-one[0].share, len(one[0].differences)))


def _runs(rows: Sequence[PassageRow]) -> Iterable[_Text]:
    """Each passage, best first; then those that stand in a row, together."""
    for row in rows:
        yield _text(row, row.text)
    at = {(row.document, row.ordinal): row for row in rows}
    for row in rows:
        run = [row]
        while len(run) < _RUN and (behind := at.get((row.document, row.ordinal + len(run)))):
            run.append(behind)
            yield _text(row, "\n".join(one.text for one in run))


def _text(row: PassageRow, text: str) -> _Text:
    return _Text(row.document, row.title, row.place, row.page, row.scope, text)


async def _on_sheets(
    view: Unit, matter: Matter, quotation: str, near: Sequence[tuple[Nearness, _Text]]
) -> _Text | None:
    """Words that run on into a passage which the search did not bring: looked for on the sheet
    and the next one."""
    seen: set[tuple[str, int]] = set()
    for _, one in near:
        if one.page is None or (one.document, one.page) in seen or len(seen) == _SHEETS:
            continue
        seen.add((one.document, one.page))
        row = await view.documents.get(matter.id, one.document)
        sheets = [await view.documents.page_text(row, one.page + more) or "" for more in (-1, 0, 1)]
        for first, last in ((1, 2), (1, 3), (0, 2)):
            text = "\n".join(sheets[first:last])
            if await asyncio.to_thread(holds, text, quotation):
                begins = one.page if first else one.page - 1
                place = f"p. {begins}" if last - first == 1 else f"pp. {begins}–{begins + 1}"
                return replace(one, place=place, page=begins, text=text)
    return None
