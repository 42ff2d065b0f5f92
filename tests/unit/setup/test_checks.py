"""What the machine lacks is named, with the packages that bring it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from setup import browser, checks
from setup.errors import SetupError


def without(*tools: str) -> checks.Which:
    return lambda tool: None if tool in tools else f"/bin/{tool}"


def test_every_missing_compiler_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(SetupError, match=r"gcc, g\+\+, make") as told:
        checks.compilers(without("gcc", "g++", "make"))
    assert "apt-get install gcc g++ make" in told.value.remedy


def test_a_compiler_of_the_persons_own_choice_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "clang -O2")
    monkeypatch.setenv("CXX", "clang++")
    checks.compilers(without("gcc", "g++"))
    with pytest.raises(SetupError, match="gcc"):
        checks.compilers(without("clang"))


def test_a_compiler_without_headers_is_not_a_compiler(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "g++"
    broken.write_text("#!/bin/sh\necho 'fatal error: cstdlib: No such file' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CXX", str(broken))
    with pytest.raises(SetupError, match="cstdlib") as told:
        checks.compiler_works()
    assert "libc6-dev" in told.value.remedy


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_which_package(module: str) -> None:
    with pytest.raises(SetupError, match="no venv module") as told:
        checks.venv_module(lambda name: None if name == module else object())
    assert "-venv" in told.value.remedy


def test_headers_are_asked_for_only_where_something_is_built_against_them(tmp_path: Path) -> None:
    checks.python_headers((3, 12), tmp_path)
    with pytest.raises(SetupError, match=r"Python\.h") as told:
        checks.python_headers((3, 14), tmp_path)
    assert "python3.14-dev" in told.value.remedy
    (tmp_path / "Python.h").touch()
    checks.python_headers((3, 14), tmp_path)


def test_a_full_disk_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    checks.disk(tmp_path, 1)
    with pytest.raises(SetupError, match="GB free") as told:
        checks.disk(tmp_path, sys.maxsize)
    assert "XDG_CACHE_HOME" in told.value.remedy


def test_missing_node_and_chromium_are_named() -> None:
    browser.check(without("chromium-browser"))
    with pytest.raises(SetupError, match="nodejs, chromium") as told:
        browser.check(without("node", *browser.CHROMIUM))
    assert "apt-get install nodejs chromium" in told.value.remedy
