"""One way to open the database, SQLite or PostgreSQL; every transaction begins here.

SQLite has two engines. Under SQLAlchemy's defaults a transaction there begins with its first
write, so whatever was read before it may be stale and updates are lost without an error; the
writer therefore begins with ``BEGIN IMMEDIATE``, and readers have an engine of their own so that
they never wait behind it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.errors import BadAddress, KeyNotSupported, NotADatabase, StorageUnavailable
from storage.migrate import upgrade

_BUSY_MS = 30_000

# At DEBUG it logs every statement with its parameters, which are privileged text.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Database:
    """``read()`` and ``write()`` give a connection in a transaction of its own.

    A write commits when its block ends and rolls back when the block raises. Within one process
    writes on SQLite queue in the order they came; do not open one inside another.
    """

    def __init__(self, reader: AsyncEngine, writer: AsyncEngine, path: Path | None = None) -> None:
        self._reader = reader
        self._writer = writer
        self._turn = asyncio.Lock() if path else None
        self._writing: asyncio.Task[Any] | None = None
        self.path = path

    @property
    def dialect(self) -> str:
        return self._writer.dialect.name

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """One snapshot for the whole block; a write through it fails.

        Raises ``StorageUnavailable``."""
        with _Translated():
            async with self._reader.begin() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Raises ``StorageUnavailable``; then nothing was stored, or (PostgreSQL, connection lost
        while committing) it is not known: what may run again must be idempotent."""
        if self._turn is None:
            with _Translated():
                async with self._writer.begin() as connection:
                    yield connection
            return
        if self._writing is not None and self._writing is asyncio.current_task():
            raise RuntimeError("a write transaction inside another would wait for itself")
        async with self._turn:
            self._writing = asyncio.current_task()
            try:
                with _Translated():
                    async with self._writer.begin() as connection:
                        yield connection
            finally:
                self._writing = None

    async def migrate(self) -> None:
        """Bring the tables to this version. Raises ``NewerDatabase``."""
        async with self.write() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        await self._reader.dispose()
        if self._writer is not self._reader:
            await self._writer.dispose()


class _Translated:
    """Turns the driver's failures into ours, without the statement's parameters."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, exc.OperationalError | exc.InterfaceError | exc.TimeoutError):
            raise StorageUnavailable() from error


def open_database(url: str, key: str | None = None) -> Database:
    """``sqlite:///path`` or ``postgresql://…``; nothing is connected to PostgreSQL yet.

    A SQLite file is made if it is not there, readable by its owner only. Raises ``BadAddress``,
    ``NotADatabase``, ``KeyNotSupported``, ``StorageUnavailable``."""
    if key is not None:
        raise KeyNotSupported()
    try:
        address = sa.make_url(url)
    except exc.ArgumentError as error:
        raise BadAddress() from error
    if address.drivername == "sqlite" and address.database not in (None, "", ":memory:"):
        return _open_sqlite(Path(str(address.database)))
    if address.drivername in ("postgresql", "postgres"):
        return _open_postgresql(address.set(drivername="postgresql+psycopg"))
    raise BadAddress()


def _open_sqlite(path: Path) -> Database:
    _prepare_file(path)
    address = sa.URL.create("sqlite+aiosqlite", database=str(path))
    # The parameters of a statement are privileged text; errors must not show them.
    reader = create_async_engine(address, pool_size=5, max_overflow=5, hide_parameters=True)
    writer = create_async_engine(address, pool_size=1, max_overflow=0, hide_parameters=True)
    _set_up(reader, "BEGIN", ("query_only=ON",))
    _set_up(writer, "BEGIN IMMEDIATE", ("synchronous=FULL",))
    return Database(reader, writer, path)


def _prepare_file(path: Path) -> None:
    # WAL is a property of the file and cannot be set while another connection reads it.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = sqlite3.connect(path, timeout=_BUSY_MS / 1000)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        finally:
            connection.close()
    except (OSError, sqlite3.OperationalError) as error:
        raise StorageUnavailable(
            "The database file cannot be opened.",
            remedy="Check that its folder exists, is writable and has room.",
        ) from error
    except sqlite3.DatabaseError as error:
        raise NotADatabase() from error


def _set_up(engine: AsyncEngine, begin: str, pragmas: tuple[str, ...]) -> None:
    @sa.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        # The driver must not begin transactions by itself; see the module's docstring.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={_BUSY_MS}", "foreign_keys=ON", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine.sync_engine, "begin")
    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)


def _open_postgresql(address: sa.URL) -> Database:
    writer = create_async_engine(
        address, pool_size=5, max_overflow=10, pool_pre_ping=True, hide_parameters=True
    )
    reader = writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(reader, writer)
