"""What is set of a matter's court, version after version, and what was found of models."""

from __future__ import annotations

import sqlalchemy as sa

from storage.tables.base import instant, metadata, number, seq, text, to

court_profile = sa.Table(
    "court_profile",
    metadata,
    seq(),
    to("matter", "matter.id"),
    number("version"),
    sa.Column("active", sa.Boolean(), nullable=False),
    text("data"),
    # A person's id, or "engine" of what a run proposed.
    text("by"),
    instant("at"),
    sa.UniqueConstraint("matter", "version"),
    sqlite_autoincrement=True,
)

model_standing = sa.Table(
    "model_standing",
    metadata,
    seq(),
    text("model"),
    text("sha256"),
    text("data"),
    instant("at"),
    sa.Index("ix_model_standing_model", "model", "sha256"),
    sqlite_autoincrement=True,
)
