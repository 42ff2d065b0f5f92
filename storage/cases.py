"""The firm's tables of authorities: reported cases by place and by name.

A table is ``loading`` while its rows come in, batch by batch, and nobody sees any of them; one
small transaction makes it ``current`` and an earlier table of the same name ``old``, whose rows go
in batches afterwards.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import sqlalchemy as sa

from engine.authorities.reporters import places as equals
from engine.ports import ReportedCase
from storage.tables import law_load, reported_case
from storage.work import Work

_T = TypeVar("_T")

CODE = "cases"
BATCH = 200
"""Rows a write transaction takes at most: under 50 ms on an idle machine."""
_AT_ONCE = 150
"""Places in one statement: SQLite would take thousands, but plans them slowly."""
_LOOKED_AT = 400
"""Rows whose names hold all words, somewhere, that are looked at for one name that does."""


@dataclass(frozen=True)
class CaseLoad:
    """A table that was loaded, or is being loaded. ``name`` is its file's or folder's; ``at`` is
    when rows of it came in last."""

    id: int
    name: str
    digest: str
    state: str
    rows: int
    at: datetime


class Cases:
    def __init__(self, work: Work) -> None:
        self._work = work

    # Lookups

    async def at(self, places: Iterable[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        """See :meth:`engine.ports.Library.cases_at`; filed under a nominative reporter too."""
        same = (equal for place in places for equal in equals(*place))
        c = reported_case.c
        found: list[ReportedCase] = []
        for some in _batched(list(dict.fromkeys(same)), _AT_ONCE):
            where = sa.or_(
                *(sa.and_(c.reporter == r, c.volume == v, c.page == p) for r, v, p in some)
            )
            found += await self._read(where)
        return found

    async def volumes(self, of: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """See :meth:`engine.ports.Library.volumes`."""
        return frozenset([one for one in dict.fromkeys(of) if await self._has_volume(*one)])

    async def _has_volume(self, reporter: str, volume: str) -> bool:
        c = reported_case.c
        same = [sa.and_(c.reporter == r, c.volume == v) for r, v, _ in equals(reporter, volume, "")]
        some = _current(sa.select(c.seq)).where(sa.or_(*same)).limit(1)
        return await self._work.connection.scalar(some) is not None

    async def named(self, words: Sequence[str], limit: int) -> Sequence[ReportedCase]:
        """See :meth:`engine.ports.Library.cases_named`; none for no words."""
        wanted = _words(" ".join(words))
        if not wanted:
            return []
        c = reported_case.c
        mentioned = _current(sa.select(c.seq, c.names)).where(self._mentions(wanted))
        rows = await self._work.connection.execute(mentioned.order_by(c.seq).limit(_LOOKED_AT))
        fits = [
            row.seq for row in rows if any(wanted <= _words(name) for name in row.names.split("\n"))
        ]
        return await self._read(c.seq.in_(fits[:limit])) if fits else []

    def _mentions(self, wanted: frozenset[str]) -> sa.ColumnElement[bool]:
        """Initials and numbers are left to the names themselves: the indices part them in
        different ways."""
        telling = {word for word in wanted if len(word) > 1 and not word.isdigit()}
        words = sorted(telling or wanted)
        if self._work.on_postgresql:
            index: sa.ColumnElement[Any] = sa.literal_column("reported_case.words")
            asked = sa.func.to_tsquery("simple", " & ".join(f"'{word}'" for word in words))
            return index.op("@@")(asked)
        fts = sa.table("reported_case_fts", sa.column("rowid"))
        matches = sa.text("reported_case_fts MATCH :asked").bindparams(
            asked=" AND ".join(f'"{word}"' for word in words)
        )
        return reported_case.c.seq.in_(sa.select(fts.c.rowid).where(matches))

    async def _read(self, where: sa.ColumnElement[bool]) -> list[ReportedCase]:
        chosen = _current(sa.select(reported_case)).where(where)
        rows = await self._work.connection.execute(chosen.order_by(reported_case.c.seq))
        return [
            ReportedCase(
                row.reporter, row.volume, row.page, tuple(row.names.split("\n")), row.year,
                row.court, row.holding, row.text,
            )
            for row in rows
        ]  # fmt: skip

    # Loads

    async def loads(self) -> Sequence[CaseLoad]:
        """Those in force, by name."""
        return await self._loads(law_load.c.state == "current")

    async def current(self, name: str) -> CaseLoad | None:
        found = await self._loads(law_load.c.title == name, law_load.c.state == "current")
        return found[-1] if found else None

    async def leftovers(self) -> Sequence[CaseLoad]:
        """What a crash left half-loaded, and what was replaced."""
        return await self._loads(law_load.c.state != "current")

    async def going_on(self, name: str, within: float) -> CaseLoad | None:
        """A load of that name of which rows came in so many seconds ago at most. None can begin
        until this transaction ends."""
        await self._work.lock(f"cases {name}")
        since = self._work.now() - timedelta(seconds=within)
        c = law_load.c
        found = await self._loads(c.title == name, c.state == "loading", c.at > since)
        return found[-1] if found else None

    async def broken_off(self, name: str, after: float) -> Sequence[CaseLoad]:
        """What was replaced, and loads of that name of which no row came in for so many seconds."""
        before = self._work.now() - timedelta(seconds=after)
        c = law_load.c
        left = sa.and_(c.title == name, c.state == "loading", c.at <= before)
        return await self._loads(sa.or_(c.state == "old", left))

    async def begin(self, name: str, digest: str) -> int:
        added = await self._work.connection.execute(
            sa.insert(law_load)
            .values(
                code=CODE, title=name, heading="", release="", digest=digest, state="loading",
                rows=0, at=self._work.now(),
            )
            .returning(law_load.c.seq)
        )  # fmt: skip
        return int(added.scalar_one())

    async def add(self, load: int, cases: Sequence[ReportedCase]) -> bool:
        """At most ``BATCH`` at once. False, and nothing is added, if the load is not there any
        more: another took it for one that was broken off."""
        if len(cases) > BATCH:
            raise ValueError(f"{len(cases)} rows in one batch; at most {BATCH}")
        touched = await self._work.connection.execute(
            sa.update(law_load)
            .where(law_load.c.seq == load, law_load.c.state == "loading")
            .values(at=self._work.now(), rows=law_load.c.rows + len(cases))
        )
        if touched.rowcount != 1:
            return False
        if cases:
            rows = [{"load": load, **self._columns(one)} for one in cases]
            await self._work.connection.execute(sa.insert(reported_case), rows)
        return True

    async def publish(self, load: int, rows: int) -> bool:
        """Show it in place of an earlier one of its name. False, and nothing changes, if it is not
        there any more."""
        name: str | None = await self._work.connection.scalar(
            sa.select(law_load.c.title)
            .where(law_load.c.seq == load, law_load.c.state == "loading")
            .with_for_update()
        )
        if name is None:
            return False
        await self._work.connection.execute(
            sa.update(law_load)
            .where(law_load.c.code == CODE, law_load.c.title == name)
            .where(law_load.c.state == "current")
            .values(state="old")
        )
        await self._work.connection.execute(
            sa.update(law_load).where(law_load.c.seq == load).values(state="current", rows=rows)
        )
        return True

    async def discard(self, load: int, limit: int = BATCH) -> bool:
        """Remove up to ``limit`` rows of a load that is not in force; True once it is gone. One
        in force is left as it is."""
        loose = sa.select(law_load.c.seq).where(
            law_load.c.seq == load, law_load.c.state != "current"
        )
        some = (
            sa.select(reported_case.c.seq)
            .where(reported_case.c.load.in_(loose.scalar_subquery()))
            .limit(limit)
        )
        gone = await self._work.connection.execute(
            sa.delete(reported_case).where(reported_case.c.seq.in_(some.scalar_subquery()))
        )
        if gone.rowcount >= limit:
            return False
        await self._work.connection.execute(
            sa.delete(law_load).where(law_load.c.seq == load, law_load.c.state != "current")
        )
        return True

    async def _loads(self, *where: sa.ColumnElement[bool]) -> Sequence[CaseLoad]:
        rows = await self._work.connection.execute(
            sa.select(law_load)
            .where(law_load.c.code == CODE, *where)
            .order_by(law_load.c.title, law_load.c.seq)
        )
        return [
            CaseLoad(row.seq, row.title, row.digest, row.state, row.rows, row.at) for row in rows
        ]

    def _columns(self, one: ReportedCase) -> dict[str, Any]:
        seal = self._work.seal
        return {
            "reporter": one.reporter,
            "volume": one.volume,
            "page": one.page,
            "names": seal.seal(None, "\n".join(one.names)),
            "year": one.year,
            "court": seal.seal(None, one.court),
            "holding": seal.seal(None, one.holding),
            "text": seal.seal(None, one.text),
        }


def _current(statement: sa.Select[Any]) -> sa.Select[Any]:
    """Rows of tables in force alone."""
    loads = sa.select(law_load.c.seq).where(law_load.c.code == CODE, law_load.c.state == "current")
    return statement.where(reported_case.c.load.in_(loads))


def _batched(all_: Sequence[_T], count: int) -> Iterator[Sequence[_T]]:
    for start in range(0, len(all_), count):
        yield all_[start : start + count]


def _words(name: str) -> frozenset[str]:
    """Whole words in one spelling, as both indices part them."""
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)
    )
    return frozenset(re.findall(r"[^\W_]+", bare.casefold()))
