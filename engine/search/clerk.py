"""The clerk's turn: what retrieval puts before the agents, frozen for the run.

Later uploads and edits of the matter do not change what a run in progress has read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.authorities.types import Verdict
from engine.errors import BadRequest
from engine.matter import Authority, CourtProfile, Fact, Matter, Scope
from engine.ports import Message, Ports
from engine.record import Failure, Run
from engine.search.history import History, authority_json, fact_json, failure_json
from engine.search.learning import advice
from engine.triad import profile, prompts
from engine.triad.vocabulary import standards, tradition, vehicles
from engine.triad.withhold import packed, secret_words

RECORD_SHARE = 0.18
"""Share of the model's window that the first facts on record may take."""
OURS_SHARE = 0.06
FOUND_SHARE = 0.05
"""The same for facts that only the firm knows, and for those found at a pivot."""
MOST_FACTS = 150
ADVICE_TOLD = 8
"""Rounds of earlier runs, elsewhere lost or won, that Lead Counsel is told of."""
SAMPLE = 40
"""Facts on which it is measured how many characters a token holds."""

REFUTED = frozenset(
    {Verdict.WRONG_CASE, Verdict.WRONG_PAGE, Verdict.QUOTE_NOT_FOUND, Verdict.UNKNOWN_REPORTER}
)
"""What the check found of an authority that no agent may then cite, whoever put it on file."""


class NothingOnRecord(BadRequest):
    """No document of this matter is on record, so there is nothing to argue from."""

    code = "simulate.nothing_on_record"
    default_remedy = (
        "Upload the pleadings and exhibits, and mark what has been filed or served with "
        "`/lawgame docs record D1`."
    )


class NothingFits(BadRequest):
    """Every passage on record is longer than the model can be shown."""

    code = "simulate.nothing_fits"
    default_remedy = "Use a model with a larger window, or upload the exhibits as running text."


async def clerk_turn(run: Run, orbit: int, history: History, ports: Ports) -> dict[str, Any]:
    """Facts for the orbit's objective within their share of the window, best ranked first.

    How long it takes does not depend on how large the file is, but for the words of its documents.
    Raises ``NothingOnRecord``, ``NothingFits``.
    """
    casefile = ports.casefile
    matter = await casefile.matter(run.matter)
    card = await ports.model.card()
    target = run.objective if orbit == 1 else _next_objective(history, orbit)
    sample = await casefile.facts(run.matter, Scope.RECORD, SAMPLE)
    if not sample:
        raise NothingOnRecord
    rate = await _characters_a_token(ports, sample)
    window = int(card.window * rate)
    first = RECORD_SHARE if orbit == 1 else FOUND_SHARE
    facts = await _found(ports, matter, target, Scope.RECORD, int(window * first), history.common)
    if not facts and orbit == 1:
        raise NothingFits
    ours = await _found(ports, matter, target, Scope.OURS, int(window * OURS_SHARE), history.ours)
    law = [one for one in await casefile.authorities(run.matter) if one.verdict not in REFUTED]
    secret = await _secret(matter, run, law, ports)
    court = await casefile.court_profile(run.matter)
    found = profile.as_json(court) if court else None
    record = await casefile.record_digest(run.matter)
    scope = scope_of(matter.id, profile.digest(found), run.objective, record)
    barred = await _barred(run, scope, ports) if orbit == 1 else []
    earlier = await ports.ledger.earlier(run.id, ADVICE_TOLD) if orbit == 1 else ()
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
        # What an earlier orbit's clerk holds counts as well.
        "secret": packed(secret - history.secret),
        "barred": [failure_json(one) for one in barred],
        "advice": advice(earlier, barred),
        "more_on_file": await _more_on_file(ports, run.matter, history, facts),
        "profile": found,
        "decisions": await _decisions(ports, run.matter, court) if orbit == 1 else [],
        "record": record,
        "scope": scope,
        "switches": asdict(ports.switches),
        "window": card.window,
        "characters_a_token": round(rate, 3),
        "model": {
            "name": card.name, "sha256": card.sha256, "simulated": card.simulated,
            "standing": await ports.standings.of(card),
        },
    }  # fmt: skip


async def _barred(run: Run, scope: str, ports: Ports) -> list[Failure]:
    """What lost before in the same scope; what was open on conditions may be tried again."""
    if not ports.switches.failure_log:
        return []
    found = await ports.ledger.failures(scope, run.id)
    return [one for one in found if not one.conditional]


async def _more_on_file(ports: Ports, matter: str, history: History, facts: Sequence[Fact]) -> bool:
    """Whether the record holds facts that are not put before the agents, so that asking pays."""
    shown = len(history.common) + len(facts)
    return len(await ports.casefile.facts(matter, Scope.RECORD, shown + 1)) > shown


async def _decisions(ports: Ports, matter: str, court: CourtProfile | None) -> list[dict[str, Any]]:
    """What is on file of a named judge, where a profile is yet to be made from it."""
    if court is None or court.pressures or not court.decisions:
        return []
    wanted = set(court.decisions)
    facts = await ports.casefile.facts(matter, Scope.RECORD)
    return [fact_json(one) for one in facts if one.id in wanted][:MOST_FACTS]


def _next_objective(history: History, orbit: int) -> str:
    spent = next(t for t in history.turns if t.key.role == "orbit" and t.key.orbit == orbit - 1)
    return str(spent.data["pivot"]["objective"])


async def _characters_a_token(ports: Ports, facts: Sequence[Fact]) -> float:
    sample = "\n".join(fact.text for fact in facts)
    counted = await ports.model.count((Message("user", sample),))
    return max(1.0, len(sample) / max(1, counted))


async def _found(
    ports: Ports, matter: Matter, target: str, scope: Scope, room: int, seen: dict[str, Fact]
) -> list[Fact]:
    """Ranked by the objective's and the brief's words, then in the order of the file."""
    ranked = await ports.casefile.search_facts(
        matter.id, f"{target} {matter.brief}", scope, MOST_FACTS
    )
    # As many more as were ranked, for those may be among them.
    rest = (
        await ports.casefile.facts(matter.id, scope, MOST_FACTS + len(ranked), room)
        if not seen
        else ()
    )
    chosen: list[Fact] = []
    for fact in dict.fromkeys([*ranked, *rest]):
        size = len(fact.text) + len(fact.title) + len(fact.place) + 14
        if fact.id in seen or size > room or len(chosen) >= MOST_FACTS:
            continue
        chosen.append(fact)
        room -= size
    return sorted(chosen, key=lambda fact: int(fact.id[1:]))


async def _secret(
    matter: Matter, run: Run, law: Sequence[Authority], ports: Ports
) -> frozenset[str]:
    """Words that only the firm's own documents hold."""
    ours = await ports.casefile.vocabulary(matter.id, Scope.OURS)
    if not ours:
        return frozenset()
    others = await ports.casefile.vocabulary(matter.id, Scope.RECORD)
    # Off the loop: a large file has some hundred thousand words.
    found = await asyncio.to_thread(secret_words, ours, [*_open(matter, run, law), *others])
    return frozenset(found)


def _open(matter: Matter, run: Run, law: Sequence[Authority]) -> list[str]:
    """What the other side may read anyway, besides the documents on record."""
    spoken = tradition(matter.forum)
    texts = [
        prompts.text("system"),
        prompts.handbook(spoken),
        *vehicles(spoken),
        *standards(spoken),
        matter.title,
        matter.forum,
        matter.stage,
        matter.brief,
        run.objective,
    ]
    texts += [party.name for party in matter.parties]
    texts += [f"{one.citation} {' '.join(one.names)} {one.holding}" for one in law]
    return texts


def scope_of(matter: str, court: str, objective: str, record: str) -> str:
    """Names matter, court profile, objective and record: where a ban holds between runs."""
    digest = hashlib.sha256()
    for part in (matter, f"profile: {court}", " ".join(objective.lower().split()), record):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]
