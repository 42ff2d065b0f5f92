"""The environment is made again when it is not whole, and only then."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from setup import environment
from setup.stamps import Stamps


@pytest.fixture
def venv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The environment of a project folder of its own, where making one is making one link."""
    venv = tmp_path / "project" / ".venv"

    def run(what: str, command: Sequence[str | Path], **rest: object) -> list[str]:
        python = venv / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.symlink_to(sys.executable)
        return []

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("setup.checks.disk", lambda folder: None)
    monkeypatch.setattr("setup.environment.VENV", venv)
    monkeypatch.setattr("setup.environment.VENV_PYTHON", venv / "bin" / "python")
    monkeypatch.setattr("setup.environment.ROOT", venv.parent)
    monkeypatch.setattr("setup.environment.run", run)
    return venv


def test_it_is_made_once(venv: Path) -> None:
    stamps = Stamps(venv)
    assert environment.ensure_made(stamps)
    assert not environment.ensure_made(stamps)


def test_one_whose_making_was_interrupted_is_made_again(venv: Path) -> None:
    half = venv / "bin" / "half"
    half.parent.mkdir(parents=True)
    half.touch()
    assert environment.ensure_made(Stamps(venv))
    assert not half.exists()


def test_one_whose_python_is_gone_is_made_again(venv: Path) -> None:
    stamps = Stamps(venv)
    environment.ensure_made(stamps)
    python = venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert environment.ensure_made(stamps)


def test_one_that_was_moved_is_made_again(
    venv: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stamps = Stamps(venv)
    environment.ensure_made(stamps)
    monkeypatch.setattr("setup.environment.ROOT", tmp_path / "elsewhere")
    assert environment.ensure_made(stamps)


def test_its_python_may_be_another_than_this_one(tmp_path: Path) -> None:
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.13.5\n")
    assert environment.python_version(tmp_path) == "3.13"
    assert environment.python_version(tmp_path / "none") == ".".join(sys.version.split(".")[:2])
