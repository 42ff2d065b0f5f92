"""A named judge's record: which documents of a matter are that judge's decisions.

No table of judges is consulted: what is known of a judge is what the firm has put on file here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.errors import Refused
from engine.matter import Fact, FactState, Matter, Scope
from engine.triad.judges import Found, Judge, alike, in_turn, look, telling
from handlers.filed import listed
from handlers.posts import Block, Code, Heading, Post, Spans, Text
from handlers.replies import counted, refusal, told
from handlers.services import Services

if TYPE_CHECKING:
    from storage.documents import DocumentRow, Documents

DECISIONS = 3
"""Decisions that a record must have: what two have in common may be their cases' rather than the
judge's."""
FACTS = 40
"""Facts it must have: a reason may name two for each of five pressures, so four to choose from for
each that is named. Three short orders do not come to that."""
MOST_FACTS = 150
"""Facts kept of the decisions: what the clerk puts before an agent at most."""
PAGES = 3
"""Pages read at the beginning of a document, and at its end, to see who decided it."""


class ThinRecord(Refused):
    """What is on record of that judge is too thin for a profile."""

    code = "court.thin_record"
    default_remedy = (
        "Upload more of the judge's own decisions, and mark them with `/lawgame docs record D1`."
    )


class SeveralJudges(Refused):
    """More than one judge of that name has decided what is on record."""

    code = "court.several_judges"
    default_remedy = "Name the given name too: `/lawgame court judge Jane Roe`."


@dataclass(frozen=True)
class Decision:
    """``same`` is the id of the decision that this one is another copy or version of, "" if it is
    a decision of its own; ``facts`` are in force, most telling first."""

    row: DocumentRow
    given: frozenset[str]
    facts: tuple[Fact, ...] = ()
    same: str = ""


@dataclass(frozen=True)
class Searched:
    """What a matter's file holds of a judge. ``ours`` are decisions that are not on record,
    ``naming`` documents that name him at their beginning or end and are none of his."""

    judge: Judge
    decisions: tuple[Decision, ...] = ()
    ours: tuple[DocumentRow, ...] = ()
    naming: tuple[DocumentRow, ...] = ()

    @property
    def own(self) -> list[Decision]:
        return [one for one in self.decisions if not one.same]

    @property
    def facts(self) -> int:
        return sum(len(one.facts) for one in self.own)

    @property
    def enough(self) -> bool:
        return len(self.own) >= DECISIONS and self.facts >= FACTS

    @property
    def several(self) -> bool:
        """Whether decisions bear given names that cannot be one person's."""
        return not all(alike(a.given, b.given) for a in self.own for b in self.own)

    def chosen(self) -> tuple[str, ...]:
        """Ids of the facts to keep, most telling first, from each decision in turn."""
        return tuple(fact.id for fact in in_turn([one.facts for one in self.own], MOST_FACTS))


async def search(services: Services, matter: Matter, judge: Judge) -> Searched:
    """Reads every document's beginning and end, which may take a second in a large matter."""
    decided: list[tuple[DocumentRow, Found]] = []
    ours: list[DocumentRow] = []
    naming: list[DocumentRow] = []
    async with services.house.reading() as view:
        for row in await view.documents.list(matter.id):
            found = await _looked(view.documents, row, judge)
            if found is None:
                continue
            if not found.decision:
                naming.append(row)
            elif row.scope is Scope.OURS:
                ours.append(row)
            else:
                decided.append((row, found))
        decisions: list[Decision] = []
        for row, found in decided:
            same = _copy_of(row, {one.row.id for one in decisions if not one.same})
            facts = () if same else tuple(await view.facts.of_document(row))
            decisions.append(Decision(row, found.given, facts, same))
    ranked = await asyncio.to_thread(_ranked, decisions)
    return Searched(judge, tuple(ranked), tuple(ours), tuple(naming))


async def _looked(documents: Documents, row: DocumentRow, judge: Judge) -> Found | None:
    first = await documents.pages(row, 0, PAGES)
    last = first if row.pages <= PAGES else await documents.pages(row, row.pages - PAGES + 1, PAGES)
    opening, end = ("\n".join(page.text for page in pages) for pages in (first, last))
    return await asyncio.to_thread(look, judge, opening, end)


def _copy_of(row: DocumentRow, others: set[str]) -> str:
    """The decision of which a document is a copy or another version, "" if of none."""
    versions = [str(one["document"]) for one in row.kin.get("versions", ())]
    return next((id for id in (*row.kin.get("same", ()), *versions) if id in others), "")


def _ranked(decisions: Sequence[Decision]) -> list[Decision]:
    return [
        replace(
            one,
            facts=tuple(telling([f for f in one.facts if f.state is not FactState.INADMISSIBLE])),
        )
        for one in decisions
    ]


def refused(matter: Matter, found: Searched) -> Post:
    """Why there is no profile of that judge: what was found, what is needed, what to do."""
    error: Refused
    if found.several:
        error = SeveralJudges()
    else:
        error = ThinRecord(
            f"The record of that judge is too thin: {counted(len(found.own), 'decision')} of "
            f"{DECISIONS} needed, {counted(found.facts, 'fact')} of {FACTS} needed."
        )
    post = refusal(error, matter)
    return replace(post, body=(*blocks(found), *post.body), data={**post.data, **data(found)})


def blocks(found: Searched) -> list[Block]:
    """What was found of the judge, document by document."""
    body: list[Block] = []
    if found.decisions:
        body += [Heading("Decisions on record"), listed([_line(one) for one in found.decisions])]
    if found.ours:
        ids = ", ".join(row.id for row in found.ours)
        body.append(
            told(f"Not counted, because ours only: {ids}. `/lawgame docs record {found.ours[0].id}`"
                 " puts one on record; every agent may then read it.")
        )  # fmt: skip
    if found.naming:
        ids = ", ".join(row.id for row in found.naming)
        body.append(
            told(f"Named in {ids}, which the judge neither wrote, sat in nor signed as a decision.")
        )
    if not (found.decisions or found.ours or found.naming):
        body.append(told("No document on file has that name where a decision names its judge."))
    return body


def _line(one: Decision) -> Spans:
    said = f"; the same decision as {one.same}, counted once" if one.same else ""
    facts = "" if one.same else f": {counted(len(one.facts), 'fact')}"
    return (Code(one.row.id), Text(f" {one.row.title}{facts}{said}"))


def data(found: Searched) -> dict[str, Any]:
    return {
        "judge": found.judge.name,
        "decisions": [
            {
                "document": one.row.id,
                "title": one.row.title,
                "facts": len(one.facts),
                "same": one.same or None,
            }
            for one in found.decisions
        ],
        "ours": [row.id for row in found.ours],
        "naming": [row.id for row in found.naming],
        "found": {"decisions": len(found.own), "facts": found.facts},
        "needed": {"decisions": DECISIONS, "facts": FACTS},
    }
