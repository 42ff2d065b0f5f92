"""PostgreSQL's search index parted by matter, as SQLite's is; vectors of facts.

Without the matter in it, a word that is rare in one matter and common in others was looked for in
all of them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# A lexeme with a space in it, which no text's parser makes.
_TSVECTOR = (
    "ALTER TABLE {table} DROP COLUMN words",
    "ALTER TABLE {table} ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('english', "
    "text) || array_to_tsvector(ARRAY['matter ' || matter])) STORED",
    # Without a list of what is pending, which every search would read.
    "CREATE INDEX ix_{table}_words ON {table} USING gin (words) WITH (fastupdate = off)",
)


def upgrade() -> None:
    _fact_vector()
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in ("fact", "passage"):
        for statement in _TSVECTOR:
            op.execute(statement.format(table=table))


def _fact_vector() -> None:
    op.create_table(
        "fact_vector",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("document", _SEQ, sa.ForeignKey("document.seq"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("document", "first"),
        sqlite_autoincrement=True,
    )
    counted = ["name", "document", "count"]
    op.create_index("ix_fact_vector_matter", "fact_vector", ["matter", *counted, "seq"])
    op.create_index("ix_fact_vector_name", "fact_vector", counted)
