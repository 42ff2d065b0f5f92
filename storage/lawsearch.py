"""Full-text search over the law: FTS5 on SQLite, tsvector on PostgreSQL.

Nothing of a query reaches either as syntax: words are letters and figures alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from engine.law.codes import CONST, RULES, USC
from engine.law.index import Among, Body, Candidate, Field
from storage.law import Law, current
from storage.tables import law_load, law_reference, law_section
from storage.tables.law import law_gloss

_READ = 30_000
"""Characters of a section that are looked into."""
_FEW = 2_500
"""Sections that PostgreSQL is to rank: it cannot tell a common word from a rare one by itself."""
_USUAL = 120.0
"""Different words that a section of the usual length has."""
_FIELDS: sa.ColumnElement[Any] = sa.literal_column("'{0.1, 0.1, 0.2, 0.6}'::real[]")
"""What a word counts in text, nowhere, path and heading."""
_HEADING: sa.ColumnElement[Any] = sa.literal_column("'{0, 0, 0, 1}'::real[]")
_FTS = "law_section_fts"
_GLOSS_FTS = "law_gloss_fts"
_REPLACED = 200
"""Rows of replaced loads that may stand before those in force until they are gone."""


class LawSearch(Law):
    """Implements :class:`engine.law.index.LawIndex`."""

    async def frequencies(self, words: Sequence[str]) -> Mapping[str, int]:
        in_all = sa.select(sa.func.coalesce(sa.func.sum(law_load.c.rows), 0)).where(
            law_load.c.seq.in_(current())
        )
        counted = [in_all.scalar_subquery(), *(self._count(n, w) for n, w in enumerate(words))]
        columns = [column.label(f"n{at}") for at, column in enumerate(counted)]
        row = (await self._work.connection.execute(sa.select(*columns))).one()
        return dict(zip(["", *words], (int(count) for count in row), strict=True))

    def _count(self, at: int, word: str) -> sa.ScalarSelect[int]:
        if self._work.on_postgresql:
            return (
                sa.select(sa.func.count())
                .select_from(law_section)
                .where(_words().op("@@")(_tsquery([word])))
                .scalar_subquery()
            )
        matches = sa.text(f"{_FTS} MATCH :w{at}").bindparams(**{f"w{at}": _any([word])})
        return (
            sa.select(sa.func.count())
            .select_from(sa.table(_FTS, sa.column("rowid")))
            .where(matches)
            .scalar_subquery()
        )

    async def matching(
        self,
        weights: Mapping[str, float],
        constitution: bool,
        limit: int,
        *,
        field: Field = "anywhere",
        among: Among | None = None,
    ) -> Sequence[Candidate]:
        codes = (CONST,) if constitution else (USC, RULES)
        if not weights:
            return await self._first(codes, among or Among(), limit)
        if field == "gloss":
            return await self._candidates(self._called(weights, limit), codes, limit)
        # The Constitution's few rows would drown among the Code's.
        these = among or (Among() if constitution else None)
        chosen = None if these is None else self._chosen(codes, these)
        if self._work.on_postgresql:
            hits = await self._ranked(weights, field, chosen)
        else:
            hits = self._bm25(weights, field, chosen, limit)
        return await self._candidates(hits, codes, limit)

    def _chosen(self, codes: Sequence[str], among: Among) -> sa.Select[Any]:
        c = law_section.c
        which: list[sa.ColumnElement[bool]] = [c.norm.in_(among.norms)] if among.norms else []
        for title, first, last in among.spans:
            loads = current(codes).where(law_load.c.title == title)
            which.append(sa.and_(c.load.in_(loads), c.number.between(first, last)))
        chosen = sa.select(c.seq).where(c.load.in_(current(codes)))
        return chosen.where(sa.or_(*which)) if which else chosen

    async def _first(self, codes: Sequence[str], among: Among, limit: int) -> Sequence[Candidate]:
        c = law_section.c
        hits = (
            sa.select(c.seq, sa.literal(0.0).label("score"))
            .where(c.seq.in_(self._chosen(codes, among)))
            .order_by(c.number, c.seq)
            .limit(limit)
            .subquery()
        )
        return await self._candidates(hits, codes, limit)

    def _bm25(
        self, weights: Mapping[str, float], field: Field, chosen: sa.Select[Any] | None,
        limit: int,
    ) -> sa.Subquery:  # fmt: skip
        asked = _any(weights)
        fts = sa.table(_FTS, sa.column("rowid"))
        rank: sa.ColumnElement[float] = sa.literal_column(f"bm25({_FTS}, 6.0, 2.0, 2.0, 0.3, 1.0)")
        found = (
            sa.select(fts.c.rowid.label("seq"), (-rank).label("score"))
            .select_from(fts)
            .where(sa.text(f"{_FTS} MATCH :asked").bindparams(
                asked=f"heading : ({asked})" if field == "heading" else asked
            ))
            .order_by(rank)
            .limit(limit + _REPLACED)
        )  # fmt: skip
        if chosen is not None:
            # With the plus it filters what matches; without, every row is looked up by itself.
            found = found.where(sa.literal_column("+rowid").in_(chosen))
        return found.subquery()

    def _called(self, weights: Mapping[str, float], limit: int) -> sa.Subquery:
        """Sections by what others call them, in each title that calls them so."""
        g = law_gloss.c
        if self._work.on_postgresql:
            asked = _tsquery(list(weights))
            words: sa.ColumnElement[Any] = sa.literal_column("law_gloss.words")
            fit: sa.ColumnElement[Any] = sa.func.ts_rank(words, asked, 1)
            found = (
                sa.select(g.norm, g.load, fit.label("score"))
                .where(words.op("@@")(asked))
                .subquery()
            )
        else:
            fts = sa.table(_GLOSS_FTS, sa.column("rowid"))
            rank: sa.ColumnElement[float] = sa.literal_column("rank")
            matches = sa.text(f"{_GLOSS_FTS} MATCH :called").bindparams(called=_any(weights))
            best = (
                sa.select(fts.c.rowid.label("seq"), (-rank).label("score"))
                .select_from(fts)
                .where(matches)
                .order_by(rank)
                .limit(limit + _REPLACED)
                .subquery()
            )
            found = (
                sa.select(g.norm, g.load, best.c.score).join(best, best.c.seq == g.seq).subquery()
            )
        summed = (
            sa.select(found.c.norm, sa.func.sum(found.c.score).label("score"))
            .where(found.c.load.in_(current()))
            .group_by(found.c.norm)
            .subquery()
        )
        return (
            sa.select(law_section.c.seq, summed.c.score)
            .join(summed, summed.c.norm == law_section.c.norm)
            .subquery()
        )

    async def _ranked(
        self, weights: Mapping[str, float], field: Field, chosen: sa.Select[Any] | None
    ) -> sa.Subquery:
        """Every word counts by its weight in those that hold the most telling words."""
        words = await self._telling(weights) if chosen is None else list(weights)
        asked = _tsquery(words, "A" if field == "heading" else "")
        found = sa.select(
            law_section.c.seq,
            # Unpacked once, not for every word.
            sa.literal_column("law_section.words || ''::tsvector").label("words"),
            # What is common in a long section says little, as in BM25.
            (0.02 + 0.06 * sa.func.length(_words()) / _USUAL).label("usual"),
        ).where(_words().op("@@")(asked))
        if chosen is not None:
            found = found.where(law_section.c.seq.in_(chosen))
        held = found.cte("held").prefix_with("MATERIALIZED", dialect="postgresql")
        if field == "heading":
            score: sa.ColumnElement[Any] = sa.func.ts_rank(_HEADING, held.c.words, asked)
        else:
            shares = [
                weight
                - weight
                * held.c.usual
                / (sa.func.ts_rank(_FIELDS, held.c.words, _tsquery([word])) + held.c.usual)
                for word, weight in weights.items()
            ]
            score = sum(shares[1:], shares[0])
        return sa.select(held.c.seq, score.label("score")).subquery()

    async def _telling(self, weights: Mapping[str, float]) -> list[str]:
        """The rarest words that a few thousand sections hold together; one at least."""
        counts = await self.frequencies(list(weights))
        words: list[str] = []
        total = 0
        for word in sorted(weights, key=lambda one: counts[one]):
            total += counts[word]
            if words and total > _FEW:
                break
            words.append(word)
        return words

    async def _candidates(
        self, hits: sa.Subquery, codes: Sequence[str], limit: int
    ) -> Sequence[Candidate]:
        c = law_section.c
        referred = (
            sa.select(sa.func.coalesce(sa.func.sum(law_reference.c.times), 0))
            .where(law_reference.c.norm == c.norm, law_reference.c.load.in_(current()))
            .scalar_subquery()
        )
        called = _gathered(law_gloss.c.text, "\n")
        best = (
            sa.select(
                c.seq, c.identifier, law_load.c.title, c.number, c.heading, c.path, c.status,
                hits.c.score, referred.label("referred"), c.within, called.label("glosses"),
            )
            .join(hits, hits.c.seq == c.seq)
            .join(law_load, law_load.c.seq == c.load)
            .where(law_load.c.state == "current", law_load.c.code.in_(codes))
            .order_by(hits.c.score.desc(), c.seq)
            .limit(limit)
        )  # fmt: skip
        rows = await self._work.connection.execute(best)
        return [
            Candidate(
                row.seq, row.identifier, row.title, row.number, row.heading, row.path, row.status,
                float(row.score), int(row.referred), row.within, row.glosses,
            )
            for row in rows
        ]  # fmt: skip

    async def bodies(self, keys: Sequence[int]) -> Mapping[int, Body]:
        c = law_section.c
        rows = await self._work.connection.execute(
            sa.select(
                c.seq, sa.func.substr(c.text, 1, _READ).label("text"), c.notes,
                _gathered(law_gloss.c.around, " ").label("around"),
            ).where(c.seq.in_(list(keys)))
        )  # fmt: skip
        return {row.seq: Body(row.text, row.notes, row.around) for row in rows}


def _gathered(column: sa.ColumnElement[str], between: str) -> sa.ScalarSelect[str]:
    """Of all titles that refer to a section."""
    return (
        sa.select(sa.func.coalesce(sa.func.aggregate_strings(column, between), ""))
        .where(law_gloss.c.norm == law_section.c.norm, law_gloss.c.load.in_(current()))
        .scalar_subquery()
    )


def _any(words: Mapping[str, float] | Sequence[str]) -> str:
    return " OR ".join(f'"{word}"' for word in words)


def _words() -> sa.ColumnElement[Any]:
    return sa.literal_column("law_section.words")


def _tsquery(words: Sequence[str], weight: str = "") -> sa.ColumnElement[Any]:
    marked = f":{weight}" if weight else ""
    return sa.func.to_tsquery("english", " | ".join(f"'{word}'{marked}" for word in words))
