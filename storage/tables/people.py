"""People and their identities, matters and who may see them, threads and where they are shown."""

from __future__ import annotations

import sqlalchemy as sa

from storage.tables.base import instant, metadata, number, seq, text, to

person = sa.Table("person", metadata, text("id", primary_key=True), text("name"), instant("at"))

role = sa.Table(
    "role",
    metadata,
    to("person", "person.id", primary_key=True),
    text("role", primary_key=True),
)

identity = sa.Table(
    "identity",
    metadata,
    text("surface", primary_key=True),
    text("tenant", primary_key=True),
    text("external_id", primary_key=True),
    to("person", "person.id", index=True),
)

matter = sa.Table(
    "matter",
    metadata,
    text("id", primary_key=True),
    text("number", unique=True),
    text("title"),
    text("client"),
    text("forum"),
    text("stage"),
    text("practice"),
    text("brief"),
    text("objective"),
    text("sensitivity"),
    sa.Column("consent", sa.Boolean(), nullable=False),
    # The last number given to a document, a fact and an authority of this matter.
    number("documents"),
    number("facts"),
    number("authorities"),
    instant("at"),
)

party = sa.Table(
    "party",
    metadata,
    to("matter", "matter.id", primary_key=True),
    sa.Column("ordinal", sa.Integer(), primary_key=True, autoincrement=False),
    text("role"),
    text("name"),
    sa.Column("ours", sa.Boolean(), nullable=False),
)

membership = sa.Table(
    "membership",
    metadata,
    to("matter", "matter.id", primary_key=True),
    to("person", "person.id", primary_key=True, index=True),
    text("role"),
)

screen = sa.Table(
    "screen",
    metadata,
    to("matter", "matter.id", primary_key=True),
    to("person", "person.id", primary_key=True),
)

thread = sa.Table(
    "thread",
    metadata,
    text("id", primary_key=True),
    # A matter has one thread, a person one lobby, and one more in each place on a chat platform.
    to("matter", "matter.id", nullable=True, unique=True),
    to("person", "person.id", nullable=True),
    text("at"),
    sa.UniqueConstraint("person", "at"),
)

binding = sa.Table(
    "binding",
    metadata,
    seq(),
    to("thread", "thread.id"),
    text("surface"),
    text("tenant"),
    text("channel"),
    text("root"),
    text("person"),
    text("state"),
    text("why"),
    sa.Index("ix_binding_thread", "thread"),
    sa.Index(
        "uq_binding_place",
        "surface",
        "tenant",
        "channel",
        "root",
        "person",
        unique=True,
        sqlite_where=sa.text("root <> ''"),
        postgresql_where=sa.text("root <> ''"),
    ),
    sa.Index(
        "uq_binding_top",
        "thread",
        "surface",
        "tenant",
        "channel",
        "person",
        unique=True,
        sqlite_where=sa.text("root = ''"),
        postgresql_where=sa.text("root = ''"),
    ),
    sqlite_autoincrement=True,
)

place_matter = sa.Table(
    "place_matter",
    metadata,
    text("surface", primary_key=True),
    text("tenant", primary_key=True),
    text("channel", primary_key=True),
    text("person", primary_key=True),
    to("matter", "matter.id", index=True),
)
