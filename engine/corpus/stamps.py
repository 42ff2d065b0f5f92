"""What courts print on a page: the line of the electronic docket, and clerks' stamps.

District, appellate and bankruptcy courts, state courts' e-filing systems. A line is a docket's
when nearly nothing stands in it but its vocabulary, numbers and dates; a clerk's stamp is a few
short lines around ``FILED`` or ``RECEIVED`` with a date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.corpus.layout import Line

_LONGEST = 280
_PART = " | "
_RESIDUE = 16
_NEAR = 3

_DATE = (
    r"(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}"
    r"|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2},?\s+\d{4}"
    r"|\d{1,2}\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,?\s+\d{4})"
)
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?:\s+[ECMP][SD]?T)?"
_DOCKET = (
    r"(?:(?:\d{1,2}:)?\d{2,4}[-\s]?(?:cv|cr|mc|md|mdl|mj|bk|ap|misc|civ|crim|cm|po|sw|ml|gj|rj)"
    r"[-\s]?\d{2,6}(?:-\w{1,8})*"
    r"|MDL\s+(?:No\.?\s*)?\d{3,5}|\d{2}-\d{3,6}(?:-\w{1,5})*)"
)
_PARTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("docket", re.compile(rf"(?:\bNo\.?\s*|#)?\b{_DOCKET}\b", re.I)),
    ("page", re.compile(r"\bPage\s?ID\b\s*#?\s*[:.]?\s*\d*", re.I)),
    ("page", re.compile(r"\b(?:Page|Pg)s?\b\.?\s*:?\s*\d+(?:\s*of\s*\d+)?", re.I)),
    ("filed", re.compile(rf"\b(?:Date\s+|E-?)?(?:Filed|Entered|Received|Served)\b\W*(?:on\s+)?"
                         rf"(?:{_DATE})?(?:\s*(?:at\s+)?{_TIME})?", re.I)),
    ("doc", re.compile(r"\b(?:ECF|Dkt|Docket|Document|Doc|DktEntry|Entry)\b\.?\s*"
                       r"(?:No|Number|ID)?\b\.?\s*[#:]*\s*\d[\d-]*", re.I)),
    ("doc", re.compile(r"\b(?:ID|Document)\b\s*#?:?\s*\d+|\bDocument\d+", re.I)),
    ("doc", re.compile(r"#\s*\d+")),
    ("case", re.compile(r"\b(?:USCA\S*|USDC|Appellate|Appeal|Case)\b:?", re.I)),
    ("", re.compile(rf"{_DATE}|{_TIME}|\b\d+\b|\b(?:Desc|Main|Document|of|Page|MDL|No)\b", re.I)),
)  # fmt: skip
_STATE = re.compile(
    rf"\s*(?:"
    rf"(?:RECEIVED\s+)?NYSCEF\b.*\d.*"
    rf"|FILED:\s.*\bCLERK\b.*\d.*"
    rf"|INDEX\s+NO\.?\s*:?\s*\d{{3,7}}/\d{{2,4}}.*"
    rf"|Filing\s*#\s*\d{{6,}}.*"
    rf"|(?:E-?|Electronically\s+)Filed\b.*\b(?:{_DATE}|Court|Clerk)\b.*"
    rf"|E-?Filed\W+\w*\W*(?:{_DATE}).*"
    rf"|Envelope\s*(?:No\.?|#|:)\s*\d{{6,}}.*"
    rf"|(?:Filing|Trans(?:action)?|Confirmation)\s*(?:ID|Nbr|No|#)\.?\s*:?\s*[A-Z]{{0,4}}\d{{5,}}.*"
    rf"|[A-Z]{{3}}-[A-Z]{{1,3}}-\d{{6}}-\d{{2}}\s+{_DATE}.*"
    rf"|DATE\s+FILED:\s*{_DATE}.*"
    rf"|(?:Date|Filed):?\s*{_DATE}\s+{_TIME}\s*"
    rf"|(?:Filed|Received)\s+and\s+Attested\b.*"
    rf")\s*",
    re.I,
)
_EFILED = re.compile(r".{0,80}\*{3}E-?FILED\*{3}.{0,80}", re.I)
_HINT = re.compile(
    r"case|page|pg|doc|d(?:kt|ckt)|ecf|entry|entered|filed|filing|received|served|index|trans|"
    r"envelope|confirmation|date|#|[A-Z]{3}-[A-Z]",
    re.I,
)
_PAGE_ID = re.compile(r"\s*Page\s?ID\b.*", re.I)
_GOES_ON = re.compile(
    r"\s*(?:Main\s+)?Document\s+(?:Page|Pg)\s+\d+\s+of\s+\d+\s*|\s*Page\s?ID\b.*", re.I
)
_CLERKS_WORD = re.compile(
    r"\W*(?:E-?|Electronically\s+)?(?:FILED|RECEIVED|ENTERED|LODGED|ENDORSED|DOCKETED)"
    r"(?:\s+(?:IN|BY|WITH)\b[A-Z\s.,’']{0,50})?\W*"
)
_CLERKS_DATE = re.compile(rf"\W*(?:[A-Z][a-z]+,?\s+)?(?:{_DATE})(?:\W+{_TIME})?\W*", re.I)
_CLERKS_LINE = re.compile(
    r".*\b(?:CLERK|COURT|COURTS|DEPUTY|CIRCUIT|COUNTY|DISTRICT|BY|DIVISION|D\.?C\.?)\b.*", re.I
)
_CLERKS_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Stamp:
    """A stamp on a page: the indices of its lines, and what it says on one line."""

    lines: tuple[int, ...]
    text: str


def is_stamp(line: str) -> bool:
    """Whether a line is what a court's filing system prints on a page.

    >>> is_stamp("Case 1:22-cv-01461-PKC Document 21 Filed 04/25/23 Page 3 of 10")
    True
    >>> is_stamp("Document 21 of Case 1:22-cv-01461 was filed on 04/25/23.")
    False
    """
    if len(line) > _LONGEST or not _HINT.search(line) or not any(map(str.isdigit, line)):
        return bool(_EFILED.fullmatch(line))
    if _PAGE_ID.fullmatch(line) or _STATE.fullmatch(line):
        return not _reads_on(line)
    found, rest = _parts(line)
    if not rest.lstrip(" *[(").startswith(_PART.strip()):
        return False
    if any(word.islower() for word in re.findall(r"[^\W\d_]{2,}", rest)):
        return False
    if sum(c.isalpha() for c in rest) > _RESIDUE:
        return False
    return ("docket" in found and len(found) >= 3) or {"doc", "page"} <= found


def stamps(lines: Sequence[Line]) -> list[Stamp]:
    """The stamps on a page whose lines are given in reading order."""
    found: list[Stamp] = []
    used: set[int] = set()
    for i, line in enumerate(lines):
        if i in used:
            continue
        members = [i]
        if is_stamp(line.text):
            if i + 1 < len(lines) and _GOES_ON.fullmatch(lines[i + 1].text):
                members.append(i + 1)
        elif _CLERKS_WORD.fullmatch(line.text):
            members = _clerks(lines, i)
        else:
            continue
        if members:
            used.update(members)
            found.append(Stamp(tuple(members), " ".join(lines[m].text for m in members)))
    return found


def _parts(line: str) -> tuple[set[str], str]:
    """Which parts of a docket's line there are, and the line with a bar in place of each."""
    found: set[str] = set()
    for name, pattern in _PARTS:
        line, count = pattern.subn(_PART, line)
        if count and name:
            found.add(name)
    return found, line


def _reads_on(line: str) -> bool:
    """Whether the line is running text that happens to begin like a stamp."""
    words = re.findall(r"[^\W\d_]+", line)
    plain = sum(word.islower() and len(word) > 1 for word in words)
    return len(words) > 4 and plain > len(words) / 2


def _clerks(lines: Sequence[Line], at: int) -> list[int]:
    """The lines of a clerk's stamp around the word at ``at``; none without a date near it."""
    last = at
    dated = False
    for i in range(at + 1, min(len(lines), at + 1 + _NEAR)):
        if not _beside(lines[last], lines[i]):
            break
        if _CLERKS_DATE.fullmatch(lines[i].text):
            dated, last = True, i
        elif dated or _CLERKS_LINE.fullmatch(lines[i].text):
            last = i
        else:
            break
    if not dated:
        return []
    while last > at and not (
        _CLERKS_DATE.fullmatch(lines[last].text) or _CLERKS_LINE.fullmatch(lines[last].text)
    ):
        last -= 1
    first = at
    while first and _is_clerks(lines[first - 1].text) and _beside(lines[first - 1], lines[first]):
        first -= 1
    return list(range(first, last + 1))


def _is_clerks(text: str) -> bool:
    return (
        len(text) <= _CLERKS_LONGEST
        and bool(_CLERKS_LINE.fullmatch(text) or _CLERKS_DATE.fullmatch(text))
        and text[-1:] not in ".;:"
    )


def _beside(upper: Line, lower: Line) -> bool:
    """Whether two short lines may belong to one stamp: close, one below the other."""
    if len(lower.text) > _CLERKS_LONGEST:
        return False
    if upper.left is None or lower.left is None:
        return True
    near = -upper.height < upper.bottom - lower.top < 1.5 * max(upper.height, lower.height)
    return near and upper.left < lower.right and lower.left < upper.right
