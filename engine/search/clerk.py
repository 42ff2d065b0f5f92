"""The clerk's turn: what retrieval puts before the agents, frozen for the run.

Later uploads and edits of the matter do not change what a run in progress has read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from engine.errors import BadRequest
from engine.matter import Fact, Matter, Scope
from engine.ports import Message, Ports
from engine.record import Run
from engine.search.history import History, authority_json, fact_json, failure_json
from engine.triad.layout import handbook
from engine.triad.vocabulary import STANDARDS, VEHICLES
from engine.triad.withhold import secret_words

RECORD_SHARE = 0.18
"""Share of the model's window that the first facts on record may take."""
OURS_SHARE = 0.06
FOUND_SHARE = 0.05
"""The same for facts that only the firm knows, and for those found at a pivot."""
MOST_FACTS = 150


class NothingOnRecord(BadRequest):
    """No document of this matter is on record, so there is nothing to argue from."""

    code = "simulate.nothing_on_record"
    default_remedy = (
        "Upload the pleadings and exhibits, and mark what has been filed or served with "
        "`/lawgame docs record D1`."
    )


async def clerk_turn(run: Run, orbit: int, history: History, ports: Ports) -> dict[str, Any]:
    """Facts for the orbit's objective within their share of the window, best ranked first.

    Raises ``NothingOnRecord``.
    """
    matter = await ports.casefile.matter(run.matter)
    card = await ports.model.card()
    target = run.objective if orbit == 1 else _next_objective(history, orbit)
    everything = await ports.casefile.facts(run.matter)
    on_record = [fact for fact in everything if fact.scope is Scope.RECORD]
    if not on_record:
        raise NothingOnRecord
    known = [fact for fact in everything if fact.scope is Scope.OURS]
    rate = await _characters_a_token(ports, on_record)
    window = int(card.window * rate)
    first = RECORD_SHARE if orbit == 1 else FOUND_SHARE
    facts = await _found(ports, matter, target, Scope.RECORD, int(window * first), history.facts)
    ours = await _found(ports, matter, target, Scope.OURS, int(window * OURS_SHARE), history.ours)
    law = await ports.casefile.authorities(run.matter)
    scope = _scope(matter, run.objective, on_record)
    return {
        "title": matter.title,
        "forum": matter.forum,
        "stage": matter.stage,
        "brief": matter.brief,
        "parties": [
            {"role": p.role, "name": p.name, "ours": p.ours} for p in matter.parties
        ],
        "objective": target,
        "facts": [fact_json(fact) for fact in facts],
        "ours": [fact_json(fact) for fact in ours],
        "authorities": [authority_json(one) for one in law if one.id not in history.authorities],
        "secret": secret_words(
            [f"{fact.text} {fact.title}" for fact in known], _open(matter, run, on_record, law)
        ),
        "barred": [
            failure_json(one) for one in await ports.ledger.failures(scope, run.id)
        ] if orbit == 1 else [],
        "scope": scope,
        "window": card.window,
        "characters_a_token": round(rate, 3),
        "model": {"name": card.name, "sha256": card.sha256, "simulated": card.simulated},
    }  # fmt: skip


def _next_objective(history: History, orbit: int) -> str:
    spent = next(t for t in history.turns if t.key.role == "orbit" and t.key.orbit == orbit - 1)
    return str(spent.data["pivot"]["objective"])


async def _characters_a_token(ports: Ports, facts: Sequence[Fact]) -> float:
    sample = "\n".join(fact.text for fact in facts[:40])
    counted = await ports.model.count((Message("user", sample),))
    return max(1.0, len(sample) / max(1, counted))


async def _found(
    ports: Ports, matter: Matter, target: str, scope: Scope, room: int, seen: dict[str, Fact]
) -> list[Fact]:
    """Ranked by the objective's and the brief's words, then in the order of the file."""
    ranked = await ports.casefile.search_facts(
        matter.id, f"{target} {matter.brief}", scope, MOST_FACTS
    )
    rest = await ports.casefile.facts(matter.id, scope) if not seen else ()
    chosen: list[Fact] = []
    for fact in dict.fromkeys([*ranked, *rest]):
        size = len(fact.text) + len(fact.title) + len(fact.place) + 14
        if fact.id in seen or size > room or len(chosen) >= MOST_FACTS:
            continue
        chosen.append(fact)
        room -= size
    return sorted(chosen, key=lambda fact: int(fact.id[1:]))


def _open(matter: Matter, run: Run, on_record: Sequence[Fact], law: Sequence[Any]) -> list[str]:
    """What the other side may read anyway."""
    texts = [
        handbook(),
        *VEHICLES,
        *STANDARDS,
        matter.title,
        matter.forum,
        matter.stage,
        matter.brief,
        run.objective,
    ]
    texts += [party.name for party in matter.parties]
    texts += [f"{fact.text} {fact.title}" for fact in on_record]
    texts += [f"{one.citation} {' '.join(one.names)} {one.holding}" for one in law]
    return texts


def _scope(matter: Matter, objective: str, on_record: Sequence[Fact]) -> str:
    """Names matter, court profile (off), objective and record: where a ban holds between runs."""
    digest = hashlib.sha256()
    for part in (matter.id, "profile: off", " ".join(objective.lower().split())):
        digest.update(part.encode() + b"\0")
    for fact in on_record:
        digest.update(f"{fact.document}\0{fact.text}\0".encode())
    return digest.hexdigest()[:32]
