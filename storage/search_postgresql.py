"""Full-text search on PostgreSQL, by tsvector under a GIN index.

PostgreSQL's own ranks know nothing of how rare a word is, so rows are ranked here by BM25 as for a
word that stands in a row once, as most do in a sentence or a paragraph.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR

from storage.search_words import Frequencies, Wanted
from storage.tables import document
from storage.work import Work

_SAMPLE, _DOCUMENTS = 500, 50
"""Rows from which it is told how common a word is, and documents they are taken from."""
_MOST = 4_000
"""Rows that are ranked at most, however common all words of a query are."""
_K1, _B = 1.2, 0.75  # BM25's usual parameters.

# Rows at even distances, of the largest documents: their numbers need no scan. The limit of one
# keeps the planner from reading the whole document for them.
_COUNTED = """
WITH largest AS (
    SELECT seq, facts FROM document WHERE matter = :matter AND state = 'ready' AND facts > 0
    ORDER BY facts DESC, seq LIMIT :documents
), spans AS (
    SELECT seq, (SELECT max(ordinal) FROM {table} WHERE document = largest.seq) AS last FROM largest
), step AS (
    SELECT greatest(1, sum(last) / :sample)::int AS width FROM spans
)
SELECT count(*) AS seen,
    (SELECT sum(last) FROM spans) * (SELECT sum(facts) FROM document
        WHERE matter = :matter AND state = 'ready') / (SELECT sum(facts) FROM largest) AS total,
    {counts}
FROM step CROSS JOIN spans
CROSS JOIN LATERAL generate_series(
    greatest(1, (spans.last % step.width + 1) / 2), spans.last, step.width
) AS at
CROSS JOIN LATERAL (
    SELECT words FROM {table} WHERE document = spans.seq AND ordinal = at LIMIT 1
) AS sampled
"""


async def frequencies(work: Work, wanted: Wanted, words: Sequence[str]) -> Frequencies:
    """As a sample of the matter's rows has it; every word is in one row at least."""
    counts = [f"count(*) FILTER (WHERE sampled.words @@ {_query(n)})" for n in range(len(words))]
    statement = _COUNTED.format(table=wanted.table.name, counts=", ".join(counts))
    given = {"matter": wanted.matter, "documents": _DOCUMENTS, "sample": _SAMPLE}
    rows = await work.connection.execute(sa.text(statement), {**given, **_given(words)})
    seen, total, *found = rows.one()
    if not seen:
        return Frequencies(dict.fromkeys(words, 1), 1)
    # A word that the sample has not met is in fewer rows than a row of it stands for.
    share = float(total) / seen
    counted = (max(1, round(share * (count or 0.5))) for count in found)
    return Frequencies(dict(zip(words, counted, strict=True)), round(total))


def best(
    wanted: Wanted,
    choosing: Sequence[str],
    ranking: Sequence[str],
    among: Frequencies,
    columns: Sequence[sa.ColumnElement[Any]],
    limit: int,
) -> sa.Select[Any]:
    """Rows with any of the words ``choosing``, ranked by those and by ``ranking``."""
    table = wanted.table
    words = (*choosing, *ranking)
    index = sa.literal_column(f"{table.name}.words", TSVECTOR())
    has = [index.op("@@")(_asked(word)).label(f"has{n}") for n, word in enumerate(words)]
    any_of = sa.func.to_tsquery("english", " | ".join(f"'{word}'" for word in choosing))
    # Not merely an index's scan for each document, which is what a planner without statistics
    # would make of it.
    found = (
        sa.select(table.c.seq, table.c.document, table.c.ordinal, *has)
        .add_columns(sa.func.length(index).label("size"))
        .where(index.op("@@")(_of(wanted.matter).op("&&")(any_of)))
        # Words that the dictionary drops ask for nothing, and would leave the matter alone.
        .where(sa.func.numnode(any_of) > 0, *wanted.own)
        .limit(_MOST)
        .cte("found")
        .prefix_with("MATERIALIZED")
    )
    held = [found.c[f"has{n}"].cast(sa.Integer) for n in range(len(words))]
    sums = (
        sa.select(*(sa.func.sum(one).label(f"rows{n}") for n, one in enumerate(held)))
        .add_columns(sa.func.avg(found.c.size).label("size"))
        .cte("sums")
        .prefix_with("MATERIALIZED")
    )
    weights: list[Any] = [
        # Exact for a word that chooses: every row that holds it was found.
        sa.func.ln(1.0 + among.total / (sums.c[f"rows{n}"] + 0.5))
        if n < len(choosing)
        else math.log(1.0 + among.total / among.rows[word])
        for n, word in enumerate(words)
    ]
    length = 1.0 - _B + _B * found.c.size / sums.c.size
    worth = sum(one * weight for one, weight in zip(held, weights, strict=True))
    score = (worth / (1.0 + _K1 * length)).label("score")
    top = (
        sa.select(found.c.seq, score)
        .join(document, found.c.document == document.c.seq)
        .join(sums, sa.true())
        .where(document.c.state == "ready", *wanted.of)
        .order_by(score.desc(), document.c.number, found.c.ordinal)
        .limit(limit)
        .cte("top")
    )
    return (
        sa.select(*columns)
        .select_from(top)
        .join(table, table.c.seq == top.c.seq)
        .join(document, table.c.document == document.c.seq)
        .order_by(top.c.score.desc(), document.c.number, table.c.ordinal)
    )


def _query(number: int) -> str:
    return f"plainto_tsquery('english', :word{number})"


def _given(words: Sequence[str]) -> dict[str, str]:
    return {f"word{number}": word for number, word in enumerate(words)}


def _asked(word: str) -> sa.ColumnElement[Any]:
    return sa.func.plainto_tsquery("english", word)


def _of(matter: str) -> sa.ColumnElement[Any]:
    """The lexeme that every row of the matter holds; see the migration that made it."""
    name = f"matter {matter}".replace("\\", "\\\\").replace("'", "''")
    return sa.cast(f"'{name}'", TSQUERY())
