"""Transactions that neither lose an update nor give up while others write."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import traceback
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from storage.database import Database, open_database
from storage.errors import BadAddress, KeyNotSupported, NotADatabase, StorageUnavailable

Begin = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


async def two_increments_that_overlap(begin: Begin) -> int:
    """Two read a counter, wait until both have read it or it is plain that only one may, then
    write what they read plus one. Returns the counter; 2 unless an update was lost."""
    async with begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE counter (value INTEGER)")
        await connection.exec_driver_sql("INSERT INTO counter VALUES (0)")
    read = 0
    both = asyncio.Event()

    async def increment() -> None:
        nonlocal read
        async with begin() as connection:
            selected = await connection.exec_driver_sql("SELECT value FROM counter")
            value = selected.scalar_one()
            read += 1
            if read == 2:
                both.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    await both.wait()
            await connection.execute(
                sa.text("UPDATE counter SET value = :value"), {"value": value + 1}
            )

    await asyncio.gather(increment(), increment())
    async with begin() as connection:
        selected = await connection.exec_driver_sql("SELECT value FROM counter")
        return int(selected.scalar_one())


async def test_an_update_is_lost_under_the_defaults(tmp_path: Path) -> None:
    """The detector detects; were this to fail, the next test would show nothing."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'plain.db'}")
    assert await two_increments_that_overlap(engine.begin) == 1
    await engine.dispose()


async def test_no_update_is_lost_on_sqlite(tmp_path: Path) -> None:
    # PostgreSQL has row locks and conditional updates for this; the repositories use them on both,
    # see the tests of numbers and claims.
    database = open_database(f"sqlite:///{tmp_path / 'house.db'}")
    assert await two_increments_that_overlap(database.write) == 2
    await database.close()


async def test_no_update_is_lost_between_two_processes_on_sqlite(tmp_path: Path) -> None:
    """Two objects share no lock, as two processes do not."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    one, other = open_database(url), open_database(url)
    turn = 0

    def begin() -> AbstractAsyncContextManager[AsyncConnection]:
        nonlocal turn
        turn += 1
        return (one if turn % 2 else other).write()

    assert await two_increments_that_overlap(begin) == 2
    await one.close()
    await other.close()


async def test_fifty_writers_and_readers_at_once(database: Database) -> None:
    async with database.write() as connection:
        await connection.exec_driver_sql("CREATE TABLE line (value INTEGER)")

    async def work(value: int) -> None:
        async with database.write() as connection:
            await connection.execute(sa.text("INSERT INTO line VALUES (:v)"), {"v": value})
        async with database.read() as connection:
            await connection.exec_driver_sql("SELECT count(*) FROM line")

    await asyncio.gather(*(work(value) for value in range(50)))
    async with database.read() as connection:
        rows = await connection.exec_driver_sql("SELECT value FROM line ORDER BY value")
        assert list(rows.scalars()) == list(range(50))


async def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises((StorageUnavailable, exc.DBAPIError)):
        async with database.read() as connection:
            await connection.exec_driver_sql("DELETE FROM person")


async def test_a_reader_does_not_wait_behind_a_writer_and_sees_one_snapshot(
    database: Database,
) -> None:
    async with database.write() as writer:
        await writer.exec_driver_sql("CREATE TABLE line (value INTEGER)")
    async with database.write() as writer, database.read() as reader:
        await writer.exec_driver_sql("INSERT INTO line VALUES (1)")
        counted = await reader.exec_driver_sql("SELECT count(*) FROM line")
        assert counted.scalar_one() == 0
    async with database.read() as reader:
        counted = await reader.exec_driver_sql("SELECT count(*) FROM line")
        assert counted.scalar_one() == 1
        async with database.write() as writer:
            await writer.exec_driver_sql("INSERT INTO line VALUES (2)")
        counted = await reader.exec_driver_sql("SELECT count(*) FROM line")
        assert counted.scalar_one() == 1


async def test_what_raises_is_rolled_back_and_leaves_no_lock(database: Database) -> None:
    async with database.write() as connection:
        await connection.exec_driver_sql("CREATE TABLE line (value INTEGER)")
    with pytest.raises(ZeroDivisionError):
        async with database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO line VALUES (1)")
            raise ZeroDivisionError
    inserted = asyncio.Event()

    async def cut_off() -> None:
        async with database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO line VALUES (2)")
            inserted.set()
            await asyncio.Event().wait()

    cut = asyncio.create_task(cut_off())
    await inserted.wait()
    cut.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cut
    async with database.write() as connection:
        await connection.exec_driver_sql("INSERT INTO line VALUES (3)")
    async with database.read() as connection:
        rows = await connection.exec_driver_sql("SELECT value FROM line")
        assert list(rows.scalars()) == [3]


async def test_a_write_inside_a_write_is_a_mistake_on_sqlite(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'house.db'}")
    with pytest.raises(RuntimeError, match="inside another"):
        async with database.write(), database.write():
            pass
    await database.close()


async def test_sqlite_is_set_up_to_keep_what_it_confirms(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house.db"
    database = open_database(f"sqlite:///{path}")
    async with database.write() as connection:
        for pragma, expected in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            answer = await connection.exec_driver_sql(f"PRAGMA {pragma}")
            assert answer.scalar_one() == expected
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    await database.close()


@pytest.mark.parametrize("url", ["", "nonsense", "sqlite://", "sqlite:///:memory:", "mysql://h/d"])
def test_an_address_that_cannot_be_used(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        open_database(url)
    assert "LAWGAME_DATABASE_URL" in refused.value.remedy


def test_a_key_is_refused_rather_than_ignored(tmp_path: Path) -> None:
    with pytest.raises(KeyNotSupported):
        open_database(f"sqlite:///{tmp_path / 'house.db'}", key="k" * 64)
    assert not (tmp_path / "house.db").exists()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sirs, " * 100)
    with pytest.raises(NotADatabase):
        open_database(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear Sirs")


async def test_a_server_that_is_not_there() -> None:
    database = open_database("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(StorageUnavailable) as failed:
        async with database.read():
            pass
    assert failed.value.code == "storage.unavailable"
    await database.close()


async def test_neither_errors_nor_logs_show_what_was_written(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises((StorageUnavailable, exc.DBAPIError)) as failed:
        async with database.write() as connection:
            await connection.execute(
                sa.text("INSERT INTO nothing VALUES (:text)"), {"text": "privileged words"}
            )
    assert "privileged words" not in "".join(traceback.format_exception(failed.value))
    assert "privileged words" not in caplog.text
