"""One page of a PDF: its lines with boxes, what is drawn on it, and its picture."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from engine.corpus.layout import Line
from engine.corpus.ocr import DPI
from engine.corpus.readers.text import clean
from engine.corpus.recognised import Picture, grey_map

_LINE = re.compile(r"[^\r\n]+")
# pdfium marks a hyphen at a line's end so
_SOFT_HYPHENS = str.maketrans({"\ufffe": "-", "\x02": "-"})
_MAX_OBJECTS = 20_000
_MAX_DEPTH = 3
_MAX_PIXELS = 12_000_000
_POINTS = 72.0
_BOX = 5.0
_DARK = 90
_OPAQUE = 200
_COVERING_ANNOTATIONS = frozenset(
    {
        pdfium.FPDF_ANNOT_SQUARE, pdfium.FPDF_ANNOT_REDACT, pdfium.FPDF_ANNOT_INK,
        pdfium.FPDF_ANNOT_POLYGON, pdfium.FPDF_ANNOT_HIGHLIGHT, pdfium.FPDF_ANNOT_STAMP,
        pdfium.FPDF_ANNOT_FREETEXT,
    }
)  # fmt: skip
_WRITING_ANNOTATIONS = frozenset(
    {pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP}
)
_PAPER = 180
_STANDS_OUT = 48
_SAMPLED = 19
_HIDDEN = 2
_CLOSE = 2

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points, as the page's content counts them."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is on a page besides text: the share that pictures cover, dark boxes, anything at all.

    ``unseen`` says that there is text that is not painted, as OCR programs put it over a scan.
    """

    pictured: float = 0.0
    boxes: tuple[Box, ...] = ()
    anything: bool = False
    unseen: bool = False


def opened(document: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """The page, with what was written into forms and notes as part of it.

    Raises PdfiumError.
    """
    page = document[index]
    kinds = {kind for kind, _ in _annotations(page)}
    if kinds & _WRITING_ANNOTATIONS:
        pdfium.FPDFPage_Flatten(page.raw, pdfium.FLAT_NORMALDISPLAY)
        page.close()
        page = document[index]
    return page


def lines(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage) -> Iterator[Line]:
    """The page's lines in the order of its content, with boxes where they can be told."""
    text = text_page.get_text_range()
    boxed = text_page.count_chars() == len(text)
    rotation, size = page.get_rotation(), page.get_size()
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
        begin = _turned(text_page.get_charbox(first, loose=True), rotation, size)
        end = _turned(text_page.get_charbox(last, loose=True), rotation, size)
        yield Line(said, begin[0], end[2], begin[3], begin[1])


def _turned(box: Box, rotation: int, size: tuple[float, float]) -> Box:
    """The box on the page as it is shown; ``size`` is that of the page as it is shown."""
    left, bottom, right, top = box
    width, height = size
    if rotation == 90:
        return bottom, height - right, top, height - left
    if rotation == 180:
        return width - right, height - top, width - left, height - bottom
    if rotation == 270:
        return width - top, left, width - bottom, right
    return box


def drawn(page: pypdfium2.PdfPage) -> Drawn:
    """Look through the page's content."""
    width, height = page.get_size()
    covered = 0.0
    boxes: list[Box] = []
    anything = unseen = False
    for number, item in enumerate(page.get_objects(max_depth=_MAX_DEPTH)):
        if number > _MAX_OBJECTS:
            break
        if item.type == pdfium.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = item.get_bounds()
            area = max(0.0, right - left) * max(0.0, top - bottom)
            covered += area
            anything = True
            if area < 0.5 * width * height:
                boxes.append((left, bottom, right, top))
        elif item.type == pdfium.FPDF_PAGEOBJ_PATH:
            anything = True
            if _is_dark(item):
                boxes.append(item.get_bounds())
        elif item.type == pdfium.FPDF_PAGEOBJ_TEXT:
            mode = pdfium.FPDFTextObj_GetTextRenderMode(item.raw)
            unseen = unseen or mode == pdfium.FPDF_TEXTRENDERMODE_INVISIBLE
    boxes += [box for kind, box in _annotations(page) if kind in _COVERING_ANNOTATIONS]
    large = (b for b in boxes if b[2] - b[0] >= _BOX and b[3] - b[1] >= _BOX)
    return Drawn(covered / max(1.0, width * height), tuple(large), anything, unseen)


def _is_dark(item: pypdfium2.PdfObject) -> bool:
    """Whether a path is filled with something near black."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item.raw, fill, stroke)
    if fill.value == pdfium.FPDF_FILLMODE_NONE:
        return False
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetFillColor(item.raw, red, green, blue, alpha)
    return max(red.value, green.value, blue.value) < _DARK and alpha.value > _OPAQUE


def _annotations(page: pypdfium2.PdfPage) -> Iterator[tuple[int, Box]]:
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MAX_OBJECTS)):
        note = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if not note:
            continue
        rect = pdfium.FS_RECTF()
        pdfium.FPDFAnnot_GetRect(note, rect)
        kind = int(pdfium.FPDFAnnot_GetSubtype(note))
        pdfium.FPDFPage_CloseAnnot(note)
        yield kind, (rect.left, rect.bottom, rect.right, rect.top)


def hides_text(
    page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, boxes: tuple[Box, ...]
) -> bool:
    """Whether letters lie under a dark box: they are in the file, and only black is to be seen."""
    boxes = tuple(box for box in boxes if text_page.get_text_bounded(*box).strip())
    if not boxes:
        return False
    bitmap = page.render(scale=_CLOSE, grayscale=True)
    shown = bytes(bitmap.buffer)
    rotation, size = page.get_rotation(), page.get_size()
    hidden = 0
    text = text_page.get_text_range()
    if len(text) != text_page.count_chars():
        return False
    for index, char in enumerate(text):
        if not char.isalnum():
            continue
        box = text_page.get_charbox(index, loose=True)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if not any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for b in boxes):
            continue
        left, bottom, right, top = (n * _CLOSE for n in _turned(box, rotation, size))
        height = bitmap.height
        hidden += _all_dark(shown, bitmap.stride, (left, height - top, right, height - bottom))
        if hidden >= _HIDDEN:
            return True
    return False


def _all_dark(shown: bytes, stride: int, box: Box) -> bool:
    """Whether the inner part of a box, in pixels with the top before the bottom, is dark."""
    inset = (box[3] - box[1]) * 0.2
    left, right = max(0, math.ceil(box[0])), min(stride, math.floor(box[2]))
    rows = range(max(0, math.ceil(box[1] + inset)), math.floor(box[3] - inset))
    if right <= left or len(rows) < 2:
        return False
    dots = b"".join(shown[row * stride + left : row * stride + right] for row in rows)
    return bool(dots) and max(dots) < _DARK


def picture(page: pypdfium2.PdfPage, number: int) -> Picture:
    """The page in shades of grey, at 300 dots an inch unless it is larger than paper is."""
    width, height = page.get_size()
    most = math.sqrt(_MAX_PIXELS * _POINTS * _POINTS / max(1.0, width * height))
    dpi = max(1, min(DPI, int(most)))
    bitmap = page.render(scale=dpi / _POINTS, grayscale=True)
    across, down, stride = bitmap.width, bitmap.height, bitmap.stride
    view = memoryview(bitmap.buffer).cast("B")
    rows = (view[at : at + across] for at in range(0, stride * down, stride))
    return Picture(number, grey_map(across, down, b"".join(rows)), across, down, dpi)


def ink(shown: Picture) -> float:
    """The share of dots that stand out from the paper in a picture made by ``picture``.

    Told from a sample; 1 where there is no paper, because most of the sheet is dark.
    """
    stride = _SAMPLED if shown.width % _SAMPLED else _SAMPLED + 4
    shades = Counter(shown.data[-shown.width * shown.height :: stride])
    paper = max(shades, key=lambda shade: shades[shade])
    if paper < _PAPER:
        return 1.0
    plain = sum(count for shade, count in shades.items() if abs(shade - paper) <= _STANDS_OUT)
    return 1 - plain / shades.total()
