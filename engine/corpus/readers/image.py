"""Pictures of paper (PNG, JPEG, TIFF with its pages), read by OCR.

The program that reads them decodes them too, in its own process and bounds; here only headers are
looked at, so that a picture far larger than paper is refused before anybody unpacks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.corpus import ocr
from engine.corpus.coverage import Findings, notes
from engine.corpus.draft import Draft
from engine.corpus.errors import Bomb, Corrupt, NoText, TooLarge
from engine.corpus.limits import Limits
from engine.corpus.pictures import Frame, NotAPicture, alone, frames
from engine.corpus.progress import report
from engine.corpus.recognised import Picture, Words, confidence, legible
from engine.corpus.scanned import lines_of
from engine.corpus.sheets import SheetText, laid_out
from engine.corpus.sniff import HEAD, sniff

_PAPER_INCHES = 8.5
_LEAST_DPI = 60


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a picture. Raises Bomb, Corrupt, NoText, TooLarge."""
    found = _frames(data, name, limits)
    if not ocr.available():
        raise NoText(name, remedy=ocr.REMEDY)
    findings = Findings()
    report(0, len(found))
    sheets: list[SheetText] = []
    for picture, words in ocr.read_all(_pictures(data, found), limits.ocr_seconds):
        sheets.append(_sheet(picture, words, findings))
        report(len(sheets), len(found))
    if sum(len(line.text) for sheet in sheets for line in sheet.lines) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    blocks, marked = laid_out(sheets)
    if not any(block.kind == "prose" for block in blocks):
        raise Corrupt(name) if len(findings.failed) == len(sheets) else NoText(name)
    return Draft(
        sniff(data[:HEAD], name, whole=data),
        blocks,
        strict_ends=True,
        notes=notes(marked, findings),
        sheets=marked,
    )


def _frames(data: bytes, name: str, limits: Limits) -> list[Frame]:
    found: list[Frame] = []
    try:
        for frame in frames(data):
            if frame.width * frame.height > limits.max_pixels:
                raise Bomb(name, detail=f"a picture of {frame.width:,} by {frame.height:,} dots")
            found.append(frame)
            if len(found) > limits.max_pages:
                raise TooLarge(name, detail=f"over {limits.max_pages:,} pages")
    except NotAPicture as error:
        raise Corrupt(name) from error
    return found


def _pictures(data: bytes, found: Sequence[Frame]) -> Iterator[Picture]:
    for number, frame in enumerate(found, start=1):
        dpi = max(_LEAST_DPI, round(min(frame.width, frame.height) / _PAPER_INCHES))
        yield Picture(number, alone(data, frame), frame.width, frame.height, dpi)


def _sheet(picture: Picture, words: Words | None, findings: Findings) -> SheetText:
    if not words or not legible(words):
        (findings.failed if words is None else findings.illegible).append(picture.number)
        return SheetText(picture.number, source="none")
    lines, height = lines_of(words, picture)
    return SheetText(picture.number, lines, height, "ocr", confidence(words))
