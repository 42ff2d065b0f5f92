"""The outbox is the real one, over SQLite."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def database_url(sqlite_template: Path, tmp_path: Path) -> str:
    path = tmp_path / "house.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"
