"""A sample source as a PDF that looks like a filing, a memorandum or a letter."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    HRFlowable,
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from bot.samples.source import Block, Source

MARGIN = 72  # points, one inch
WIDTH, HEIGHT = LETTER
TEXT = WIDTH - 2 * MARGIN
FONTS = {
    "serif": ("Times-Roman", "Times-Bold", 11.5, 15),
    "sans": ("Helvetica", "Helvetica-Bold", 10, 13.5),
}
NUMBERED = re.compile(r"^(\d+\.|\([a-z]\)) (?=.)")


def write_pdf(source: Source, path: Path) -> None:
    """Write ``source`` to ``path``; two passes, so that a page can say how many there are."""
    pages = _render(source, path, pages=0)
    _render(source, path, pages)


def _render(source: Source, path: Path, pages: int) -> int:
    document = SimpleDocTemplate(
        str(path),
        pagesize=LETTER,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=source.head["title"],
        author=source.head.get("author", ""),
        creator="",
        invariant=1,
    )

    def furniture(canvas: Any, _document: Any) -> None:
        _furniture(canvas, source.head, canvas.getPageNumber(), pages)

    styles = _styles(source.head.get("font", "serif"))
    story = _kept([_flowable(block, styles) for block in source.blocks], source.blocks)
    document.build(story, onFirstPage=furniture, onLaterPages=furniture)
    return int(document.page)


def _styles(font: str) -> dict[str, Any]:
    plain, bold, size, leading = FONTS[font]
    body = ParagraphStyle("body", fontName=plain, fontSize=size, leading=leading, spaceAfter=7)

    def like(name: str, **changes: Any) -> Any:
        return ParagraphStyle(name, parent=body, **changes)

    return {
        "": like("text", alignment=TA_JUSTIFY),
        "number": like(
            "number",
            alignment=TA_JUSTIFY,
            leftIndent=26,
            bulletFontName=plain,
            bulletFontSize=size,
        ),
        "^": like("centre", alignment=TA_CENTER),
        "^^": like("title", alignment=TA_CENTER, fontName=bold, spaceBefore=6, spaceAfter=10),
        "^^^": like("head", alignment=TA_CENTER, fontName=bold, fontSize=size + 4, leading=20),
        "##": like("heading", fontName=bold, spaceBefore=7, spaceAfter=4),
        "##^": like("count", fontName=bold, alignment=TA_CENTER, spaceBefore=7, spaceAfter=4),
        "&": like("lines"),
        "&&": like("signature", leftIndent=TEXT / 2, spaceBefore=8),
        "~": like("small", fontSize=6.5, leading=8, textColor=colors.grey, spaceBefore=14),
        "cell": like("cell", fontSize=size - 1.5, leading=leading - 2.5, spaceAfter=0),
        "top": like("top", fontName=bold, fontSize=size - 1.5, leading=leading - 2.5, spaceAfter=0),
    }


def _flowable(block: Block, styles: dict[str, Any]) -> Any:
    if block.mark == "---":
        return HRFlowable(width="100%", thickness=0.8, color=colors.black, spaceAfter=10)
    if block.mark == "|":
        return _table(block, styles)
    if block.mark == "||":
        return _caption(block, styles)
    kept = block.mark in ("^", "^^", "^^^", "&", "&&", "##")
    text = "<br/>".join(map(escape, block.lines)) if kept else escape(block.text)
    number = NUMBERED.match(text) if block.mark == "" else None
    if number:
        return Paragraph(text[number.end() :], styles["number"], bulletText=number.group(1))
    counted = block.mark == "##" and (len(block.lines) > 1 or not block.text[0].isdigit())
    return Paragraph(text, styles["##^" if counted else block.mark])


def _table(block: Block, styles: dict[str, Any]) -> Any:
    cells = [
        [Paragraph(escape(cell), styles["cell" if number else "top"]) for cell in row]
        for number, row in enumerate(block.rows)
    ]
    widths = [TEXT * share for share in block.shares]
    grid = [
        ("GRID", (0, 0), (-1, -1), 0.5, colors.black),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    return Table(cells, widths, style=TableStyle(grid), spaceBefore=4, spaceAfter=10)


def _caption(block: Block, styles: dict[str, Any]) -> Any:
    left, right = (
        Paragraph("<br/>".join(_indented(line) for line in side), styles["&"])
        for side in block.sides
    )
    lines = [
        ("LINEAFTER", (0, 0), (0, 0), 0.8, colors.black),
        ("LINEBELOW", (0, 0), (0, 0), 0.8, colors.black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (1, 0), (1, 0), 18),
    ]
    widths = [TEXT * 0.55, TEXT * 0.45]
    return Table([[left, right]], widths, style=TableStyle(lines), spaceAfter=12)


def _indented(line: str) -> str:
    text = line.lstrip(" ")
    return "&nbsp;" * (2 * (len(line) - len(text))) + escape(text)


def _kept(story: list[Any], blocks: tuple[Block, ...]) -> list[Any]:
    """Keep a heading with what follows it, and a signature with the lines before it."""
    out: list[Any] = []
    index = 0
    while index < len(story):
        size = 2 if blocks[index].mark == "##" else 1
        following = blocks[index + size : index + size + 1]
        if following and following[0].mark == "&&":
            size += 1
        group = story[index : index + size]
        out.append(KeepTogether(group) if size > 1 else group[0])
        index += size
    return [*out, Spacer(1, 1)]


def _furniture(canvas: Any, head: dict[str, str], page: int, pages: int) -> None:
    canvas.saveState()
    if "top" in head:  # the court's own stamp is blue and sans serif
        canvas.setFillColor(colors.Color(0, 0, 0.75))
        canvas.setFont("Helvetica", 8.5)
        text = head["top"].replace("{page}", str(page)).replace("{pages}", str(pages))
        canvas.drawCentredString(WIDTH / 2, HEIGHT - 30, text)
    canvas.setFillColor(colors.black)
    canvas.setFont("Helvetica", 8)
    if "top" in head:
        canvas.drawCentredString(WIDTH / 2, 36, str(page))
    if "bottom" in head:
        canvas.drawRightString(WIDTH - MARGIN, 36, _numbered(head["bottom"], page))
    if "stamp" in head and page == 1:
        _stamp(canvas, head["stamp"].split("|"))
    canvas.restoreState()


def _numbered(bottom: str, page: int) -> str:
    """The production number of a page: the first page's, counted on."""
    if "{page}" in bottom:
        return bottom.replace("{page}", str(page))
    digits = re.search(r"\d+$", bottom)
    if not digits:
        return bottom
    return bottom[: digits.start()] + str(int(digits.group()) + page - 1).zfill(len(digits.group()))


def _stamp(canvas: Any, lines: list[str]) -> None:
    canvas.translate(WIDTH - MARGIN - 128, HEIGHT - 205)
    canvas.rotate(5)
    canvas.setStrokeColor(colors.firebrick)
    canvas.setFillColor(colors.firebrick)
    canvas.setLineWidth(1.4)
    canvas.rect(0, 0, 132, 16 * len(lines) + 10)
    canvas.setFont("Helvetica-Bold", 10)
    for number, line in enumerate(reversed(lines)):
        canvas.drawCentredString(66, 9 + 16 * number, line)
