"""Asking the file again: before counsel writes, it may search for the facts that it lacks."""

from __future__ import annotations

from typing import Any

from engine.matter import Fact, Scope
from engine.ports import Casefile
from engine.record import Json, Role
from engine.search.history import History, fact_json
from engine.triad import prompts
from engine.triad.schema import Schema, prose, record, some

QUERIES = 2
FOUND = 4
"""Searches counsel may make before it writes, and facts that each may bring."""
RANKED = 60
"""Facts a search looks through for those that counsel has not read."""
SHARE = 0.02
"""Of the window's characters: what the facts of all searches of one turn may take."""


def schema() -> Schema:
    return record({"queries": some(prose(100), 0, QUERIES)})


def line(role: Role, stage: str) -> str:
    return prompts.line(f"research_{role}", stage=stage)


async def read(answer: Json, role: Role, history: History, casefile: Casefile) -> dict[str, Any]:
    """The searches with the ids each brought, and the facts: on record, and for Lead Counsel
    what only the firm knows."""
    clerk = history.clerks[0].data
    room = int(SHARE * float(clerk["characters_a_token"]) * int(clerk["window"]))
    shown = history.shown(role)
    facts: dict[str, Fact] = {}
    ours: dict[str, Fact] = {}
    searches = []
    for query in dict.fromkeys(answer["queries"]):
        brought = []
        for scope, known, kept in ((Scope.RECORD, shown, facts), (Scope.OURS, history.ours, ours)):
            if scope is Scope.OURS and role is not Role.LEAD:
                continue
            found = await casefile.search_facts(history.run.matter, query, scope, RANKED)
            fresh = [one for one in found if one.id not in known and one.id not in kept]
            for fact in fresh[:FOUND]:
                if len(fact.text) <= room:
                    kept[fact.id] = fact
                    room -= len(fact.text)
                    brought.append(fact.id)
        searches.append({"text": query, "found": brought})
    return {
        "searches": searches,
        "facts": [fact_json(one) for one in facts.values()],
        "ours": [fact_json(one) for one in ours.values()],
    }
