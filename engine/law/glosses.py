"""What the law calls its own sections where it refers to them.

"section 1341 (relating to mail fraud)", "section 1341 of title 31 (commonly known as …)",
"carjacking (as described in section 2119)": such words are often nearer to what a lawyer asks
than the section's own heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.law.codes import norm
from engine.law.names import words_of
from engine.law.query import telling

_BEFORE, _BEHIND = 170, 190
"""Characters around a turn of phrase that are looked at: addresses of references are long."""
_TURN = re.compile(
    "(?P<relating>relating to )|(?P<called>(?:known|referred to|called) as )|"
    r"(?P<described>\((?:as )?(?:described|defined) (?:in|under) )"
)
_REF = "\x01/us/usc/(?P<ref>t\\w+/s[^/\x02]+)[^\x02]*\x02"
_ANY_REF = re.compile(_REF)
_OWN_TITLE = re.compile(
    r"\b[Ss]ections? (?P<ref>\d+[A-Za-z]*(?:–\d+)?)(?=[ ,.;()])"
    r"(?!(?:\([^)]*\))* of (?!this (?:title|chapter)))"
)
_ADDRESS = re.compile("^[^\x01\x02]*\x02|\x01[^\x02]*(?:\x02|$)")
"""Also one that a cut has gone through."""
_OWN = r"\b[Ss]ections? (?P<own>\d+[A-Za-z]*(?:[–-]\d+\w*)?)(?:\(\w{1,5}\))*"
_RELATING = re.compile(rf"(?:{_REF}(?:,? United States Code,?)?|{_OWN}),? ?\(?$")
_CALLED = re.compile(
    rf"(?:{_REF}|{_OWN})[^\x01.;]{{0,40}}?[ (](?:also |commonly |popularly |generally )*$"
)
_PLACE_BEHIND = re.compile(rf"(?:[^\x01.;)]{{0,60}}?{_REF}|{_OWN}[),])")
_BEHIND_RELATING = re.compile(r"[^()\x01\x02;.:—]{4,120}(?:\([^()\x01\x02]{3,60}\))?")
_BEHIND_CALLED = re.compile(r"(?:the )?[“‘]?(?P<name>[^“”‘;.,()\x01\x02]{3,90})")
_BEFORE_DESCRIBED = re.compile(r"(?:[A-Za-z][\w’'-]+ ){1,6}$")
_GOES_ON = re.compile(r",? (?:or|and|of|under|in) (?:any |the )?(?:section|chapter|title)s?\b.*$")
_EMPTY_LISTED = (
    "such that this these those other title section sections subsection provisions provision "
    "paragraph certain terms term meaning same any each means the a an is are has have been as"
)
_EMPTY = frozenset(_EMPTY_LISTED.split())
_AROUND = 90
"""Characters on either side of a reference whose words belong to it."""


def around(body: str, notes: str, identifier: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Norms of other sections, and the words that stand around the references to each.

    Both texts are of the section ``identifier``, with marked references."""
    title, mark, _ = identifier.rpartition("/s")
    own = norm(identifier)
    found: dict[str, set[str]] = {}
    for told, form, start in (
        (body, _ANY_REF, "/us/usc/"),
        (notes, _ANY_REF, "/us/usc/"),
        (body if mark else "", _OWN_TITLE, f"{title}/s"),
    ):
        for ref in form.finditer(told):
            target = norm(start + ref["ref"])
            if target != own:
                found.setdefault(target, set()).update(_near(told, ref))
    for target, words in found.items():
        kept = [word for word in telling(sorted(words)) if len(word) > 3 and word.isalpha()]
        yield target, tuple(kept)


def _near(told: str, ref: re.Match[str]) -> list[str]:
    before = _ADDRESS.sub(" ", told[max(0, ref.start() - _AROUND - 20) : ref.start()])
    behind = _ADDRESS.sub(" ", told[ref.end() : ref.end() + _AROUND + 20])
    return words_of(f"{before[-_AROUND:]} {behind[:_AROUND]}")


def glosses(body: str, notes: str, identifier: str) -> Iterator[tuple[str, str]]:
    """Norms of other sections and what a section calls them.

    Both texts are of the section ``identifier``, with marked references, see
    :func:`engine.law.notes.marked`; in its body, a number alone is that of a section of the same
    title."""
    title, mark, _ = identifier.rpartition("/s")
    yield from _glosses(body, f"{title}/s" if mark else "", norm(identifier))
    yield from _glosses(notes, "", norm(identifier))


def _glosses(told: str, numbered: str, own: str) -> Iterator[tuple[str, str]]:
    """``numbered`` is what a number alone goes behind, if it means anything."""
    for turn in _TURN.finditer(told):
        before = told[max(0, turn.start() - _BEFORE) : turn.start()]
        behind = told[turn.end() : turn.end() + _BEHIND]
        place, words = _read(turn, before, behind)
        if place is None or not (plain := _usable(words)) or not (place["ref"] or numbered):
            continue
        target = norm(f"/us/usc/{place['ref']}" if place["ref"] else f"{numbered}{place['own']}")
        if target != own:
            yield target, plain


def _read(turn: re.Match[str], before: str, behind: str) -> tuple[re.Match[str] | None, str]:
    """Where the place that is meant is named, and what is said of it."""
    if turn["relating"]:
        said = _BEHIND_RELATING.match(behind)
        return _RELATING.search(before), said[0] if said else ""
    if turn["called"]:
        said = _BEHIND_CALLED.match(behind)
        return _CALLED.search(before), said["name"] if said else ""
    said = _BEFORE_DESCRIBED.search(before)
    return _PLACE_BEHIND.match(behind), said[0] if said else ""


def _usable(words: str) -> str:
    """Without the sentence around them; "" of words that tell nothing."""
    plain = " ".join(_GOES_ON.sub("", words).replace("“", " ").replace("”", " ").split())
    plain = plain.strip(" ,’‘")
    said = [word for word in plain.lower().split() if word not in _EMPTY]
    return plain if said else ""
