"""``lawgame load authorities`` as a firm's librarian meets it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.load_authorities import told
from engine.authorities.table import BadRow
from handlers.tables import Loaded

HEADER = "reporter, volume, page, names\n"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("LAWGAME_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LAWGAME_HOME", str(tmp_path / "home"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return tmp_path / "firm.csv"


def load(path: Path) -> Result:
    return CliRunner().invoke(main, ["load", "authorities", str(path)])


def test_a_table_is_loaded_once_and_replaced_when_it_changed(table: Path) -> None:
    table.write_text(HEADER + "U.S., 1, 1, A v. B\nU.S., x, 2, C v. D\n", "utf-8")
    first = load(table)
    assert first.exit_code == 0, first.output
    assert first.stdout.splitlines() == [
        "firm.csv row 3 was skipped: it has the volume “x”, which is not a number.",
        "1 row was skipped; correct it and load the table again.",
        "firm.csv is loaded: 1 place.",
    ]
    assert load(table).stdout == "firm.csv is loaded already: 1 place, nothing to do.\n"
    table.write_text(HEADER + "U.S., 1, 1, A v. B\nU.S., 2, 2, C v. D\n", "utf-8")
    assert load(table).stdout == "firm.csv is loaded: 2 places; it replaces the earlier one.\n"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("reporter, volume, page\nU.S., 1, 1\n", "authorities.missing_column"),
        (HEADER + "U.S., x, 1, A v. B\n", "authorities.no_usable_row"),
        ("[{", "authorities.table_unreadable"),
        (None, "authorities.no_table"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_what_to_do(
    table: Path, content: str | None, code: str
) -> None:
    if content is not None:
        table.write_text(content, "utf-8")
    refused = load(table)
    assert refused.exit_code == 2 and f"[{code}]" in refused.stderr
    assert len(refused.stderr.splitlines()) == 2 and "Traceback" not in refused.output


def test_many_bad_rows_are_named_up_to_a_point_and_counted() -> None:
    bad = tuple(BadRow(f"t row {n}", "has no page") for n in range(3))
    assert told(Loaded("t", 8_700, 1_003, bad))[3:] == [
        "… and 1,000 rows more were skipped.",
        "1,003 rows were skipped; correct them and load the table again.",
        "t is loaded: 8,700 places.",
    ]
