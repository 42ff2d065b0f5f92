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
    # pending, ready or withdrawn
    text("state"),
    number("pages"),
    # A fact's number in its matter is ``first_fact`` plus its ordinal less the first ordinal;
    # both are set when the document is published, so a discarded document leaves no gap.
    number("facts"),
    number("first_fact"),
    text("coverage"),
    text("by"),
    instant("at"),
    # the archive or message it came in
    text("within"),
    # as JSON: how it stands to others (same text, later version), its sketch, and the distinct
    # words of its text, from which it is told what only the firm knows
    text("kin"),
    text("sketch"),
    text("words"),
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
    text("source"),
    sa.Column("confidence", sa.Double(), nullable=True),
    text("bates"),
    text("stamp"),
    text("exhibit"),
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
    # The wording in force, which is what the index holds; ``original`` is the document's own
    # where a lawyer has corrected it, "" where it stands.
    text("text"),
    text("original"),
    *_place(),
    text("state"),
    sa.UniqueConstraint("document", "ordinal"),
)

# Vectors of neighbouring facts together: ``first`` is the first one's ordinal, ``name`` of what
# made them. They tell what the facts say, roughly, and go where those go.
fact_vector = sa.Table(
    "fact_vector",
    metadata,
    seq(),
    _document(),
    to("matter", "matter.id"),
    number("first"),
    number("count"),
    text("name"),
    sa.Column("data", sa.LargeBinary(), nullable=False),
    sa.UniqueConstraint("document", "first"),
    # They hold what is counted, so that the vectors are not read for it.
    sa.Index("ix_fact_vector_matter", "matter", "name", "document", "count", "seq"),
    sa.Index("ix_fact_vector_name", "name", "document", "count"),
    sqlite_autoincrement=True,
)

# Every word a lawyer said of a fact, in order; the newest is in force. ``text`` is the corrected
# wording, "" where the wording stands.
fact_change = sa.Table(
    "fact_change",
    metadata,
    seq(),
    _document(),
    to("matter", "matter.id"),
    number("ordinal"),
    text("state"),
    text("text"),
    text("note"),
    text("by"),
    instant("at"),
    sa.Index("ix_fact_change_document_ordinal", "document", "ordinal"),
    sqlite_autoincrement=True,
)

# A turn that rests on something withdrawn, corrected, disputed or inadmissible since.
turn_mark = sa.Table(
    "turn_mark",
    metadata,
    seq(),
    to("turn", "turn.key"),
    to("matter", "matter.id"),
    # what it rested on: a document's or a fact's id
    text("basis"),
    text("why"),
    instant("at"),
    sa.UniqueConstraint("turn", "basis"),
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
    text("text"),
    text("identifier"),
    text("verdict"),
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
