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
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Spans,
    Strong,
    Table,
    Text,
)
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
        body.append(Paragraph((Strong(f"{kind}: "), Text(failure["why"]))))
    return Post(Kind.ROUND, title, tuple(body), notification="A round is over.")


def _strategy(data: Data) -> list[Block]:
    """What was tried, as the failure log compares it: a reader may have skipped the move."""
    facts = ", ".join(data["facts"])
    law = f", under {', '.join(data['authorities'])}" if data["authorities"] else ""
    tried = Paragraph(
        (
            Strong(data["vehicle"].capitalize()),
            Text(f" ({data['standard']}). {data['theory']} It turned on {facts}{law}."),
        )
    )
    if not data["refused"]:
        return [tried]
    back = counted(len(data["refused"]), "repeat")
    return [tried, text(f"{back} of failed strategies sent back before it.")]


def orbit(event: Event) -> Post:
    data = event.data
    body: list[Block] = [text(data["objective"]), _rounds(data["rounds"])]
    if data["conditional_objectives"]:
        body.append(Heading("Conditions the court named"))
        body.append(ListBlock(tuple((Text(one),) for one in data["conditional_objectives"])))
    if data["ranking"] and not data.get("pivot"):
        body.append(
            Details("What the court was receptive to, ranked", (_ranking(data["ranking"]),))
        )
    said = "achieved" if data["achieved"] else "spent"
    return Post(
        Kind.ORBIT,
        f"Orbit {data['orbit']} {said} after {counted(len(data['rounds']), 'round')}",
        tuple(body),
        notification="An orbit is over.",
    )


def pivot(event: Event) -> Post:
    data = event.data
    said = f"Heard in {', '.join(data['rounds'])}; viability {data['score']:.2f}."
    facts = f" Facts that speak to it: {', '.join(data['facts'])}." if data["facts"] else ""
    return Post(
        Kind.PIVOT,
        f"Pivot to orbit {data['orbit']}: {data['objective']}",
        (text(said + facts), Details("The ranking", (_ranking(data["ranking"]),))),
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


def _ranking(ranking: Sequence[Data]) -> Block:
    rows = tuple(
        (one["idea"], f"{one['score']:.2f}" + ("" if one["viable"] else ", too weak to pursue"))
        for one in ranking
    )
    return Table(("idea", "viability"), rows)
