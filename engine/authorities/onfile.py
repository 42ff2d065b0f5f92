"""Whether a citation is of an authority on file: its full form, a pin cite, or a short form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.authorities.casenames import CaseName, case_names, known_as, same_case, same_party
from engine.authorities.extract import find_citations
from engine.authorities.fold import fold
from engine.authorities.types import AllowedAuthority, Citation


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CASE = re.compile(r"(\S+)\s(.+?)\s(at\s)?(\d+|___)$")
_SUBS = re.compile(r"(.*?)((?:\([^()]*\))*)$", re.S)
_RANGE = re.compile(r"(.*§+\s?)(\d+)-(\d+)$")
_MAX_OPINION_PAGES = 400
_NOT_NAMES = _words("see part section point note notes discussion argument")
_RECORD_NAMES = _words("compl complaint decl aff dep tr ex exhibit answer report order")


@dataclass(frozen=True, slots=True)
class _Entry:
    names: tuple[str, ...]
    locators: tuple[str, ...]
    citation: str


class OnFile:
    """The authorities chosen for one text, and the names of the matter's parties."""

    def __init__(self, allowed: Sequence[AllowedAuthority], parties: Sequence[str] = ()) -> None:
        self._entries = tuple(_entry(authority) for authority in allowed)
        self._parties = tuple(parties)
        self._names = tuple(name for entry in self._entries for name in entry.names)

    def has(self, citation: Citation) -> bool:
        """Whether ``citation`` may stand; ``Id.`` is not decided here."""
        if citation.kind == "supra":
            return self._knows_short(citation.normalized)
        if citation.kind == "section" and citation.normalized.startswith("§"):
            return any(
                _within(locator.split("§", 1)[-1].strip(), citation.normalized[1:].strip())
                for entry in self._entries
                for locator in entry.locators
                if "§" in locator
            )
        return any(
            self._named_right(entry, citation) for entry in self._entries if _cites(entry, citation)
        )

    def has_case(self, name: CaseName) -> bool:
        """Whether a case named without a locator is on file, or is the matter itself."""
        if any(same_case(name, known) for known in self._names):
            return True
        sides = [side for side in (name.first, name.second) if side]
        return all(any(same_party(side, party) for party in self._parties) for side in sides)

    def _knows_short(self, name: str) -> bool:
        first = re.split(r"[\s.]", name, maxsplit=1)[0].lower()
        if first in _NOT_NAMES or first in _RECORD_NAMES:
            return True
        return known_as(name, self._names) or known_as(name, self._parties)

    @staticmethod
    def _named_right(entry: _Entry, citation: Citation) -> bool:
        """A locator on file under another case's name is a wrong case, not a verified one."""
        if not citation.names or not entry.names:
            return True
        told = list(case_names(fold(citation.names).text))
        if told:
            return any(same_case(told[0], known) for known in entry.names)
        return known_as(citation.names, entry.names)


def _entry(authority: AllowedAuthority) -> _Entry:
    found = [item for item in find_citations(authority.citation) if item.kind != "id"]
    own = [item.names for item in found if item.names]
    own += [fold(authority.citation).text[n.start : n.end] for n in case_names(authority.citation)]
    names = tuple(fold(name).text for name in (*authority.names, *own) if name)
    return _Entry(names, tuple(item.normalized for item in found), authority.citation)


def _cites(entry: _Entry, citation: Citation) -> bool:
    if citation.kind == "short_case":
        return any(_pinned(locator, citation.normalized) for locator in entry.locators)
    if _key(citation.text) == _key(entry.citation):
        return True
    return any(_within(locator, citation.normalized) for locator in entry.locators)


def _pinned(locator: str, short: str) -> bool:
    """Whether ``579 U.S. at 190`` is within the opinion that begins at ``579 U.S. 176``."""
    full, pin = _CASE.match(locator), _CASE.match(short)
    if not full or not pin or full[3] or _key(full[1] + full[2]) != _key(pin[1] + pin[2]):
        return False
    if not full[4].isdigit() or not pin[4].isdigit():
        return True
    return 0 <= int(pin[4]) - int(full[4]) <= _MAX_OPINION_PAGES


def _within(locator: str, cited: str) -> bool:
    """Whether ``cited`` is ``locator``, a subdivision of it, or the whole that holds it.

    A sibling is not: (a)(1) is not on file when (b)(4) is.
    """
    if _key(locator) == _key(cited):
        return True
    if "Const." in locator or "Const." in cited:
        return cited.startswith(locator + ",") or locator.startswith(cited + ",")
    base, subs = _split(locator)
    cited_base, cited_subs = _split(cited)
    if _key(base) != _key(cited_base) and not _in_range(base, cited_base):
        return False
    return cited_subs.startswith(subs) or subs.startswith(cited_subs)


def _split(locator: str) -> tuple[str, str]:
    found = _SUBS.match(locator)
    assert found is not None
    return found[1], found[2].replace(" ", "")


def _in_range(base: str, cited: str) -> bool:
    """Whether § 3730 lies in §§ 3729-3733."""
    full = _RANGE.match(base) or _RANGE.match(f"§ {base}")
    number = re.search(r"(\d+)$", cited)
    if not full or not number or int(full[3]) <= int(full[2]):
        return False
    same = _key(full[1]) == _key(cited[: number.start()]) or "§" not in cited
    return same and int(full[2]) <= int(number[1]) <= int(full[3])


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9()-]", "", fold(text).text.lower())
