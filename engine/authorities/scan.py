"""What stands in one text: citations, cases named, references to the record, quotations.

A model may choose authorities by id only, but it writes prose as well, and prose invents. This
module finds everything in it that points somewhere, and says what of it is on file in the matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.authorities.casenames import CaseName, case_names
from engine.authorities.extract import chunks, find_citations
from engine.authorities.fold import fold
from engine.authorities.mentions import allusions, mentions
from engine.authorities.onfile import Found, OnFile
from engine.authorities.patterns import RECORD
from engine.authorities.quotes import find_quotations
from engine.authorities.redact import redacted
from engine.authorities.types import AllowedAuthority, Citation, Examined, Mark, Quoted, Scrubbed

_PAGE_OR_YEAR = re.compile(
    r",?\s(?:at\s\*?\d+(?:-\d+)?(?:,\s\d+(?:-\d+)?)*|\([^()]{0,30}\d{4}\)|\d{4}(?=\)))"
)
_FILE_ID = re.compile(r"\[[AF]\d+\]")
_NOT_LAW = re.compile(
    r"\s?(?:of|in|to|under)\s(?:the|this|that|said|its|his|her|their|our|"
    r"an?)\s(?:[A-Z\w'&-]+\s){0,4}?"
    r"(?:agreement|contract|policy|lease|plan|bylaws|handbook|manual|schedule|exhibit|complaint|"
    r"report|proposal|statement of work|sow|order|task order|answer|motion|brief|licence|license|"
    r"deed|will|trust|note|indenture|protocol|specification|charter|settlement|addendum|annex|"
    r"appendix|articles|constitution of the company|terms|letter|memorandum|guidelines?|"
    r"standard)\b",
    re.I,
)


def examine(text: str, on_file: OnFile) -> Examined:
    """Everything in ``text`` that points somewhere, in order, and every quotation."""
    names = list(_names(text))
    citations = [
        _with_name(text, one, names)
        for one in find_citations(text)
        if not _is_contract_section(text, one)
    ]
    marks = [*(_mark(one, Found() if one.kind == "id" else on_file.find(one)) for one in citations)]
    marks += _name_marks(text, citations, names, on_file)
    for called, loose in ((mentions, False), (allusions, True)):
        marks += _called_marks(text, marks, on_file, called, loose=loose)
    marks += _record_marks(text, citations)
    marks.sort(key=lambda mark: mark.start)
    quoted = [Quoted(one.start, one.end, one.inner, one.words) for one in find_quotations(text)]
    return Examined(tuple(marks), tuple(quoted))


def scrub(text: str, allowed: Sequence[AllowedAuthority], parties: Sequence[str] = ()) -> Scrubbed:
    """Replace what is not on file in the matter by a placeholder, and look nothing up.

    Short forms and pin cites of the allowed stand, and so do ids in brackets, references to the
    record, and an ``Id.`` that follows one of those. An ``Id.`` after something removed, or after
    nothing, is removed.
    """
    found = examine(text, OnFile(allowed, parties))
    stands = [bool(mark.authority or mark.ours or mark.citation is None) for mark in found.marks]
    return redacted(text, found.marks, followed(found.marks, stands))


def followed(marks: Sequence[Mark], stands: Sequence[bool]) -> list[bool]:
    """With every ``Id.`` bound to what stands before it."""
    told: list[bool] = []
    before = False
    for mark, own in zip(marks, stands, strict=True):
        if mark.citation is None or mark.citation.kind != "id":
            before = own
        told.append(before)
    return told


def _mark(citation: Citation, found: Found) -> Mark:
    return Mark(citation.start, citation.end, citation, found.authority, found.conflict, found.ours)


def _is_contract_section(text: str, citation: Citation) -> bool:
    internal = citation.kind == "section" or citation.normalized.startswith("Rule ")
    return internal and bool(_NOT_LAW.match(text, citation.end))


def _names(text: str) -> Iterator[tuple[int, int, CaseName]]:
    for start, end in chunks(text):
        folded = fold(text[start:end])
        for name in case_names(folded.text):
            at, until = folded.back(name.start, name.end)
            yield at + start, until + start, name


def _with_name(
    text: str, citation: Citation, names: Sequence[tuple[int, int, CaseName]]
) -> Citation:
    """``Smith v. Jones Escobar, supra`` is no short form of Escobar."""
    if citation.kind != "supra":
        return citation
    for at, until, name in names:
        if at < citation.start < until <= citation.end:
            return replace(
                citation, start=at, text=text[at : citation.end], normalized=_plain(name),
                whole=(at, citation.end),
            )  # fmt: skip
    return citation


def _name_marks(
    text: str,
    citations: list[Citation],
    names: Sequence[tuple[int, int, CaseName]],
    on_file: OnFile,
) -> Iterator[Mark]:
    """Cases named without a locator."""
    spans = [c.whole for c in citations]
    for at, end, name in names:
        # A citation that took the name's end for its own leaves the beginning behind.
        until = min([end, *(a for a, b in spans if at < a < end <= b)])
        if all(until <= a or at >= b for a, b in spans):
            yield _mark(_named(text, at, until, name), on_file.find_name(name))


def _named(text: str, start: int, end: int, name: CaseName) -> Citation:
    said, plain = text[start:end], _plain(name)
    return Citation(start, end, said, "case_name", plain, "pattern", plain, (start, end))


def _plain(name: CaseName) -> str:
    return f"{name.first} v. {name.second}" if name.second else f"In re {name.first}"


def _called_marks(
    text: str,
    marks: Sequence[Mark],
    on_file: OnFile,
    called: Callable[[str], Iterator[tuple[int, int, str]]],
    *,
    loose: bool,
) -> list[Mark]:
    """Cases called by one name."""
    spans = [mark.citation.whole for mark in marks if mark.citation]
    found: list[Mark] = []
    for start, end in chunks(text):
        folded = fold(text[start:end])
        for first, last, name in called(folded.text):
            at, until = folded.back(first, last)
            at, until = at + start, until + start
            if all(until <= a or at >= b for a, b in spans):
                behind = _PAGE_OR_YEAR.match(text, until)
                whole = (at, behind.end() if behind else until)
                spans.append(whole)
                said = text[at:until]
                one = Citation(at, until, said, "case_name", name, "pattern", name, whole)
                found.append(replace(_mark(one, on_file.find_short(name)), loose=loose))
    return found


def _record_marks(text: str, citations: list[Citation]) -> Iterator[Mark]:
    for pattern in (RECORD, _FILE_ID):
        for match in pattern.finditer(text):
            if all(match.end() <= c.start or match.start() >= c.end for c in citations):
                id = match.group()[1:-1] if pattern is _FILE_ID else ""
                yield Mark(*match.span(), None, id if id.startswith("A") else "", ours=True)
