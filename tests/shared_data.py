"""Data that is not part of the project; tests that need it skip where it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("LAWGAME_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def shared(*parts: str) -> Path:
    """A file or folder under ``LAWGAME_SHARED`` or beside the project; else the test skips."""
    path = ROOT.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"no {'/'.join(parts)} under LAWGAME_SHARED")
    return path
