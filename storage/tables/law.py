"""Public law that the firm has loaded: codes section by section, and reported cases.

No matter's secret, so nothing here is sealed. A load is ``loading`` while its rows come in, batch
by batch, and nobody sees any of them; one small transaction makes it ``current`` and the one that
it replaces ``old``, whose rows go in batches afterwards.

Search indices are made by the migration: FTS5 over ``law_chunk`` and ``reported_case.names`` on
SQLite, weighted ``tsvector`` columns under GIN indices on PostgreSQL.
"""

from __future__ import annotations

import sqlalchemy as sa

from storage.tables.base import SEQ, instant, metadata, number, seq, text


def _load() -> sa.Column[int]:
    return sa.Column("load", SEQ, sa.ForeignKey("law_load.seq"), nullable=False)


law_load = sa.Table(
    "law_load",
    metadata,
    seq(),
    # ``usc``, ``rules``, ``const`` or ``cases``
    text("code"),
    # the title's number in a code, the table's name among cases
    text("title"),
    text("heading"),
    text("release"),
    text("digest"),
    text("state"),
    number("rows"),
    instant("at"),
    sa.Index("ix_law_load_code_title", "code", "title"),
    sqlite_autoincrement=True,
)

law_section = sa.Table(
    "law_section",
    metadata,
    seq(),
    _load(),
    text("identifier"),
    # the identifier with plain hyphens and in lower case, to look up by
    text("norm"),
    text("citation"),
    text("heading"),
    text("status"),
    text("text"),
    # popular names of the act that stands here, one a line
    text("names"),
    # headings of the title, chapter and so on above it, one a line
    text("path"),
    # its parts as JSON: identifier to start and end in ``text``
    text("parts"),
    sa.Index("ix_law_section_norm", "norm"),
    sa.Index("ix_law_section_load", "load"),
)

law_chunk = sa.Table(
    "law_chunk",
    metadata,
    seq(),
    _load(),
    sa.Column("section", SEQ, sa.ForeignKey("law_section.seq"), nullable=False),
    text("identifier"),
    text("heading"),
    text("names"),
    text("text"),
    sa.Index("ix_law_chunk_load", "load"),
    sa.Index("ix_law_chunk_section", "section"),
)

law_name = sa.Table(
    "law_name",
    metadata,
    seq(),
    _load(),
    # folded to look up by, and as the official text has it
    text("folded"),
    text("name"),
    text("identifier"),
    sa.Index("ix_law_name_folded", "folded"),
    sa.Index("ix_law_name_load", "load"),
)

reported_case = sa.Table(
    "reported_case",
    metadata,
    seq(),
    _load(),
    text("reporter"),
    text("volume"),
    text("page"),
    # the ways the case is called, one a line
    text("names"),
    number("year", nullable=True),
    text("court"),
    text("holding"),
    text("text"),
    sa.Index("ix_reported_case_reporter_volume_page", "reporter", "volume", "page"),
    sa.Index("ix_reported_case_load", "load"),
)
