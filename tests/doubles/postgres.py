"""The PostgreSQL server on which tests and benches make databases of their own."""

from __future__ import annotations

import os
from dataclasses import dataclass

import psycopg
import sqlalchemy as sa
from psycopg import sql


@dataclass(frozen=True)
class Server:
    """A PostgreSQL server, reached through the URL of its maintenance database."""

    url: str

    def address(self, database: str) -> str:
        made = sa.make_url(self.url).set(database=database)
        return made.render_as_string(hide_password=False)

    def run(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*(sql.Identifier(name) for name in names)))


def server() -> Server | None:
    """The one that ``LAWGAME_TEST_POSTGRES`` names, else a local one; None where none answers."""
    given = os.environ.get("LAWGAME_TEST_POSTGRES")
    local = [f"postgresql://{user}@127.0.0.1:5432/postgres" for user in ("root", "postgres")]
    for url in [given] if given else local:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            continue
        return Server(url)
    return None
