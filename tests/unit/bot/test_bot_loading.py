"""``lawgame load`` as a firm's librarian meets it: the Code, the Constitution, what is loaded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.holder import Holder
from tests.fixtures.law import SCALES, constitution, content, section, title, write


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in list(os.environ):
        if name.startswith("LAWGAME_"):
            monkeypatch.delenv(name)
    path = tmp_path / "home"
    monkeypatch.setenv("LAWGAME_HOME", str(path))
    return path


def load(*words: object) -> Result:
    return CliRunner().invoke(main, ["load", *(str(word) for word in words)])


def test_titles_are_loaded_once_and_replaced_by_newer_ones(tmp_path: Path) -> None:
    old = write(tmp_path / "old.xml", SCALES)
    first = load("us-code", old)
    assert first.exit_code == 0, first.output
    assert first.stdout == "Title 91 WEIGHTS AND SCALES (119-36) is loaded: 7 sections.\n"
    assert load("us-code", old).stdout == (
        "Title 91 WEIGHTS AND SCALES (119-36) is loaded already: 7 sections, nothing to do.\n"
    )
    new = title(section("1", "Scales", content("One.")), release="119-100")
    assert load("us-code", write(tmp_path / "new.xml", new)).stdout == (
        "Title 91 WEIGHTS AND SCALES (119-100) is loaded: 1 section; it replaces 119-36.\n"
    )
    assert load("us-code", old).stdout == (
        "Title 91 WEIGHTS AND SCALES (119-36) is older than what is loaded (119-100): left alone.\n"
    )


@pytest.mark.parametrize("words", [("--status",), ("status",)])
def test_what_is_loaded_is_shown(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert load(*words).stdout == "Nothing is loaded: see `lawgame load --help`.\n"
    load("us-code", write(tmp_path / "usc91.xml", SCALES))
    load("constitution", constitution(tmp_path / "constitution.json"))
    lines = load(*words).stdout.splitlines()
    assert [line.partition(", loaded")[0] for line in lines] == [
        "Title 91 WEIGHTS AND SCALES: 119-36, 7 sections",
        "Constitution of the United States: no release point, 4 sections",
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("us-code", "nowhere.xml"), "law.nothing_there"),
        (("us-code", "page.xml"), "law.not_uslm"),
        (("us-code", "cut.xml"), "law.damaged"),
        (("us-code", "dtd.xml"), "law.unsafe"),
        (("constitution", "page.xml"), "law.not_a_constitution"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_what_to_do(
    tmp_path: Path, words: tuple[str, str], code: str
) -> None:
    write(tmp_path / "page.xml", "<html/>")
    write(tmp_path / "cut.xml", SCALES[: len(SCALES) // 2])
    write(tmp_path / "dtd.xml", f'<!DOCTYPE uscDoc [<!ENTITY a "b">]>{SCALES.split("?>", 1)[1]}')
    command, name = words
    refused = load(command, tmp_path / name)
    assert refused.exit_code == 2
    assert f"[{code}]" in refused.stderr
    assert len(refused.stderr.splitlines()) == 2


def test_two_loads_at_once_are_refused(tmp_path: Path, home: Path) -> None:
    other = Holder(home, "loading")
    assert other.take()
    refused = load("us-code", write(tmp_path / "usc91.xml", SCALES))
    other.release()
    assert refused.exit_code == 2
    assert "[law.busy]" in refused.stderr


def test_load_alone_shows_help() -> None:
    shown = load()
    assert shown.exit_code == 0
    for command in ("us-code", "constitution", "authorities", "status"):
        assert command in shown.output
