"""Full-text search over facts and passages: FTS5 on SQLite, tsvector on PostgreSQL.

The index is partitioned by matter: FTS5 intersects with the matter's own posting list, PostgreSQL
with the matter's rows. Nothing of a query reaches either as syntax.
"""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa

from storage.tables import document
from storage.work import Work

_MOST_WORDS = 64
_LONGEST_WORD = 100  # PostgreSQL refuses a lexeme over 2 KB.
# Words that are in every sentence find nothing; PostgreSQL's dictionary drops them by itself.
_EMPTY = frozenset(
    word
    for line in (
        "a an and any are as at be been by did do does for from had has have he her his how if in",
        "into is it its more most no not of on or other our out over she should so some such than",
        "that the their them then there these they this those to under up was we were what when",
        "where which who whom why with would you your",
    )
    for word in line.split()
)


def words(query: str) -> list[str]:
    """The words of a query that are worth looking for, each once, in order."""
    found = re.findall(r"[^\W_]+", query.casefold())
    kept = (word for word in found if word not in _EMPTY and len(word) <= _LONGEST_WORD)
    return list(dict.fromkeys(kept))[:_MOST_WORDS]


def best_first(
    work: Work, table: sa.Table, matter: str, query: str, *columns: sa.ColumnElement[Any]
) -> sa.Select[Any] | None:
    """Selects ``columns`` of the rows that hold any word of ``query``, of documents in force.

    Rows of one rank come in the order of the matter's documents. None if there is no word."""
    wanted = words(query)
    if not wanted:
        return None
    found = sa.select(*columns).where(table.c.matter == matter, document.c.state == "ready")
    joined = sa.join(table, document, table.c.document == document.c.seq)
    in_order = (document.c.number, table.c.ordinal)
    if work.on_postgresql:
        asked = sa.func.to_tsquery("english", " | ".join(f"'{word}'" for word in wanted))
        index: sa.ColumnElement[Any] = sa.literal_column(f"{table.name}.words")
        rank = sa.func.ts_rank_cd(index, asked).desc()
        return found.select_from(joined).where(index.op("@@")(asked)).order_by(rank, *in_order)
    name = f"{table.name}_fts"
    fts = sa.table(name, sa.column("rowid"))
    asked_text = " OR ".join(f'"{word}"' for word in wanted)
    matches = sa.text(f"{name} MATCH :asked").bindparams(
        asked=f'matter : "{matter}" AND text : ({asked_text})'
    )
    # The matter's own column decides nothing about the rank.
    best: sa.ColumnElement[Any] = sa.literal_column(f"bm25({name}, 1.0, 0.0)")
    return (
        found.select_from(sa.join(fts, joined, fts.c.rowid == table.c.seq))
        .where(matches)
        .order_by(best, *in_order)
    )
