"""From the words that OCR found on a sheet to lines as a text PDF has them.

The sheet is put upright and straight, numbers that stand before a paragraph are put back before
it, and what stands beside the text (line numbers in the margin, a letterhead on its side) is told
from it. No word is changed, however unsure; only strokes of a ruled line are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from engine.corpus.layout import Line
from engine.corpus.recognised import Picture, Word, by_line, page_turn, turn_of

_POINTS = 72.0
_ENUMERATOR = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{1,5})[.)]|[•▪◦*]|[QA][.:]?")
_DESCENDING = re.compile(r"[gjpqyQJ,;()\[\]/|$§¶_@]")
_TALL = re.compile(r"[A-Z0-9bdfhklt]")
_STROKE = 0.35
_STROKE_SURE = 0.3
_MAX_SLOPE = 0.1
_MIN_SLOPE = 0.002
_WIDE = 10
_MARGIN_UNSURE = 0.6


@dataclass(frozen=True, slots=True)
class _Box:
    """A word in points, y growing upwards."""

    text: str
    confidence: float
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


def lines_of(words: Sequence[Word], picture: Picture) -> tuple[list[Line], float]:
    """The lines of a sheet in reading order, and the height of the sheet put upright, in points;
    ``aside`` marks what is beside the text."""
    rows = by_line(words)
    turn = page_turn(rows)
    scale = _POINTS / picture.dpi
    paper = picture.width * scale, picture.height * scale
    upright: list[list[_Box]] = []
    aside: list[str] = []
    for row in rows:
        if turn_of(row) not in (None, turn):
            aside.append(" ".join(word.text for word in row))
        else:
            upright.append([_boxed(word, turn, scale, paper) for word in row])
    size = _size(upright)
    upright = _straightened([kept for row in upright if (kept := _without_strokes(row, size))])
    lines = _with_numbers([_line(row, size) for row in upright])
    margins = _margins(lines, upright)
    told = [replace(line, aside=i in margins) for i, line in enumerate(lines)]
    joined = [line for line in told if line.text]
    return [*(Line(text, aside=True) for text in aside), *joined], paper[0 if turn % 2 else 1]


def _boxed(word: Word, turn: int, scale: float, paper: tuple[float, float]) -> _Box:
    """The word's box after the sheet was turned back."""
    width, height = paper
    left, right = word.left * scale, word.right * scale
    bottom, top = height - word.bottom * scale, height - word.top * scale
    if turn == 1:
        left, right, bottom, top = bottom, top, width - right, width - left
    elif turn == 2:
        left, right, bottom, top = width - right, width - left, height - top, height - bottom
    elif turn == 3:
        left, right, bottom, top = height - top, height - bottom, left, right
    return _Box(word.text, word.confidence, left, bottom, right, top)


def _size(rows: Sequence[list[_Box]]) -> float:
    """The height of most capitals, in points."""
    heights = [
        box.height
        for row in rows
        for box in row
        if _TALL.search(box.text) and not _DESCENDING.search(box.text)
    ]
    return median(heights) if heights else 8.0


def _without_strokes(row: list[_Box], size: float) -> list[_Box]:
    return [b for b in row if b.height > _STROKE * size or b.confidence > _STROKE_SURE]


def _straightened(rows: list[list[_Box]]) -> list[list[_Box]]:
    """The rows as they stand once a sheet that lay askew is straight."""
    slopes = [
        (row[-1].bottom - row[0].bottom) / (row[-1].left - row[0].left)
        for row in rows
        if row[-1].left - row[0].left > _WIDE * row[0].height
    ]
    slope = median(slopes) if slopes else 0.0
    if not _MIN_SLOPE < abs(slope) < _MAX_SLOPE:
        return rows
    return [[_sheared(box, slope) for box in row] for row in rows]


def _sheared(box: _Box, slope: float) -> _Box:
    down, along = slope * box.left, slope * box.bottom
    return replace(
        box,
        left=box.left + along,
        right=box.right + along,
        bottom=box.bottom - down,
        top=box.top - down,
    )


def _line(row: list[_Box], size: float) -> Line:
    """The row as a line whose height tells the size of its type, whatever letters are in it."""
    resting = [box.bottom for box in row if not _DESCENDING.search(box.text)]
    base = median(resting) if resting else min(box.bottom for box in row) + 0.2 * size
    tall = [
        box.height for box in row if _TALL.search(box.text) and not _DESCENDING.search(box.text)
    ]
    own = median(tall) if tall else size
    if abs(own - size) < 0.25 * size:
        own = size
    return Line(
        " ".join(box.text for box in row),
        left=row[0].left,
        right=row[-1].right,
        top=base + 1.15 * own,
        bottom=base - 0.25 * own,
    )


def _with_numbers(lines: list[Line]) -> list[Line]:
    """Numbers and bullets that hang before a paragraph, put before its first line.

    The place of a number that was moved is left empty, so that positions stay.
    """
    told = list(lines)
    for i, line in enumerate(lines):
        if not _ENUMERATOR.fullmatch(line.text):
            continue
        beside = [j for j, other in enumerate(lines) if j != i and _right_of(line, other)]
        if beside:
            j = min(beside, key=lambda at: lines[at].left or 0.0)
            told[j] = replace(told[j], text=f"{line.text} {told[j].text}")
            told[i] = replace(line, text="")
    return told


def _right_of(line: Line, other: Line) -> bool:
    shared = min(line.top, other.top) - max(line.bottom, other.bottom)
    return shared > 0.5 * line.height and (other.left or 0.0) >= line.right


def _margins(lines: Sequence[Line], rows: Sequence[list[_Box]]) -> set[int]:
    """Lines that stand wholly left of the text: numbers, or marks that nobody can be sure of."""
    starts = sorted(line.left or 0.0 for line, row in zip(lines, rows, strict=True) if len(row) > 3)
    if not starts:
        return set()
    text_left = starts[len(starts) // 10]
    return {
        i
        for i, (line, row) in enumerate(zip(lines, rows, strict=True))
        if line.right < text_left
        and (
            re.fullmatch(r"[\d\s]+", line.text)
            or max(box.confidence for box in row) < _MARGIN_UNSURE
            or max(len(box.text) for box in row) == 1
        )
    }
