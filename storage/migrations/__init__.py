"""Alembic migrations of the house's database."""
