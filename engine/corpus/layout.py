"""From the lines of a PDF page, with their boxes, to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from engine.corpus.readers.text import join_lines
from engine.corpus.statements import own_number

_MIN_COLUMN = 5
_NEAR = 3
_GAP = 0.55
_INDENT = 10.0
_SHORT = 0.72
_VERY_SHORT = 0.62
_OTHER_SIZE = 0.18
_BULLET = re.compile(r"(?:[•·▪◦*–—-]|\([a-z0-9ivx]{1,4}\)|[QA][.:])\s+\S")
_SIGNED = re.compile(r"/s/|_{3,}")
_END = re.compile(r"[.?!:;][\"'”’)\]]*\d{0,2}$")
_HEADING = re.compile(r"(?:[IVXLC]{1,6}|[A-Z])\.\s+\S")
_FILLED = 0.92
_CENTRED = 0.12


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; edges in points from the page's lower left corner, None if unknown.

    ``aside`` marks what stands beside the text: margin numbers, type turned on its side.
    """

    text: str
    left: float | None = None
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0
    aside: bool = False

    @property
    def height(self) -> float:
        return max(1.0, self.top - self.bottom)


def paragraphs(lines: Sequence[Line]) -> list[str]:
    """Join lines into paragraphs, by gap, indentation, size, and how the line before ends."""
    gaps = _usual_gaps(lines)
    edges = _column_edges(lines)
    groups: list[list[Line]] = []
    for i, line in enumerate(lines):
        if groups and not _breaks(groups[-1], line, gaps[i], *edges[i - 1]):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [text for group in groups if (text := join_lines([line.text for line in group]))]


def _usual_gaps(lines: Sequence[Line]) -> list[float]:
    """The gap that lines of one paragraph have where each line stands: the page's, or a larger
    one around it, as where double spaced text follows a caption."""
    gaps = [
        above.bottom - line.top
        if above.left is not None and line.left is not None and line.top < above.top
        else None
        for above, line in pairwise(lines)
    ]
    told = [gap for gap in gaps if gap is not None]
    page = median(told) if told else 0.0
    usual = [page]
    for i in range(len(gaps)):
        near = [gap for gap in gaps[max(0, i - _NEAR) : i + _NEAR + 1] if gap is not None]
        usual.append(max(page, median(near)) if len(near) > _NEAR else page)
    return usual


def _column_edges(lines: Sequence[Line]) -> list[tuple[float, float]]:
    """Left and right edge of the column each line stands in, where the text goes back up; else
    of the page."""
    columns: list[list[Line]] = [[]]
    for line in lines:
        if columns[-1] and line.left is not None and line.bottom > columns[-1][-1].top:
            columns.append([])
        columns[-1].append(line)
    page = _edges_of(lines)
    return [
        edges
        for column in columns
        for edges in [_edges_of(column) if len(column) >= _MIN_COLUMN else page] * len(column)
    ]


def _edges_of(lines: Sequence[Line]) -> tuple[float, float]:
    boxed = [line for line in lines if line.left is not None]
    left = min((line.left or 0.0 for line in boxed), default=0.0)
    return left, max((line.right for line in boxed), default=0.0)


def _breaks(group: list[Line], line: Line, gap: float, left: float, right: float) -> bool:
    """Whether a paragraph begins at ``line``."""
    last = group[-1]
    ended = bool(_END.search(last.text.rstrip()))
    if _BULLET.match(line.text) or line.text.startswith("/s/"):
        return True
    if ended and (own_number(line.text) is not None or _SIGNED.match(line.text)):
        return True
    if last.left is None or line.left is None:
        return False
    goes_on = line.text.lstrip("\"'“‘([")[:1].islower()
    if goes_on and not ended:
        return False
    if line.top > last.top or last.bottom - line.top > gap + _GAP * last.height:
        return True
    if abs(line.height - last.height) > _OTHER_SIZE * max(line.height, last.height) and ended:
        return True
    width = max(1.0, right - left)
    filled = (last.right - left) / width
    if not goes_on and filled < (_SHORT if ended else _VERY_SHORT):
        return True
    if not ended and filled < _FILLED and _is_heading(group, line.left, _CENTRED * width):
        return True
    indented = line.left - last.left
    return ended and indented > _INDENT and (len(group) > 1 or last.left - left < _INDENT)


def _is_heading(group: list[Line], next_left: float, centred: float) -> bool:
    """Whether an unended group is a heading: numbered like one, or set in from what follows."""
    return bool(_HEADING.match(group[0].text)) or (group[-1].left or 0.0) - next_left > centred
