"""What an orbit and a run come to: summaries by rule, never read out of a model's prose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.record import Json, Reason, Role
from engine.search.history import History

LIMITS: tuple[str, ...] = (
    "New doctrine: a court may make law that no existing framework leads to.",
    "Soft signals: tone, politics and reputation are outside the record.",
    "Settlement: bargaining, leverage and time are not modelled.",
    "More than two sides: co-parties, intervenors and amici are not played.",
    "Judges change: this is rational judicial behaviour, not a forecast of a person.",
)
"""What a simulation cannot know (architecture reference, section 2.6)."""

_WORDS = {
    Reason.ACHIEVED: "The simulated court granted what was sought. Test it against the real file.",
    Reason.EXHAUSTED: "Every orbit was played without a win. The rulings say what was missing.",
    Reason.NOT_VIABLE: (
        "The court showed no receptiveness that the file supports. As things stand, we would not "
        "pursue this objective."
    ),
    Reason.STOPPED: "Stopped by a person. Resume to go on from here; nothing is lost.",
    Reason.HELD: "Held for a decision. The run goes on once it is made.",
    Reason.FAILED: "The run could not go on. What was settled stands; resume to try again.",
}


def orbit(
    history: History, number: int, ranked: Sequence[dict[str, Any]], chosen: dict[str, Any] | None
) -> dict[str, Any]:
    """An orbit's end. ``pivot`` is None after a win, without a viable hint, or in the last."""
    rounds = history.rounds(number)
    achieved = any(one.outcome == "win" for one in rounds)
    pivots = chosen is not None and not achieved and number < history.run.orbits
    conditions = [
        condition
        for one in rounds
        if one.ruling is not None
        for condition in one.ruling.data["conditions"]
    ]
    return {
        "orbit": number,
        "objective": history.objective(number),
        "rounds": [_line(one.summary.data, one.stage) for one in rounds if one.summary],
        "conditional_objectives": list(dict.fromkeys(conditions)),
        "ranking": list(ranked),
        "viable": chosen is not None,
        "achieved": achieved,
        "pivot": {**(chosen or {}), "orbit": number + 1} if pivots else None,
    }


def outcome(history: History, reason: Reason, code: str = "") -> dict[str, Any]:
    """A run's end: typed reason, orbits against each other, what it cannot know."""
    spent = {turn.key.orbit: turn.data for turn in history.by_role(Role.ORBIT)}
    orbits = [_orbit(history, turn.key.orbit, spent) for turn in history.clerks]
    sought = {one["objective"] for one in orbits}
    untried = next(
        (one for one in _ranking(spent) if one["viable"] and one["idea"] not in sought), None
    )
    return {
        "run": history.run.id,
        "reason": str(reason),
        "code": code,
        "says": _WORDS[reason],
        "orbits": orbits,
        "compared": _compared(orbits),
        "next": untried["idea"] if untried and reason is not Reason.ACHIEVED else None,
        "limits": list(LIMITS),
        "seed": history.run.seed,
        "rounds": sum(len(one["rounds"]) for one in orbits),
    }


def _ranking(spent: dict[int, Json]) -> list[dict[str, Any]]:
    return list(spent[max(spent)]["ranking"]) if spent else []


def _orbit(history: History, number: int, spent: dict[int, Json]) -> dict[str, Any]:
    rounds = [_line(one.summary.data, one.stage) for one in history.rounds(number) if one.summary]
    persuaded: Counter[str] = Counter()
    for one in history.rounds(number):
        if one.ruling is not None:
            persuaded.update(
                e["id"] for e in one.ruling.data["elements"] if e["finding"] == "persuasive"
            )
    return {
        "orbit": number,
        "objective": history.objective(number),
        "rounds": rounds,
        "outcomes": dict(Counter(line["outcome"] for line in rounds)),
        "persuasive_elements": dict(persuaded),
        "spent": number in spent,
    }


def _line(summary: Json, stage: str) -> dict[str, Any]:
    keys = ("outcome", "theory", "vehicle", "standard", "facts")
    return {"stage": stage, **{key: summary[key] for key in keys if key in summary}}


def _compared(orbits: Sequence[dict[str, Any]]) -> str:
    """One sentence a lawyer can take away from several orbits."""
    score = {"win": 3, "conditional": 2, "loss": 1, "forfeited": 0}
    means = {
        one["orbit"]: sum(score.get(r["outcome"], 0) for r in one["rounds"]) / len(one["rounds"])
        for one in orbits
        if one["rounds"]
    }
    if len(means) < 2:
        return ""
    best = [str(number) for number, mean in means.items() if mean == max(means.values())]
    if len(best) == len(means):
        return "The orbits did equally well before this court."
    if len(best) > 1:
        return f"Orbits {' and '.join(best)} did better before this court than the others."
    return f"Orbit {best[0]} did better before this court than the other objectives."
