"""PDF with text: sheets, paragraphs, printed paragraph numbers. Scans are refused by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from engine.corpus.draft import Block, Draft
from engine.corpus.errors import Corrupt, Empty, Encrypted, NoText, TooLarge
from engine.corpus.furniture import furniture, margin_numbered
from engine.corpus.layout import Line, paragraphs
from engine.corpus.limits import Limits
from engine.corpus.readers.text import clean
from engine.corpus.sniff import PDF

_SCAN_TEXT = 100
_SCAN_COVER = 0.5
_LINE = re.compile(r"[^\r\n]+")
_MARGIN_NUMBER = re.compile(r"\d{1,2}(?:\s+|$)")
# pdfium marks a hyphen at a line's end so
_SOFT_HYPHENS = str.maketrans({"\ufffe": "-", "\x02": "-"})


@dataclass(frozen=True, slots=True)
class _Sheet:
    number: int
    lines: list[Line]
    pictured: bool


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a PDF. Raises Corrupt, Empty, Encrypted, NoText, TooLarge."""
    document = _open(data, name)
    try:
        count = len(document)
        if count > limits.max_pages:
            raise TooLarge(name, detail=f"{count:,} pages, at most {limits.max_pages:,} are read")
        if not count:
            raise Empty(name)
        sheets, unread = _sheets(document, name, limits)
        title = str(document.get_metadata_dict().get("Title", ""))
    finally:
        document.close()
    return _draft(sheets, unread, clean(title), name)


def _open(data: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise Encrypted(name) from error
        raise Corrupt(name) from error


def _sheets(
    document: pypdfium2.PdfDocument, name: str, limits: Limits
) -> tuple[list[_Sheet], list[int]]:
    sheets: list[_Sheet] = []
    unread: list[int] = []
    total = 0
    for index in range(len(document)):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            unread.append(index + 1)
            continue
        lines = list(_lines(page))
        total += sum(len(line.text) for line in lines)
        if total > limits.max_characters:
            raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
        short = sum(len(line.text) for line in lines) < 3 * _SCAN_TEXT
        sheets.append(_Sheet(index + 1, lines, short and _is_pictured(page)))
        page.close()
    if not sheets:
        raise Corrupt(name)
    return sheets, unread


def _lines(page: pypdfium2.PdfPage) -> Iterator[Line]:
    """The page's lines in the order of its content, with boxes where they can be told."""
    text_page = page.get_textpage()
    try:
        text = text_page.get_text_range()
        boxed = text_page.count_chars() == len(text)
        for match in _LINE.finditer(text):
            said = clean(match.group().translate(_SOFT_HYPHENS)).strip()
            if not said:
                continue
            if not boxed:
                yield Line(said)
                continue
            raw = match.group()
            first = match.start() + len(raw) - len(raw.lstrip())
            last = match.start() + len(raw.rstrip()) - 1
            left, bottom, _, top = text_page.get_charbox(first, loose=True)
            right = text_page.get_charbox(last, loose=True)[2]
            yield Line(said, left, right, top, bottom)
    finally:
        text_page.close()


def _is_pictured(page: pypdfium2.PdfPage) -> bool:
    """Whether pictures cover half of the page: a scan, whatever stamp is printed on it."""
    width, height = page.get_size()
    covered = 0.0
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = item.get_bounds()
        covered += max(0.0, right - left) * max(0.0, top - bottom)
    return bool(covered > _SCAN_COVER * width * height)


def _draft(sheets: list[_Sheet], unread: list[int], title: str, name: str) -> Draft:
    sheets = [_without_margin_numbers(sheet) for sheet in sheets]
    edges = furniture([[line.text for line in sheet.lines] for sheet in sheets])
    blocks: list[Block] = []
    scans: list[int] = []
    for sheet, edge in zip(sheets, edges, strict=True):
        body = [line for i, line in enumerate(sheet.lines) if i not in edge]
        if sheet.pictured and sum(len(line.text) for line in body) < _SCAN_TEXT:
            scans.append(sheet.number)
            continue
        blocks += [Block(text, page=sheet.number) for text in paragraphs(body)]
        blocks += [
            Block(sheet.lines[i].text, kind="furniture", page=sheet.number) for i in sorted(edge)
        ]
    if not any(block.kind == "prose" for block in blocks):
        raise NoText(name)
    return Draft(PDF, tuple(blocks), title=title, strict_ends=True, notes=_notes(scans, unread))


def _without_margin_numbers(sheet: _Sheet) -> _Sheet:
    if not margin_numbered([line.text for line in sheet.lines]):
        return sheet
    lines = [
        Line(text, line.left, line.right, line.top, line.bottom)
        for line in sheet.lines
        if (text := _MARGIN_NUMBER.sub("", line.text, count=1))
    ]
    return _Sheet(sheet.number, lines, sheet.pictured)


def _notes(scans: list[int], unread: list[int]) -> tuple[str, ...]:
    notes = []
    if scans:
        notes.append(
            f"Scanned without text and not read (OCR is not available yet): {_sheets_told(scans)}."
        )
    if unread:
        notes.append(f"Damaged and not read: {_sheets_told(unread)}.")
    return tuple(notes)


def _sheets_told(numbers: list[int]) -> str:
    """``pages 2-4, 9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)
    return f"page {told}" if len(numbers) == 1 else f"pages {told}"
