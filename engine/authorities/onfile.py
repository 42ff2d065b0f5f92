"""Whether a citation is of an authority on file: its full form, a pin cite, or a short form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.authorities.casenames import CaseName, case_names
from engine.authorities.extract import find_citations
from engine.authorities.fold import fold
from engine.authorities.reporters import may_hold, places
from engine.authorities.samecase import goes_by, same_names, same_side
from engine.authorities.types import AllowedAuthority, Citation


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUBS = re.compile(r"(.*?)((?:\([^()]*\))*)$", re.S)
_RANGE = re.compile(r"(.*§+\s?)(\d+)-(\d+)$")
_NOT_NAMES = _words("see part section point note notes discussion argument")
_RECORD_NAMES = _words("compl complaint decl aff dep tr ex exhibit answer report order")


@dataclass(frozen=True, slots=True)
class Found:
    """``authority`` is the id of the one cited; ``conflict`` of one at that place that is another
    case, or of another year; ``ours`` that no authority is needed."""

    authority: str = ""
    conflict: str = ""
    ours: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    id: str
    names: tuple[str, ...]
    citations: tuple[Citation, ...]
    citation: str
    year: str

    @property
    def locators(self) -> tuple[str, ...]:
        return tuple(one.normalized for one in self.citations)


class OnFile:
    """The authorities chosen for one text, and the names of the matter's parties."""

    def __init__(self, allowed: Sequence[AllowedAuthority], parties: Sequence[str] = ()) -> None:
        self._entries = tuple(_entry(authority) for authority in allowed)
        self._parties = tuple(parties)

    def find(self, citation: Citation) -> Found:
        """What is on file for ``citation``; ``Id.`` is not decided here."""
        if citation.kind == "supra":
            return self._short(citation.normalized)
        if citation.kind == "section":
            return self._first(
                any("§" in one and _within(one.split("§", 1)[-1].strip(), _bare(citation))
                    for one in entry.locators)
                for entry in self._entries
            )  # fmt: skip
        found = [entry for entry in self._entries if _cites(entry, citation)]
        right = next((entry for entry in found if _agrees(entry, citation)), None)
        if right is not None:
            return Found(right.id)
        return Found(conflict=found[0].id) if found else Found()

    def find_name(self, name: CaseName) -> Found:
        """What is on file for a case named without a locator; the matter itself is ours."""
        plain = f"{name.first} v. {name.second}" if name.second else f"In re {name.first}"
        found = self._first(same_names(plain, entry.names) for entry in self._entries)
        if found.authority:
            return found
        sides = [side for side in (name.first, name.second) if side]
        ours = all(any(same_side(side, party) for party in self._parties) for side in sides)
        return Found(ours=ours)

    def find_short(self, name: str) -> Found:
        """What is on file for a case called by one name, as in ``the Escobar decision``."""
        return self._short(name)

    def _short(self, name: str) -> Found:
        first = re.split(r"[\s.]", name, maxsplit=1)[0].lower()
        if first in _NOT_NAMES or first in _RECORD_NAMES:
            return Found(ours=True)
        found = self._first(goes_by(name, entry.names) for entry in self._entries)
        return found if found.authority else Found(ours=goes_by(name, self._parties))

    def _first(self, cited: Iterable[bool]) -> Found:
        flags = cited
        return next(
            (Found(entry.id) for entry, flag in zip(self._entries, flags, strict=True) if flag),
            Found(),
        )


def _bare(citation: Citation) -> str:
    return citation.normalized.removeprefix("§").strip()


def _agrees(entry: _Entry, citation: Citation) -> bool:
    """A locator on file under another case's name, or year, is a wrong case."""
    year = citation.fields.get("year", "")
    if citation.kind == "case" and entry.year and year and entry.year != year:
        return False
    if not citation.names or not entry.names:
        return True
    return same_names(fold(citation.names).text, entry.names)


def _entry(authority: AllowedAuthority) -> _Entry:
    found = tuple(item for item in find_citations(authority.citation) if item.kind != "id")
    folded = fold(authority.citation).text
    own = [item.names for item in found if item.names]
    own += [folded[name.start : name.end] for name in case_names(folded)]
    names = tuple(dict.fromkeys(fold(name).text for name in (*authority.names, *own) if name))
    told = next((item.fields["year"] for item in found if "year" in item.fields), "")
    year = str(authority.year) if authority.year else told
    return _Entry(authority.id, names, found, authority.citation, year)


def _cites(entry: _Entry, citation: Citation) -> bool:
    kept = citation.fields
    if citation.kind == "short_case":
        return any(_pinned(one.fields, kept) for one in entry.citations)
    if _key(citation.text) == _key(entry.citation):
        return True
    if citation.kind == "case" and {"volume", "reporter", "page"} <= kept.keys():
        cited = places(kept["reporter"], kept["volume"], kept["page"])
        return any(_place(one) in cited for one in entry.citations)
    if citation.normalized.startswith("Rule ") and citation.kind == "rule":
        number = citation.normalized.removeprefix("Rule ")
        return any(
            one.kind == "rule" and _within(one.normalized.rsplit(" ", 1)[-1], number)
            for one in entry.citations
        )
    if citation.kind == "statute" and "act" in kept and entry.names:
        number = f"§ {kept.get('section', '')}{kept.get('sub', '')}"
        return any(_key(name) == _key(kept["act"]) for name in entry.names) and any(
            _within("§ " + one.split("§", 1)[-1].strip(), number)
            for one in entry.locators
            if "§" in one
        )
    return any(_within(locator, citation.normalized) for locator in entry.locators)


def _place(citation: Citation) -> tuple[str, str, str]:
    kept = citation.fields
    return kept.get("reporter", ""), kept.get("volume", ""), kept.get("page", "")


def _pinned(one: Mapping[str, str], pin: Mapping[str, str]) -> bool:
    """Whether ``579 U.S. at 190`` is within the opinion that begins at ``579 U.S. 176``."""
    if (one.get("volume"), one.get("reporter")) != (pin.get("volume"), pin.get("reporter")):
        return False
    held = may_hold(one.get("page", ""), pin.get("pin", ""))
    return "page" in one if held is None else held


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
