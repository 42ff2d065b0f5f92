"""``Citations`` and ``CitationCheck`` of the engine's ports: a scan in a process of its own, the
firm's library, and the verdict on everything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.authorities.following import quoted_with
from engine.authorities.lookup import WORD, Judged, Lookup
from engine.authorities.quotes import ENOUGH, holder, holds
from engine.authorities.redact import Cut, removals, replaced, unknown_ids
from engine.authorities.turnover import joined
from engine.authorities.types import (
    NO_QUOTATION,
    AllowedAuthority,
    Checked,
    Examined,
    Mark,
    Quoted,
    Source,
    Verdict,
    placeholder,
)
from engine.authorities.verdicts import (
    Found,
)
from engine.authorities.worker import CitationScanner
from engine.matter import Authority
from engine.ports import Cleaned, Library, NoLibrary

_PAGE_OR_YEAR = re.compile(r",?\s(?:at\s\*?\d|\([^()]{0,30}\d{4}\))")


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
        lookup = Lookup(self._library, on_file, _spoken(everything, on_file, parties))
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
        seen = joined(texts, await self._scanner.examine_many(texts, _allowed(on_file), parties))
        lookup = Lookup(self._library, on_file, _spoken(sources, on_file, parties))
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


def _spoken(
    sources: Iterable[Source], on_file: Iterable[Authority], parties: Iterable[str]
) -> frozenset[str]:
    """The words in which the record, the authorities and the parties are told, in small letters:
    a name among them need not be a case's."""
    texts = [*parties, *(one.text for one in sources)]
    texts += [f"{one.citation} {' '.join(one.names)} {one.holding}" for one in on_file]
    return frozenset(word for text in texts for word in WORD.findall(text.casefold()))


def _checked(
    text: str, seen: Examined, judged: Sequence[Judged], page: int | None
) -> list[Checked]:
    quoted: dict[int, list[Quoted]] = {}
    for index, one in quoted_with(text, seen):
        quoted.setdefault(index, []).append(one)
    made = []
    for index, item in enumerate(judged):
        if item.mark.citation is None or (item.mark.ours and not item.mark.authority):
            continue
        if item.mark.loose and not (item.found.authority or _like_citation(text, item.mark)):
            continue
        found, words = _with_quotations(item.found, quoted.get(index, ()))
        made.append(
            Checked(item.mark.citation, found.verdict, found.reason, found.authority, words, page)
        )
    return made


def _like_citation(text: str, mark: Mark) -> bool:
    """Whether what may be a case's name has a page or a year behind it."""
    return _PAGE_OR_YEAR.match(text, mark.end) is not None


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
    judged: Sequence[Judged],
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
