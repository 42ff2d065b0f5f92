"""``Citations`` and ``CitationCheck`` of the engine's ports: a scan in a process of its own, the
firm's library, and the verdict on everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.authorities.following import Told, antecedent, quoted_with
from engine.authorities.parties import Telling, name_of
from engine.authorities.quotes import ENOUGH, holder, holds
from engine.authorities.redact import Cut, removals, replaced, unknown_ids
from engine.authorities.samecase import goes_by, same_names
from engine.authorities.types import (
    NO_QUOTATION,
    AllowedAuthority,
    Checked,
    Citation,
    Examined,
    Mark,
    Quoted,
    Source,
    Verdict,
    placeholder,
)
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
from engine.authorities.worker import CitationScanner
from engine.law.places import LawPlace, law_places
from engine.matter import Authority
from engine.ports import Cleaned, LawSection, Library, NoLibrary, ReportedCase

_NAMED = 40
"""Cases of a name that are looked through for the one cited."""
_OPINION_PAGES = 400
_FULL = frozenset({"case", "foreign", "docket", "treatise", "unknown_reporter", "statute"})
"""Kinds that short forms can stand for."""
_OURS = Found(Verdict.NOT_CHECKED, "It refers to the record or to the matter itself.")


@dataclass(frozen=True, slots=True)
class _Judged:
    """A mark with what was found of it, and whether it may stand in an agent's prose."""

    mark: Mark
    found: Found
    stands: bool


class CheckedCitations:
    """Checks citations against a matter's authorities and the library; cleans agents' prose."""

    def __init__(self, scanner: CitationScanner, library: Library | None = None) -> None:
        self._scanner = scanner
        self._library: Library = library or NoLibrary()

    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        """As :meth:`engine.ports.Citations.clean`. Ids of facts and authorities that neither
        ``sources`` nor ``on_file`` have go too. Raises ``ScanUnavailable``."""
        seen = await self._scanner.examine_many(texts, _allowed(on_file), parties)
        everything = [*sources, *_sources(on_file)]
        lookup = _Lookup(self._library, on_file)
        await lookup.prepare(seen)
        known = {one.id for one in everything} | {one.id for one in on_file}
        made = []
        for text, one in zip(texts, seen, strict=True):
            judged = await lookup.judge([one])
            verified = [
                Source(item.found.authority, item.found.text)
                for item in judged
                if item.found.verdict is Verdict.VERIFIED and item.found.text
            ]
            made.append(_cleaned(text, one, judged, [*everything, *verified], known))
        return made

    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        """As :meth:`engine.ports.CitationCheck.check`; references to the record and to the matter
        itself are not listed. Raises ``ScanUnavailable``."""
        texts = [text for _, text in pages]
        seen = await self._scanner.examine_many(texts, _allowed(on_file), parties)
        lookup = _Lookup(self._library, on_file)
        await lookup.prepare(seen)
        judged = iter(await lookup.judge(seen))
        made: list[Checked] = []
        for (page, text), one in zip(pages, seen, strict=True):
            here = [next(judged) for _ in one.marks]
            made += _checked(text, one, here, page)
        return made

    async def close(self) -> None:
        await self._scanner.close()


def _allowed(on_file: Iterable[Authority]) -> list[AllowedAuthority]:
    return [AllowedAuthority(one.id, one.citation, one.names, one.year) for one in on_file]


def _sources(on_file: Iterable[Authority]) -> list[Source]:
    return [
        Source(one.id, text) for one in on_file for text in (one.text, one.holding) if text.strip()
    ]


def _checked(
    text: str, seen: Examined, judged: Sequence[_Judged], page: int | None
) -> list[Checked]:
    quoted: dict[int, list[Quoted]] = {}
    for index, one in quoted_with(text, seen):
        quoted.setdefault(index, []).append(one)
    made = []
    for index, item in enumerate(judged):
        if item.mark.citation is None or (item.mark.ours and not item.mark.authority):
            continue
        found, words = _with_quotations(item.found, quoted.get(index, ()))
        made.append(
            Checked(item.mark.citation, found.verdict, found.reason, found.authority, words, page)
        )
    return made


def _with_quotations(found: Found, quoted: Sequence[Quoted]) -> tuple[Found, str]:
    """The verdict with the words quoted from it, and those words: the first that are not in it."""
    if not quoted:
        return found, ""
    if found.verdict is not Verdict.VERIFIED:
        return found, quoted[0].inner
    if not found.text:
        reason = f"{found.reason} The quotation was not checked: its text is not on file."
        return replace(found, reason=reason), quoted[0].inner
    missing = next((one for one in quoted if not holds(found.text, one.inner)), None)
    if missing is None:
        return replace(found, reason=f"{found.reason} The words quoted are in it."), quoted[0].inner
    reason = f"{found.reason} The words quoted are not in its text."
    return replace(found, verdict=Verdict.QUOTE_NOT_FOUND, reason=reason), missing.inner


def _cleaned(
    text: str,
    seen: Examined,
    judged: Sequence[_Judged],
    sources: Sequence[Source],
    known: set[str],
) -> Cleaned:
    marks = [item.mark for item in judged]
    removed = removals(text, marks, [item.stands for item in judged])
    cuts = [Cut(one.start, one.end, placeholder(one.kind)) for one in removed]
    ids = [
        cut
        for cut in unknown_ids(text, known)
        if all(cut.end <= one.start or cut.start >= one.end for one in removed)
    ]
    unquoted = []
    for one in seen.quotations:
        if holder(one.inner, sources) is not None:
            continue
        if one.words >= ENOUGH:
            unquoted.append(text[one.start : one.end])
            cuts.append(Cut(one.start, one.end, NO_QUOTATION))
        else:
            first = text.index(one.inner, one.start) if one.inner else one.start
            cuts.append(Cut(one.start, first, ""))
            cuts.append(Cut(first + len(one.inner), one.end, ""))
    gone = (*(one.text for one in removed), *(text[cut.start : cut.end] for cut in ids))
    return Cleaned(
        replaced(text, [*cuts, *ids]),
        gone,
        tuple(unquoted),
        tuple(_checked(text, seen, judged, None)),
    )


class _Lookup:
    """The library's answers for one request, each asked for once."""

    def __init__(self, library: Library, on_file: Sequence[Authority]) -> None:
        self._library = library
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

    async def judge(self, seen: Sequence[Examined]) -> list[_Judged]:
        """Every mark in order; short forms and ``Id.`` are followed over all texts."""
        before: list[Told] = []
        made: list[_Judged] = []
        last: _Judged | None = None
        for mark in (mark for one in seen for mark in one.marks):
            item = await self._one(mark, before, last)
            made.append(item)
            if mark.citation is not None and mark.citation.kind in _FULL:
                before.append(Told(mark.citation, item.found))
            last = item
        return made

    async def _one(self, mark: Mark, before: list[Told], last: _Judged | None) -> _Judged:
        citation = mark.citation
        if citation is None:
            return _Judged(mark, self._own(mark.authority) or _OURS, True)
        if citation.kind == "id":
            return _Judged(mark, *(_followed(last)))
        if mark.authority:
            return _Judged(mark, self._own(mark.authority) or _OURS, True)
        if mark.ours:
            return _Judged(mark, _OURS, True)
        found = await self._found(citation, before)
        if mark.conflict and found.verdict is not Verdict.VERIFIED:
            other = self._on_file[mark.conflict]
            reason = f"At that place is {other.id} of the matter's authorities, {other.citation}."
            found = Found(Verdict.WRONG_CASE, reason)
        return _Judged(mark, found, found.verdict is Verdict.VERIFIED)

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
        pin = kept.get("pin", "").split("-")[0]
        if citation.kind == "short_case":
            for one in others:
                same = (one.volume, one.reporter) == (kept.get("volume"), kept.get("reporter"))
                inside = pin.isdigit() and one.page.isdigit() and (
                    0 <= int(pin) - int(one.page) <= _OPINION_PAGES
                )  # fmt: skip
                if same and inside:
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


def _followed(last: _Judged | None) -> tuple[Found, bool]:
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
