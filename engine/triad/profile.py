"""The court's profile: what presses on this court beside the law, as weights with reasons.

There is no table of courts or judges. A profile is proposed from what a matter's file shows of
its court, stage and parties, and is a lawyer's to change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from engine.matter import PRESSURES, CourtProfile, Pressure
from engine.record import Json
from engine.search.history import History, fact_json
from engine.triad import prompts
from engine.triad.quoting import one_line
from engine.triad.schema import STRENGTHS, Schema, ids, one_of, prose, record

MOST_FACTS = 200
"""Ids in one enumeration: hosts that are not ours compile longer ones slowly."""

NAMES: dict[str, str] = {name.replace(" ", "_"): name for name in PRESSURES}
"""A pressure's key in an answer, and what it is called."""


def schema(history: History) -> Schema:
    """The reason before the weight. Of a named judge each reason rests on his decisions."""
    decided = list(history.decisions)
    facts = (decided or list(history.common))[:MOST_FACTS]
    chosen = ids(facts, 1 if decided else 0, 2)
    one = record({"because": prose(160), "facts": chosen, "weight": one_of(STRENGTHS)})
    return record(dict.fromkeys(NAMES, one))


def line(history: History) -> str:
    judge = (history.profile(1) or {}).get("judge", "")
    return prompts.line("profile", judge=f" under {one_line(judge)}" if judge else "")


def read(answer: Json, standing: CourtProfile) -> CourtProfile:
    """The profile that was proposed, for the judge that ``standing`` names."""
    pressures = tuple(
        Pressure(
            name,
            float(answer[key]["weight"]),
            str(answer[key]["because"]),
            tuple(dict.fromkeys(answer[key]["facts"])),
        )
        for key, name in NAMES.items()
    )
    return CourtProfile(pressures, standing.judge, standing.decisions, False, standing.version + 1)


def as_json(profile: CourtProfile) -> dict[str, Any]:
    return {
        "judge": profile.judge,
        "decisions": list(profile.decisions),
        "edited": profile.edited,
        "version": profile.version,
        "pressures": [
            {
                "name": one.name,
                "weight": one.weight,
                "because": one.because,
                "facts": list(one.facts),
            }
            for one in profile.pressures
        ],
    }


def from_json(data: Json) -> CourtProfile:
    return CourtProfile(
        tuple(
            Pressure(one["name"], one["weight"], one["because"], tuple(one["facts"]))
            for one in data["pressures"]
        ),
        data["judge"],
        tuple(data["decisions"]),
        data["edited"],
        data["version"],
    )


def name_of(profile: Json) -> str:
    """What a ruling calls the profile it was made under: ``profile 3 (Judge Roe)``."""
    judge = f" ({profile['judge']})" if profile["judge"] else ""
    return f"profile {profile['version']}{judge}"


def quoted(profile: Json, history: History) -> list[dict[str, Any]]:
    """The facts on which a profile's reasons rest, as the run has read them, each once."""
    known = {**history.common, **history.decisions}
    named = dict.fromkeys(id for one in profile["pressures"] for id in one["facts"])
    return [fact_json(known[id]) for id in named if id in known]


def digest(profile: Json | None) -> str:
    """One for each set of weights: where a ban on failed strategies holds between runs.

    Weights that are yet to be proposed are like no others: nothing bars a run under them."""
    if profile is None:
        return "off"
    if not profile["pressures"]:
        return "to be proposed"
    weights = [f"{one['name']}={one['weight']:.2f}" for one in profile["pressures"]]
    return hashlib.sha256("\n".join([profile["judge"], *weights]).encode()).hexdigest()[:16]


def entry(profile: Json) -> str:
    """How a profile reads to the judge, and to Lead Counsel, who argues before him."""
    lines = [f"COURT PROFILE, {one_line(name_of(profile)).upper()}"]
    lines += [_line(one) for one in profile["pressures"]]
    return "\n".join(lines)


def _line(one: Json) -> str:
    facts: Sequence[str] = one["facts"]
    named = f" ({', '.join(facts)})" if facts else ""
    return f"{one['name']}: {one['weight']:.2f}, {one_line(one['because'])}{named}"
