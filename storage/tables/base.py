"""Metadata, column types and the one naming convention that tables and migrations share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

# SQLite numbers rows by itself only in a column declared INTEGER.
SEQ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


class Utc(sa.TypeDecorator[datetime]):
    """Aware instants in UTC on both databases; SQLite would hand them back without a zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant without a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def seq() -> sa.Column[int]:
    """Grows with every row and is never given twice; see ``sqlite_autoincrement``."""
    return sa.Column("seq", SEQ, primary_key=True, autoincrement=True)


def text(name: str, *, primary_key: bool = False, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), primary_key=primary_key, unique=unique, nullable=False)


def to(
    name: str, target: str, *, nullable: bool = False, primary_key: bool = False, **kw: Any
) -> Any:
    """A text column that refers to ``table.column``."""
    return sa.Column(
        name, sa.Text(), sa.ForeignKey(target), nullable=nullable, primary_key=primary_key, **kw
    )


def number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def instant(name: str) -> sa.Column[datetime]:
    return sa.Column(name, Utc(), nullable=False)
