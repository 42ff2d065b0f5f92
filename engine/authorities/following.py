"""Short forms bound to what they shorten, and quotations to what they are taken from. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.authorities.quotes import ENOUGH
from engine.authorities.reporters import may_hold
from engine.authorities.samecase import goes_by, same_names
from engine.authorities.types import Citation, Examined, Mark, Quoted
from engine.authorities.verdicts import Found

_SIGNAL = re.compile(
    r"[\s.,;:)\]\"'\u201d\u2019]*(?:(?:\(|see|also|citing|cf|quoting|accord|in|e\.g|per|from|as|held|"
    r"stated|by|[\s.,;]|\[[^\[\]]{0,30}\])\s*)*",
    re.I,
)
_REACH = 250
_PARAGRAPH = re.compile(r"\n\s*\n|[.?!)\]\"\u201d][ \t]*\n")
"""Where one ends, in prose and in documents that were read, whose paragraphs are lines."""


@dataclass(frozen=True, slots=True)
class Told:
    """A citation of the text with what was found of it."""

    citation: Citation
    found: Found


def antecedent(citation: Citation, before: Sequence[Told]) -> Told | None:
    """The full citation that a short form, ``supra`` or a name alone stands for, nearest first."""
    for one in reversed(before):
        if _shortens(citation, one.citation):
            return one
    return None


def _shortens(short: Citation, full: Citation) -> bool:
    if full.kind not in ("case", "foreign", "docket", "treatise", "unknown_reporter"):
        return False
    if short.kind == "short_case":
        return _within(short.fields, full.fields) and (
            not short.names or not full.names or goes_by(short.names, [full.names])
        )
    if short.kind == "supra":
        work = full.fields.get("work", "")
        return goes_by(short.normalized, [full.names]) if full.names else short.normalized in work
    if short.kind == "case_name":
        if not full.names:
            return False
        if " v. " in short.normalized or short.normalized.startswith("In re "):
            return same_names(short.normalized, [full.names])
        return goes_by(short.normalized, [full.names])
    if short.kind == "case" and not short.names:
        keys = ("volume", "reporter", "page")
        return all(short.fields.get(key) == full.fields.get(key) for key in keys)
    return False


def _within(short: Mapping[str, str], full: Mapping[str, str]) -> bool:
    if any(short.get(key) != full.get(key) for key in ("volume", "reporter")):
        return False
    return may_hold(full.get("page", ""), short.get("pin", "")) is not False


def quoted_with(text: str, seen: Examined) -> Iterator[tuple[int, Quoted]]:
    """Index of the mark that each quotation of ``ENOUGH`` words is given as the source of: the one
    right behind it, else the last before it in its paragraph."""
    pointing = [(i, m) for i, m in enumerate(seen.marks) if not _inside(m, seen.quotations)]
    for one in seen.quotations:
        if one.words < ENOUGH:
            continue
        after = next(((i, m) for i, m in pointing if m.start >= one.end), None)
        if after is not None and _right_behind(text, one.end, after[1]):
            yield after[0], one
            continue
        before = [(i, m) for i, m in pointing if m.end <= one.start]
        if before and _shortly_before(text, before[-1][1], one.start):
            yield before[-1][0], one


def _inside(mark: Mark, quotations: Sequence[Quoted]) -> bool:
    return any(one.start <= mark.start and mark.end <= one.end for one in quotations)


def _right_behind(text: str, end: int, mark: Mark) -> bool:
    start = mark.citation.whole[0] if mark.citation else mark.start
    between = text[end : max(start, end)]
    return len(between) < 60 and "\n\n" not in between and bool(_SIGNAL.fullmatch(between))


def _shortly_before(text: str, mark: Mark, start: int) -> bool:
    end = mark.citation.whole[1] if mark.citation else mark.end
    between = text[end:start]
    return len(between) <= _REACH and not _PARAGRAPH.search(between)
