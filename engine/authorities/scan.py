"""Let stand in prose only citations of authorities on file; the rest become placeholders.

A model may choose authorities by id only, but it writes prose as well, and prose invents. So
every citation in it that is not one of the chosen, and every case named that is neither chosen
nor the matter itself, is cut out visibly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.authorities.casenames import CaseName, case_names
from engine.authorities.extract import chunks, find_citations
from engine.authorities.fold import fold
from engine.authorities.onfile import OnFile
from engine.authorities.patterns import RECORD
from engine.authorities.types import PLACEHOLDER, AllowedAuthority, Citation, Scrubbed

_FILE_ID = re.compile(r"\[[AF]\d+\]")
_NOT_LAW = re.compile(
    r"\s?(?:of|in|to|under)\s(?:the|this|that|said|its|his|her|their|our|an?)\s(?:[A-Z\w]+\s){0,4}?"
    r"(?:agreement|contract|policy|lease|plan|bylaws|handbook|manual|schedule|exhibit|complaint|"
    r"report|proposal|statement of work|sow|order|task order|answer|motion|brief)\b",
    re.I,
)
_RUN = re.compile(rf"{re.escape(PLACEHOLDER)}(?:(?:[;,]|,? and)?\s*{re.escape(PLACEHOLDER)})+")


@dataclass(frozen=True, slots=True)
class _Mark:
    """Something that ``Id.`` can point to, or an ``Id.``, and whether it stands."""

    start: int
    citation: Citation | None
    stands: bool


def scrub(text: str, allowed: Sequence[AllowedAuthority], parties: Sequence[str] = ()) -> Scrubbed:
    """Replace what is not on file by ``PLACEHOLDER``.

    Short forms and pin cites of the allowed stand, and so do ids in brackets, references to the
    record, and an ``Id.`` that follows one of those. An ``Id.`` after something removed, or after
    nothing, is removed.
    """
    on_file = OnFile(allowed, parties)
    citations = [c for c in find_citations(text) if not _is_contract_section(text, c)]
    marks = [
        *_citation_marks(citations, on_file),
        *_name_marks(text, citations, on_file),
        *_record_marks(text, citations),
    ]
    marks.sort(key=lambda mark: mark.start)
    kept = [mark.citation for mark in marks if mark.stands and mark.citation]
    removed: list[Citation] = []
    for citation in _resolve(marks):
        removed.append(_widened(text, citation, kept, removed[-1].end if removed else 0))
    return Scrubbed(_without(text, removed), tuple(removed))


def _is_contract_section(text: str, citation: Citation) -> bool:
    return citation.kind == "section" and bool(_NOT_LAW.match(text, citation.end))


def _citation_marks(citations: list[Citation], on_file: OnFile) -> Iterator[_Mark]:
    for citation in citations:
        stands = citation.kind != "id" and on_file.has(citation)
        yield _Mark(citation.start, citation, stands)


def _name_marks(text: str, citations: list[Citation], on_file: OnFile) -> Iterator[_Mark]:
    """Cases named without a locator."""
    spans = [c.whole for c in citations]
    for start, end in chunks(text):
        folded = fold(text[start:end])
        for name in case_names(folded.text):
            at, until = folded.back(name.start, name.end)
            at, until = at + start, until + start
            # A citation that took the name's end for its own leaves the beginning behind.
            until = min([until, *(a for a, b in spans if at < a < until <= b)])
            if all(until <= a or at >= b for a, b in spans):
                yield _Mark(at, _named(text, at, until, name), on_file.has_case(name))


def _named(text: str, start: int, end: int, name: CaseName) -> Citation:
    said = text[start:end]
    plain = f"{name.first} v. {name.second}" if name.second else name.first
    return Citation(start, end, said, "case_name", plain, "pattern", said, (start, end))


def _record_marks(text: str, citations: list[Citation]) -> Iterator[_Mark]:
    for pattern in (RECORD, _FILE_ID):
        for match in pattern.finditer(text):
            if all(match.end() <= c.start or match.start() >= c.end for c in citations):
                yield _Mark(match.start(), None, True)


def _resolve(marks: list[_Mark]) -> list[Citation]:
    """What is removed, with every ``Id.`` bound to what stands before it."""
    removed: list[Citation] = []
    stands = False
    for mark in marks:
        if mark.citation is None or mark.citation.kind != "id":
            stands = mark.stands
        if mark.citation is not None and not stands:
            removed.append(mark.citation)
    return removed


def _widened(text: str, citation: Citation, kept: list[Citation], after: int) -> Citation:
    """The citation with its names, court and year, unless a parallel one beside it stands.

    Nothing before ``after`` is taken: a parallel locator leaves the name to the first.
    """
    start, end = citation.whole
    if any(start < other.whole[1] and other.whole[0] < end for other in kept):
        return citation
    start = max(start, min(after, citation.start))
    start += len(text[start:end]) - len(text[start:end].lstrip(" ,"))
    return replace(citation, start=start, end=end, text=text[start:end])


def _without(text: str, removed: Sequence[Citation]) -> str:
    parts: list[str] = []
    at = 0
    for citation in removed:
        parts += [text[at : citation.start], PLACEHOLDER]
        at = citation.end
    parts.append(text[at:])
    return _RUN.sub(PLACEHOLDER, "".join(parts))
