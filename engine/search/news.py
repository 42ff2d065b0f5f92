"""The events of a run: what each settled turn tells the house."""

from __future__ import annotations

from typing import Any

from engine.authorities.types import Verdict
from engine.events import Event, Kind
from engine.matter import Authority
from engine.record import Json, Role, Run, Turn, TurnKey
from engine.search.history import History, fact_json

_DOING = {
    Role.CLERK: "Reading the file",
    Role.PROFILE: "Proposing the court's profile",
    Role.ELEMENTS: "Breaking the objective into elements",
    Role.LEAD: "Lead Counsel prepares move {stage}",
    Role.OPPOSING: "Opposing Counsel answers move {stage}",
    Role.JUDGE: "Judicial Authority rules on move {stage}",
}
_SEARCHING = {
    Role.LEAD: "Lead Counsel searches the file before move {stage}",
    Role.OPPOSING: "Opposing Counsel searches the file before answering move {stage}",
}
_KINDS = {
    Role.PROFILE: Kind.FINDING,
    Role.ELEMENTS: Kind.ELEMENTS,
    Role.LEAD: Kind.MOVE,
    Role.OPPOSING: Kind.RESPONSE,
    Role.JUDGE: Kind.RULING,
    Role.ROUND: Kind.ROUND,
    Role.ORBIT: Kind.ORBIT,
    Role.OUTCOME: Kind.OUTCOME,
}
TURNS_A_ROUND = 3
REMOVED = ("removed_citations", "removed_quotations", "verdicts")
"""Keys of a turn's data that hold words which do not stand."""


def starting(history: History, key: TurnKey) -> list[Event]:
    """One line of progress before a model is asked, told once, and again when a run goes on."""
    run = history.run
    doing = _SEARCHING[Role(key.party)] if key.role is Role.RESEARCH else _DOING.get(key.role)
    if doing is None or (key.role is Role.JUDGE and run.panel > 1 and not key.seat):
        return []
    words = doing.format(stage=key.stage)
    if key.seat:
        words += f" (seat {key.seat} of {run.panel})"
    if key.attempt:
        words += f" again (sent back {key.attempt} of 3: a repeat)"
    data = {
        "stage": key.stage,
        "role": str(key.role),
        "says": words,
        "done": _done(history),
        "total": run.orbits * run.rounds * TURNS_A_ROUND,
        "ended": False,
        "model": _model(history),
    }
    again = f"/{run.generation}" if run.generation else ""
    return [_event(run, f"{key}/progress{again}", Kind.PROGRESS, data)]


def settled(history: History, turn: Turn) -> list[Event]:
    """The events committed with a turn. ``history`` is the run before it."""
    run, key = history.run, turn.key
    kind = _KINDS.get(key.role)
    if kind is None or key.seat:
        return []
    if key.role is Role.LEAD and turn.data["repeat"]:
        data = {**_frame(history, turn), **_sent_back(history, turn)}
        return [_event(run, f"{key}/sent_back", Kind.PROGRESS, data)]
    data = {**_frame(history, turn), **_told(turn.data)}
    if key.role is Role.LEAD:
        data["turns_on"] = [fact_json(history.facts[one]) for one in turn.data["determinative"]]
    if key.role is Role.PROFILE:
        data["facts"] = _reasons(history, turn)
    events = [_event(run, str(key), kind, data)]
    if key.role is Role.ORBIT and turn.data["pivot"]:
        data = {**_frame(history, turn), **turn.data["pivot"], "ranking": turn.data["ranking"]}
        events.append(_event(run, f"{key}/pivot", Kind.PIVOT, data))
    if key.role is Role.OUTCOME:
        events[0] = _superseding(history, events[0])
        events.insert(0, _event(run, f"{key}/progress", Kind.PROGRESS, _over(history, turn)))
    return events


def _told(data: Json) -> dict[str, Any]:
    """What is posted of a turn: of the invented words that were taken out, how many, never which.

    The record keeps them, and a report shows them with their verdicts."""
    told = {key: value for key, value in data.items() if key not in REMOVED}
    citations, quotations, _ = (len(data.get(key, ())) for key in REMOVED)
    return {**told, "removed": {"citations": citations, "quotations": quotations}}


def _frame(history: History, turn: Turn) -> dict[str, Any]:
    """What a reader needs to understand ids: names of elements, citations of authorities."""
    orbit = turn.key.orbit
    labels = {one["id"]: one["name"] for one in history.elements(orbit)}
    labels |= {a.id: _named(a) for a in history.authorities.values()}
    return {
        "run": history.run.id,
        "stage": turn.key.stage,
        "orbit": orbit,
        "round": turn.key.round,
        "labels": labels,
        "model": _model(history),
        "usage": vars(turn.usage),
    }


def _reasons(history: History, turn: Turn) -> list[Json]:
    """The facts that a profile's reasons rest on."""
    named = [fact for one in turn.data["profile"]["pressures"] for fact in one["facts"]]
    read = {**history.common, **history.decisions}
    return [fact_json(read[one]) for one in dict.fromkeys(named) if one in read]


def _model(history: History) -> Json:
    """What answers the run's requests; a post says so where it is a double."""
    return history.clerks[0].data["model"] if history.clerks else {}


def _named(authority: Authority) -> str:
    """Its name and citation; one that a lawyer put on file and no check bore out says so."""
    said = ", ".join((*authority.names[:1], authority.citation))
    return said if authority.verdict == Verdict.VERIFIED else f"{said} (unverified)"


def _sent_back(history: History, turn: Turn) -> dict[str, Any]:
    return {
        "role": str(turn.key.role),
        "says": f"Move {turn.key.stage} sent back: it repeats {turn.data['repeat']['of']}",
        "reason": turn.data["repeat"]["reason"],
        "done": _done(history),
        "total": history.run.orbits * history.run.rounds * TURNS_A_ROUND,
        "ended": False,
    }


def _over(history: History, turn: Turn) -> dict[str, Any]:
    total = history.run.orbits * history.run.rounds * TURNS_A_ROUND
    reason = str(turn.data["reason"]).replace("_", " ")
    return {
        "stage": turn.key.stage,
        "role": str(turn.key.role),
        "says": f"Simulation over: {reason}",
        "done": _done(history),
        "total": total,
        "ended": True,
        "model": _model(history),
    }


def _superseding(history: History, event: Event) -> Event:
    earlier = [turn for turn in history.turns if turn.key.role is Role.OUTCOME]
    if not earlier:
        return event
    return Event(
        event.key, event.kind, event.thread, event.data, event.matter, event.run,
        supersedes=str(earlier[-1].key),
    )  # fmt: skip


def _done(history: History) -> int:
    asked = (Role.LEAD, Role.OPPOSING, Role.JUDGE)
    return sum(
        1
        for turn in history.turns
        if turn.key.role in asked and not turn.key.seat and not turn.data.get("repeat")
    )


def _event(run: Run, key: str, kind: Kind, data: dict[str, Any]) -> Event:
    return Event(key, kind, run.thread, data, run.matter, run.id)
