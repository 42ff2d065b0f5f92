"""What a matter has on file: documents with pages, passages and facts; authorities; elements.

The full-text index over ``passage.text`` and ``fact.text`` is made by the migration, since each
database has its own: FTS5 tables ``passage_fts`` and ``fact_fts`` kept by triggers on SQLite, a
generated column ``words`` under a GIN index on PostgreSQL.
"""

from __future__ import annotations

import sqlalchemy as sa

from storage.tables.base import SEQ, instant, metadata, number, seq, text, to


def _document() -> sa.Column[int]:
    return sa.Column("document", SEQ, sa.ForeignKey("document.seq"), nullable=False)


def _place() -> tuple[sa.Column[int], sa.Column[int], sa.Column[bool], sa.Column[str]]:
    return (
        number("page", nullable=True),
        number("paragraph", nullable=True),
        sa.Column("exact", sa.Boolean(), nullable=False),
        text("label"),
    )


document = sa.Table(
    "document",
    metadata,
    seq(),
    to("matter", "matter.id"),
    number("number"),
    text("name"),
    text("title"),
    text("media"),
    text("sha256"),
    text("blob"),
    text("scope"),
    text("state"),
    number("pages"),
    # A fact's number in its matter is ``first_fact`` plus its ordinal less the first ordinal;
    # both are set when the document is published, so a discarded document leaves no gap.
    number("facts"),
    number("first_fact"),
    text("coverage"),
    text("by"),
    instant("at"),
    sa.UniqueConstraint("matter", "number"),
    sa.Index("ix_document_matter_sha256", "matter", "sha256"),
    sqlite_autoincrement=True,
)

page = sa.Table(
    "page",
    metadata,
    seq(),
    _document(),
    to("matter", "matter.id"),
    number("number"),
    text("text"),
    sa.UniqueConstraint("document", "number"),
)

passage = sa.Table(
    "passage",
    metadata,
    seq(),
    _document(),
    to("matter", "matter.id"),
    number("ordinal"),
    text("text"),
    *_place(),
    sa.UniqueConstraint("document", "ordinal"),
)

fact = sa.Table(
    "fact",
    metadata,
    seq(),
    _document(),
    to("matter", "matter.id"),
    number("ordinal"),
    number("passage"),
    text("kind"),
    text("text"),
    *_place(),
    text("state"),
    sa.UniqueConstraint("document", "ordinal"),
)

authority = sa.Table(
    "authority",
    metadata,
    seq(),
    to("matter", "matter.id"),
    number("number"),
    text("citation"),
    text("names"),
    number("year", nullable=True),
    text("court"),
    text("kind"),
    text("weight"),
    text("holding"),
    instant("at"),
    sa.UniqueConstraint("matter", "number"),
)

element = sa.Table(
    "element",
    metadata,
    seq(),
    to("matter", "matter.id"),
    # A digest: an objective is privileged text and may be long.
    text("objective"),
    number("ordinal"),
    text("id"),
    text("data"),
    sa.UniqueConstraint("matter", "objective", "id"),
)
