"""Public law that the firm loads, with its search indices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Characters of a section that are indexed: the longest are lists in which every word occurs.
_INDEXED = 20000

_FTS5 = (
    "CREATE VIRTUAL TABLE law_section_fts USING fts5(heading, path, text, content='', "
    "tokenize='porter unicode61 remove_diacritics 2')",
    "CREATE TRIGGER law_section_fts_insert AFTER INSERT ON law_section BEGIN "
    "INSERT INTO law_section_fts(rowid, heading, path, text) "
    f"VALUES (new.seq, new.heading, new.path, substr(new.text, 1, {_INDEXED})); END",
    "CREATE TRIGGER law_section_fts_delete AFTER DELETE ON law_section BEGIN "
    "INSERT INTO law_section_fts(law_section_fts, rowid, heading, path, text) "
    f"VALUES ('delete', old.seq, old.heading, old.path, substr(old.text, 1, {_INDEXED})); END",
    "CREATE VIRTUAL TABLE reported_case_fts USING fts5(names, content='reported_case', "
    "content_rowid='seq', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TRIGGER reported_case_fts_insert AFTER INSERT ON reported_case BEGIN "
    "INSERT INTO reported_case_fts(rowid, names) VALUES (new.seq, new.names); END",
    "CREATE TRIGGER reported_case_fts_delete AFTER DELETE ON reported_case BEGIN "
    "INSERT INTO reported_case_fts(reported_case_fts, rowid, names) "
    "VALUES ('delete', old.seq, old.names); END",
)
_TSVECTOR = (
    "ALTER TABLE law_section ADD COLUMN words tsvector GENERATED ALWAYS AS ("
    "setweight(to_tsvector('english', heading), 'A') || "
    "setweight(to_tsvector('english', path), 'B') || "
    f"setweight(to_tsvector('english', left(text, {_INDEXED})), 'D')) STORED",
    "CREATE INDEX ix_law_section_words ON law_section USING gin (words)",
    "ALTER TABLE reported_case ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', names)) STORED",
    "CREATE INDEX ix_reported_case_words ON reported_case USING gin (words)",
)


def upgrade() -> None:
    _law_load()
    _law_section()
    _law_name()
    _law_reference()
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
        *_texts("identifier", "norm"),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("citation", "heading", "status", "text", "names", "path", "parts"),
    )
    op.create_index("ix_law_section_norm", "law_section", ["norm"])
    op.create_index("ix_law_section_load_number", "law_section", ["load", "number"])


def _law_name() -> None:
    op.create_table(
        "law_name",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        *_texts("folded", "name", "target"),
        sa.Column("times", sa.Integer(), nullable=False),
    )
    op.create_index("ix_law_name_folded", "law_name", ["folded"])
    op.create_index("ix_law_name_load", "law_name", ["load"])


def _law_reference() -> None:
    op.create_table(
        "law_reference",
        sa.Column("seq", _SEQ, primary_key=True),
        _load(),
        *_texts("norm"),
        sa.Column("times", sa.Integer(), nullable=False),
    )
    op.create_index("ix_law_reference_norm", "law_reference", ["norm"])
    op.create_index("ix_law_reference_load", "law_reference", ["load"])


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
