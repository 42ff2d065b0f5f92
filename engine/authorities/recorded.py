"""Quotations of a brief that may be the record's: which those are, and how near a text comes.

Light and pure: it neither finds citations nor reads documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rapidfuzz import fuzz

from engine.authorities.following import quoted_with
from engine.authorities.patterns import RECORD
from engine.authorities.quotes import ANY, ENOUGH, Said, find_quotations, parts_of, said_words
from engine.authorities.types import Checked, Examined, Mark, Quoted
from engine.words import ordinary

NEAR = 0.6
"""Share of a quotation's words that a text must have, in order, to be what was meant."""
_TELLING = 2
"""Words among those that are more than joints of a sentence."""
_LONGEST = 400
"""Words of one quotation that are compared."""
_SHOWN = 5
_CLOSED = re.compile(r"[\"'\u201d\u2019\u00bb\uff02>;]$")


class Source(StrEnum):
    """What a brief gives a quotation as taken from."""

    AUTHORITY = "authority"
    RECORD = "record"
    UNTOLD = ""


@dataclass(frozen=True, slots=True)
class BriefQuotation:
    """A quotation of ``ENOUGH`` words or more: ``start`` is where it stands in its page's text,
    ``inner`` what stands in its marks, ``given`` what it is given as taken from."""

    page: int | None
    start: int
    inner: str
    given: Source

    @property
    def query(self) -> str:
        """Its own words, to look for it by: nothing of what a bracket put in."""
        words = (word for part in parts_of(self.inner) for word in part)
        return " ".join(word.shown for word in words if word.key != ANY)


@dataclass(frozen=True, slots=True)
class Difference:
    """``quoted`` stands in the quotation where ``text`` stands in the source; "" for nothing."""

    quoted: str
    text: str


@dataclass(frozen=True, slots=True)
class Nearness:
    """``share`` of the quotation's words that stand in a text in order, from ``NEAR`` to 1, and
    where the two differ."""

    share: float
    differences: tuple[Difference, ...]


def quotations(
    pages: Sequence[tuple[int | None, str]], checked: Sequence[Checked]
) -> list[BriefQuotation]:
    """The quotations of a brief in order. ``checked`` are the citations found on those pages."""
    by_page: dict[int | None, list[Checked]] = {}
    for one in checked:
        by_page.setdefault(one.page, []).append(one)
    found: list[BriefQuotation] = []
    for page, text in pages:
        found += _of_page(page, text, by_page.get(page, ()))
    return found


def _of_page(page: int | None, text: str, checked: Sequence[Checked]) -> Iterator[BriefQuotation]:
    marks = [Mark(one.citation.start, one.citation.end, one.citation) for one in checked]
    for match in RECORD.finditer(text):
        if all(match.end() <= one.start or match.start() >= one.end for one in marks):
            marks.append(Mark(*match.span(), None))
    marks.sort(key=lambda mark: mark.start)
    quoted = [
        Quoted(one.start, one.end, _to_line_end(text, one.end, one.inner), one.words)
        for one in find_quotations(text)
    ]
    given = {
        one.start: Source.RECORD if marks[index].citation is None else Source.AUTHORITY
        for index, one in quoted_with(text, Examined(tuple(marks), tuple(quoted)))
    }
    for one in quoted:
        if len(said_words(one.inner)) >= ENOUGH:
            yield BriefQuotation(page, one.start, one.inner, given.get(one.start, Source.UNTOLD))


def _to_line_end(text: str, end: int, inner: str) -> str:
    """Of a quotation that is never closed, what stands in its own paragraph."""
    return inner if _CLOSED.search(text[:end][-8:]) else inner.split("\n", 1)[0]


def nearness(quotation: str, text: str) -> Nearness | None:
    """How near ``text`` comes to the quoted words, None if it is something else.

    >>> nearness("paid every claim in half", "The agency paid every claim in full.").differences
    (Difference(quoted='half', text='full'),)
    """
    source = said_words(text)
    have, wanted, telling = 0, 0, 0
    differences: list[Difference] = []
    for part in parts_of(quotation[: _LONGEST * 12]):
        part = part[:_LONGEST]
        own = [word for word in part if word.key != ANY]
        if not own:
            continue
        agreed, told = _aligned(part, source)
        wanted += len(own)
        have += len(agreed)
        telling += sum(word.key not in ordinary() for word in agreed)
        differences += told
    if not wanted or have < NEAR * wanted or telling < _TELLING:
        return None
    return Nearness(have / wanted, tuple(differences))


def _aligned(part: Sequence[Said], source: Sequence[Said]) -> tuple[list[Said], list[Difference]]:
    """The words of ``part`` that the likest run of ``source`` has, and where it differs."""
    mine, theirs = [word.key for word in part], [word.key for word in source]
    if not theirs:
        return [], [Difference(_shown(part), "")]
    start, end = 0, len(theirs)
    if len(theirs) > len(mine):
        found = fuzz.partial_ratio_alignment(mine, theirs)
        if found is not None:
            aside = max(2, len(mine) // 4)  # for words that the quotation leaves out
            start, end = max(0, found.dest_start - aside), found.dest_end + aside
    window = source[start:end]
    matcher = SequenceMatcher(None, mine, [word.key for word in window], autojunk=False)
    agreed: list[Said] = []
    told: list[Difference] = []
    steps = matcher.get_opcodes()
    for at, (what, a, b, c, d) in enumerate(steps):
        if what == "equal":
            agreed += part[a:b]
        elif what == "insert" and at in (0, len(steps) - 1):
            continue  # what stands before and behind the words quoted
        elif not _altered(part[a:b], window[c:d]):
            edge = what == "replace" and at in (0, len(steps) - 1)
            beside = window[c:d] if not edge else _beside(window[c:d], b - a, last=at > 0)
            told.append(Difference(_shown(part[a:b]), _shown(beside)))
    return agreed, told


def _beside(words: Sequence[Said], many: int, *, last: bool) -> Sequence[Said]:
    """At an end of the quotation, as many words as it has in their place."""
    return words[:many] if last else words[max(0, len(words) - many) :]


def _altered(quoted: Sequence[Said], source: Sequence[Said]) -> bool:
    """Whether only brackets stand in the place of the source's words."""
    if all(word.key == ANY for word in quoted):
        return bool(quoted)
    return len(quoted) == len(source) == 1 and (
        quoted[0].key.endswith(ANY) and source[0].key.startswith(quoted[0].key[:-1])
    )


def _shown(words: Sequence[Said]) -> str:
    return " ".join(word.shown for word in words)


def told(differences: Sequence[Difference]) -> str:
    """The words that differ, in a sentence: at most ``_SHOWN`` places.

    >>> told([Difference("half", "full"), Difference("", "not")])
    'The source has “full” for “half”; the source has “not”, which is left out.'
    """
    said = []
    for one in differences[:_SHOWN]:
        if one.quoted and one.text:
            said.append(f"the source has “{one.text}” for “{one.quoted}”")
        elif one.quoted:
            said.append(f"“{one.quoted}” is not in the source")
        else:
            said.append(f"the source has “{one.text}”, which is left out")
    more = len(differences) - _SHOWN
    if more > 0:
        said.append(f"and it differs in {more} more place{'s' if more > 1 else ''}")
    sentence = "; ".join(said)
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""
