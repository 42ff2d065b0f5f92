"""Page furniture: court stamps, running heads, page and margin numbers, which state nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.corpus.layout import Line
from engine.corpus.marks import is_legend
from engine.corpus.stamps import is_stamp
from engine.corpus.statements import states_something

_EDGE = 4
_MARGIN = 0.14
_SHARE = 0.6
_MIN_PAGES = 3
_MAX_LINE = 140
_NUMBER = re.compile(
    r"\W*(?:p(?:age|\.)?\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.I
)


def furniture(pages: Sequence[Sequence[Line]], heights: Sequence[float]) -> list[set[int]]:
    """For each page, given as its lines, the indices of the lines that are furniture.

    ``heights`` are the pages', in points, 0 if unknown. A line is furniture if it is a court's
    stamp, a bare page number, or stands near the top or the bottom of most pages with nothing but
    its digits changing; invoices listed one a page differ in their digits and state something
    each.
    """
    outer = [_outer(lines, height) for lines, height in zip(pages, heights, strict=True)]
    seen: Counter[str] = Counter()
    for lines, edge in zip(pages, outer, strict=True):
        seen.update({_shape(lines[i].text) for i in edge if len(lines[i].text) <= _MAX_LINE})
    needed = max(_MIN_PAGES, _SHARE * len(pages))
    repeated = {shape for shape, count in seen.items() if count >= needed and shape}
    return [
        _of_page([line.text for line in lines], edge, repeated)
        for lines, edge in zip(pages, outer, strict=True)
    ]


def _of_page(lines: Sequence[str], edge: set[int], repeated: set[str]) -> set[int]:
    return {
        i
        for i, line in enumerate(lines)
        if is_stamp(line)
        or _NUMBER.fullmatch(line)
        or (i in edge and (is_legend(line) or _shape(line) in repeated))
    }


def edges(count: int) -> set[int]:
    """The indices of the first and the last lines of a page with ``count`` lines."""
    return set(range(min(_EDGE, count))) | set(range(max(0, count - _EDGE), count))


def _outer(lines: Sequence[Line], height: float) -> set[int]:
    """First and last lines, without those that are known to stand further in on the paper."""
    return {
        i
        for i in edges(len(lines))
        if lines[i].left is None
        or not height
        or lines[i].bottom > (1 - _MARGIN) * height
        or lines[i].top < _MARGIN * height
    }


def margin_numbered(lines: Sequence[str]) -> bool:
    """Whether every line begins with its number, 1, 2, 3 …, as on pleading paper.

    Fifteen in a row make a page of it; a short numbered list does not.
    """
    expected = 1
    for line in lines:
        found = re.match(r"(\d{1,2})(?:\s+|$)", line)
        if found and int(found.group(1)) == expected:
            expected += 1
    return expected > 15 and expected > 0.6 * len(lines)


def _shape(line: str) -> str:
    """What stays the same of a line from page to page: all of it if it states something."""
    if states_something(line, strict_end=False):
        return line
    return re.sub(r"\d+", "#", " ".join(line.split())).casefold()
