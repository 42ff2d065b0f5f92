"""Elements, moves, responses and rulings, with the chosen facts as quotations."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from engine.events import Event, Kind
from engine.matter import FactState
from handlers.posts import (
    AuthorityRef,
    Block,
    Code,
    Details,
    Emphasis,
    FactRef,
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Quotation,
    Span,
    Spans,
    Strong,
    Text,
)
from handlers.replies import counted, text, told

Data = Mapping[str, Any]
TITLE = 60
"""Characters of a document's title below each quotation from it: two lines of a phone."""


def elements(event: Event) -> Post:
    items: list[Spans] = []
    for one in event.data["elements"]:
        spans: list[Span] = [Code(one["id"]), Text(" "), Strong(one["name"].rstrip("."))]
        spans.append(Text(f": burden on {one['burden_holder']}, {one['standard_of_proof']}"))
        if one["authority"]:
            spans += [Text(", "), _authority(event.data, one["authority"])]
        for side, key in (("for", "facts_for"), ("against", "facts_against")):
            if one[key]:
                spans += [Text(f"; {side} "), *_facts(one[key])]
        for gap in one["gaps"]:
            spans += [Text("\n"), Emphasis(f"Missing: {gap}")]
        items.append(tuple(spans))
    hint = told("Change one with `/lawgame elements edit E1 …`; the next simulation goes by it.")
    return Post(
        Kind.ELEMENTS,
        f"What must be decided: {event.data['objective']}",
        (ListBlock(tuple(items)), hint),
        notification="The objective was broken into elements.",
    )


def move(event: Event) -> Post:
    data = event.data
    turns_on = data.get("turns_on", ())
    shown = {one["id"] for one in turns_on}
    body: list[Block] = [Paragraph((Strong(data["theory"]),))]
    if data.get("frame"):
        body.append(text(data["frame"]))
    if turns_on:
        body += [Heading("It turns on"), *quotations(turns_on)]
    for number, section in enumerate(data["sections"], 1):
        body += _section(data, number, section, shown)
        shown |= {one["id"] for one in section["facts"]}
    if data["gaps"]:
        body.append(Heading("What is missing on the file"))
        body.append(ListBlock(tuple((Text(gap),) for gap in data["gaps"])))
    body += _behind(data) + _removed(data)
    return Post(
        Kind.MOVE,
        f"Move {data['stage']}: {data['vehicle']}",
        tuple(body),
        fields={"standard": data["standard"]},
        notification="Lead Counsel has moved.",
    )


def _behind(data: Data) -> list[Block]:
    """What counsel thought, after what counsel says."""
    thoughts = (
        ("Case analysis", "analysis"),
        ("Adapting to the court", "adaptation"),
        ("Why this is new", "why_new"),
    )
    said = tuple(
        Paragraph((Strong(f"{label}. "), Text(data[key])))
        for label, key in thoughts
        if data.get(key)
    )
    return [Details("Behind this move, for us only", said)] if said else []


def _section(data: Data, number: int, section: Data, shown: Set[str]) -> list[Block]:
    """Facts that were quoted in this post already are named, not quoted again."""
    names = "; ".join(f"{e} {_label(data, e)}".strip() for e in section["elements"])
    law = _law(data, section["authorities"])
    again = [one["id"] for one in section["facts"] if one["id"] in shown]
    if again:
        law += [Text(" See "), *_facts(again), Text(" above.")]
    blocks: list[Block] = [
        Heading(f"{number}. {names}" if names else f"{number}."),
        Paragraph((Text(section["text"]), *law)),
    ]
    if section.get("unsupported"):
        blocks.append(Paragraph((Emphasis("Unsupported: no fact on file was chosen."),)))
    return blocks + quotations(one for one in section["facts"] if one["id"] not in shown)


def response(event: Event) -> Post:
    data, body = event.data, list[Block]()
    for attack in data["attacks"]:
        target = _target(data, attack["target"])
        body.append(Heading(f"{attack['tier'].capitalize()}, against {target}"))
        strength = Emphasis(f" Strength {attack['strength']:.2f}.")
        law = _law(data, attack["authorities"])
        body.append(Paragraph((Text(attack["text"]), *law, strength)))
        body += quotations(attack["facts"])
    if data["concessions"]:
        body.append(Heading("Conceded, and how far"))
        body.append(
            ListBlock(
                tuple(
                    (Text(point["text"]), Text(" "), Emphasis(f"Only so far: {point['limit']}"))
                    for point in data["concessions"]
                )
            )
        )
    body += _removed(data)
    return Post(
        Kind.RESPONSE,
        f"Response {data['stage']}: {counted(len(data['attacks']), 'attack')}",
        tuple(body),
        notification="Opposing Counsel has answered.",
    )


def _target(data: Data, target: str) -> str:
    """An element by id and name; ``S2`` is the move's second section."""
    if target in data["labels"]:
        return f"{target} {_label(data, target)}"
    return f"section {target[1:]} of the move" if target.startswith("S") else target


def ruling(event: Event) -> Post:
    data = event.data
    findings = tuple(
        (
            Code(one["id"]),
            Text(f" {_label(data, one['id'])}: "),
            Strong(one["finding"]),
            Text(f". {one['why']}"),
        )
        for one in data["elements"]
    )
    body: list[Block] = [Paragraph((Text(data["reasoning"]),)), ListBlock(findings)]
    if data["facts"]:
        body += [Heading("What the court looked at"), *quotations(data["facts"])]
    if data["conditions"]:
        body.append(Heading("On condition that"))
        body.append(ListBlock(tuple((Text(one),) for one in data["conditions"])))
    if data["hints"]:
        body.append(Heading("The court would be receptive to"))
        body.append(
            ListBlock(
                tuple(
                    (Text(hint["idea"]), Emphasis(f" (strength {hint['strength']:.2f})"))
                    for hint in data["hints"]
                )
            )
        )
    body += _removed(data)
    return Post(
        Kind.RULING,
        f"Ruling {data['stage']}: {data['outcome']}",
        tuple(body),
        fields={
            "standard": data["standard"],
            "reversal risk": data["reversal_risk"],
            "confidence": "not stated (one sample)"
            if data["confidence"] is None
            else f"{data['confidence']:.0%} of the panel",
        },
        notification="The simulated court has ruled.",
    )


def quotations(facts: Iterable[Data]) -> list[Block]:
    """The facts an agent chose, verbatim, each with its document and place."""
    return [
        Quotation(
            one["quotation"],
            f"{_short(one['title'])} ({one['document']})",
            one["place"] + said_of(one.get("state", ""), one.get("note", "")),
            one["id"],
        )
        for one in facts
    ]


def said_of(state: str, note: str) -> str:
    """What a lawyer has said of a fact, to stand behind its place; "" if it just stands."""
    if state in ("", FactState.STANDS):
        return ""
    return f"; {state}: {note}" if note else f"; {state}"


def _short(title: str) -> str:
    """A title for a line below a quotation: its whole words within :data:`TITLE` characters."""
    return textwrap.shorten(title, TITLE, placeholder="…")


def _label(data: Data, id: str) -> str:
    """An element's name, to stand before a colon or in a list."""
    return str(data["labels"].get(id, "")).rstrip(".")


def _law(data: Data, ids: Sequence[str]) -> list[Span]:
    """A sentence that names the authorities; empty without any."""
    spans: list[Span] = [Text(" Authority: ")] if ids else []
    for at, one in enumerate(ids):
        spans += [Text("; ")] * bool(at) + [_authority(data, one)]
    return [*spans, Text(".")] if ids else []


def _authority(data: Data, id: str) -> AuthorityRef:
    return AuthorityRef(id, data["labels"].get(id, ""))


def _facts(ids: Sequence[str]) -> list[Span]:
    spans: list[Span] = []
    for at, one in enumerate(ids):
        spans += [Text(", ")] * bool(at) + [FactRef(one)]
    return spans


def _removed(data: Data) -> list[Block]:
    removed = data.get("removed") or {}
    told = [counted(number, kind[:-1]) for kind, number in removed.items() if number]
    if not told:
        return []
    said = f"{' and '.join(told)} not on file made a placeholder."
    return [Paragraph((Emphasis(said),))]
