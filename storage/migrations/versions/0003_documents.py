"""Marks of documents, what lawyers say of facts, and turns that rest on what is gone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _add("document", within="", kin="{}", sketch="[]", words="[]")
    _add("page", source="text", bates="", stamp="", exhibit="")
    op.add_column("page", sa.Column("confidence", sa.Double(), nullable=True))
    _add("fact", original="")
    _add("authority", text="", identifier="", verdict="")
    _fact_change()
    _turn_mark()


def _add(table: str, **columns: str) -> None:
    for name, default in columns.items():
        op.add_column(table, sa.Column(name, sa.Text(), nullable=False, server_default=default))


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _fact_change() -> None:
    op.create_table(
        "fact_change",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("document", _SEQ, sa.ForeignKey("document.seq"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        *_texts("state", "text", "note", "by"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_fact_change_document_ordinal", "fact_change", ["document", "ordinal"])


def _turn_mark() -> None:
    op.create_table(
        "turn_mark",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("turn", sa.Text(), sa.ForeignKey("turn.key"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        *_texts("basis", "why"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("turn", "basis"),
    )
