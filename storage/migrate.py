"""Runs the migrations inside a transaction that the caller holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.util.exc import CommandError

from storage.errors import NewerDatabase
from storage.tables import metadata

_VERSIONS = Path(__file__).parent / "migrations"
# Any number, as long as every process that migrates takes the same.
_LOCK = 4_151_701


_SEARCHED = ("fact", "passage", "law_section", "law_gloss", "reported_case")
"""Tables with a full-text index of their own on SQLite, which is not alembic's."""


def config(connection: sa.Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(_VERSIONS))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def options() -> dict[str, Any]:
    """How alembic looks at the database, for migrating and for comparing alike."""
    return {
        "target_metadata": metadata,
        "render_as_batch": True,
        "compare_type": True,
        "include_object": ours,
    }


def ours(item: Any, name: str | None, kind: str, reflected: bool, compare_to: object) -> bool:
    """False for the search index and the tables of DBOS, which are not in our metadata."""
    if not reflected or compare_to is not None or name is None:
        return True
    if kind == "table":
        searching = any(name.startswith(f"{table}_fts") for table in _SEARCHED)
        return not searching and not name.startswith("dbos")
    if kind in ("column", "index") and item.table.name in _SEARCHED:
        return not name.endswith("words")
    return True


def upgrade(connection: sa.Connection) -> None:
    """Raises ``NewerDatabase``."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        raise NewerDatabase() from error


def differences(connection: sa.Connection) -> list[Any]:
    """What the tables in the database lack against the metadata; empty when they agree."""
    context = MigrationContext.configure(connection, opts=options())
    return list(compare_metadata(context, metadata))
