"""A check of citations by a short list of what is loaded, in place of scan and library."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.authorities.types import Checked, Citation, Source, Verdict
from engine.matter import Authority

_CASE = re.compile(
    r"(?P<names>(?:[A-Z][\w.&']*\s)+v\.\s(?:[A-Z][\w.&']*[\s,]+)+)?"
    r"(?P<volume>\d+)\s(?P<reporter>U\.S\.|F\.3d|Foo\.)\s(?P<page>\d+)(?:\s\((?P<year>\d{4})\))?"
)
_STATUTE = re.compile(r"(?P<title>\d+) U\.S\.C\. § (?P<section>\d+)")


class ListedCheck:
    """Cases as ``550 U.S. 544`` to names, statutes as ``31/3729``; volumes are those of the cases.

    What it was asked is kept in ``asked``.
    """

    def __init__(self, cases: dict[str, str] | None = None, statutes: tuple[str, ...] = ()) -> None:
        self._cases = cases or {}
        self._statutes = statutes
        self.asked: list[tuple[tuple[int | None, str], ...]] = []

    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        self.asked.append(tuple(pages))
        return [one for page, text in pages for one in self._of(page, text)]

    def _of(self, page: int | None, text: str) -> list[Checked]:
        found = [self._case(page, match) for match in _CASE.finditer(text)]
        found += [self._statute(page, match) for match in _STATUTE.finditer(text)]
        return sorted(found, key=lambda one: one.citation.start)

    def _case(self, page: int | None, match: re.Match[str]) -> Checked:
        said = match.groupdict("")
        locator = f"{said['volume']} {said['reporter']} {said['page']}"
        names = said["names"].strip(" ,")
        start = match.start("volume")
        citation = Citation(
            start, match.end("page"), locator, "case", locator, "pattern", names, match.span(),
            {key: said[key] for key in ("volume", "reporter", "page", "year")},
        )  # fmt: skip
        return Checked(citation, *self._verdict(locator, names), page=page)

    def _verdict(self, locator: str, names: str) -> tuple[Verdict, str, str]:
        if "Foo." in locator:
            return Verdict.UNKNOWN_REPORTER, "no reporter is called Foo.", ""
        known = self._cases.get(locator)
        if known is None:
            volume = locator.rsplit(" ", 1)[0]
            if any(one.startswith(f"{volume} ") for one in self._cases):
                return Verdict.WRONG_PAGE, "no case begins on that page of the volume", ""
            return Verdict.OUT_OF_CORPUS, "that volume is not in the firm's table", ""
        if not names:
            return Verdict.NOT_CHECKED, "it names no case to compare with", ""
        if names != known:
            return Verdict.WRONG_CASE, f"{known} is reported there", ""
        return Verdict.VERIFIED, "the firm's table has it", locator

    def _statute(self, page: int | None, match: re.Match[str]) -> Checked:
        title, section = match["title"], match["section"]
        citation = Citation(
            match.start(), match.end(), match.group(), "statute", match.group(), "pattern", "",
            match.span(), {"title": title, "section": section},
        )  # fmt: skip
        if f"{title}/{section}" in self._statutes:
            found = (Verdict.VERIFIED, "the Code has it", f"/us/usc/t{title}/s{section}")
            return Checked(citation, *found, page=page)
        return Checked(citation, Verdict.OUT_OF_CORPUS, "that title is not loaded", page=page)


__all__ = ["ListedCheck"]
