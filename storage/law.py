"""Codes of public law: loads of them, and sections by identifier.

A load is ``loading`` while its rows come in, batch by batch, and nobody sees any of them; one
small transaction makes it ``current`` and an earlier one of the same title ``old``, whose rows go
in batches afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from engine.law.codes import CONST, RULES, USC, Named, Section, norm, part_of
from engine.law.index import Key
from engine.ports import LawSection
from storage.tables import law_load, law_name, law_reference, law_section
from storage.tables.law import law_gloss
from storage.work import Work

CODES = (USC, RULES, CONST)
BATCH = 60
"""Sections that one write transaction takes, or less if they are long."""
KEYS = 400
"""Names and references that one write transaction takes."""
_AT_ONCE = 400
"""Values in one statement."""


@dataclass(frozen=True)
class LawLoad:
    """A title that is loaded, or is being loaded; ``rows`` are its sections."""

    id: int
    code: str
    title: str
    heading: str
    release: str
    digest: str
    state: str
    rows: int
    at: datetime


class Law:
    def __init__(self, work: Work) -> None:
        self._work = work

    # Loads

    async def loads(self) -> Sequence[LawLoad]:
        """Those in force, by code and title."""
        found = await self._loads(law_load.c.state == "current")
        return sorted(found, key=lambda one: (CODES.index(one.code), _by_number(one.title)))

    async def leftovers(self) -> Sequence[LawLoad]:
        """What a crash left half-loaded, and what was replaced."""
        return await self._loads(law_load.c.state != "current")

    async def begin(self, code: str, title: str, digest: str) -> int:
        added = await self._work.connection.execute(
            sa.insert(law_load)
            .values(
                code=code, title=title, heading="", release="", digest=digest, state="loading",
                rows=0, at=self._work.now(),
            )
            .returning(law_load.c.seq)
        )  # fmt: skip
        return int(added.scalar_one())

    async def add(self, load: int, sections: Sequence[Section]) -> None:
        """At most ``BATCH`` at once."""
        if len(sections) > BATCH:
            raise ValueError(f"{len(sections)} sections in one batch; at most {BATCH}")
        if sections:
            rows = [{"load": load, **_columns(one)} for one in sections]
            await self._work.connection.execute(sa.insert(law_section), rows)

    async def add_keys(self, load: int, keys: Sequence[Key]) -> None:
        """At most ``KEYS`` at once."""
        if keys:
            rows = [
                {
                    "load": load, "folded": one.folded, "name": one.named.name,
                    "target": one.named.target, "times": one.named.times,
                }
                for one in keys
            ]  # fmt: skip
            await self._work.connection.execute(sa.insert(law_name), rows)

    async def add_references(self, load: int, times: Sequence[tuple[str, int]]) -> None:
        """How many sections refer to each, by norm; at most ``KEYS`` at once."""
        if times:
            rows = [{"load": load, "norm": one, "times": count} for one, count in times]
            await self._work.connection.execute(sa.insert(law_reference), rows)

    async def add_glosses(self, load: int, glosses: Sequence[tuple[str, str, str]]) -> None:
        """What each is called, and words around it, by norm; at most ``KEYS`` at once."""
        if glosses:
            rows = [
                {"load": load, "norm": one, "text": called, "around": words}
                for one, called, words in glosses
            ]
            await self._work.connection.execute(sa.insert(law_gloss), rows)

    async def publish(self, load: int, *, heading: str, release: str, rows: int) -> None:
        """Show it in place of an earlier one of its title."""
        same = sa.select(law_load.c.code, law_load.c.title).where(law_load.c.seq == load).subquery()
        await self._work.connection.execute(
            sa.update(law_load)
            .where(law_load.c.code == sa.select(same.c.code).scalar_subquery())
            .where(law_load.c.title == sa.select(same.c.title).scalar_subquery())
            .where(law_load.c.state == "current")
            .values(state="old")
        )
        await self._work.connection.execute(
            sa.update(law_load)
            .where(law_load.c.seq == load)
            .values(state="current", heading=heading, release=release, rows=rows,
                    at=self._work.now())
        )  # fmt: skip

    async def discard(self, load: int) -> bool:
        """Remove a batch of rows of a load that is not in force; True once it is gone."""
        for table, limit in (
            (law_section, BATCH // 2), (law_name, KEYS), (law_reference, KEYS), (law_gloss, KEYS),
        ):  # fmt: skip
            some = sa.select(table.c.seq).where(table.c.load == load).limit(limit)
            gone = await self._work.connection.execute(
                sa.delete(table).where(table.c.seq.in_(some.scalar_subquery()))
            )
            if gone.rowcount:
                return False
        await self._work.connection.execute(
            sa.delete(law_load).where(law_load.c.seq == load, law_load.c.state != "current")
        )
        return True

    async def _loads(self, *where: sa.ColumnElement[bool]) -> list[LawLoad]:
        rows = await self._work.connection.execute(
            sa.select(law_load).where(law_load.c.code.in_(CODES), *where).order_by(law_load.c.seq)
        )
        return [
            LawLoad(
                row.seq, row.code, row.title, row.heading, row.release, row.digest, row.state,
                row.rows, row.at,
            )
            for row in rows
        ]  # fmt: skip

    # Sections

    async def codes(self) -> frozenset[str]:
        """See :meth:`engine.ports.Library.codes`."""
        return frozenset(
            one.code if one.code == CONST else f"{one.code}/{one.title}"
            for one in await self._loads(law_load.c.state == "current")
        )

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        """See :meth:`engine.ports.Library.sections`; in the order of the identifiers."""
        heads = {head for id in identifiers for head, _ in _cuts(norm(id))}
        others: dict[str, list[str]] = {}
        for key in await self.keys(sorted(heads)):
            others.setdefault(key.folded, []).append(norm(key.named.target))
        wanted = sorted(heads | {one for targets in others.values() for one in targets})
        rows: dict[str, list[Any]] = {}
        for some in _batched(wanted, _AT_ONCE):
            for row in await self._rows(law_section.c.norm.in_(some)):
                rows.setdefault(row.norm, []).append(row)
        found: list[LawSection] = []
        for id in identifiers:
            found += _best_cut(id, rows, others)
        return found

    async def keys(self, folded: Sequence[str]) -> Sequence[Key]:
        """See :meth:`engine.law.index.LawIndex.keys`."""
        c = law_name.c
        found: list[Key] = []
        for some in _batched(list(dict.fromkeys(folded)), _AT_ONCE):
            rows = await self._work.connection.execute(
                sa.select(c.folded, c.name, c.target, sa.func.sum(c.times).label("times"))
                .where(c.folded.in_(some), c.load.in_(current()))
                .group_by(c.folded, c.name, c.target)
                .order_by(c.folded, c.target, c.name)
            )
            found += (Key(r.folded, Named(r.name, r.target, int(r.times))) for r in rows)
        return found

    async def read(self, keys: Sequence[int]) -> Sequence[LawSection]:
        """See :meth:`engine.law.index.LawIndex.read`."""
        rows = {row.seq: row for row in await self._rows(law_section.c.seq.in_(list(keys)))}
        return [_section(rows[key]) for key in keys if key in rows]

    async def _rows(self, where: sa.ColumnElement[bool]) -> Sequence[Any]:
        chosen = (
            sa.select(law_section, law_load.c.code, law_load.c.release)
            .join(law_load, law_load.c.seq == law_section.c.load)
            .where(law_load.c.state == "current", where)
            .order_by(law_section.c.seq)
        )
        return (await self._work.connection.execute(chosen)).all()


def current(codes: Iterable[str] = CODES) -> sa.Select[Any]:
    """The loads in force."""
    return sa.select(law_load.c.seq).where(
        law_load.c.code.in_(list(codes)), law_load.c.state == "current"
    )


def _columns(one: Section) -> dict[str, Any]:
    own = one.identifier
    parts = {id[len(own) + 1 :]: span for id, span in one.parts.items() if id.startswith(own + "/")}
    number = re.search(r"/(?:s|rule)(\d+)[^/]*$", own)
    return {
        "identifier": own,
        "norm": norm(own),
        "number": min(int(number[1]), 2**31 - 1) if number else 0,
        "citation": one.citation,
        "heading": one.heading,
        "status": one.status,
        "text": one.text,
        "names": "\n".join(one.names),
        "path": "\n".join(one.path),
        "within": "\n".join(one.within),
        "notes": one.notes,
        "parts": json.dumps(parts, separators=(",", ":"), ensure_ascii=False),
    }


def _section(row: Any, part: str = "") -> LawSection:
    """The row's section, or the part of it whose identifier has ``part`` behind."""
    identifier, citation, text = row.identifier, row.citation, row.text
    if part:
        start, end = json.loads(row.parts)[part]
        identifier, text = f"{identifier}/{part}", text[start:end]
        citation = part_of(citation, row.identifier, identifier)
    return LawSection(row.code, identifier, citation, row.heading, text, row.status, row.release)


def _cuts(identifier: str) -> list[tuple[str, str]]:
    """Where the section may end and its part begin, the longest section first."""
    steps = identifier.split("/")
    return [("/".join(steps[:at]), "/".join(steps[at:])) for at in range(len(steps), 3, -1)]


def _best_cut(
    id: str, rows: Mapping[str, Sequence[Any]], others: Mapping[str, Sequence[str]]
) -> list[LawSection]:
    for head, part in _cuts(id):
        targets = [norm(head)] if norm(head) in rows else others.get(norm(head), [])
        found = [row for target in targets for row in rows.get(target, ())]
        if found:
            return [one for row in found for one in _parts(row, part)]
    return []


def _parts(row: Any, part: str) -> list[LawSection]:
    if not part:
        return [_section(row)]
    known: Mapping[str, Any] = json.loads(row.parts)
    if part in known:
        return [_section(row, part)]
    alike = [one for one in known if one.lower() == part.lower()]
    return [_section(row, alike[0])] if len(alike) == 1 else []


def _by_number(title: str) -> tuple[int, str]:
    found = re.match(r"\d+", title)
    return (int(found[0]) if found else 0, title)


def _batched(all_: Sequence[Any], count: int) -> Iterable[Sequence[Any]]:
    for start in range(0, len(all_), count):
        yield all_[start : start + count]
