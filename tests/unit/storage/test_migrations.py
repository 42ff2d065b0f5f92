"""The migrations make what the tables say, on both databases."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from storage.database import Database, open_database
from storage.errors import NewerDatabase
from storage.migrate import differences


class _Undo(Exception):
    """Rolls back what a test did to the tables."""


NEWEST = "0006"


async def test_tables_and_migrations_agree(database: Database) -> None:
    async with database.write() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_difference_would_be_seen(database: Database) -> None:
    with suppress(_Undo):
        async with database.write() as connection:
            await connection.exec_driver_sql("ALTER TABLE person ADD COLUMN nickname TEXT")
            found = await connection.run_sync(differences)
            raise _Undo
    assert [entry[0] for entry in found] == ["remove_column"]


async def test_tables_of_others_are_left_alone(database: Database) -> None:
    with suppress(_Undo):
        async with database.write() as connection:
            await connection.exec_driver_sql("CREATE TABLE dbos_migrations (version INTEGER)")
            found = await connection.run_sync(differences)
            raise _Undo
    assert found == []


async def test_migrating_again_changes_nothing_and_leaves_logging_alone(
    database: Database,
) -> None:
    before = (
        logging.root.level,
        list(logging.root.handlers),
        logging.getLogger("storage").disabled,
    )
    await database.migrate()
    after = (logging.root.level, list(logging.root.handlers), logging.getLogger("storage").disabled)
    assert after == before
    async with database.read() as connection:
        rows = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert list(rows.scalars()) == [NEWEST]


async def test_a_newer_database_is_refused(database: Database) -> None:
    async def set_version(version: str) -> None:
        async with database.write() as connection:
            change = sa.text("UPDATE alembic_version SET version_num = :version")
            await connection.execute(change, {"version": version})

    await set_version("9999")
    try:
        with pytest.raises(NewerDatabase):
            await database.migrate()
    finally:
        await set_version(NEWEST)


async def test_an_interrupted_migration_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'house.db'}")

    def fail(*_: object) -> None:
        raise OSError("power cut")

    monkeypatch.setattr("alembic.runtime.migration.HeadMaintainer.update_to_step", fail)
    with pytest.raises(OSError, match="power cut"):
        await database.migrate()
    monkeypatch.undo()
    async with database.read() as connection:
        rows = await connection.exec_driver_sql("SELECT name FROM sqlite_master")
        assert list(rows) == []
    await database.migrate()
    await database.close()
