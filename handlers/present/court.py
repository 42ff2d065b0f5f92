"""The court's profile: each pressure with its weight, its reason and its facts. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import Event, Kind
from handlers.posts import Block, Details, FactRef, ListBlock, Post, Spans, Strong, Text
from handlers.present.turns import quotations
from handlers.replies import counted, text, told

Data = Mapping[str, Any]

USUAL = (0.4, 0.6)
"""Weights between these are called a usual court's: a step of 0.05 about 0.5 says little."""


def court_profile(event: Event) -> Post:
    """What a run has proposed. Of the event's data: ``profile`` (as ``engine.triad.profile`` has
    it), ``facts`` on which its reasons rest, ``removed``."""
    data = event.data
    profile = data["profile"]
    hint = told(
        "Change one with `/lawgame court set docket 0.8 because …`; a run goes by it from its next "
        "orbit on. `/lawgame court off` switches it off."
    )
    rests = text(_rests_on(profile))
    return Post(
        Kind.FINDING,
        f"Court {called(profile)} {'as a lawyer set it' if profile['edited'] else 'proposed'}",
        (rests, *pressures(profile, data.get("facts", ())), hint),
        notification="The court's profile was proposed.",
    )


def called(profile: Data) -> str:
    """As every ruling names it: ``profile 3 (Judge Roe)``."""
    judge = f" ({profile['judge']})" if profile["judge"] else ""
    return f"profile {profile['version']}{judge}"


def _rests_on(profile: Data) -> str:
    if profile["edited"]:
        return "Weights that were set meanwhile stand; the run goes by them."
    if not profile["judge"]:
        return "Proposed from this matter's court, stage, parties and documents."
    return (
        f"Proposed from {counted(len(profile['decisions']), 'fact')} of the judge's decisions on "
        "file. It describes pressures on a court, not how a case will be decided."
    )


def pressures(profile: Data, facts: Sequence[Data], gone: Sequence[str] = ()) -> list[Block]:
    """The weights with their reasons, then the facts these rest on, folded away where a surface
    can; ``gone`` are ids of facts that are no longer on record."""
    if not profile["pressures"]:
        return []
    blocks: list[Block] = [ListBlock(tuple(_line(one, gone) for one in profile["pressures"]))]
    if facts:
        blocks.append(Details("Facts the reasons rest on", tuple(quotations(facts))))
    return blocks


def _line(one: Data, gone: Sequence[str]) -> Spans:
    spans: Spans = (
        Strong(f"{str(one['name']).capitalize()} {one['weight']:.2f}"),
        Text(f", {_measure(one['weight'])}: {one['because']}"),
    )
    for at, id in enumerate(one["facts"]):
        spans += (Text(", " if at else " "), FactRef(id))
        if id in gone:
            spans += (Text(" (no longer on record)"),)
    return spans


def _measure(weight: float) -> str:
    low, high = USUAL
    if low <= weight <= high:
        return "as in a usual court"
    return "stronger than in a usual court" if weight > high else "weaker than in a usual court"
