"""PDF: the text of each sheet, by OCR where the sheet is only a picture or its text is garbage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium

from engine.corpus import ocr
from engine.corpus.coverage import Findings, notes
from engine.corpus.draft import Draft
from engine.corpus.errors import Corrupt, Empty, Encrypted, NoText, TooLarge
from engine.corpus.garbage import garbled
from engine.corpus.layout import Line
from engine.corpus.limits import Limits
from engine.corpus.progress import report
from engine.corpus.readers import pdf_page
from engine.corpus.readers.text import clean
from engine.corpus.recognised import Picture, Words, by_line, confidence, legible
from engine.corpus.scanned import lines_of
from engine.corpus.sheets import SheetText, body_characters, laid_out
from engine.corpus.sniff import PDF
from engine.corpus.stamps import is_stamp

_SCAN_TEXT = 100
_SCAN_COVER = 0.5
_LITTLE_TEXT = 400
_WHOLE = 0.85
_BLANK = 0.00003
_SPECKS = 0.0005
_AGREE = 0.5
_SURE = 0.8
_PROPERTIES = ("Title", "Author", "Subject", "Keywords")


@dataclass(frozen=True, slots=True)
class _Page:
    """A page as the file has it.

    ``pictured`` is the share that pictures cover, ``anything`` whether something is drawn,
    ``garbled`` and ``layered`` are what ``Findings`` says of a text layer.
    """

    text: SheetText
    pictured: float = 0.0
    anything: bool = False
    garbled: bool = False
    layered: bool = False
    damaged: bool = False


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a PDF. Raises Corrupt, Empty, Encrypted, NoText, TooLarge."""
    document = _open(data, name)
    findings = Findings()
    try:
        count = len(document)
        if count > limits.max_pages:
            raise TooLarge(name, detail=f"{count:,} pages, at most {limits.max_pages:,} are read")
        if not count:
            raise Empty(name)
        pages = _pages(document, name, limits, findings)
        sheets = _with_ocr(document, pages, limits, findings)
        told = {key: clean(str(value)) for key, value in document.get_metadata_dict().items()}
    finally:
        document.close()
    if sum(len(line.text) for sheet in sheets for line in sheet.lines) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    blocks, marked = laid_out(sheets)
    if not any(block.kind == "prose" for block in blocks):
        raise NoText(name, remedy=ocr.REMEDY if findings.missing else None)
    return Draft(
        PDF,
        blocks,
        title=told.get("Title", ""),
        strict_ends=True,
        notes=notes(marked, findings),
        properties={key: told[key] for key in _PROPERTIES if told.get(key)},
        sheets=marked,
    )


def _open(data: bytes, name: str) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise Encrypted(name) from error
        raise Corrupt(name) from error


def _pages(
    document: pypdfium2.PdfDocument, name: str, limits: Limits, findings: Findings
) -> list[_Page]:
    pages: list[_Page] = []
    total = done = 0
    for index in range(len(document)):
        page = _page(document, index, findings)
        pages.append(page)
        characters = sum(len(line.text) for line in page.text.lines)
        total += characters
        if total > limits.max_characters:
            raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
        done += not page.garbled and not _is_short(page)
        report(done, len(document))
    if all(page.damaged for page in pages):
        raise Corrupt(name)
    return pages


def _page(document: pypdfium2.PdfDocument, index: int, findings: Findings) -> _Page:
    number = index + 1
    try:
        page = pdf_page.opened(document, index)
    except pypdfium2.PdfiumError:
        findings.damaged.append(number)
        return _Page(SheetText(number, source="none"), damaged=True)
    text_page = page.get_textpage()
    try:
        lines = list(pdf_page.lines(page, text_page))
        drawn = pdf_page.drawn(page)
        if drawn.boxes and pdf_page.hides_text(page, text_page, drawn.boxes):
            findings.covered.append(number)
        height = page.get_size()[1]
    finally:
        text_page.close()
        page.close()
    said = "\n".join(line.text for line in lines if not is_stamp(line.text))
    return _Page(
        SheetText(number, lines, height, blank=not lines and not drawn.anything),
        drawn.pictured,
        drawn.anything,
        garbled=garbled(said),
        layered=drawn.unseen and drawn.pictured > _SCAN_COVER,
    )


def _with_ocr(
    document: pypdfium2.PdfDocument, pages: Sequence[_Page], limits: Limits, findings: Findings
) -> list[SheetText]:
    """The sheets' texts, those of scans and of garbage by OCR."""
    sheets = [page.text for page in pages]
    if not any(page.garbled or page.pictured > _SCAN_COVER or _is_short(page) for page in pages):
        return sheets
    counts = body_characters(sheets)
    wanted = [i for i, page in enumerate(pages) if _wants_ocr(page, counts[i])]
    if wanted and not ocr.available():
        for i in wanted:
            if pages[i].garbled or counts[i] < _SCAN_TEXT:
                findings.missing.append(i + 1)
                sheets[i] = replace(_unread(pages[i]), missing=True)
        wanted = []
    done = len(pages) - len(wanted)
    for picture, words in ocr.read_all(_pictures(document, wanted, sheets), limits.ocr_seconds):
        i = picture.number - 1
        sheets[i] = _chosen(pages[i], counts[i], picture, words, findings)
        done += 1
        report(done, len(pages))
    report(len(pages), len(pages))
    findings.layered += [
        sheet.number
        for sheet, page in zip(sheets, pages, strict=True)
        if page.layered and sheet.source == "text" and sheet.lines
    ]
    return sheets


def _is_short(page: _Page) -> bool:
    return sum(len(line.text) for line in page.text.lines) < _LITTLE_TEXT


def _wants_ocr(page: _Page, characters: int) -> bool:
    if page.damaged or page.text.blank:
        return False
    if page.garbled:
        return True
    if characters < _SCAN_TEXT:
        return page.pictured > _SCAN_COVER or (page.anything and not characters)
    return characters < _LITTLE_TEXT and page.pictured > _WHOLE


def _pictures(
    document: pypdfium2.PdfDocument, wanted: Sequence[int], sheets: list[SheetText]
) -> Iterator[Picture]:
    """Pictures of the pages at these indices; an empty page is marked as blank instead."""
    for i in wanted:
        page = pdf_page.opened(document, i)
        picture = pdf_page.picture(page, i + 1)
        page.close()
        if pdf_page.ink(picture) < _BLANK:
            sheet = sheets[i]
            sheets[i] = SheetText(sheet.number, sheet.lines, sheet.height, blank=True)
        else:
            yield picture


def _chosen(
    page: _Page, characters: int, picture: Picture, words: Words | None, findings: Findings
) -> SheetText:
    """The page's text: what OCR read, or what the file has where that is the better."""
    own = page.text
    if not words or not legible(_beyond_stamps(words)):
        if characters and not page.garbled:
            return own
        if words is not None and not page.garbled and pdf_page.ink(picture) < _SPECKS:
            return SheetText(own.number, own.lines, own.height, blank=True)
        (findings.failed if words is None else findings.illegible).append(own.number)
        return _unread(page)
    found, height = lines_of(words, picture)
    more = sum(len(line.text) for line in found)
    if page.garbled:
        if _agree(own.lines, words):
            return own
        findings.garbled.append(own.number)
    elif characters >= _SCAN_TEXT and more < 2 * characters:
        return own
    kept = _stamped(own)
    if picture.turn:
        found = [line for line in found if not (kept and is_stamp(line.text))]
    else:
        found = [line for line in found if not any(_same_place(line, k) for k in kept)]
    return SheetText(own.number, kept + found, height, "ocr", confidence(words))


def _beyond_stamps(words: Words) -> Words:
    """The words that are not only the court's stamp on a picture of something else."""
    rows = (row for row in by_line(words) if not is_stamp(" ".join(word.text for word in row)))
    return tuple(word for row in rows for word in row)


def _unread(page: _Page) -> SheetText:
    """The page without text, but for the court's stamp."""
    return SheetText(page.text.number, _stamped(page.text), page.text.height, source="none")


def _stamped(sheet: SheetText) -> list[Line]:
    return [line for line in sheet.lines if is_stamp(line.text)]


def _agree(lines: Sequence[Line], words: Words) -> bool:
    """Whether most words that OCR is sure of stand in the page's own text too."""
    own = set(re.findall(r"\w{3,}", " ".join(line.text for line in lines)))
    sure = [
        word
        for read in words
        if read.confidence >= _SURE
        for word in re.findall(r"\w{3,}", read.text)
    ]
    return bool(sure) and sum(word in own for word in sure) > _AGREE * len(sure)


def _same_place(line: Line, other: Line) -> bool:
    """Whether OCR read ``line`` where the file's own text has ``other``, the better copy of it."""
    if line.left is None or other.left is None:
        return False
    shared = min(line.top, other.top) - max(line.bottom, other.bottom)
    return (
        shared > 0.4 * min(line.height, other.height)
        and line.left < other.right
        and other.left < line.right
    )
