"""What sections are called elsewhere, their inner headings and the words of their notes.

Law that was loaded before is found as before; loading it again adds these.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Characters of a section that are indexed: the longest are lists in which every word occurs.
_INDEXED = 20000
_FIELDS = "heading, path, within, notes, text"
_ROW = (
    "{0}.seq, {0}.heading, {0}.path, {0}.within, {0}.notes, "
    f"substr({{0}}.text, 1, {_INDEXED})"
)  # fmt: skip

_FTS5 = (
    "DROP TRIGGER law_section_fts_insert",
    "DROP TRIGGER law_section_fts_delete",
    "DROP TABLE law_section_fts",
    f"CREATE VIRTUAL TABLE law_section_fts USING fts5({_FIELDS}, content='', "
    "tokenize='porter unicode61 remove_diacritics 2')",
    f"INSERT INTO law_section_fts(rowid, {_FIELDS}) SELECT {_ROW.format('law_section')} "
    "FROM law_section",
    "CREATE TRIGGER law_section_fts_insert AFTER INSERT ON law_section BEGIN "
    f"INSERT INTO law_section_fts(rowid, {_FIELDS}) VALUES ({_ROW.format('new')}); END",
    "CREATE TRIGGER law_section_fts_delete AFTER DELETE ON law_section BEGIN "
    f"INSERT INTO law_section_fts(law_section_fts, rowid, {_FIELDS}) "
    f"VALUES ('delete', {_ROW.format('old')}); END",
    "CREATE VIRTUAL TABLE law_gloss_fts USING fts5(text, content='law_gloss', "
    "content_rowid='seq', tokenize='porter unicode61 remove_diacritics 2')",
    "CREATE TRIGGER law_gloss_fts_insert AFTER INSERT ON law_gloss BEGIN "
    "INSERT INTO law_gloss_fts(rowid, text) VALUES (new.seq, new.text); END",
    "CREATE TRIGGER law_gloss_fts_delete AFTER DELETE ON law_gloss BEGIN "
    "INSERT INTO law_gloss_fts(law_gloss_fts, rowid, text) "
    "VALUES ('delete', old.seq, old.text); END",
)
_TSVECTOR = (
    "ALTER TABLE law_section DROP COLUMN words",
    "ALTER TABLE law_section ADD COLUMN words tsvector GENERATED ALWAYS AS ("
    "setweight(to_tsvector('english', heading), 'A') || "
    "setweight(to_tsvector('english', path), 'B') || "
    "setweight(to_tsvector('english', within), 'C') || "
    f"setweight(to_tsvector('english', left(text, {_INDEXED}) || ' ' || notes), 'D')) STORED",
    "CREATE INDEX ix_law_section_words ON law_section USING gin (words)",
    "ALTER TABLE law_gloss ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('english', text)) STORED",
    "CREATE INDEX ix_law_gloss_words ON law_gloss USING gin (words)",
)


def upgrade() -> None:
    for name in ("within", "notes"):
        op.add_column(
            "law_section", sa.Column(name, sa.Text(), nullable=False, server_default="")
        )  # fmt: skip
    op.create_table(
        "law_gloss",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("load", _SEQ, sa.ForeignKey("law_load.seq"), nullable=False),
        sa.Column("norm", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("around", sa.Text(), nullable=False),
    )
    op.create_index("ix_law_gloss_norm", "law_gloss", ["norm"])
    op.create_index("ix_law_gloss_load", "law_gloss", ["load"])
    postgresql = op.get_bind().dialect.name == "postgresql"
    for statement in _TSVECTOR if postgresql else _FTS5:
        op.execute(statement)
