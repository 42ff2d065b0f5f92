"""Tables as files: nothing in a brief becomes a formula, and Word opens them."""

from __future__ import annotations

import csv
import io

import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st

from handlers.exports import Sheet, csv_of, word_of
from handlers.posts import RESEARCH_ONLY

HOSTILE = [
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "＝1",
    "\n@x",
    "﹢1",
    "\u00a0=1",
]


def read(sheet: Sheet) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_of(sheet).decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("cell", HOSTILE)
def test_a_cell_that_looks_like_a_formula_is_marked_as_text(cell: str) -> None:
    sheet = Sheet("t", ("a", cell), [(cell, "x")], notes=(cell,), footer=(cell,))
    for row in read(sheet):
        assert not any(one.startswith(tuple(HOSTILE)) for one in row)
    assert read(sheet)[1] == [f"'{cell}", "x"]


@given(st.text(max_size=40))
def test_any_cell_is_safe_and_otherwise_itself(cell: str) -> None:
    [_, [found], *_] = read(Sheet("t", ("a",), [(cell,)]))
    plain = cell.encode(errors="replace").decode()
    assert found in (plain, f"'{plain}") and not found.startswith(("=", "+", "-", "@"))


def test_the_csv_ends_with_notes_and_the_reminder() -> None:
    rows = read(Sheet("t", ("a", "b"), [("1", "2, 3")], notes=("n",)))
    assert rows == [["a", "b"], ["1", "2, 3"], [], ["n"], [RESEARCH_ONLY]]
    assert csv_of(Sheet("t", ("a",), [])).startswith(b"\xef\xbb\xbf")


def test_word_shows_title_notes_table_and_reminder() -> None:
    sheet = Sheet("Title\x00 \x1b", ("a", "b"), [("1\x07", "ü\ud800"), ("=2", "x")], ("note",))
    document = Document(io.BytesIO(word_of(sheet)))
    assert [p.text for p in document.paragraphs] == ["Title ", "note"]
    [table] = document.tables
    assert [[c.text for c in r.cells] for r in table.rows] == [["a", "b"], ["1", "ü"], ["=2", "x"]]
    assert document.sections[0].footer.paragraphs[0].text == RESEARCH_ONLY
    width, height = document.sections[0].page_width, document.sections[0].page_height
    assert width and height and width > height


def test_word_repeats_its_header_row_on_every_page() -> None:
    document = Document(io.BytesIO(word_of(Sheet("t", ("a",), [("1",)]))))
    first, second = document.tables[0].rows
    assert "tblHeader" in first._tr.xml and "tblHeader" not in second._tr.xml
