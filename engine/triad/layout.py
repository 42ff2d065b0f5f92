"""The prompt: one constant system message; one user message of trunk, log and a short role line.

Nothing is ever inserted: two prompts of one agent share everything up to the role line, and all
agents share the trunk, so that a host which keeps prefixes warm evaluates each token once. Each
agent has its own information set, decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.ports import Message
from engine.record import Role
from engine.search.history import History, Round, rests_on
from engine.triad import entries, profile, prompts
from engine.triad.entries import Entry
from engine.triad.quoting import one_line
from engine.triad.withhold import cover, withheld

CONDENSE_AT, CONDENSE_TO = 0.9, 0.5
"""Shares of the log's room: from the first the oldest rounds are condensed down to the second."""

TIGHTER = (1.0, 0.75, 0.55, 0.4)
"""Shares of the log's room to try one after another: how many characters a token holds is measured
on the record, and a model's own words may hold fewer."""

BARRED_TOLD = 10
"""Failures of earlier runs that Lead Counsel is told of; every one is compared with its moves."""


def trunk(history: History) -> str:
    """Handbook, brief, first facts on record, authorities, elements: the same for all agents."""
    clerk = history.clerk(1)
    if clerk is None:
        raise ValueError("the clerk's turn comes first")
    case = {key: one_line(clerk[key]) for key in ("title", "forum", "stage", "brief", "objective")}
    parties = one_line("; ".join(f"{p['name']} ({p['role']})" for p in clerk["parties"]))
    first = [history.facts[one["id"]] for one in clerk["facts"]]
    parts = [
        prompts.handbook(history.tradition),
        f"THE CASE\n{case['title']}\nforum: {case['forum']}; stage: {case['stage']}\n"
        f"parties: {parties}\n{case['brief']}".strip(),
        f"OBJECTIVE OF THE MOVANT: {case['objective']}",
        entries.facts("FACTS ON RECORD", first),
        entries.authorities(history.authorities[one["id"]] for one in clerk["authorities"]),
    ]
    if found := history.elements(1):
        parts.append(entries.elements("ELEMENTS", _open(found, history), (f.id for f in first)))
    return "\n\n".join(parts)


def messages(
    history: History, role: Role, stage: str, line: str, share: float = 1.0
) -> tuple[Message, ...]:
    """The request of ``role`` at ``stage``, from what has been settled so far.

    ``share`` is the part of the log's room, as estimated, that it may take."""
    head = trunk(history)
    log = _fitted(_log(history, role, stage), int(share * _room(history, head)))
    body = "\n\n".join([head, *log, line])
    return Message("system", prompts.text("system")), Message("user", body)


def _room(history: History, head: str) -> int:
    """Characters left for the log: the window less the trunk and the longest answer."""
    clerk = history.clerk(1) or {}
    characters = float(clerk.get("characters_a_token", 3.5)) * int(clerk.get("window", 8192))
    return max(2000, int(characters * 0.82) - len(head) - len(prompts.text("system")))


def _fitted(log: Sequence[Entry], room: int) -> list[str]:
    """The log's texts, old rounds condensed in steps; the newest round is always whole.

    Decided entry by entry from what came before it alone: a later prompt, whose log only has
    more at its end, condenses the same rounds and maybe more, so that the prefix moves only when
    a step is due.
    """
    rounds: list[tuple[int, int]] = []
    short: set[tuple[int, int]] = set()
    for at, entry in enumerate(log, 1):
        if entry.round is not None and entry.round not in rounds:
            rounds.append(entry.round)
        if _size(log[:at], short) <= CONDENSE_AT * room:
            continue
        for old in rounds[:-1]:
            if _size(log[:at], short) <= CONDENSE_TO * room:
                break
            short.add(old)
    return [text for entry in log if (text := _shown(entry, short))]


def _shown(entry: Entry, short: set[tuple[int, int]]) -> str:
    condensed = entry.round in short and entry.short is not None
    return (entry.short or "") if condensed else entry.text


def _size(log: Sequence[Entry], short: set[tuple[int, int]]) -> int:
    return sum(len(_shown(entry, short)) + 2 for entry in log)


def _log(history: History, role: Role, stage: str) -> list[Entry]:
    match role:
        case Role.LEAD:
            return _lead(history)
        case Role.OPPOSING:
            return _opposing(history)
        case Role.JUDGE:
            return _judge(history, stage)
        case Role.PROFILE:
            return _court(history)
        case _:
            return _orbit(history, history.clerks[-1].key.orbit, role)


def _orbit(history: History, orbit: int, role: Role) -> list[Entry]:
    """What opens an orbit: for Lead Counsel also what only the firm knows."""
    clerk, log = history.clerk(orbit), []
    if clerk is None:
        return []
    if orbit > 1:
        log.append(Entry(entries.objective(orbit, clerk["objective"])))
        if clerk["facts"]:
            found = [history.facts[one["id"]] for one in clerk["facts"]]
            log.append(Entry(entries.facts("FACTS FOUND, ON RECORD", found)))
    if role is Role.LEAD and clerk["ours"]:
        known = [history.ours[one["id"]] for one in clerk["ours"]]
        log.append(Entry(entries.facts("KNOWN TO US ONLY, never to be said", known)))
    found_elements = history.elements(orbit)
    if orbit > 1 and found_elements:
        heading = f"ELEMENTS OF ORBIT {orbit}"
        log.append(Entry(entries.elements(heading, _open(found_elements, history), history.facts)))
    if role is Role.LEAD and (text := entries.gaps(found_elements)):
        log.append(Entry(text))
    return log


def _open(found: Sequence[dict[str, Any]], history: History) -> list[dict[str, Any]]:
    """Elements as all agents read them: a lawyer, too, may have written what only we know."""
    return [{**one, "name": cover(one["name"], history.secret)} for one in found]


def _court(history: History) -> list[Entry]:
    """What the judge whose profile is wanted has decided, as far as it is on file."""
    decided = [history.decisions[one] for one in history.decisions]
    return [Entry(entries.facts("DECISIONS OF THE JUDGE ON FILE", decided))] if decided else []


def _profile(history: History, orbit: int) -> list[Entry]:
    """The profile where it is new: at the start, and at an orbit before which it was amended."""
    found = history.profile(orbit)
    if not found or not found["pressures"] or found == history.profile(orbit - 1):
        return []
    return [Entry(profile.entry(found))]


def _lead(history: History) -> list[Entry]:
    log: list[Entry] = []
    on = history.switches
    for clerk in history.clerks:
        orbit = clerk.key.orbit
        log += _orbit(history, orbit, Role.LEAD) + _profile(history, orbit)
        if orbit == 1 and on.failure_log:
            # All of them bar; the newest are told, or a much tried matter would fill the window.
            log += [Entry(entries.failure(one)) for one in history.barred[-BARRED_TOLD:]]
            if told := clerk.data.get("advice"):
                log.append(Entry(entries.advice(told)))
        for one in history.rounds(orbit):
            log += _lead_round(history, one)
    return log


def _lead_round(history: History, one: Round) -> list[Entry]:
    at, on, shown = (one.orbit, one.number), history.switches, history.shown(Role.LEAD)
    log = [Entry(entries.searched(t), "", at) for t in one.research if t.key.party == Role.LEAD]
    log += [Entry(entries.refused(turn), "", at) for turn in one.refused]
    if one.move is not None:
        text = entries.move(one.move, one.move.data, shown)
        log.append(Entry(text, "", at))
    if one.response is not None:
        log.append(Entry(entries.response(one.response, _before(history, Role.LEAD, one)), "", at))
    if one.ruling is not None:
        short = f"RULING {one.stage}: {one.outcome}"
        log.append(Entry(entries.ruling(one.ruling, on.hints), short, at))
    if one.summary is not None and on.failure_log and one.summary.data.get("failure"):
        mine = next(f for f in reversed(history.failures) if f.stage == one.stage)
        log.append(Entry(entries.failure(mine), entries.strategy(mine), at))
    elif one.summary is not None and one.outcome == "forfeited":
        log.append(Entry(f"ROUND {one.stage} FORFEITED: only repeats were offered."))
    if one.summary is not None and on.hints and one.summary.data.get("instruction"):
        log.append(Entry(entries.instruction(one.stage, one.summary.data["instruction"]), "", at))
    return log


def _opposing(history: History) -> list[Entry]:
    log: list[Entry] = []
    for clerk in history.clerks:
        log += _orbit(history, clerk.key.orbit, Role.OPPOSING)
        for one in history.rounds(clerk.key.orbit):
            at = (one.orbit, one.number)
            if one.move is not None:
                served = withheld(one.move.data, history.secret)
                text = entries.move(one.move, served, _before(history, Role.OPPOSING, one))
                short = f"MOVE {one.stage}: {served['vehicle']}; {served['theory']}"
                log.append(Entry(text, short, at))
            mine = [t for t in one.research if t.key.party == Role.OPPOSING]
            log += [Entry(entries.searched(turn), "", at) for turn in mine]
            if one.response is not None:
                known = history.shown(Role.OPPOSING)
                log.append(Entry(entries.response(one.response, known), "", at))
    return log


def _before(history: History, role: Role, one: Round) -> dict[str, Any]:
    """Facts that counsel had read before the other side's turn in this round."""
    answer = one.response if role is Role.LEAD else one.move
    turns = history.turns
    end = next((n for n, turn in enumerate(turns) if turn is answer), len(turns))
    return dict(History.of(history.run, turns[:end]).shown(role))


def _judge(history: History, stage: str) -> list[Entry]:
    """This round and the court's profile; its earlier rulings only if it is to remember them."""
    one = next(r for r in history.rounds() if r.stage == stage)
    log = _orbit(history, one.orbit, Role.JUDGE) if one.orbit > 1 else []
    found = history.profile(one.orbit)
    if found and found["pressures"]:
        # A lawyer, too, may have given a reason that only we know.
        log.append(Entry(cover(profile.entry(found), history.secret)))
    if history.switches.judge_remembers:
        log += [
            Entry(entries.ruling(r.ruling), f"RULING {r.stage}: {r.outcome}", (r.orbit, r.number))
            for r in history.rounds()
            if r.ruling is not None and r.stage != stage
        ]
    if one.move is not None:
        served = withheld(one.move.data, history.secret)
        log.append(Entry(entries.move(one.move, served, history.common)))
    if one.response is not None:
        known = {**history.common, **dict.fromkeys(rests_on(one.move) if one.move else ())}
        log.append(Entry(entries.response(one.response, known)))
    return log
