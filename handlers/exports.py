"""Tables as files that people open elsewhere: CSV for spreadsheets, Word for a letter or a file.

Cells carry hostile words (a brief of the other side's): no spreadsheet takes one for a formula.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from handlers.posts import RESEARCH_ONLY

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_SHADE = "D9D9D9"


@dataclass(frozen=True)
class Sheet:
    """A table to be written out. ``notes`` stand before it in Word and behind it in CSV;
    ``footer`` are lines such as the privilege legend; ``widths`` are parts of the page's width."""

    title: str
    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()
    footer: tuple[str, ...] = (RESEARCH_ONLY,)
    widths: tuple[float, ...] = ()


def csv_of(sheet: Sheet) -> bytes:
    """UTF-8 with the mark by which spreadsheets know it; notes and footer behind an empty line."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([_harmless(cell) for cell in sheet.headers])
    writer.writerows([_harmless(cell) for cell in row] for row in sheet.rows)
    writer.writerow([])
    writer.writerows([_harmless(line)] for line in (*sheet.notes, *sheet.footer))
    return out.getvalue().encode("utf-8-sig", errors="replace")


def word_of(sheet: Sheet) -> bytes:
    """A Word document on its side, with the header row on every page. Takes a while: not for the
    event loop."""
    from docx import Document
    from docx.enum.section import WD_ORIENT
    from docx.shared import Cm, Pt

    document = Document()
    document.core_properties.title = _printable(sheet.title)[:250]
    document.core_properties.author = "Lawgame"
    section = document.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = Cm(29.7), Cm(21.0)
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin = section.bottom_margin = Cm(1.8)
    section.footer.paragraphs[0].text = _printable(" ".join(sheet.footer))
    document.styles["Normal"].font.size = Pt(9)
    document.add_heading(_printable(sheet.title), level=1)
    for note in sheet.notes:
        document.add_paragraph(_printable(note))
    table = document.add_table(rows=0, cols=len(sheet.headers), style="Table Grid")
    shares = sheet.widths or (1.0,) * len(sheet.headers)
    widths = [Cm(25.7 * share / sum(shares)) for share in shares]
    for number, cells in enumerate((sheet.headers, *sheet.rows)):
        row = table.add_row()
        for cell, words, width in zip(row.cells, cells, widths, strict=True):
            cell.width = width
            run = cell.paragraphs[0].add_run(_printable(words))
            run.bold = number == 0
        if number == 0:
            _head(row)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _head(row: object) -> None:
    """Repeated on every page, and grey."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    properties = row._tr.get_or_add_trPr()  # type: ignore[attr-defined]
    properties.append(OxmlElement("w:tblHeader"))
    for cell in row.cells:  # type: ignore[attr-defined]
        shade = OxmlElement("w:shd")
        shade.set(qn("w:val"), "clear")
        shade.set(qn("w:fill"), _SHADE)
        cell._tc.get_or_add_tcPr().append(shade)


def _harmless(cell: str) -> str:
    """With an apostrophe before what a spreadsheet would take for a formula, full-width signs and
    leading white space too."""
    bare = unicodedata.normalize("NFKC", cell).lstrip()
    risky = bare.startswith(_FORMULA) or cell.startswith(_FORMULA)
    return f"'{cell}" if risky else cell


def _printable(words: str) -> str:
    return _NOT_XML.sub("", words)
