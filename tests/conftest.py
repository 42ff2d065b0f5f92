"""Databases for tests, migrated and empty, SQLite and PostgreSQL alike.

PostgreSQL is that of ``LAWGAME_TEST_POSTGRES`` (the URL of a database whose user may create
databases), else one on 127.0.0.1:5432 that lets ``root`` or ``postgres`` in without a password.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from storage.blobs import Blobs
from storage.database import Database, open_database
from storage.house import House
from storage.seal import Seal
from storage.tables import metadata
from tests.doubles.postgres import Server, server

_BACKENDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


class Clock:
    """Unix seconds that only move when a test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def _migrate(url: str) -> None:
    async def migrate() -> None:
        database = open_database(url)
        await database.migrate()
        await database.close()

    # In a thread of its own: a test's event loop may be running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, migrate()).result()


def _empty(url: str) -> None:
    with psycopg.connect(url) as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (name,) in found.fetchall():
            if name not in metadata.tables and name != "alembic_version":
                connection.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(name)))


@pytest.fixture(scope="session")
def postgres_server() -> Server:
    found = server()
    if found is None:
        pytest.skip(
            "no PostgreSQL: set LAWGAME_TEST_POSTGRES, or let root or postgres in on 127.0.0.1:5432"
        )
    return found


@pytest.fixture(scope="session")
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """A migrated database for this session, which each test leaves empty behind it."""
    name = f"lawgame_test_{secrets.token_hex(6)}"
    postgres_server.run("CREATE DATABASE {}", name)
    try:
        # Nothing here has to survive a power cut.
        postgres_server.run("ALTER DATABASE {} SET synchronous_commit = off", name)
        url = postgres_server.address(name)
        _migrate(url)
        yield url
    finally:
        postgres_server.run("DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file to copy."""
    path = tmp_path_factory.mktemp("template") / "house.db"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(params=_BACKENDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a migrated, empty database. The tables' columns must be left as they are."""
    if request.param == "sqlite":
        path = tmp_path / "house.db"
        shutil.copyfile(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    url = request.getfixturevalue("postgres_url")
    yield url
    _empty(url)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    opened = open_database(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(database: Database, tmp_path: Path, clock: Callable[[], float]) -> House:
    """A house over either database; its clock stands still unless the test moves it."""
    return House(database, Seal(), Blobs(tmp_path / "blobs"), clock)
