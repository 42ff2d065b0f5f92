"""Facts and passages of the documents in force, read and searched; what lawyers say of facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from engine.matter import Fact, FactState, Scope
from engine.words import vocabulary
from storage.documents import DocumentRow, number_in
from storage.errors import FactNotFound
from storage.scopes import words_of
from storage.search import best_first
from storage.search_words import Wanted
from storage.tables import document, fact, fact_change, passage
from storage.vectors import Vectors
from storage.work import Work

_NUMBER = document.c.first_fact + fact.c.ordinal
_FACT: tuple[sa.ColumnElement[Any], ...] = (
    fact.c.matter,
    _NUMBER.label("fact_number"),
    fact.c.document.label("of"),
    fact.c.ordinal,
    fact.c.text,
    fact.c.original,
    fact.c.state,
    fact.c.label,
    fact.c.page,
    document.c.number,
    document.c.title,
    document.c.scope,
)


@dataclass(frozen=True)
class PassageRow:
    """``document`` is ``D3``; ``ordinal`` counts the passages of that document."""

    document: str
    title: str
    ordinal: int
    text: str
    place: str
    scope: Scope
    page: int | None = None


@dataclass(frozen=True)
class Change:
    """What a lawyer said of a fact. ``text`` is the wording from then on, "" where it is the
    document's own; ``by`` is a person's id."""

    state: FactState
    text: str
    note: str
    by: str
    at: datetime


class Facts:
    """``admissible`` leaves out what a lawyer has called inadmissible: what agents read."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def facts(
        self,
        matter: str,
        scope: Scope | None = None,
        *,
        admissible: bool = False,
        limit: int | None = None,
        longest: int | None = None,
    ) -> Sequence[Fact]:
        """Those in force, in the order of their ids; None: of every scope. Of at most ``longest``
        characters each."""
        short = () if longest is None else (sa.func.length(fact.c.text) <= longest,)
        wanted = _selected().where(*_said(admissible), *short)
        documents = (
            sa.select(document.c.seq)
            .where(document.c.matter == matter, document.c.state == "ready", document.c.facts > 0)
            .where(*_in(scope))
        )
        if limit is None:
            every = wanted.where(fact.c.document.in_(documents)).order_by(_NUMBER)
            return await self._read(every)
        # Document by document: nothing is sorted, and no more read than is asked for.
        found: list[Fact] = []
        in_order = documents.order_by(document.c.first_fact)
        for seq in (await self._work.connection.scalars(in_order)).all():
            left = limit - len(found)
            if left <= 0:
                break
            some = wanted.where(fact.c.document == seq).order_by(fact.c.ordinal)
            found += await self._read(some.limit(left))
        return found

    async def count(self, matter: str) -> int:
        """How many are in force."""
        counted: int | None = await self._work.connection.scalar(
            sa.select(sa.func.sum(document.c.facts)).where(
                document.c.matter == matter, document.c.state == "ready"
            )
        )
        return int(counted or 0)

    async def fact(self, matter: str, id: str) -> Fact | None:
        """By its id (``F12``), also of a document that was withdrawn, while its text is here."""
        found = await self._read(
            _selected()
            .where(document.c.matter == matter, document.c.state != "pending")
            .where(*_numbered(id))
        )
        return found[0] if found else None

    async def of_document(self, row: DocumentRow, limit: int | None = None) -> Sequence[Fact]:
        """In order."""
        statement = _selected().where(fact.c.document == row.key).order_by(fact.c.ordinal)
        return await self._read(statement.limit(limit))

    async def at(
        self, places: Sequence[tuple[int, int]], *, admissible: bool = False
    ) -> Sequence[Fact]:
        """Of (document's key, ordinal), in no order; those that are not there are left out."""
        if not places:
            return []
        by_document: dict[int, list[int]] = {}
        for of, ordinal in places:
            by_document.setdefault(of, []).append(ordinal)
        # Spelt out: SQLite does not look pairs up by their index.
        wanted = [
            sa.and_(fact.c.document == of, fact.c.ordinal.in_(ordinals))
            for of, ordinals in by_document.items()
        ]
        return await self._read(_selected().where(sa.or_(*wanted), *_said(admissible)))

    async def first_numbers(self, matter: str, scope: Scope | None) -> Mapping[int, int]:
        """By the key of each document in force: what makes an ordinal a fact's number."""
        rows = await self._work.connection.execute(
            sa.select(document.c.seq, document.c.first_fact).where(
                document.c.matter == matter, document.c.state == "ready", *_in(scope)
            )
        )
        return {row.seq: row.first_fact for row in rows}

    async def ids_of(self, row: DocumentRow) -> frozenset[str]:
        rows = await self._work.connection.scalars(
            sa.select(_NUMBER)
            .join(document, document.c.seq == fact.c.document)
            .where(fact.c.document == row.key)
        )
        return frozenset(f"F{number}" for number in rows)

    async def search_facts(
        self,
        matter: str,
        query: str,
        scope: Scope | None = None,
        limit: int = 20,
        *,
        admissible: bool = False,
    ) -> Sequence[Fact]:
        """Best first, those with any word of ``query`` in the wording in force."""
        wanted = Wanted(fact, matter, _said(admissible), _in(scope))
        return await self._made(await best_first(self._work, wanted, query, _FACT, limit))

    async def search_passages(
        self, matter: str, query: str, scope: Scope | None = None, limit: int = 20
    ) -> Sequence[PassageRow]:
        """Best first, those with any word of ``query``."""
        columns = (*passage.c, document.c.number, document.c.title, document.c.scope)
        wanted = Wanted(passage, matter, (), _in(scope))
        rows = await best_first(self._work, wanted, query, columns, limit)
        return [
            PassageRow(
                document=f"D{row.number}",
                title=self._work.seal.open_(matter, row.title),
                ordinal=row.ordinal,
                text=self._work.seal.open_(matter, row.text),
                place=row.label,
                scope=Scope(row.scope),
                page=row.page,
            )
            for row in rows
        ]

    async def change(
        self, matter: str, id: str, state: FactState, by: str, text: str = "", note: str = ""
    ) -> Fact:
        """The fact as it is from now on. ``text`` is its new wording, "" leaves it as it is;
        ``STANDS`` gives it the document's own again.

        Raises ``FactNotFound`` of a fact that is not in force."""
        seal = self._work.seal
        row = await self._in_force(matter, id, alone=True)
        wording = seal.open_(matter, row.text)
        own = seal.open_(matter, row.original) or wording
        after = own if state is FactState.STANDS else text or wording
        original = "" if after == own else own
        await self._work.connection.execute(
            sa.update(fact)
            .where(fact.c.document == row.of, fact.c.ordinal == row.ordinal)
            .values(
                state=state,
                text=seal.seal(matter, after),
                original=seal.seal(matter, original),
            )
        )
        await self._work.connection.execute(
            sa.insert(fact_change).values(
                document=row.of,
                matter=matter,
                ordinal=row.ordinal,
                state=state,
                text=seal.seal(matter, after if original else ""),
                note=seal.seal(matter, note),
                by=by,
                at=self._work.now(),
            )
        )
        await self._add_words(row.of, matter, after)
        await Vectors(self._work).forget(row.of, row.ordinal)
        [changed] = await self._read(_selected().where(*_same(row)))
        return changed

    async def history(self, matter: str, id: str) -> tuple[str, Sequence[Change]]:
        """The document's own wording, then what was said of the fact, the oldest first.

        Raises ``FactNotFound`` of a fact that is not in force."""
        seal = self._work.seal
        row = await self._in_force(matter, id)
        changes = await self._work.connection.execute(
            sa.select(fact_change)
            .where(fact_change.c.document == row.of, fact_change.c.ordinal == row.ordinal)
            .order_by(fact_change.c.seq)
        )
        own = seal.open_(matter, row.original) or seal.open_(matter, row.text)
        return own, [
            Change(
                FactState(one.state),
                seal.open_(matter, one.text),
                seal.open_(matter, one.note),
                one.by,
                one.at,
            )
            for one in changes
        ]

    async def _in_force(self, matter: str, id: str, *, alone: bool = False) -> Any:
        """``alone``: nobody else changes it until this transaction ends."""
        statement = _selected().where(
            document.c.matter == matter, document.c.state == "ready", *_numbered(id)
        )
        if alone:
            statement = statement.with_for_update(of=fact)
        row = (await self._work.connection.execute(statement)).first()
        if row is None:
            raise FactNotFound()
        return row

    async def _add_words(self, of: int, matter: str, text: str) -> None:
        """What is told from the document's words also counts the lawyer's."""
        seal = self._work.seal
        stored: str = (
            await self._work.connection.execute(
                sa.select(document.c.words).where(document.c.seq == of)
            )
        ).scalar_one()
        told = set(seal.open_json(matter, stored))
        known = told or await words_of(self._work, matter, of)
        if not told.issuperset(added := vocabulary([text])):
            await self._work.connection.execute(
                sa.update(document)
                .where(document.c.seq == of)
                .values(words=seal.seal_json(matter, sorted(known.union(added))))
            )

    async def _read(self, statement: sa.Select[Any]) -> Sequence[Fact]:
        return await self._made((await self._work.connection.execute(statement)).all())

    async def _made(self, rows: Sequence[Any]) -> Sequence[Fact]:
        notes = await self._notes({row.of for row in rows if row.state != FactState.STANDS})
        return [self._fact(row, notes.get((row.of, row.ordinal), "")) for row in rows]

    async def _notes(self, documents: Iterable[int]) -> dict[tuple[int, int], str]:
        """The newest note on each fact of the documents that has one."""
        wanted = sorted(documents)
        if not wanted:
            return {}
        rows = await self._work.connection.execute(
            sa.select(fact_change)
            .where(fact_change.c.document.in_(wanted))
            .order_by(fact_change.c.seq)
        )
        opened = self._work.seal.open_
        return {(row.document, row.ordinal): opened(row.matter, row.note) for row in rows}

    def _fact(self, row: Any, note: str) -> Fact:
        made = Fact(
            id=f"F{row.fact_number}",
            text=self._work.seal.open_(row.matter, row.text),
            document=f"D{row.number}",
            title=self._work.seal.open_(row.matter, row.title),
            place=row.label,
            scope=Scope(row.scope),
            page=row.page,
        )
        state = FactState(row.state)
        return made if state is FactState.STANDS else replace(made, state=state, note=note)


def _selected() -> sa.Select[Any]:
    return sa.select(*_FACT).join(document, document.c.seq == fact.c.document)


def _in(scope: Scope | None) -> tuple[sa.ColumnElement[bool], ...]:
    return () if scope is None else (document.c.scope == scope,)


def _said(admissible: bool) -> tuple[sa.ColumnElement[bool], ...]:
    return (fact.c.state != FactState.INADMISSIBLE,) if admissible else ()


def _numbered(id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (fact.c.ordinal == number_in(id, "F") - document.c.first_fact,)


def _same(row: Any) -> tuple[sa.ColumnElement[bool], ...]:
    return (fact.c.document == row.of, fact.c.ordinal == row.ordinal)
