"""Alembic's entry; the connection comes from ``storage.migrate``. Logging is left alone."""

from __future__ import annotations

from alembic import context

from storage.migrate import options

connection = context.config.attributes["connection"]
context.configure(connection=connection, **options())
with context.begin_transaction():
    context.run_migrations()
