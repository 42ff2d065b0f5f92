"""What each mark of a text was found to be: the library asked, short forms followed. No text is
changed here."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engine.authorities.following import Told, antecedent
from engine.authorities.parties import Telling, name_of
from engine.authorities.reporters import may_hold
from engine.authorities.samecase import goes_by, same_names
from engine.authorities.types import Citation, Examined, Mark, Verdict
from engine.authorities.verdicts import (
    CaseEvidence,
    Found,
    LawEvidence,
    case_place,
    case_verdict,
    cited,
    law_verdict,
    unchecked,
)
from engine.law.places import LawPlace, law_places
from engine.matter import Authority
from engine.ports import LawSection, Library, ReportedCase

WORD = re.compile(r"[^\W_]+")
_NAMED = 40
"""Cases of a name that are looked through for the one cited."""
_FULL = frozenset({"case", "foreign", "docket", "treatise", "unknown_reporter", "statute"})
"""Kinds that short forms can stand for."""
_UNPAGED = frozenset({"constitution", "rule", "section", "statute", "regulation"})
_AT_PAGE = re.compile(r"(?:Id|Ibid)\.,?\sat\s", re.I)
"""An ``Id.`` of a page: of the case before, not of the provision that prose has named since."""
_OURS = Found(Verdict.NOT_CHECKED, "It refers to the record or to the matter itself.")


@dataclass(frozen=True, slots=True)
class Judged:
    """A mark with what was found of it, and whether it may stand in an agent's prose."""

    mark: Mark
    found: Found
    stands: bool


class Lookup:
    """The library's answers for one request, each asked for once."""

    def __init__(
        self, library: Library, on_file: Sequence[Authority], spoken: Collection[str]
    ) -> None:
        self._library, self._spoken = library, spoken
        self._on_file = {one.id: one for one in on_file}
        self._here: dict[tuple[str, str, str], list[ReportedCase]] = {}
        self._volumes: frozenset[tuple[str, str]] = frozenset()
        self._laws: dict[LawPlace, tuple[LawSection | None, LawSection | None]] = {}
        self._codes: frozenset[str] | None = None

    async def prepare(self, seen: Sequence[Examined]) -> None:
        """Ask for all places of cases at once."""
        wanted = {
            place
            for one in seen
            for mark in one.marks
            if mark.citation is not None and mark.citation.kind == "case"
            for place in case_place(mark.citation)
        }
        if not wanted:
            return
        self._here = {place: [] for place in wanted}
        for case in await self._library.cases_at(sorted(wanted)):
            place = (case.reporter, case.volume, case.page)
            self._here.setdefault(place, []).append(case)
        empty = {(reporter, volume) for reporter, volume, _ in wanted}
        self._volumes = await self._library.volumes(sorted(empty))

    async def judge(self, seen: Sequence[Examined]) -> list[Judged]:
        """Every mark in order; short forms and ``Id.`` are followed over all texts."""
        before: list[Told] = []
        made: list[Judged] = []
        last: Judged | None = None
        paged: Judged | None = None
        for mark in (mark for one in seen for mark in one.marks):
            of_a_page = mark.citation is not None and _AT_PAGE.match(mark.citation.text)
            item = await self._one(mark, before, paged if of_a_page else last)
            made.append(item)
            if mark.citation is None or mark.citation.kind not in _UNPAGED:
                paged = item
            if mark.citation is not None and mark.citation.kind in _FULL:
                before.append(Told(mark.citation, item.found))
            last = item
        return made

    async def _one(self, mark: Mark, before: list[Told], last: Judged | None) -> Judged:
        citation = mark.citation
        if citation is None:
            return Judged(mark, self._own(mark.authority) or _OURS, True)
        if citation.kind == "id":
            return Judged(mark, *(_followed(last)))
        if mark.authority:
            return Judged(mark, self._own(mark.authority) or _OURS, True)
        if mark.ours:
            return Judged(mark, _OURS, True)
        found = await self._found(citation, before)
        if mark.conflict and found.verdict is not Verdict.VERIFIED:
            other = self._on_file[mark.conflict]
            reason = f"At that place is {other.id} of the matter's authorities, {other.citation}."
            found = Found(Verdict.WRONG_CASE, reason)
        verified = found.verdict is Verdict.VERIFIED
        if mark.loose and not verified and self._told(citation.names):
            return Judged(mark, _OURS, True)
        return Judged(mark, found, verified)

    def _told(self, name: str) -> bool:
        """Whether every word of a name is one of the record's."""
        words = WORD.findall(name.removesuffix("'s").casefold())
        return all(word in self._spoken for word in words)

    def _own(self, authority: str) -> Found | None:
        one = self._on_file.get(authority)
        if one is None:
            return None
        reason = f"It is {one.id} of the matter's authorities, {one.citation}."
        return Found(Verdict.VERIFIED, reason, one.id, one.text)

    async def _found(self, citation: Citation, before: list[Told]) -> Found:
        if citation.kind in ("short_case", "supra", "case_name") or (
            citation.kind == "case" and not citation.names
        ):
            full = antecedent(citation, before)
            if full is not None:
                return replace(full.found, reason=f"As {full.citation.text}: {full.found.reason}")
        if citation.kind in ("case", "unknown_reporter"):
            return await self._case(citation)
        if citation.kind == "section":
            title = _title_before(before)
            citation = replace(
                citation, kind="statute", fields={"title": title, **citation.fields}
            ) if title else citation  # fmt: skip
        if citation.kind in ("short_case", "case_name"):
            return await self._by_name(citation)
        if citation.normalized.endswith(" note"):
            return Found(Verdict.NOT_CHECKED, "The notes under a section are not on file.")
        places = law_places(citation)
        if not places:
            return unchecked(citation)
        return law_verdict(citation, places, await self._law(places))

    async def _case(self, citation: Citation) -> Found:
        places = case_place(citation)
        here = [case for place in places for case in self._here.get(place, ())]
        volume = any((reporter, number) in self._volumes for reporter, number, _ in places)
        found = case_verdict(citation, CaseEvidence(here, volume))
        if found.verdict in (Verdict.WRONG_CASE, Verdict.WRONG_PAGE, Verdict.OUT_OF_CORPUS):
            others = await self._named(citation.names)
            if others:
                return case_verdict(citation, CaseEvidence(here, volume, others))
        return found

    async def _by_name(self, citation: Citation) -> Found:
        """A short form, or a name alone, without a full citation before it."""
        others = await self._named(citation.names)
        kept = citation.fields
        pin = kept.get("pin", "")
        if citation.kind == "short_case":
            for one in others:
                same = (one.volume, one.reporter) == (kept.get("volume"), kept.get("reporter"))
                if same and may_hold(one.page, pin):
                    reason = f"{one.names[0]} begins at {cited(one)}; it is not cited in full."
                    return Found(Verdict.VERIFIED, reason, cited(one), one.text)
        found = unchecked(citation)
        if others:
            there = f" {others[0].names[0]} is at {cited(others[0])}."
            return replace(found, reason=found.reason + there)
        return found

    async def _named(self, names: str) -> list[ReportedCase]:
        words = _telling_words(names)
        if not words:
            return []
        fits = same_names if " v" in names or names.startswith(("In re", "Ex parte")) else goes_by
        cases = await self._library.cases_named(words, _NAMED)
        return [one for one in cases if fits(names, one.names)]

    async def _law(self, places: Sequence[LawPlace]) -> LawEvidence:
        if self._codes is None:
            self._codes = await self._library.codes()
        for place in places:
            if place not in self._laws:
                whole = await self._library.sections(place.whole)
                part = await self._library.sections(place.part) if place.part and whole else ()
                self._laws[place] = (_together(whole), part[0] if part else None)
        return LawEvidence({place: self._laws[place] for place in places}, self._codes)


def _together(sections: Sequence[LawSection]) -> LawSection | None:
    """The first, with the text of all: a provision whose sections are loaded one by one."""
    if not sections:
        return None
    return replace(sections[0], text="\n".join(one.text for one in sections))


def _followed(last: Judged | None) -> tuple[Found, bool]:
    if last is None:
        return Found(Verdict.NOT_CHECKED, "It follows no citation."), False
    return last.found, last.stands


def _title_before(before: Sequence[Told]) -> str:
    """The title of the Code that was cited last."""
    return next(
        (
            one.citation.fields["title"]
            for one in reversed(before)
            if one.citation.kind == "statute" and "title" in one.citation.fields
        ),
        "",
    )


def _telling_words(names: str) -> list[str]:
    """A word of each side to find a case by: whole, and a name."""
    name = name_of(names)
    words = []
    for side in (name.first, name.second):
        told = [
            word.said
            for word in (side[0].head if side else ())
            if word.telling is Telling.NAME and word.stem is None and not word.letters
            and len(word.said) > 2 and word.forms == {word.said}
        ]  # fmt: skip
        if told:
            words.append(max(told, key=len))
    return words
