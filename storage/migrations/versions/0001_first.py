"""The first tables, all of them, and the search index of each database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_FTS5 = (
    "CREATE VIRTUAL TABLE {table}_fts USING fts5(text, matter, content='{table}', "
    "content_rowid='seq', tokenize='porter unicode61')",
    "CREATE TRIGGER {table}_fts_insert AFTER INSERT ON {table} BEGIN "
    "INSERT INTO {table}_fts(rowid, text, matter) VALUES (new.seq, new.text, new.matter); END",
    "CREATE TRIGGER {table}_fts_delete AFTER DELETE ON {table} BEGIN "
    "INSERT INTO {table}_fts({table}_fts, rowid, text, matter) "
    "VALUES ('delete', old.seq, old.text, old.matter); END",
    "CREATE TRIGGER {table}_fts_update AFTER UPDATE OF text, matter ON {table} BEGIN "
    "INSERT INTO {table}_fts({table}_fts, rowid, text, matter) "
    "VALUES ('delete', old.seq, old.text, old.matter); "
    "INSERT INTO {table}_fts(rowid, text, matter) VALUES (new.seq, new.text, new.matter); END",
)
_TSVECTOR = (
    "ALTER TABLE {table} ADD COLUMN words tsvector "
    "GENERATED ALWAYS AS (to_tsvector('english', text)) STORED",
    "CREATE INDEX ix_{table}_words ON {table} USING gin (words)",
)


def upgrade() -> None:
    _person()
    _role()
    _identity()
    _matter()
    _party()
    _membership()
    _screen()
    _thread()
    _binding()
    _place_matter()
    _document()
    _page()
    _passage()
    _fact()
    _authority()
    _element()
    _run()
    _turn()
    _failure()
    _inbox()
    _event()
    _delivery()
    _audit()
    _search("fact")
    _search("passage")


def _search(table: str) -> None:
    statements = _TSVECTOR if op.get_bind().dialect.name == "postgresql" else _FTS5
    for statement in statements:
        op.execute(statement.format(table=table))


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _person() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Text(), primary_key=True),
        *_texts("name"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def _role() -> None:
    op.create_table(
        "role",
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("role", sa.Text(), primary_key=True),
    )


def _identity() -> None:
    op.create_table(
        "identity",
        sa.Column("surface", sa.Text(), primary_key=True),
        sa.Column("tenant", sa.Text(), primary_key=True),
        sa.Column("external_id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id"), nullable=False),
    )
    op.create_index("ix_identity_person", "identity", ["person"])


def _matter() -> None:
    op.create_table(
        "matter",
        sa.Column("id", sa.Text(), primary_key=True),
        *_texts(
            "number",
            "title",
            "client",
            "forum",
            "stage",
            "practice",
            "brief",
            "objective",
            "sensitivity",
        ),
        sa.Column("consent", sa.Boolean(), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
        sa.Column("authorities", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("number"),
    )


def _party() -> None:
    op.create_table(
        "party",
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), primary_key=True),
        sa.Column("ordinal", sa.Integer(), primary_key=True, autoincrement=False),
        *_texts("role", "name"),
        sa.Column("ours", sa.Boolean(), nullable=False),
    )


def _membership() -> None:
    op.create_table(
        "membership",
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id"), primary_key=True),
        *_texts("role"),
    )
    op.create_index("ix_membership_person", "membership", ["person"])


def _screen() -> None:
    op.create_table(
        "screen",
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id"), primary_key=True),
    )


def _thread() -> None:
    op.create_table(
        "thread",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id"), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.UniqueConstraint("matter"),
        sa.UniqueConstraint("person", "at"),
    )


def _binding() -> None:
    op.create_table(
        "binding",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("thread", sa.Text(), sa.ForeignKey("thread.id"), nullable=False),
        *_texts("surface", "tenant", "channel", "root", "person", "state", "why"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_binding_thread", "binding", ["thread"])
    op.create_index(
        "uq_binding_place",
        "binding",
        ["surface", "tenant", "channel", "root", "person"],
        unique=True,
        sqlite_where=sa.text("root <> ''"),
        postgresql_where=sa.text("root <> ''"),
    )
    op.create_index(
        "uq_binding_top",
        "binding",
        ["thread", "surface", "tenant", "channel", "person"],
        unique=True,
        sqlite_where=sa.text("root = ''"),
        postgresql_where=sa.text("root = ''"),
    )


def _place_matter() -> None:
    op.create_table(
        "place_matter",
        sa.Column("surface", sa.Text(), primary_key=True),
        sa.Column("tenant", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
    )
    op.create_index("ix_place_matter_matter", "place_matter", ["matter"])


def _document() -> None:
    op.create_table(
        "document",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("name", "title", "media", "sha256", "blob", "scope", "state"),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
        sa.Column("first_fact", sa.Integer(), nullable=False),
        *_texts("coverage", "by"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("matter", "number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_document_matter_sha256", "document", ["matter", "sha256"])


def _page() -> None:
    op.create_table(
        "page",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("document", _SEQ, sa.ForeignKey("document.seq"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("text"),
        sa.UniqueConstraint("document", "number"),
    )


def _passage() -> None:
    op.create_table(
        "passage",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("document", _SEQ, sa.ForeignKey("document.seq"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        *_texts("text"),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("paragraph", sa.Integer(), nullable=True),
        sa.Column("exact", sa.Boolean(), nullable=False),
        *_texts("label"),
        sa.UniqueConstraint("document", "ordinal"),
    )


def _fact() -> None:
    op.create_table(
        "fact",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("document", _SEQ, sa.ForeignKey("document.seq"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("passage", sa.Integer(), nullable=False),
        *_texts("kind", "text"),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("paragraph", sa.Integer(), nullable=True),
        sa.Column("exact", sa.Boolean(), nullable=False),
        *_texts("label", "state"),
        sa.UniqueConstraint("document", "ordinal"),
    )


def _authority() -> None:
    op.create_table(
        "authority",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *_texts("citation", "names"),
        sa.Column("year", sa.Integer(), nullable=True),
        *_texts("court", "kind", "weight", "holding"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("matter", "number"),
    )


def _element() -> None:
    op.create_table(
        "element",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        *_texts("objective"),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        *_texts("id", "data"),
        sa.UniqueConstraint("matter", "objective", "id"),
    )


def _run() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("thread", sa.Text(), sa.ForeignKey("thread.id"), nullable=False),
        *_texts("kind", "objective"),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("orbits", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("panel", sa.Integer(), nullable=False),
        *_texts("state"),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("stop_asked", sa.Boolean(), nullable=False),
        *_texts("requested_by"),
        sa.Column("fork_of", sa.Text(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_run_matter", "run", ["matter"])
    op.create_index("ix_run_state", "run", ["state"])


def _turn() -> None:
    op.create_table(
        "turn",
        sa.Column("seq", _SEQ, primary_key=True),
        *_texts("key"),
        sa.Column("run", sa.Text(), sa.ForeignKey("run.id"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("orbit", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        *_texts("role", "party"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Text(), sa.ForeignKey("turn.key"), nullable=True),
        *_texts("data"),
        sa.Column("prompt", sa.Integer(), nullable=False),
        sa.Column("cached", sa.Integer(), nullable=False),
        sa.Column("evaluated", sa.Integer(), nullable=False),
        sa.Column("completion", sa.Integer(), nullable=False),
        *_texts("model"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_turn_run", "turn", ["run"])


def _failure() -> None:
    op.create_table(
        "failure",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("run", sa.Text(), sa.ForeignKey("run.id"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=False),
        sa.Column("turn", sa.Text(), sa.ForeignKey("turn.key"), nullable=False),
        *_texts("scope", "data"),
    )
    op.create_index("ix_failure_matter_scope", "failure", ["matter", "scope"])
    op.create_index("ix_failure_run", "failure", ["run"])


def _inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("seq", _SEQ, primary_key=True),
        *_texts("id", "surface", "tenant", "delivery"),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=True),
        *_texts("request", "state"),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("surface", "tenant", "delivery"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_inbox_state_seq", "inbox", ["state", "seq"])


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("seq", _SEQ, primary_key=True),
        *_texts("key"),
        sa.Column("thread", sa.Text(), sa.ForeignKey("thread.id"), nullable=False),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=True),
        sa.Column("run", sa.Text(), sa.ForeignKey("run.id"), nullable=True),
        *_texts("kind", "data"),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("inbox", sa.Text(), sa.ForeignKey("inbox.id"), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_event_run_kind_seq", "event", ["run", "kind", "seq"])
    op.create_index("ix_event_thread_seq", "event", ["thread", "seq"])


def _delivery() -> None:
    op.create_table(
        "delivery",
        sa.Column("seq", _SEQ, primary_key=True),
        sa.Column("event", _SEQ, sa.ForeignKey("event.seq"), nullable=False),
        sa.Column("binding", _SEQ, sa.ForeignKey("binding.seq"), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        *_texts("state"),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.Column("not_before", sa.Double(), nullable=True),
        sa.Column("first_tried", sa.Double(), nullable=True),
        sa.Column("external", sa.Text(), nullable=True),
        sa.UniqueConstraint("event", "binding", "part", "revision"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_delivery_binding_state", "delivery", ["binding", "state", "event", "part"])


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("seq", _SEQ, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        *_texts("actor", "action"),
        sa.Column("matter", sa.Text(), sa.ForeignKey("matter.id"), nullable=True),
        *_texts("detail", "previous", "hash"),
    )
