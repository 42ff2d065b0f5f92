"""Court profiles of matters, and what evaluations have found of models."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "court_profile",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.UniqueConstraint("matter", "version"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "model_standing",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_model_standing_model", "model_standing", ["model", "sha256"])
