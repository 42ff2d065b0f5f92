"""Opposing Counsel's response: the four tiers in order, each attack aimed, concessions limited."""

from __future__ import annotations

from engine.events import Event, Kind
from engine.triad.vocabulary import TIERS
from handlers.posts import Block, Emphasis, Heading, Paragraph, Post, Strong, Table, Text
from handlers.present.naming import Data, authority, law, named, quotations, removed
from handlers.replies import counted, text


def response(event: Event) -> Post:
    data = event.data
    body: list[Block] = [text(_tiers(data))]
    for attack in data["attacks"]:
        body += _attack(data, attack)
    if data["concessions"]:
        rows = tuple((point["text"], point["limit"]) for point in data["concessions"])
        body += [Heading("Conceded, and how far"), Table(("Conceded", "Only so far"), rows)]
    body += removed(data)
    return Post(
        Kind.RESPONSE,
        f"Response {data['stage']}: {counted(len(data['attacks']), 'attack')}",
        tuple(body),
        notification="Opposing Counsel has answered.",
    )


def _tiers(data: Data) -> str:
    """``Threshold: passed over. Evidentiary: 2 attacks. …`` in the order of the tiers."""
    used = [one["tier"] for one in data["attacks"]]
    said = {tier: counted(used.count(tier), "attack") for tier in used}
    return " ".join(f"{tier.capitalize()}: {said.get(tier, 'passed over')}." for tier in TIERS)


def _attack(data: Data, attack: Data) -> list[Block]:
    strength = Emphasis(f" Strength {attack['strength']:.2f}.")
    cited = law(data, attack["authorities"])
    blocks: list[Block] = [
        Heading(f"{attack['tier'].capitalize()}, against {aim(data, attack)}"),
        Paragraph((Text(attack["text"]), *cited, strength)),
    ]
    if under := attack.get("undermines"):
        against = authority(data, under["authority"])
        blocks.append(Paragraph((Strong("Undermines "), against, Text(f": {under['how']}."))))
    return blocks + quotations(attack["facts"])


def aim(data: Data, attack: Data) -> str:
    """``section 2 of the move, on E1 The agency knew``; of older turns the element alone."""
    target, element = str(attack["target"]), attack.get("element")
    if target in data["labels"]:
        return named(data, [target])
    said = f"section {target[1:]} of the move" if target.startswith("S") else target
    return f"{said}, on {named(data, [element])}" if element else said
