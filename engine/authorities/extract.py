"""Find every citation in a text: eyecite, citeurl and our own patterns, the longest span wins.

eyecite drops lettered sections of the United States Code, citeurl cuts ``1320a-7b`` to
``1320a``, neither knows federal rules in all spellings, British cases or an invented reporter;
and both take more than linear time, so a text is worked through a paragraph at a time.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import eyecite
from citeurl import Citator
from eyecite import models

from engine.authorities.casenames import name_before
from engine.authorities.fields import fields
from engine.authorities.fold import Folded, fold
from engine.authorities.normal import beside, by_groups, constitution, roman, statute, tidy
from engine.authorities.patterns import (
    LISTED_LONG,
    LISTED_RULE,
    LISTED_SECTION,
    LISTED_SUB,
    PATTERNS,
    ROMAN_PLACE,
    SPELT_REPORTER,
    UNKNOWN_REPORTER,
    looks_unknown,
)
from engine.authorities.reporters import known, usual
from engine.authorities.types import Citation
from engine.corpus.sentences import sentence_spans

# eyecite logs the text around what puzzles it, and the text may be privileged
logging.getLogger("eyecite").setLevel(logging.CRITICAL + 1)

_CHUNK = 3_000
_KINDS: dict[type, str] = {
    models.FullCaseCitation: "case",
    models.ShortCaseCitation: "short_case",
    models.FullLawCitation: "statute",
    models.FullJournalCitation: "treatise",
    models.SupraCitation: "supra",
    models.IdCitation: "id",
}
_SHORTHAND = re.compile(
    r"(?:(?:§+|[Ss]ec(?:tions?|s?\.))\s?(?:\d{1,2}(?!\d)|\d+\.)|[Rr]ules?\s\d+$)(?!.*\sof\s)"
)
"""What citeurl takes for a short form after a citation, and may be a part of anything."""
_NOTE = re.compile(r"\s(?:note|nt\.)(?=[.,;:)]|\s(?!that\b)|$)")
_BESIDE = r"(?:,\s(?:at\s)?\*?\d+(?:-\d+)?)*"
_PATTERN_KINDS = {
    "act": "statute", "act_of": "statute", "procedure": "rule", "bare_rule": "rule",
}  # fmt: skip
_BESIDES = {("case", "case"), ("foreign", "foreign"), ("short_case", "case")}
"""Kinds of which the second may be the parallel locator of the first."""
_PREFERENCE = {"pattern": 0, "citeurl": 1, "eyecite": 2}
_BEHIND = re.compile(  # pages, then court and year, then what parentheses add
    r"(?:,?\s(?:at\s)?\*?\d+(?:-\d+)?(?:\sn\.\d+)?)*(?:\s?\([^()]{0,80}\d{4}\))"
    r"(?:\s\((?:per curiam|en banc|citing|quoting|holding|[A-Z]\w+, C?\.?J)[^()]*\))*"
)


@dataclass(frozen=True, slots=True)
class _Found:
    """A candidate over folded text."""

    start: int
    end: int
    kind: str
    normalized: str
    source: str


def find_citations(text: str) -> list[Citation]:
    """All citations of ``text`` in order, never overlapping; case names without a locator and
    record references are not among them."""
    found: list[Citation] = []
    for start, end in chunks(text):
        folded = fold(text[start:end])
        if not folded.text.strip():  # invisible characters only; eyecite refuses an empty text
            continue
        for item in _settled(_candidates(folded.text)):
            found.append(_citation(text, start, folded, item))
    return _parallel(text, found)


def _parallel(text: str, found: list[Citation]) -> list[Citation]:
    """Parallel locators of one case share its names, and the year that stands behind the last."""
    for at in range(len(found) - 2, -1, -1):
        first, second = found[at], found[at + 1]
        beside = re.fullmatch(_BESIDE + r",\s", text[first.end : second.start])
        if not beside or first.kind != "case" or second.kind != "case":
            continue
        shared = {key: second.fields[key] for key in ("year", "court") if key in second.fields}
        found[at] = replace(first, fields={**shared, **first.fields})
    for at in range(1, len(found)):
        first, second = found[at - 1], found[at]
        alike = (first.kind, second.kind) in _BESIDES
        between = text[first.end : second.start]
        if alike and not second.names and re.fullmatch(_BESIDE + r",?\s", between):
            found[at] = replace(second, names=first.names)
    return found


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Paragraphs as spans, the long ones cut at a line's end, else a sentence's, else a space."""
    for match in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text):
        start, end = match.span()
        while end - start > _CHUNK:
            window = text[start : start + _CHUNK]
            cut = start + _place_to_cut(window)
            yield start, cut
            start = cut
        yield start, end


def _place_to_cut(window: str) -> int:
    line = window.rfind("\n")
    if line > len(window) // 2:
        return line + 1
    sentence = sentence_spans(window)[-1][0]
    if sentence > len(window) // 2:
        return sentence
    return window.rfind(" ") + 1 or len(window)


def normalize(text: str) -> tuple[str, ...]:
    """The locators of an authority's own citation, as ``find_citations`` would normalise them."""
    return tuple(item.normalized for item in find_citations(text) if item.kind != "id")


@cache
def _citator() -> Citator:
    return Citator()


def _candidates(text: str) -> list[_Found]:
    found = [*_by_eyecite(text), *_by_citeurl(text)]
    taken = [(item.start, item.end) for item in found]
    for pattern in PATTERNS:
        for match in pattern.form.finditer(text):
            normalized = by_groups(pattern.kind, match)
            kind = _PATTERN_KINDS.get(pattern.kind, pattern.kind)
            found.append(_Found(*match.span(), kind, normalized, "pattern"))
    found += [item for first in found for item in _listed(text, first)]
    spelt = list(_spelt(text, [(item.start, item.end) for item in found]))
    found += spelt
    found += _roman(text, [(item.start, item.end) for item in found])
    found = [_with_note(text, item) for item in found]
    taken += [(item.start, item.end) for item in spelt]
    found += _unknown(text, taken)
    return found


def _roman(text: str, taken: list[tuple[int, int]]) -> Iterator[_Found]:
    """Cases whose volume or page is in Roman numerals."""
    for match in ROMAN_PLACE.finditer(text):
        volume, page = match["volume"], match["page"]
        if (volume.isdigit() and page.isdigit()) or not known(match["reporter"]):
            continue
        if all(match.end() <= a or match.start() >= b for a, b in taken):
            figures = [one if one.isdigit() else str(roman(one.lower())) for one in (volume, page)]
            normalized = f"{figures[0]} {usual(match['reporter'])} {figures[1]}"
            yield _Found(*match.span(), "case", normalized, "pattern")


def _with_note(text: str, item: _Found) -> _Found:
    """A note under a section is not the section."""
    behind = _NOTE.match(text, item.end) if item.kind == "statute" else None
    if behind is None:
        return item
    return replace(item, end=behind.end(), normalized=f"{item.normalized} note")


def _unknown(text: str, taken: list[tuple[int, int]]) -> Iterator[_Found]:
    """Cases by a reporter that nobody knows."""
    at = 0
    while match := UNKNOWN_REPORTER.search(text, at):
        at = match.end("volume")  # what is no citation may hold the volume of one
        if any(match.end() > a and match.start() < b for a, b in taken):
            continue
        named = bool(name_before(text, match.start())[0])
        if looks_unknown(match, named=named) and not known(match["reporter"]):
            said = " ".join(match.group().split())
            yield _Found(*match.span(), "unknown_reporter", said, "pattern")
            at = match.end()


def _listed(text: str, first: _Found) -> Iterator[_Found]:
    """The further ones of ``28 U.S.C. §§ 1331, 1332(a)(1)``, of ``§ 3729(b)(4)-(9)`` and of
    ``Rules 8(a) and 9(b)``."""
    said = text[first.start : first.end]
    at = first.end
    while said.endswith(")") and (match := LISTED_SUB.match(text, at)):
        if first.kind not in ("statute", "rule") or "(" not in first.normalized:
            break
        normalized = beside(first.normalized, match["sub"])
        yield _Found(match.start("sub"), match.end(), first.kind, normalized, "pattern")
        at = match.end()
    if first.kind == "statute":
        title = first.normalized.split(" ", 1)[0]
        form = LISTED_SECTION if "§§" in said else LISTED_LONG
        while (match := form.match(text, at)) and title.isdigit() and "U.S.C." in first.normalized:
            normalized = statute(title, match["section"], match["sub"])
            yield _Found(match.start("section"), match.end(), "statute", normalized, "pattern")
            at = match.end()
    elif first.kind == "rule" and re.search(r"\b[Rr]ules\s", said):
        rules = first.normalized.rsplit(" ", 1)[0]
        while match := LISTED_RULE.match(text, at):
            normalized = f"{rules} {match['rule']}{match['sub']}"
            yield _Found(match.start("rule"), match.end(), "rule", normalized, "pattern")
            at = match.end()


def _spelt(text: str, taken: list[tuple[int, int]]) -> Iterator[_Found]:
    """Cases by a reporter that exists, in a spelling that nobody else knows."""
    for match in SPELT_REPORTER.finditer(text):
        reporter = match["reporter"].strip()
        telling = re.search(r"\.|\d", reporter) and len(re.sub(r"[^A-Za-z\d]", "", reporter)) > 1
        if not telling or not known(reporter):
            continue
        if all(match.end() <= a or match.start() >= b for a, b in taken):
            normalized = f"{match['volume']} {usual(reporter)} {match['page']}"
            yield _Found(*match.span(), "case", normalized, "pattern")


def _by_eyecite(text: str) -> Iterator[_Found]:
    cited: Iterable[Any] = eyecite.get_citations(text)
    for item in cited:
        kind = _KINDS.get(type(item))
        if kind in (None, "supra"):  # a bare section mark; our own pattern knows supra's name
            continue
        start, end = item.span()
        said = text[start:end]
        if kind in ("case", "short_case"):
            groups = item.groups
            reporter = item.corrected_reporter()
            page = groups.get("page") or "___"
            at = "at " if kind == "short_case" else ""
            normalized = f"{groups.get('volume')} {reporter} {at}{page}"
        else:
            normalized = tidy(said)
        assert kind is not None
        yield _Found(start, end, _kind_of(said, kind), normalized, "eyecite")


def _by_citeurl(text: str) -> Iterator[_Found]:
    for item in _citator().list_cites(text):
        start, end = item.span
        said = text[start:end].rstrip(".")
        end = start + len(said)
        if _SHORTHAND.match(said) or re.match(r"\.\d", text[end:]):
            continue
        template = str(item.template.name)
        tokens = item.tokens
        kind = _citeurl_kind(template)
        normalized = tidy(str(item.name or said))
        if template == "U.S. Code":
            normalized = statute(tokens["title"], tokens["section"], tokens.get("subsection"))
        elif kind == "case":
            normalized = tidy(re.split(r",\s", said)[0])
        elif kind == "constitution":
            normalized = constitution(said) or tidy(said)
        yield _Found(start, end, _kind_of(said, kind), normalized, "citeurl")


def _citeurl_kind(template: str) -> str:
    for word, kind in (
        ("Caselaw", "case"), ("Constitution", "constitution"), ("Rules", "rule"),
        ("Regulations", "regulation"), ("Register", "regulation"),
    ):  # fmt: skip
        if word in template:
            return kind
    return "statute"


def _kind_of(said: str, kind: str) -> str:
    """The kind by how it is written: a short form stays a short form whoever resolved it."""
    if re.match(r"(?:Id|Ibid)\b", said, re.I):
        return "id"
    if re.match(r"(?:§|[Ss]ec)", said) and " of " not in said:
        return "section"
    if kind == "statute" and re.search(r"C\.?F\.?R|Fed\.? ?Reg", said):
        return "regulation"
    if kind == "case" and re.search(r"\sat\s", said):
        return "short_case"
    return kind


def _settled(candidates: list[_Found]) -> list[_Found]:
    """The longest of those that overlap; of equals, the one whose normal form is surest."""
    kept: list[_Found] = []
    ranked = sorted(candidates, key=lambda c: (c.start - c.end, _PREFERENCE[c.source], c.start))
    for item in ranked:
        if all(item.end <= other.start or item.start >= other.end for other in kept):
            kept.append(_sure(item, candidates))
    return sorted(kept, key=lambda c: c.start)


def _sure(item: _Found, candidates: list[_Found]) -> _Found:
    """A case keeps eyecite's normal form, which corrects the reporter's spelling."""
    if item.kind not in ("case", "short_case") or item.source == "eyecite":
        return item
    inner = [c for c in candidates if c.source == "eyecite" and item.start <= c.start < item.end]
    return replace(item, normalized=inner[0].normalized, kind=inner[0].kind) if inner else item


def _citation(text: str, offset: int, folded: Folded, item: _Found) -> Citation:
    start, end = folded.back(item.start, item.end)
    names, first = "", item.start
    last = item.end
    if item.kind in ("case", "short_case", "unknown_reporter", "docket", "foreign"):
        names, first = name_before(folded.text, item.start)
        after = _BEHIND.match(folded.text, item.end)
        last = after.end() if after else item.end
    behind = folded.text[item.end : last]
    if not behind and names:  # the year before the locator, as in California
        behind = " " + folded.text[max(first, item.start - 60) : item.start].rpartition("(")[2]
        behind = f" ({behind.strip()}" if behind.strip().endswith(")") else ""
    whole_start, whole_end = folded.back(first, last)
    return Citation(
        start=offset + start,
        end=offset + end,
        text=text[offset + start : offset + end],
        kind=item.kind,
        normalized=item.normalized,
        source=item.source,
        names=names,
        whole=(offset + whole_start, offset + whole_end),
        fields=fields(item.kind, item.normalized, folded.text[item.start : item.end], behind),
    )
