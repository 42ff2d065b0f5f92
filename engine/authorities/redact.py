"""Placeholders in prose, in place of what does not stand. Light: it finds nothing itself."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.authorities.types import ANY_PLACEHOLDER, Citation, Mark, Scrubbed, placeholder

_JOINT = re.compile(r"(?:(?:[;,]|,? (?:and|or|&))?\s*)")
_IDS = re.compile(
    r"(?<![\w-])(?P<kind>[FA])(?P<number>\d{1,6})(?![\w-]|\.\d)(?!\s?(?:paper|size|sheets?|format|road)\b)"
)
_NAMED = re.compile(
    r"\b(?:Form|Route|Interstate|Highway|Section|Schedule|Gate|Room|Unit|Flat|Suite|Cell|Column|Visa|"
    r"Category|Class|Zone|Sheet|Seat|Bay|Vitamin|Article|Tier|Model|Audi)\s$"
)


@dataclass(frozen=True, slots=True)
class Cut:
    """What is replaced: ``put`` stands for ``start`` to ``end``."""

    start: int
    end: int
    put: str


def redacted(text: str, marks: Sequence[Mark], stands: Sequence[bool]) -> Scrubbed:
    """``text`` with a placeholder for every mark that does not stand, and what was taken out."""
    removed = removals(text, marks, stands)
    cuts = [Cut(one.start, one.end, placeholder(one.kind)) for one in removed]
    return Scrubbed(replaced(text, cuts), tuple(removed))


def removals(text: str, marks: Sequence[Mark], stands: Sequence[bool]) -> list[Citation]:
    """The citations that go, each as wide as its names, court and year."""
    kept = [m.citation for m, own in zip(marks, stands, strict=True) if own and m.citation]
    removed: list[Citation] = []
    for mark, own in zip(marks, stands, strict=True):
        if mark.citation is not None and not own:
            removed.append(_widened(text, mark.citation, kept, removed[-1].end if removed else 0))
    return removed


def _widened(text: str, citation: Citation, kept: list[Citation], after: int) -> Citation:
    """The citation with its names, court and year, but nothing of one beside it that stands.

    Nothing before ``after`` is taken: a parallel locator leaves the name to the first.
    """
    start, end = citation.whole
    for other in kept:
        if other.start < citation.start:
            start = max(start, min(other.end, citation.start))
        else:
            end = min(end, max(other.whole[0], citation.end))
    start = max(start, min(after, citation.start))
    start += len(text[start:end]) - len(text[start:end].lstrip(" ,"))
    return replace(citation, start=start, end=end, text=text[start:end])


def unknown_ids(text: str, known: Collection[str]) -> Iterator[Cut]:
    """Ids of facts and authorities that the run does not have."""
    for match in _IDS.finditer(text):
        if match.group() in known or _NAMED.search(
            text[max(0, match.start() - 12) : match.start()]
        ):
            continue
        kind = "fact" if match["kind"] == "F" else "authority"
        start, end = match.span()
        if text[start - 1 : start] == "[" and text[end : end + 1] == "]":
            start, end = start - 1, end + 1
        yield Cut(start, end, placeholder(kind))


def replaced(text: str, cuts: Sequence[Cut]) -> str:
    """With each cut made; of those that overlap the first and widest. Placeholders of one kind in
    a row become one."""
    parts: list[str] = []
    at = 0
    for cut in sorted(cuts, key=lambda one: (one.start, -one.end)):
        if cut.start < at:
            at = max(at, cut.end)
            continue
        parts += [text[at : cut.start], cut.put]
        at = cut.end
    parts.append(text[at:])
    return _once("".join(parts)) if cuts else text


def _once(text: str) -> str:
    """One placeholder for several of a kind in a row."""
    parts: list[str] = []
    at, before = 0, ""
    for match in ANY_PLACEHOLDER.finditer(text):
        between = text[at : match.start()]
        if not (before == match.group() and _JOINT.fullmatch(between)):
            parts += [between, match.group()]
        at, before = match.end(), match.group()
    parts.append(text[at:])
    return "".join(parts)
