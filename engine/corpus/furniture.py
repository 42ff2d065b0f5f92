"""Page furniture: court stamps, running heads, page and margin numbers, which state nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.corpus.statements import states_something

_EDGE = 4
_SHARE = 0.6
_MIN_PAGES = 3
_MAX_LINE = 140
_STAMP = re.compile(
    r"\s*(?:"
    r"(?:(?:USCA\S*|Appellate)\s+)?Case:?\s*(?:No\.?\s*)?\d[\d:]*-\S+.*\b(?:Doc(?:ument)?|ECF|Page|Filed)\b.*"
    r"|(?:USCA|NYSCEF|RECEIVED NYSCEF|FILED:)\b.*\d.*"
    r"|(?:ECF|Dkt\.?|Doc(?:ument|\.)?)\s*(?:No\.?|#)?\s*\d+.*\bPage\b.*\d"
    r"|PageID\b.*"
    r")\s*",
    re.I,
)
_NUMBER = re.compile(
    r"\W*(?:p(?:age|\.)?\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.I
)


def furniture(pages: Sequence[Sequence[str]]) -> list[set[int]]:
    """For each page, given as its lines, the indices of the lines that are furniture.

    A line is furniture if it is a court's stamp, a bare page number, or stands near the top or
    the bottom of most pages with nothing but its digits changing; invoices listed one a page
    differ in their digits and state something each.
    """
    seen: Counter[str] = Counter()
    for lines in pages:
        seen.update({_shape(lines[i]) for i in _edges(len(lines)) if len(lines[i]) <= _MAX_LINE})
    needed = max(_MIN_PAGES, _SHARE * len(pages))
    repeated = {shape for shape, count in seen.items() if count >= needed and shape}
    return [_of_page(lines, repeated) for lines in pages]


def _of_page(lines: Sequence[str], repeated: set[str]) -> set[int]:
    edges = _edges(len(lines))
    return {
        i
        for i, line in enumerate(lines)
        if is_stamp(line) or _NUMBER.fullmatch(line) or (i in edges and _shape(line) in repeated)
    }


def is_stamp(line: str) -> bool:
    """Whether a line is what a court's filing system prints on a page."""
    return len(line) <= 2 * _MAX_LINE and bool(_STAMP.fullmatch(line))


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


def _edges(count: int) -> set[int]:
    return set(range(min(_EDGE, count))) | set(range(max(0, count - _EDGE), count))


def _shape(line: str) -> str:
    """What stays the same of a line from page to page: all of it if it states something."""
    if states_something(line, strict_end=True):
        return line
    return re.sub(r"\d+", "#", " ".join(line.split())).casefold()
