"""What a check of citations found, as a post to read on a phone and as files to work with."""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.authorities.recorded import Source
from engine.authorities.report import REFUTED, Line, counts, place_of, worst_first
from engine.authorities.types import Verdict
from engine.events import Kind
from engine.matter import Matter
from handlers.exports import Sheet, csv_of, word_of
from handlers.posts import (
    PRIVILEGE,
    RESEARCH_ONLY,
    Block,
    Details,
    File,
    Heading,
    ListBlock,
    Post,
    Quotation,
    Table,
)
from handlers.quotations import Finding, Looked
from handlers.replies import answer, counted, text
from handlers.services import Services

if TYPE_CHECKING:
    from handlers.brief import Brief

SHOWN = 40
"""Rows of one table in the post; the files have all."""
_CITED = 90
_FOUND = 160
_HEADERS = ("Citation", "Place", "Finding")
_QUOTED_HEADERS = ("Quotation", "Place", "Finding")
_FILE_HEADERS = ("No.", "Citation", "Kind", "Place", "Verdict", "Reason", "Authority", "Quotation")
_WIDTHS = (1.0, 6.0, 2.0, 1.6, 2.2, 6.0, 3.0, 5.0)
_CALLED = {
    "short_case": "short form",
    "id": "short form",
    "supra": "short form",
    "case_name": "bare case name",
    "constitution": "clause of the Constitution",
    "docket": "docket number",
    "foreign": "foreign citation",
    "unknown_reporter": "unknown reporter",
    "other": "other citation",
}
_WRONG_PAGE = (
    "“Wrong page” says that cases of that volume are on file and that none of them begins there; "
    "a table that does not hold the whole volume may lack the case."
)
_OURS = "this quotation is from a document marked ours only"
_GOOD_LAW = (
    "Whether a case is still good law was not checked, nor whether an authority says what the "
    "brief takes from it beyond the words in quotation marks."
)


@dataclass(frozen=True)
class Covered:
    """What there was to compare with: tables as (name, places), and codes as the library names
    them."""

    tables: tuple[tuple[str, int], ...]
    codes: frozenset[str]

    @property
    def words(self) -> str:
        places = sum(rows for _, rows in self.tables)
        names = ", ".join(name for name, _ in self.tables)
        table = (
            f"The firm's table of authorities covers {places:,} places ({names})."
            if self.tables
            else "No table of authorities is loaded, so no case could be looked up but those on "
            "file in the matter."
        )
        return f"{table} {_codes(self.codes)}"


async def covered_by(services: Services) -> Covered:
    async with services.house.reading() as view:
        tables = tuple((one.name, one.rows) for one in await view.cases.loads())
    return Covered(tables, await services.library.codes())


async def report(
    folder: Path,
    matter: Matter | None,
    brief: Brief,
    found: Sequence[Line],
    covered: Covered,
    looked: Sequence[Looked] = (),
) -> Post:
    """The post, with its files written into ``folder``, which is this report's own. ``looked`` are
    the brief's quotations; one that is given as an authority's is told with that authority, and
    here only if it stands in a document of ours."""
    looked = [one for one in looked if one.quotation.given is not Source.AUTHORITY or _leaks(one)]
    sheet = _sheet(brief, found, covered, matter, looked)
    files = await asyncio.to_thread(_written, folder, _stem(brief), sheet)
    many = counts(found)
    return answer(
        _title(brief, found, looked),
        *_body(brief, found, covered, looked),
        matter=matter,
        kind=Kind.REPORT,
        fields={str(verdict): str(count) for verdict, count in many.items()},
        files=files,
        data={
            "document": brief.document,
            "name": brief.name,
            "counts": {str(verdict): count for verdict, count in many.items()},
            "citations": [line.as_json() for line in found],
            "quotations": [_as_json(one, brief) for one in looked],
        },
        notification="The citations of a brief were checked.",
    )


def _title(brief: Brief, found: Sequence[Line], looked: Sequence[Looked]) -> str:
    wrong = sum(line.verdict in REFUTED for line in found)
    left = sum(_unlooked(line) for line in found)
    told = [counted(len(found), "citation")]
    told += [f"{wrong} found wanting"] * bool(wrong) + [f"{left} not checked"] * bool(left)
    told += ["all verified"] * bool(found and not wrong and not left)
    quoted = [counted(len(looked), "quotation")] * bool(looked)
    amiss = sum(one.wanting for one in looked)
    quoted += [f"{amiss} to look at"] * bool(amiss)
    return f"{brief.name}: {', '.join(told)}{'; ' * bool(quoted)}{', '.join(quoted)}"


def _body(
    brief: Brief, found: Sequence[Line], covered: Covered, looked: Sequence[Looked]
) -> list[Block]:
    wrong = worst_first([line for line in found if line.verdict in REFUTED])
    open_ = worst_first([line for line in found if _unlooked(line)])
    good = [line for line in found if line.verdict is Verdict.VERIFIED]
    body: list[Block] = []
    if wrong:
        body += [Heading("Found wanting"), _table(wrong), *_rest(wrong)]
        if any(line.verdict is Verdict.WRONG_PAGE for line in wrong):
            body.append(text(_WRONG_PAGE))
    if not found:
        body.append(text("No citation was found in its text."))
    if open_:
        body.append(Heading("Not checked"))
        body += [text(_unchecked(open_)), Details("Each of them", (_table(open_), *_rest(open_)))]
    body += _quotations(brief, looked)
    body.append(text(f"{covered.words} {_GOOD_LAW}"))
    if good:
        stood = (_table(good), *_rest(good))
        body.append(Details(f"{counted(len(good), 'citation')} verified", stood))
    if brief.notes:
        body += [text("On the reading of the brief:"), _list(brief.notes)]
    if brief.suspicions:
        body.append(Heading("Words that address the software"))
        body.append(text("They were read as text and followed by nobody."))
        body += [Quotation(one.quote, brief.name, one.where) for one in brief.suspicions[:5]]
    return body


def _quotations(brief: Brief, looked: Sequence[Looked]) -> list[Block]:
    """Those to look at in the open, ours only first; the others folded."""
    wanting = sorted((one for one in looked if one.wanting), key=lambda one: not one.ours)
    rest = [one for one in looked if not one.wanting]
    body: list[Block] = []
    if wanting:
        body.append(Heading("Quotations to look at"))
        leaks = sum(map(_leaks, wanting))
        if leaks:
            said = "quotation stands" if leaks == 1 else "quotations stand"
            body.append(text(
                f"{leaks} {said} in a document marked ours only and in none on record: whoever "
                "reads the brief reads it too."
            ))  # fmt: skip
        body += _quoted_table(brief, wanting)
    for finding, told in (
        (Finding.FOUND, "found in the record"),
        (Finding.MISSING, "in no document on file, and not given as the record’s"),
    ):
        if some := [one for one in rest if one.finding is finding]:
            many = counted(len(some), "quotation")
            body.append(Details(f"{many} {told}", tuple(_quoted_table(brief, some))))
    return body


def _quoted_table(brief: Brief, looked: Sequence[Looked]) -> list[Block]:
    rows = [
        (_short(one.quotation.inner, _CITED), _stands(one, brief), _short(_where(one), _FOUND))
        for one in looked[:SHOWN]
    ]
    left = len(looked) - SHOWN
    more = [text(f"… and {left} more in the files.")] if left > 0 else []
    return [Table(_QUOTED_HEADERS, tuple(rows)), *more]


def _leaks(one: Looked) -> bool:
    return one.ours and one.finding is not Finding.MISSING


def _stands(one: Looked, brief: Brief) -> str:
    quoted = one.quotation
    return place_of(quoted.page, quoted.start, dict(brief.pages).get(quoted.page, ""))


def _where(one: Looked) -> str:
    """``found in D3 at p. 4``; what differs; the warning if the document is ours only."""
    at = f" in {one.document} at {one.place}" if one.place else f" in {one.document}"
    said = f"{one.finding}{at}" if one.document else f"{one.finding} in the matter’s documents"
    if one.finding is Finding.DIFFERS:
        said = f"found{at} with differences"
    told = [said, *([_OURS] if one.ours else [])]
    return ": ".join(["; ".join(told), *([one.reason] if one.reason else [])])


def _as_json(one: Looked, brief: Brief) -> dict[str, object]:
    return {
        "text": one.quotation.inner,
        "place": _stands(one, brief),
        "given": str(one.quotation.given),
        "finding": str(one.finding),
        "document": one.document,
        "at": one.place,
        "ours": one.ours,
        "reason": one.reason,
    }


def _unlooked(line: Line) -> bool:
    return line.verdict not in REFUTED and line.verdict is not Verdict.VERIFIED


def _unchecked(found: Sequence[Line]) -> str:
    """``These were not checked: 3 cases (out of corpus), 1 treatise (not checked).``"""
    kinds: dict[tuple[str, str], int] = {}
    for line in found:
        key = (_CALLED.get(line.kind, line.kind), str(line.verdict))
        kinds[key] = kinds.get(key, 0) + 1
    told = (f"{counted(many, kind)} ({verdict})" for (kind, verdict), many in kinds.items())
    return f"These were not checked: {', '.join(told)}."


def _table(found: Sequence[Line]) -> Table:
    rows = [(_short(line.text, _CITED), line.place, _finding(line)) for line in found[:SHOWN]]
    return Table(_HEADERS, tuple(rows))


def _finding(line: Line) -> str:
    if line.verdict is Verdict.VERIFIED:
        quoted = "; its quotation stands there" if line.quotation else ""
        return f"{line.authority or 'verified'}{quoted}"
    return _short(f"{line.verdict}: {line.reason}" if line.reason else str(line.verdict), _FOUND)


def _rest(found: Sequence[Line]) -> list[Block]:
    left = len(found) - SHOWN
    return [text(f"… and {left} more in the files.")] if left > 0 else []


def _short(words: str, most: int) -> str:
    return textwrap.shorten(words, most, placeholder="…") or words[:most]


def _list(lines: Iterable[str]) -> ListBlock:
    return ListBlock(tuple(text(line).spans for line in lines))


def _codes(codes: frozenset[str]) -> str:
    """What is loaded of the law, in a sentence."""
    titles = sorted((code[4:] for code in codes if code.startswith("usc/")), key=_as_number)
    rules = sorted((code[6:] for code in codes if code.startswith("rules/")), key=_as_number)
    parts = []
    if titles:
        parts.append(f"of the U.S. Code {_named(titles)}")
    if rules:
        parts.append(f"the rules in the appendix of {_named([one.rstrip('a') for one in rules])}")
    if "const" in codes:
        parts.append("the Constitution")
    if not parts:
        return "No code is loaded, so no statute or rule could be looked up."
    return f"Loaded beside it: {', '.join(parts)}."


def _named(titles: Sequence[str]) -> str:
    return f"title{'s' if len(titles) > 1 else ''} {', '.join(titles)}"


def _as_number(title: str) -> tuple[int, str]:
    found = re.match(r"\d+", title)
    return (int(found[0]) if found else 0, title)


# Files


def _sheet(
    brief: Brief,
    found: Sequence[Line],
    covered: Covered,
    matter: Matter | None,
    looked: Sequence[Looked],
) -> Sheet:
    many = ", ".join(f"{count} {verdict}" for verdict, count in counts(found).items())
    notes = (
        f"{counted(len(found), 'citation')}" + (f": {many}." if many else "."),
        f"{covered.words} {_GOOD_LAW}",
        *brief.notes,
    )
    rows = [
        (str(number), line.text, line.kind.replace("_", " "), line.place, str(line.verdict),
         line.reason, line.authority, line.quotation)
        for number, line in enumerate(found, 1)
    ]  # fmt: skip
    rows += [
        (str(number), "", "quotation", _stands(one, brief), str(one.finding), _where(one),
         one.document, one.quotation.inner)
        for number, one in enumerate(looked, len(rows) + 1)
    ]  # fmt: skip
    footer = (RESEARCH_ONLY, PRIVILEGE) if matter else (RESEARCH_ONLY,)
    return Sheet(f"Citations of {brief.name}", _FILE_HEADERS, rows, notes, footer, _WIDTHS)


def _stem(brief: Brief) -> str:
    stem = re.sub(r"[^\w.-]+", "-", Path(brief.name).stem).strip("-.")[:60]
    return f"citecheck-{stem or 'brief'}"


def _written(folder: Path, stem: str, sheet: Sheet) -> tuple[File, ...]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = []
    for suffix, content in (("docx", word_of(sheet)), ("csv", csv_of(sheet))):
        path = folder / f"{stem}.{suffix}"
        path.touch(mode=0o600)
        path.write_bytes(content)
        files.append(File(path.name, str(path)))
    return tuple(files)
