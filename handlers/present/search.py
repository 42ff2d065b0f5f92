"""Rounds, orbits, pivots and the outcome: what the search has come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import Event, Kind
from handlers.posts import (
    Action,
    Block,
    Code,
    Details,
    Emphasis,
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Spans,
    Strong,
    Table,
    Text,
)
from handlers.present.naming import joined, listed, named, reasons
from handlers.replies import counted, text

Data = Mapping[str, Any]


def round_(event: Event) -> Post:
    data = event.data
    title = f"Round {data['stage']}: {data['outcome']}"
    if data["outcome"] == "forfeited":
        said = "Only repeats of failed strategies were offered; no response, no ruling."
        return Post(Kind.ROUND, title, (text(said),), notification="A round was forfeited.")
    failure = data["failure"]
    body = _strategy(data)
    if failure:
        kind = "May return once its condition is met" if failure["conditional"] else "Not again"
        why = reasons(failure) if data.get("instruction") else failure["why"]
        body.append(Paragraph((Strong(f"{kind}: "), Text(why))))
    body += _taught(data)
    return Post(Kind.ROUND, title, tuple(body), notification="A round is over.")


def _strategy(data: Data) -> list[Block]:
    """What was tried, as the failure log compares it: a reader may have skipped the move."""
    facts = ", ".join(data["facts"])
    law = f", under {', '.join(data['authorities'])}" if data["authorities"] else ""
    tried: list[Block] = [
        Paragraph(
            (
                Strong(data["vehicle"].capitalize()),
                Text(f" ({data['standard']}). {data['theory']} It turned on {facts}{law}."),
            )
        )
    ]
    if data.get("took_up"):
        tried.append(text(f"It took up the conditions of ruling {data['took_up']}."))
    if data["refused"]:
        back = counted(len(data["refused"]), "repeat")
        of = ", ".join(dict.fromkeys(one["of"] for one in data["refused"] if one.get("of")))
        tried.append(
            text(f"{back} of failed strategies sent back before it{f' (of {of})' if of else ''}.")
        )
    return tried


def _taught(data: Data) -> list[Block]:
    """The instruction for the next move; a win needs none, older rounds have none."""
    if data["outcome"] == "win":
        return []
    items = lessons(data, data.get("instruction") or {})
    return [Heading("What the next move goes by"), ListBlock(items)] if items else []


def lessons(data: Data, learned: Data) -> tuple[Spans, ...]:
    """What an orbit's rulings come to so far, a line each; empty of what teaches nothing."""
    items: list[Spans] = []
    for head, key in (("Persuaded", "persuasive"), ("Rejected", "rejected")):
        if found := learned.get(key):
            said = "; ".join(f"{named(data, [one['id']])}{_times(one['times'])}" for one in found)
            items.append((Strong(f"{head}: "), Text(f"{said}.")))
    for one in learned.get("receptive", ()):
        said = f" (strength {one['strength']:.2f}{_times(one['times'], ', ')})"
        items.append((Strong("Receptive to: "), Text(one["idea"]), Emphasis(said)))
    for one in learned.get("conditions", ()):
        said = joined(one["conditions"])
        items.append((Strong(f"Open since ruling {one['of']}: "), Text(f"{said}.")))
    return tuple(items)


def _times(count: int, before: str = ", ") -> str:
    return f"{before}{count} times" if count > 1 else ""


def orbit(event: Event) -> Post:
    data = event.data
    body: list[Block] = [text(data["objective"]), _rounds(data["rounds"]), *_conditions(data)]
    if data["ranking"] and not data.get("pivot"):
        body.append(Details("What the court was receptive to, ranked", (ranking(data["ranking"]),)))
    said = "achieved" if data["achieved"] else "spent"
    return Post(
        Kind.ORBIT,
        f"Orbit {data['orbit']} {said} after {counted(len(data['rounds']), 'round')}",
        tuple(body),
        notification="An orbit is over.",
    )


def _conditions(data: Data) -> list[Block]:
    """Of each conditional ruling what it asked for, and what became of that."""
    if data.get("conditions") is None:
        named_ones = data["conditional_objectives"]
        return [Heading("Conditions the court named"), listed(named_ones)] if named_ones else []
    if not data["conditions"]:
        return []
    items = tuple(
        (Code(one["of"]), Text(" "), Strong(met(one)), Text(f": {joined(one['conditions'])}."))
        for one in data["conditions"]
    )
    return [Heading("Conditions the court named"), ListBlock(items)]


def met(one: Data) -> str:
    """``taken up in 1.4 (win)`` or ``open``."""
    taken = one.get("taken_up")
    return f"taken up in {taken['stage']} ({taken['outcome']})" if taken else "open"


def pivot(event: Event) -> Post:
    data = event.data
    said = f"Heard in {', '.join(data['rounds'])}; viability {data['score']:.2f}."
    facts = f" Facts that speak to it: {', '.join(data['facts'])}." if data["facts"] else ""
    return Post(
        Kind.PIVOT,
        f"Pivot to orbit {data['orbit']}: {data['objective']}",
        (text(said + facts), Details("The ranking", (ranking(data["ranking"]),))),
        notification="The engine has read the court and pivots.",
    )


def outcome(event: Event) -> Post:
    data = event.data
    reason = str(data["reason"]).replace("_", " ")
    body: list[Block] = [text(data["says"])]
    for one in data["orbits"]:
        body.append(Heading(f"Orbit {one['orbit']}: {one['objective']}"))
        if one["rounds"]:
            body.append(_rounds(one["rounds"]))
    if data["compared"]:
        body.append(text(data["compared"]))
    if data["next"]:
        body.append(text(f"Not yet tried, and the court seemed receptive: {data['next']}"))
    limits = ListBlock(tuple((Text(one),) for one in data["limits"]))
    body.append(Details("What this simulation cannot know", (limits,)))
    body.append(text(f"Run {data['run']}, seed {data['seed']}."))
    fields = {"code": data["code"]} if data["code"] else {}
    resumable = data["reason"] in ("stopped", "failed")
    return Post(
        Kind.OUTCOME,
        f"Outcome: {reason}",
        tuple(body),
        fields=fields,
        actions=(Action("resume", "Resume", "primary", data["run"]),) if resumable else (),
        notification="A simulation has ended.",
    )


def _rounds(rounds: Sequence[Data]) -> Block:
    items: list[Spans] = []
    for one in rounds:
        spans: Spans = (Code(one["stage"]), Text(" "), Strong(one["outcome"]))
        if one.get("theory"):
            spans += (Text(f": {one['vehicle']}; {one['standard']}; {', '.join(one['facts'])}"),)
        items.append(spans)
    return ListBlock(tuple(items)) if items else text("No round was played.")


def ranking(ideas: Sequence[Data]) -> Block:
    rows = tuple(
        (one["idea"], f"{one['score']:.2f}" + ("" if one["viable"] else ", too weak to pursue"))
        for one in ideas
    )
    return Table(("idea", "viability"), rows)
