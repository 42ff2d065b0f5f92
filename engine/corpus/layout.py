"""From the lines of a PDF page, with their boxes, to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from engine.corpus.readers.text import join_lines
from engine.corpus.statements import own_number

_GAP = 0.55
_INDENT = 10.0
_SHORT = 0.72
_VERY_SHORT = 0.62
_OTHER_SIZE = 0.18
_BULLET = re.compile(r"(?:[•·▪◦*–—-]|\([a-z0-9ivx]{1,4}\)|[QA][.:])\s+\S")
_END = re.compile(r"[.?!:;][\"'”’)\]]*\d{0,2}$")
_HEADING = re.compile(r"(?:[IVXLC]{1,6}|[A-Z])\.\s+\S")
_FILLED = 0.92
_CENTRED = 0.12


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; edges in PDF points from the page's lower left corner, None if unknown."""

    text: str
    left: float | None = None
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0

    @property
    def height(self) -> float:
        return max(1.0, self.top - self.bottom)


def paragraphs(lines: Sequence[Line]) -> list[str]:
    """Join lines into paragraphs, by gap, indentation, size, and how the line before ends."""
    boxed = [line for line in lines if line.left is not None]
    gaps = [a.bottom - b.top for a, b in pairwise(boxed) if b.top < a.top]
    gap = median(gaps) if gaps else 0.0
    left = min((line.left or 0.0 for line in boxed), default=0.0)
    right = max((line.right for line in boxed), default=0.0)
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not _breaks(groups[-1], line, gap, left, right):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [text for group in groups if (text := join_lines([line.text for line in group]))]


def _breaks(group: list[Line], line: Line, gap: float, left: float, right: float) -> bool:
    """Whether a paragraph begins at ``line``."""
    last = group[-1]
    ended = bool(_END.search(last.text.rstrip()))
    if _BULLET.match(line.text) or (own_number(line.text) is not None and ended):
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
