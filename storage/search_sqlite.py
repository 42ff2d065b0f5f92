"""Full-text search on SQLite, by FTS5 and its BM25."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from storage.search_words import ENOUGH, Frequencies, Wanted
from storage.tables import document
from storage.work import Work

_COUNTED = ENOUGH // 2
"""Rows of a word that are counted: one in so many counts as one in ``ENOUGH``."""


async def frequencies(work: Work, wanted: Wanted, words: Sequence[str]) -> Frequencies:
    """Counted as far as ``_COUNTED``; without words that are in no row."""
    name = _index(wanted.table)
    counts = [
        f"SELECT count(*) FROM (SELECT 1 FROM {name} WHERE {name} MATCH :word{n} LIMIT {_COUNTED})"
        for n in range(len(words))
    ]
    of = _of(wanted.matter)
    given = {f"word{n}": f"{of} AND {_any((word,))}" for n, word in enumerate(words)}
    rows = await work.connection.execute(sa.text(" UNION ALL ".join(counts)), given)
    found = zip(words, rows.scalars().all(), strict=True)
    return Frequencies({w: n if n < _COUNTED else ENOUGH for w, n in found if n}, 0)


def best(
    wanted: Wanted,
    choosing: Sequence[str],
    ranking: Sequence[str],
    among: Frequencies,
    columns: Sequence[sa.ColumnElement[Any]],
    limit: int,
) -> sa.Select[Any]:
    """Rows with any of the words ``choosing``, ranked by those and by ``ranking``."""
    table, of = wanted.table, _of(wanted.matter)
    name = _index(table)
    index = sa.table(name, sa.column("rowid"))
    asked = f"{of} AND {_any(choosing)}"
    if ranking:
        # True of every row of the matter: it is there only for BM25 to see the words.
        asked += f" AND ({of} OR {_any(ranking)})"
    # The matter's own column decides nothing about the rank.
    rank: sa.ColumnElement[Any] = sa.literal_column(f"bm25({name}, 1.0, 0.0)")
    return (
        sa.select(*columns)
        .select_from(index)
        .join(table, index.c.rowid == table.c.seq)
        .join(document, table.c.document == document.c.seq)
        .where(sa.text(f"{name} MATCH :asked").bindparams(asked=asked))
        .where(document.c.state == "ready", *wanted.own, *wanted.of)
        .order_by(rank, document.c.number, table.c.ordinal)
        .limit(limit)
    )


def _index(table: sa.Table) -> str:
    return f"{table.name}_fts"


def _of(matter: str) -> str:
    return f'matter : "{matter}"'


def _any(words: Sequence[str]) -> str:
    return "text : (" + " OR ".join(f'"{word}"' for word in words) + ")"
