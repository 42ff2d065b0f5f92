"""Runs and their record, events and what is owed for them, the inbox, the audit chain."""

from __future__ import annotations

import sqlalchemy as sa

from storage.tables.base import SEQ, instant, metadata, number, seq, text, to


def _seconds(name: str) -> sa.Column[float]:
    """Unix seconds of the injected clock, None for never."""
    return sa.Column(name, sa.Double(), nullable=True)


run = sa.Table(
    "run",
    metadata,
    text("id", primary_key=True),
    to("matter", "matter.id", index=True),
    to("thread", "thread.id"),
    text("kind"),
    text("objective"),
    number("rounds"),
    number("orbits"),
    sa.Column("seed", sa.BigInteger(), nullable=False),
    number("panel"),
    text("state"),
    sa.Column("reason", sa.Text(), nullable=True),
    number("generation"),
    sa.Column("stop_asked", sa.Boolean(), nullable=False),
    text("requested_by"),
    sa.Column("fork_of", sa.Text(), nullable=True),
    instant("at"),
    sa.Index("ix_run_state", "state"),
)

turn = sa.Table(
    "turn",
    metadata,
    seq(),
    text("key", unique=True),
    to("run", "run.id", index=True),
    to("matter", "matter.id"),
    number("orbit"),
    number("round"),
    text("role"),
    text("party"),
    number("seat"),
    number("attempt"),
    # May point into the run that this one was forked from.
    to("parent", "turn.key", nullable=True),
    text("data"),
    number("prompt"),
    number("cached"),
    number("evaluated"),
    number("completion"),
    text("model"),
    instant("at"),
    sqlite_autoincrement=True,
)

failure = sa.Table(
    "failure",
    metadata,
    seq(),
    to("run", "run.id", index=True),
    to("matter", "matter.id"),
    to("turn", "turn.key"),
    # A digest of the scope, which names the objective.
    text("scope"),
    text("data"),
    sa.Index("ix_failure_matter_scope", "matter", "scope"),
)

event = sa.Table(
    "event",
    metadata,
    seq(),
    text("key", unique=True),
    to("thread", "thread.id"),
    to("matter", "matter.id", nullable=True),
    to("run", "run.id", nullable=True),
    text("kind"),
    text("data"),
    sa.Column("supersedes", sa.Text(), nullable=True),
    to("inbox", "inbox.id", nullable=True),
    instant("at"),
    sa.Index("ix_event_thread_seq", "thread", "seq"),
    sa.Index("ix_event_run_kind_seq", "run", "kind", "seq"),
    sqlite_autoincrement=True,
)

delivery = sa.Table(
    "delivery",
    metadata,
    seq(),
    sa.Column("event", SEQ, sa.ForeignKey("event.seq"), nullable=False),
    sa.Column("binding", SEQ, sa.ForeignKey("binding.seq"), nullable=False),
    number("part"),
    number("revision"),
    text("state"),
    number("attempts"),
    _seconds("lease_until"),
    _seconds("not_before"),
    _seconds("first_tried"),
    sa.Column("external", sa.Text(), nullable=True),
    sa.UniqueConstraint("event", "binding", "part", "revision"),
    sa.Index("ix_delivery_binding_state", "binding", "state", "event", "part"),
    sqlite_autoincrement=True,
)

inbox = sa.Table(
    "inbox",
    metadata,
    seq(),
    text("id", unique=True),
    text("surface"),
    text("tenant"),
    text("delivery"),
    to("matter", "matter.id", nullable=True),
    text("request"),
    text("state"),
    number("attempts"),
    _seconds("lease_until"),
    instant("at"),
    sa.UniqueConstraint("surface", "tenant", "delivery"),
    sa.Index("ix_inbox_state_seq", "state", "seq"),
    sqlite_autoincrement=True,
)

audit = sa.Table(
    "audit",
    metadata,
    # Given by us, without gaps: a missing number is a missing row.
    sa.Column("seq", SEQ, primary_key=True, autoincrement=False),
    instant("at"),
    text("actor"),
    text("action"),
    to("matter", "matter.id", nullable=True),
    text("detail"),
    text("previous"),
    text("hash"),
)
