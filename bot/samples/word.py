"""A sample source as a Word document."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path

import docx
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches, Pt, RGBColor
from docx.table import _Cell
from docx.text.paragraph import Paragraph

from bot.samples.source import Block, Source

FONTS = {"serif": ("Times New Roman", 11.5), "sans": ("Arial", 10)}
EPOCH = (2025, 1, 1, 0, 0, 0)  # every archive member's time, so that builds are alike


def write_docx(source: Source, path: Path) -> None:
    """Write ``source`` to ``path`` as a Word document."""
    document = docx.Document()
    _set_up(document, source.head)
    for block in source.blocks:
        if block.mark == "|":
            _table(document, block)
        elif block.mark == "||":
            _caption(document, block)
        else:
            _paragraph(document, block)
    buffer = io.BytesIO()
    document.save(buffer)
    path.write_bytes(_stilled(buffer.getvalue()))


def _set_up(document: Document, head: dict[str, str]) -> None:
    name, size = FONTS[head.get("font", "serif")]
    normal = document.styles["Normal"]
    normal.font.name, normal.font.size = name, Pt(size)
    normal.paragraph_format.space_after = Pt(7)
    section = document.sections[0]
    section.page_width, section.page_height = Inches(8.5), Inches(11)
    for side in ("left_margin", "right_margin", "top_margin", "bottom_margin"):
        setattr(section, side, Inches(1))
    if "bottom" in head:
        foot = section.footer.paragraphs[0]
        foot.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        foot.add_run(head["bottom"]).font.size = Pt(8)
    core = document.core_properties
    core.title, core.author, core.comments = head["title"], head.get("author", ""), ""
    core.created = core.modified = datetime(*EPOCH)


def _paragraph(document: Document, block: Block) -> None:
    paragraph = document.add_paragraph()
    lines = [block.text] if block.mark in ("", "~") else list(block.lines)
    for number, line in enumerate(lines):
        run = paragraph.add_run(line)
        run.bold = block.mark in ("^^", "^^^", "##")
        if number < len(lines) - 1:
            run.add_break()
        if block.mark == "^^^":
            run.font.size = Pt(15)
        if block.mark == "~":
            run.font.size, run.font.color.rgb = Pt(8), RGBColor(90, 90, 90)
    if block.mark.startswith("^"):
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    if block.mark == "##":
        paragraph.paragraph_format.keep_with_next = True
        paragraph.paragraph_format.space_before = Pt(6)
    if block.mark == "&&":
        paragraph.paragraph_format.left_indent = Inches(3.25)


def _table(document: Document, block: Block) -> None:
    rows = block.rows
    table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        cells = table.add_row().cells
        for cell, text in zip(cells, row, strict=True):
            _fill(cell, text, bold=number == 0 or row[0] == "Total")
    for column, share in zip(table.columns, block.shares, strict=True):
        for cell in column.cells:
            cell.width = Inches(6.5 * share)
    document.add_paragraph().paragraph_format.space_after = Pt(0)


def _fill(cell: _Cell, text: str, *, bold: bool = False) -> None:
    paragraph: Paragraph = cell.paragraphs[0]
    paragraph.paragraph_format.space_after = Pt(1)
    run = paragraph.add_run(text)
    run.bold, run.font.size = bold, Pt(9)


def _caption(document: Document, block: Block) -> None:
    table = document.add_table(rows=1, cols=2)
    for cell, lines in zip(table.rows[0].cells, block.sides, strict=True):
        cell.paragraphs[0].paragraph_format.space_after = Pt(0)
        for number, line in enumerate(lines):
            run = cell.paragraphs[0].add_run(line)
            if number < len(lines) - 1:
                run.add_break()
    _rule(table.rows[0].cells[0])
    document.add_paragraph()


def _rule(cell: _Cell) -> None:
    """The line between the parties and the docket number."""
    borders = OxmlElement("w:tcBorders")
    for edge in ("bottom", "right"):
        line = OxmlElement(f"w:{edge}")
        line.set(qn("w:val"), "single")
        line.set(qn("w:sz"), "6")
        borders.append(line)
    cell._tc.get_or_add_tcPr().append(borders)


def _stilled(content: bytes) -> bytes:
    """The same archive with one fixed time on every member."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            member = zipfile.ZipInfo(name, EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(member, old.read(name))
    return out.getvalue()
