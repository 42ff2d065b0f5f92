"""Looking up a citation in the house's library before it is filed in a matter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.authorities.reporters import usual
from engine.authorities.types import Checked, Verdict
from engine.matter import Authority
from engine.ports import LawSection, ReportedCase
from handlers.services import Services

UNREAD = "it is not of a form that Lawgame reads"
CASE_KINDS = ("case", "docket", "foreign")
_KINDS = {
    "section": "statute",
    "unknown_reporter": "case",
    "case_name": "case",
    "short_case": "case",
    "other": "case",
    "supra": "case",
    "id": "case",
}
"""Kinds of the scan that are none of an authority's."""


@dataclass(frozen=True)
class Looked:
    """What the check found of a citation that is to be added.

    ``same`` is the id under which it is on file already; ``names``, ``year``, ``court``,
    ``holding`` and ``text`` are what the library has of it.
    """

    verdict: Verdict
    reason: str
    kind: str
    identifier: str = ""
    same: str = ""
    names: tuple[str, ...] = ()
    year: int | None = None
    court: str = ""
    holding: str = ""
    text: str = ""


def cited(citation: str, name: str = "", year: int | None = None) -> str:
    """The citation as a brief would have it, with name and year unless it has them itself."""
    named = f"{name.strip()}, {citation}" if name.strip() else citation
    dated = year is not None and not re.search(r"\([^()]*\b\d{4}\)\s*$", named)
    return f"{named} ({year})" if dated else named


async def look_up(services: Services, citation: str, on_file: Sequence[Authority]) -> Looked:
    """What the library has at ``citation``, and whether it is one of those on file.

    Nothing on file counts as a proof: only what the firm has loaded."""
    pages = [(number, said) for number, said in enumerate([citation, *_citations(on_file)], 1)]
    checked = await services.citations.check(pages)
    ours = [one for one in checked if one.page == 1]
    same = _same(ours, checked, on_file)
    if not ours:
        return Looked(Verdict.NOT_CHECKED, UNREAD, roughly(citation), same=same)
    one = _telling(ours)
    rows = await _rows(services, one)
    if one.verdict is not Verdict.VERIFIED and not one.citation.names and len(rows) == 1:
        # Cited by its place alone: what is reported there gives it its name.
        full = cited(one.citation.text, rows[0].names[0], rows[0].year)
        again = [c for c in await services.citations.check([(1, full)]) if c.page == 1]
        one = _telling(again) if again else one
    kind = _KINDS.get(one.citation.kind, one.citation.kind)
    looked = Looked(one.verdict, one.reason, kind, one.authority, same)
    if one.verdict is not Verdict.VERIFIED:
        return looked
    if kind in CASE_KINDS:
        return _with_case(looked, rows, one)
    sections = await services.library.sections([one.authority]) if one.authority else ()
    return replace(looked, text=_section_text(sections))


def _citations(on_file: Sequence[Authority]) -> list[str]:
    return [cited(one.citation, one.names[0] if one.names else "") for one in on_file]


def _same(ours: Sequence[Checked], checked: Sequence[Checked], on_file: Sequence[Authority]) -> str:
    """The id of the authority on file that is cited by the same place."""
    wanted = {key for one in ours for key in _keys(one)}
    for one in checked:
        if one.page is not None and one.page > 1 and wanted & _keys(one):
            return on_file[one.page - 2].id
    return ""


def _keys(one: Checked) -> set[str]:
    located = one.citation.kind not in ("case_name", "id", "supra", "short_case")
    return {one.citation.normalized.casefold()} if located else set()


def _telling(found: Sequence[Checked]) -> Checked:
    """Of parallel citations: one that is wrong, else one that is verified, else the first."""
    unclear = (Verdict.OUT_OF_CORPUS, Verdict.NOT_CHECKED)
    wrong = [one for one in found if one.verdict not in (*unclear, Verdict.VERIFIED)]
    good = [one for one in found if one.verdict is Verdict.VERIFIED]
    return [*wrong, *good, *found][0]


async def _rows(services: Services, one: Checked) -> Sequence[ReportedCase]:
    place = [one.citation.fields.get(key, "") for key in ("reporter", "volume", "page")]
    if one.citation.kind != "case" or not all(place):
        return ()
    return await services.library.cases_at([(usual(place[0]), place[1], place[2])])


def _with_case(looked: Looked, rows: Sequence[ReportedCase], one: Checked) -> Looked:
    if not rows:
        return looked
    names = one.citation.names.casefold()
    row = next((row for row in rows if any(n.casefold() == names for n in row.names)), rows[0])
    return replace(
        looked, names=row.names, year=row.year, court=row.court, holding=row.holding,
        text=row.text,
    )  # fmt: skip


def _section_text(sections: Sequence[LawSection]) -> str:
    return "\n\n".join(one.text for one in sections)


def roughly(citation: str) -> str:
    """Roughly what is cited; only shown, nothing rests on it."""
    if "§" in citation or "U.S.C" in citation or "C.F.R" in citation:
        return "statute"
    if "Fed. R." in citation or "Rule" in citation:
        return "rule"
    return "case"
