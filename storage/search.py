"""Full-text search over facts and passages: FTS5 on SQLite, tsvector on PostgreSQL.

The index is partitioned by matter: FTS5 intersects with the matter's own posting list, and on
PostgreSQL every row's vector holds a lexeme that names its matter. Nothing of a query reaches
either as syntax.

To rank every row that holds any word of a query takes as long as the matter is large, since a few
words stand in every tenth row. So a query's rare words choose the rows, ``ENOUGH`` of them at most
unless a single word is in more, and the next rarest rank them too. Only where that finds less than
was asked for do those choose as well, for what comes after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from storage import search_postgresql, search_sqlite
from storage.search_words import Wanted
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


async def best_first(
    work: Work, wanted: Wanted, query: str, columns: Sequence[sa.ColumnElement[Any]], limit: int
) -> Sequence[sa.Row[Any]]:
    """At most ``limit`` rows that hold a word of ``query``, of documents in force, best first.

    ``columns`` are the table's and its document's. Rows of one rank come in the order of the
    matter's documents."""
    asked = words(query)
    if not asked or limit < 1:
        return []
    way = search_postgresql if work.on_postgresql else search_sqlite
    among = await way.frequencies(work, wanted, asked)
    rare, common = among.parted()
    found: list[sa.Row[Any]] = []
    for choosing, ranking in ((rare, common), (common, [])):
        if choosing and len(found) < limit:
            statement = way.best(wanted, choosing, ranking, among, columns, limit)
            rows = (await work.connection.execute(statement)).all()
            found = list(dict.fromkeys([*found, *rows]))[:limit]
    return found
