"""The clerk's turn: what retrieval puts before the agents, frozen for the run.

Later uploads and edits of the matter do not change what a run in progress has read.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

from engine.authorities.types import Verdict
from engine.errors import BadRequest
from engine.matter import Authority, Fact, Matter, Scope
from engine.ports import Message, Ports
from engine.record import Run
from engine.search.history import History, authority_json, fact_json, failure_json
from engine.triad.layout import handbook
from engine.triad.vocabulary import STANDARDS, VEHICLES
from engine.triad.withhold import packed, secret_words

RECORD_SHARE = 0.18
"""Share of the model's window that the first facts on record may take."""
OURS_SHARE = 0.06
FOUND_SHARE = 0.05
"""The same for facts that only the firm knows, and for those found at a pivot."""
MOST_FACTS = 150
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
    facts = await _found(ports, matter, target, Scope.RECORD, int(window * first), history.facts)
    if not facts and orbit == 1:
        raise NothingFits
    ours = await _found(ports, matter, target, Scope.OURS, int(window * OURS_SHARE), history.ours)
    law = [one for one in await casefile.authorities(run.matter) if one.verdict not in REFUTED]
    secret = await _secret(matter, run, law, ports)
    scope = _scope(matter, run.objective, await casefile.record_digest(run.matter))
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
    texts += [f"{one.citation} {' '.join(one.names)} {one.holding}" for one in law]
    return texts


def _scope(matter: Matter, objective: str, record: str) -> str:
    """Names matter, court profile (off), objective and record: where a ban holds between runs."""
    digest = hashlib.sha256()
    for part in (matter.id, "profile: off", " ".join(objective.lower().split()), record):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]
