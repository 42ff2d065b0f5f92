"""Public law that the firm has loaded: codes section by section, and reported cases.

No matter's secret, so nothing here is sealed. A load is ``loading`` while its rows come in, batch
by batch, and nobody sees any of them; one small transaction makes it ``current`` and the one that
it replaces ``old``, whose rows go in batches afterwards.

Search indices are made by the migration: FTS5 over ``law_section``, ``law_gloss`` and
``reported_case.names`` on SQLite, weighted ``tsvector`` columns under GIN indices on PostgreSQL.
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
    # its number as far as it is one (2000 of § 2000e–2), 0 of none
    number("number"),
    text("citation"),
    text("heading"),
    text("status"),
    text("text"),
    # popular names of the act that stands here, one a line
    text("names"),
    # what its title and the chapters and so on above it are called, one a line
    text("path"),
    # headings of its subdivisions, one a line
    text("within"),
    # words of its notes that its text has not
    text("notes"),
    # its parts as JSON: what their identifiers have behind its own, to start and end in ``text``
    text("parts"),
    sa.Index("ix_law_section_norm", "norm"),
    sa.Index("ix_law_section_load_number", "load", "number"),
)

law_name = sa.Table(
    "law_name",
    metadata,
    seq(),
    _load(),
    # what is looked up by: a name, an abbreviation, an act's number or another identifier, folded
    text("folded"),
    # as the official text has it
    text("name"),
    # what is meant, see ``engine.law.codes.Named``
    text("target"),
    # how often it is called so
    number("times"),
    sa.Index("ix_law_name_folded", "folded"),
    sa.Index("ix_law_name_load", "load"),
)

law_reference = sa.Table(
    "law_reference",
    metadata,
    seq(),
    _load(),
    # the section that is referred to, as ``law_section.norm``, and by how many sections
    text("norm"),
    number("times"),
    sa.Index("ix_law_reference_norm", "norm"),
    sa.Index("ix_law_reference_load", "load"),
)

law_gloss = sa.Table(
    "law_gloss",
    metadata,
    seq(),
    _load(),
    # the section that is meant, as ``law_section.norm``
    text("norm"),
    # what sections of this load call it, one a line
    text("text"),
    # words around their references to it, repeated as far as that counts
    text("around"),
    sa.Index("ix_law_gloss_norm", "norm"),
    sa.Index("ix_law_gloss_load", "load"),
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
