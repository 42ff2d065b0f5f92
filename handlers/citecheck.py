"""``citecheck``: every citation and quotation of a brief, ours or the other side's, with what was
found of it.

Reading and checking take longer than a transaction may, so both are done before it. The brief is
read and not filed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.authorities.recorded import quotations
from engine.authorities.report import lines
from engine.errors import BadRequest
from engine.matter import Authority
from handlers.asking import PUSHED, Asking, NoMatter
from handlers.brief import Brief, Going, on_file, read_briefs, telling
from handlers.cited import Covered, covered_by, report
from handlers.parser import Asked
from handlers.posts import Post
from handlers.quotations import MOST, Looked, look_up
from handlers.registry import Right
from handlers.replies import Reply, counted
from handlers.requests import CommandRequest
from handlers.services import Services
from handlers.standing import Stands, standing

QUICK = 2.0
"""Seconds that nobody needs to be told of."""
_DOCUMENT = re.compile(r"\b[Dd][0-9]{1,9}\b")


class WhichBrief(BadRequest):
    """Which brief is to be checked?"""

    code = "citecheck.which"
    default_remedy = (
        "Attach it to `/lawgame citecheck`, or name a document on file, such as "
        "`/lawgame citecheck D3`."
    )


class NoText(BadRequest):
    """The brief has no text that could be read."""

    code = "citecheck.no_text"
    default_remedy = "Send it as Word or as a PDF with text."


@dataclass(frozen=True)
class Checks:
    """What was found before the transaction: a report on each brief."""

    reports: tuple[Post, ...]
    documents: tuple[str, ...]


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> Checks:
    """Read and check. Raises what keeps the brief from being read, and ``ScanUnavailable``."""
    stands = await standing(services, request.origin, request.matter, Right.READ, name)
    named = _DOCUMENT.search(asked.argument("document") or "")
    if not request.files and stands.matter is None:
        raise NoMatter if named else WhichBrief
    if not request.files and named is None:
        raise WhichBrief
    heard = stands.matter is not None or request.origin.surface not in PUSHED
    async with telling(services, stands, inbox, patience=QUICK, heard=heard) as going:
        briefs: list[Brief] = []
        for file in request.files:
            briefs += await read_briefs(services, request.origin.surface, file, going)
        if not request.files and named is not None and stands.matter is not None:
            briefs.append(await on_file(services, stands.matter, named[0]))
        with_text = [brief for brief in briefs if not brief.empty]
        if not with_text:
            raise NoText(f"{briefs[0].name} has no text that could be read.")
        pages = sum(number is not None for brief in with_text for number, _ in brief.pages)
        going.says = "Checking every citation" + (f": {counted(pages, 'page')}" if pages else "")
        going.see(0, 1)
        covered = await covered_by(services)
        home = services.reports / (stands.matter.id if stands.matter else stands.actor.person)
        reports = [
            await _checked(services, stands, brief, covered, home / f"{inbox}-{number}", going)
            for number, brief in enumerate(with_text)
        ]
        return Checks(tuple(reports), tuple(brief.document for brief in with_text))


async def _checked(
    services: Services,
    stands: Stands,
    brief: Brief,
    covered: Covered,
    folder: Path,
    going: Going,
) -> Post:
    law: Sequence[Authority] = ()
    parties: Sequence[str] = ()
    if stands.matter is not None:
        parties = [party.name for party in stands.matter.parties]
        async with services.house.reading() as view:
            law = await view.authorities.list(stands.matter.id)
    checked = await services.citations.check(brief.pages, law, parties)
    found = lines(checked, brief.pages)
    looked: Sequence[Looked] = ()
    quoted = await asyncio.to_thread(quotations, brief.pages, checked) if stands.matter else []
    if stands.matter is not None and quoted:
        going.says = f"Looking {counted(len(quoted[:MOST]), 'quotation')} up in the record"
        looked = await look_up(services, stands.matter, brief, quoted, going.see)
    if len(quoted) > MOST:
        left = f"Of its {len(quoted)} quotations the first {MOST} were looked up in the record."
        brief = replace(brief, notes=(*brief.notes, left))
    return await report(folder, stands.matter, brief, found, covered, looked)


async def citecheck(asking: Asking, asked: Asked) -> Reply:
    checks = asking.found
    assert isinstance(checks, Checks)
    if asking.matter is not None:
        citations = sum(len(post.data["citations"]) for post in checks.reports)
        quoted = sum(len(post.data["quotations"]) for post in checks.reports)
        await asking.unit.audit.append(
            asking.actor.person, "citecheck.done", asking.matter.id,
            {"documents": list(checks.documents), "citations": citations, "quotations": quoted},
        )  # fmt: skip
    return Reply(tuple(replace(post, supersedes=asking.inbox) for post in checks.reports))
