"""What an orbit's rulings teach: the next instruction, and what later runs are told of earlier.

By rule, out of settled rulings: which elements persuaded and which did not, what the court would
be receptive to, which conditions stand open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.record import Failure, Json, Run, Turn
from engine.search.history import History, Round
from engine.search.ideas import Idea, hints, made, merged

HINTS_TOLD = 4
FADES = 0.7
"""What a hint is worth a ruling later: the newest ruling speaks of the newest move."""


def instruction(history: History, orbit: int) -> dict[str, Any]:
    """Of the orbit so far: ``persuasive`` and ``rejected`` with how often each element was,
    ``receptive`` ideas (untried ones first, then by strength, times and how lately), ``conditions``
    that stand open."""
    found: dict[str, Counter[str]] = {"persuasive": Counter(), "rejected": Counter()}
    rounds = [one for one in history.rounds(orbit) if one.ruling is not None]
    for one in rounds:
        assert one.ruling is not None
        for element in one.ruling.data["elements"]:
            found[element["finding"]][element["id"]] += 1
    ideas = sorted(merged(hints(rounds)), key=lambda idea: (*_weighed(idea, rounds), idea.text))
    return {
        "persuasive": [{"id": id, "times": n} for id, n in found["persuasive"].most_common()],
        "rejected": [{"id": id, "times": n} for id, n in found["rejected"].most_common()],
        "receptive": [
            {"idea": one.text, "strength": one.strength, "times": len(one.hints)}
            for one in ideas[:HINTS_TOLD]
        ],
        "conditions": [
            {"of": one.stage, "conditions": list(one.conditions)}
            for one in history.open_conditions(orbit)
        ],
    }


def _weighed(idea: Idea, rounds: Sequence[Round]) -> tuple[bool, float]:
    """What an idea is sorted by: whether it was tried since it was last said, and its weight."""
    now, last = rounds[-1].number, idea.hints[-1]
    since = [one.move.data for one in rounds if one.move is not None and one.number >= last.round]
    tried = any(made(last.text, move) for move in since)
    weight = sum(hint.strength * FADES ** (now - hint.round) for hint in idea.hints)
    return tried, -weight


def advice(earlier: Sequence[tuple[Run, Turn]], barred: Sequence[Failure]) -> list[dict[str, Any]]:
    """What rounds of earlier runs of the matter come to, but those that bar.

    A strategy that lost before another court profile, objective or record may be tried again;
    counsel should know that it lost, and what has won."""
    told = {(f.stage, f.strategy.theory, f.strategy.vehicle) for f in barred}
    found = []
    for run, turn in earlier:
        data = turn.data
        if data["outcome"] == "forfeited":
            continue
        if data.get("failure") and _key(data["failure"]) in told:
            continue
        found.append(
            {
                "run": run.id,
                "stage": turn.key.stage,
                "objective": run.objective,
                "outcome": data["outcome"],
                "vehicle": data["vehicle"],
                "standard": data["standard"],
                "theory": data["theory"],
                "why": data["failure"]["why"] if data.get("failure") else "",
            }
        )
    return found


def _key(failure: Json) -> tuple[str, str, str]:
    return (str(failure["stage"]), str(failure["theory"]), str(failure["vehicle"]))
