"""Public law that the firm loads, with its search indices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_FTS5 = (
    "CREATE VIRTUAL TABLE law_chunk_fts USING fts5(heading, names, text, content='law_chunk', "
    "content_rowid='seq', tokenize='porter unicode61 remove_diacritics 2')",
    "CREATE TRIGGER law_chunk_fts_insert AFTER INSERT ON law_chunk BEGIN "
    "INSERT INTO law_chunk_fts(rowid, heading, names, text) "
    "VALUES (new.seq, new.heading, new.names, new.text); END",
    "CREATE TRIGGER law_chunk_fts_delete AFTER DELETE ON law_chunk BEGIN "
    "INSERT INTO law_chunk_fts(law_chunk_fts, rowid, heading, names, text) "
    "VALUES ('delete', old.seq, old.heading, old.names, old.text); END",
    "CREATE VIRTUAL TABLE reported_case_fts USING fts5(names, content='reported_case', "
    "content_rowid='seq', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER reported_case_fts_insert AFTER INSERT ON reported_case BEGIN "
    "INSERT INTO reported_case_fts(rowid, names) VALUES (new.seq, new.names); END",
    "CREATE TRIGGER reported_case_fts_delete AFTER DELETE ON reported_case BEGIN "
    "INSERT INTO reported_case_fts(reported_case_fts, rowid, names) "
    "VALUES ('delete', old.seq, old.names); END",
)
_TSVECTOR = (
    "ALTER TABLE law_chunk ADD COLUMN words tsvector GENERATED ALWAYS AS ("
    "setweight(to_tsvector('english', names), 'A') || "
    "setweight(to_tsvector('english', heading), 'B') || "
    "setweight(to_tsvector('english', left(text, 500000)), 'D')) STORED",
    "CREATE INDEX ix_law_chunk_words ON law_chunk USING gin (words)",
    "ALTER TABLE reported_case ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', names)) STORED",
    "CREATE INDEX ix_reported_case_words ON reported_case USING gin (words)",
)


def upgrade() -> None:
    _law_load()
    _law_section()
    _law_chunk()
    _law_name()
    _reported_case()
    postgresql = op.get_bind().dialect.name == "postgresql"
    for statement in _TSVECTOR if postgresql else _FTS5:
        op.execute(statement)


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _load() -> sa.Column[int]:
    return sa.Column("load", _SEQ, sa.ForeignKey("law_load.seq"), nullable=False)


def _law_load() -> None:
    op.create_table(
        "law_load",
        sa.Column("seq", _SEQ, primary_key=True),
        *_texts("code", "title", "heading", "release", "digest", "state"),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_law_load_code_title", "law_load", ["code", "title"])


def _law_section() -> None:
    op.create_table(
        "law_section",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        *_texts("identifier", "norm", "citation", "heading", "status", "text", "names", "path"),
        *_texts("parts"),
    )
    op.create_index("ix_law_section_norm", "law_section", ["norm"])
    op.create_index("ix_law_section_load", "law_section", ["load"])


def _law_chunk() -> None:
    op.create_table(
        "law_chunk",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        sa.Column("section", _SEQ, sa.ForeignKey("law_section.seq"), nullable=False),
        *_texts("identifier", "heading", "names", "text"),
    )
    op.create_index("ix_law_chunk_load", "law_chunk", ["load"])
    op.create_index("ix_law_chunk_section", "law_chunk", ["section"])


def _law_name() -> None:
    op.create_table(
        "law_name",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        *_texts("folded", "name", "identifier"),
    )
    op.create_index("ix_law_name_folded", "law_name", ["folded"])
    op.create_index("ix_law_name_load", "law_name", ["load"])


def _reported_case() -> None:
    op.create_table(
        "reported_case",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        *_texts("reporter", "volume", "page", "names"),
        sa.Column("year", sa.Integer(), nullable=True),
        *_texts("court", "holding", "text"),
    )
    op.create_index(
        "ix_reported_case_reporter_volume_page", "reported_case", ["reporter", "volume", "page"]
    )
    op.create_index("ix_reported_case_load", "reported_case", ["load"])
