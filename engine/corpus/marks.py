"""What lawyers mark sheets with: Bates numbers, exhibit labels, legends of confidentiality."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_LONGEST = 90
_ALONE_DIGITS = 5
_RUN_SHARE = 0.5
_COVER_TEXT = 250
_MAX_LABEL = 30

_JOINED = re.compile(
    r"(?P<prefix>[A-Z][A-Za-z0-9&._()/-]*?[A-Za-z)._-][-_.:#]?)(?P<digits>\d{3,10})"
)
_DIGITS = re.compile(r"\d{3,10}")
_PREFIX = re.compile(r"[A-Z][A-Z&._-]{1,14}")
_NAMED_PREFIX = re.compile(r"[A-Z][A-Za-z&._-]{1,14}")
_NOT_BATES = re.compile(
    r"(?:PAGE|PG|P|PAGES|NO|NOS|CASE|DOC|DOCUMENT|DKT|ECF|EX|EXH|EXHIBIT|PX|DX|JX|GX|SECTION|SEC|"
    r"FORM|ROOM|SUITE|STE|BOX|FAX|TEL|PHONE|ID|FILED|DATE|CV|CR|ZIP|VOL|REV|FIG|TABLE|LINE|"
    r"JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|"
    r"OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?|[A-Z]{2})[-_.:#\s]*"
)
_SHORT_PREFIX = re.compile(r"[A-Z]{2}[-_ ]?")
_LEGEND = re.compile(
    r"\W*(?:(?:HIGHLY\s+|STRICTLY\s+)?CONFIDENTIAL|ATTORNEY[S’']*\s+EYES\s+ONLY|"
    r"(?:SUBJECT\s+TO|PURSUANT\s+TO)\s+(?:A\s+|THE\s+)?(?:STIPULATED\s+)?PROTECTIVE\s+ORDER|"
    r"FOR\s+OUTSIDE\s+COUNSEL(?:\s+EYES)?\s+ONLY|FOIA\s+CONFIDENTIAL(?:\s+TREATMENT)?|"
    r"CONFIDENTIAL\s+TREATMENT\s+REQUESTED(?:\s+BY\s+[\w\s.,&]{1,40})?|PRODUCED\s+BY\s+[\w .&]+|"
    r"AEO|[\s,;:/–—-]+|BUSINESS\s+INFORMATION|INFORMATION|MATERIAL)+\W*",
    re.I,
)
_PARTY = (
    r"(?:(?:Plaintiff|Defendant|Petitioner|Respondent|Appellant|Appellee|Government|State|People|"
    r"Claimant|Debtor|Trustee|Relator|Commission|Company|Union|Joint|Deposition|Trial|Court|Hearing)"
    r"(?:[’']?s[’']?)?\s+)"
)
_LABEL = re.compile(
    rf"\W{{0,2}}(?P<label>{_PARTY}{{0,2}}(?:EXHIBIT|Exhibit|EXH\.|Exh\.|EX\.|Ex\.|EX|ATTACHMENT|"
    rf"Attachment|APPENDIX|Appendix|SCHEDULE|Schedule|ANNEX|Annex|TAB|Tab|PX|DX|JX|GX|CX|RX|PTX|DTX|"
    rf"JTX)(?:\s+(?:NO|No)\.?)?[\s#:-]*"
    r"[“\"‘']?(?P<name>[A-Z]{1,3}(?:-?\d{1,3})?|\d{1,4}[A-Z]?(?:[.-]\w{1,3})?)[”\"’']?)\W{0,2}",
    re.I,
)
_WORD_ALONE = re.compile(rf"\W*{_PARTY}?EXHIBIT\W*(?:NO\.?\W*)?", re.I)
_NAME_ALONE = re.compile(
    r"[“\"‘']?([A-Z]{1,3}(?:-?\d{1,3})?|\d{1,4}[A-Z]?(?:[.-]\d{1,3})?)[”\"’']?"
)
_ROMAN_OR_WORD = re.compile(r"(?:TO|OF|IN|AND|FOR|THE|BY|NO|IS|AS|AT|ON|OR|LIST|INDEX)", re.I)


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark on a sheet and the indices of the lines it takes up wholly."""

    label: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Number:
    prefix: str
    value: int
    text: str
    line: int
    alone: bool


def is_legend(line: str) -> bool:
    """Whether a line only says that the sheet is confidential."""
    return len(line) <= _LONGEST and bool(_LEGEND.fullmatch(line)) and any(map(str.isalpha, line))


def bates(sheets: Sequence[Sequence[str]], edges: Sequence[set[int]]) -> dict[int, Marked]:
    """Index of a sheet → its Bates number.

    ``sheets`` are the sheets' lines, ``edges`` the indices of those near a sheet's edge. A number
    is one if its prefix runs over the sheets with rising numbers, sheet by sheet; on a document of
    one sheet, if it stands alone on its line with at least five digits.
    """
    runs: dict[str, dict[int, _Number]] = defaultdict(dict)
    for sheet, (lines, edge) in enumerate(zip(sheets, edges, strict=True)):
        for i in sorted(edge):
            for number in _numbers(lines[i], i):
                runs[number.prefix].setdefault(sheet, number)
    found: dict[int, Marked] = {}
    for run in sorted(runs.values(), key=len, reverse=True):
        for sheet, number in _rising(run, len(sheets)).items():
            found.setdefault(sheet, Marked(number.text, (number.line,) if number.alone else ()))
    return found


def _numbers(line: str, at: int) -> list[_Number]:
    """Candidates at either end of a line."""
    if len(line) > _LONGEST:
        return []
    words = line.split()
    ends = [words[-2:], words[:2]] if len(words) > 2 else [words]
    found = []
    for end in ends:
        for parts in (end, end[-1:], end[:1]):
            if (number := _number(parts, line, at)) is not None:
                found.append(number)
                break
    return found


def _number(parts: Sequence[str], line: str, at: int) -> _Number | None:
    text = " ".join(parts).strip(".,;|")
    padded = text[-_ALONE_DIGITS:].isdigit() and parts[-1][0] == "0"
    if (
        len(parts) == 2
        and (_NAMED_PREFIX if padded else _PREFIX).fullmatch(parts[0])
        and _DIGITS.fullmatch(parts[1].strip(".,;|"))
    ):
        prefix, digits = parts[0] + " ", parts[1].strip(".,;|")
    elif len(parts) == 1 and (match := _JOINED.fullmatch(text)):
        prefix, digits = match["prefix"], match["digits"]
    else:
        return None
    if _NOT_BATES.fullmatch(prefix.upper()) and not (
        _SHORT_PREFIX.fullmatch(prefix) and digits[0] == "0" and len(digits) >= _ALONE_DIGITS
    ):
        return None
    rest = line.replace(text, " ", 1)
    alone = bool(re.fullmatch(r"[\W\d]*", rest)) or is_legend(rest)
    return _Number(prefix.upper(), int(digits), text, at, alone)


def _rising(run: Mapping[int, _Number], sheets: int) -> dict[int, _Number]:
    """The part of a run that rises with the sheets; nothing unless mostly by one a sheet."""
    if len(run) < 2:
        one = next(iter(run.values()))
        digits = sum(map(str.isdigit, one.text))
        return dict(run) if sheets == 1 and one.alone and digits >= _ALONE_DIGITS else {}
    kept: dict[int, _Number] = {}
    last: int | None = None
    steps = 0
    for sheet in sorted(run):
        value = run[sheet].value
        if last is not None and value <= kept[last].value:
            continue
        steps += last is not None and value - kept[last].value == sheet - last
        kept[sheet] = run[sheet]
        last = sheet
    enough = len(kept) >= 2 and steps >= max(1, _RUN_SHARE * (len(run) - 1))
    return kept if enough else {}


def exhibit(lines: Sequence[str], edge: set[int], characters: int) -> Marked | None:
    """The exhibit's label that a sheet bears: on a cover sheet, or as a mark at an edge.

    ``characters`` is how much text stands on the sheet; a label that is all of it takes up no
    lines, so that it stays the sheet's text. A sheet with labels of several exhibits is a list of
    them and bears none.
    """
    cover = characters <= _COVER_TEXT
    found: dict[str, tuple[int, ...]] = {}
    for i, line in enumerate(lines):
        if not (cover or i in edge):
            continue
        match = _LABEL.fullmatch(line) if len(line) <= 2 * _MAX_LABEL else None
        if match and not _ROMAN_OR_WORD.fullmatch(match["name"]) and _is_name(match["name"]):
            found.setdefault(" ".join(match["label"].split()), (i,))
        elif _WORD_ALONE.fullmatch(line) and i + 1 < len(lines):
            name = _NAME_ALONE.fullmatch(lines[i + 1])
            if name:
                label = f"{' '.join(line.split())} {name.group(1)}"
                found.setdefault(label, (i, i + 1))
    if len({label.upper() for label in found}) != 1:
        return None
    label, at = next(iter(found.items()))
    alone = characters <= sum(len(lines[i]) for i in at)
    return Marked(label, () if alone else at)


def _is_name(name: str) -> bool:
    """A letter or number as printed: the labels are matched in any case, their names are not."""
    return name == name.upper()
