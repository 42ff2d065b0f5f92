from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.matter import Fact, Scope
from engine.record import Role, Turn, TurnKey
from engine.search.history import History, failure_json
from engine.search.pivot import VIABLE, WEIGHTS, choose, rank
from tests.doubles import case
from tests.doubles.memory import MemoryCasefile
from tests.unit.engine.test_engine_failure_log import log

RUN = case.a_run(rounds=4, orbits=2)


class Stacks(MemoryCasefile):
    """A file on which so many facts speak to any idea."""

    found = 5

    async def search_facts(
        self, matter: str, query: str, scope: Scope, limit: int
    ) -> Sequence[Fact]:
        assert scope is Scope.RECORD, "support is what the court can read"
        return [fact for fact in self.on_file if fact.scope is scope][: min(self.found, limit)]


def casefile(found: int = 5) -> Stacks:
    made = Stacks(case.matter(), case.facts(), case.law())
    made.found = found
    return made


def history(*rounds: Sequence[tuple[str, float]], failed: bool = False) -> History:
    """An orbit whose rulings gave these hints."""
    clerk: dict[str, Any] = {
        "objective": RUN.objective,
        "facts": [],
        "ours": [],
        "authorities": [],
        "barred": [],
    }
    if failed:
        clerk["barred"] = [failure_json(one) for one in log()]
    turns = [Turn(TurnKey("R-1", 1, 0, Role.CLERK), clerk)]
    for number, hints in enumerate(rounds, 1):
        ruling: dict[str, Any] = {
            "outcome": "loss",
            "hints": [{"idea": idea, "strength": strength} for idea, strength in hints],
        }
        turns.append(Turn(TurnKey("R-1", 1, number, Role.JUDGE), ruling))
    return History.of(RUN, turns)


BIFURCATION = "bifurcation of damages from liability before discovery"
RECOUPMENT = "government knowledge shown by failure to seek recoupment"


async def test_like_hints_are_one_idea_in_its_strongest_wording() -> None:
    ranked = await rank(
        history(
            [(RECOUPMENT, 0.4)],
            [("failure to seek recoupment shows knowledge of government", 0.8)],
            [(BIFURCATION, 0.3)],
        ),
        1,
        casefile(),
    )
    assert len(ranked) == 2
    best = ranked[0]
    assert best["idea"] == "failure to seek recoupment shows knowledge of government"
    assert best["rounds"] == ["1.1", "1.2"]
    assert best["parts"]["strength"] == pytest.approx(0.6)
    assert best["parts"]["frequency"] == pytest.approx(2 / 3, abs=0.001)
    assert best["parts"]["recency"] == pytest.approx(2 / 3, abs=0.001)


@pytest.mark.parametrize(
    "hints",
    [
        [[(RECOUPMENT, 0.9)], [(BIFURCATION, 0.2)]],
        [[(BIFURCATION, 0.5)], [(RECOUPMENT, 0.5)]],
        [[(RECOUPMENT, 0.5)], [(BIFURCATION, 0.5)], [(RECOUPMENT, 0.5)], []],
    ],
    ids=["stronger", "more recent", "more frequent"],
)
async def test_the_ranking_goes_by_its_parts(hints: list[list[tuple[str, float]]]) -> None:
    ranked = await rank(history(*hints), 1, casefile())
    assert ranked[0]["idea"] == RECOUPMENT
    assert ranked[0]["score"] > ranked[1]["score"]
    for one in ranked:
        assert set(one["parts"]) == set(WEIGHTS)
        assert all(0 <= value <= 1 for value in one["parts"].values())
        total = sum(WEIGHTS[name] * value for name, value in one["parts"].items())
        assert one["score"] == pytest.approx(total, abs=0.002)


async def test_an_idea_that_the_file_does_not_support_is_not_viable() -> None:
    [one] = await rank(history([(RECOUPMENT, 0.95)]), 1, casefile(found=0))
    assert one["parts"]["support"] == 0 and not one["viable"]
    assert choose([one]) is None


async def test_what_was_sought_already_is_not_viable() -> None:
    [one] = await rank(history([(RUN.objective.upper(), 0.95)]), 1, casefile())
    assert one["parts"]["novelty"] == 0 and not one["viable"]


async def test_what_has_failed_is_less_novel() -> None:
    idea = "summary judgment: agency paid with actual knowledge, certificates not material"
    [fresh] = await rank(history([(idea, 0.5)]), 1, casefile())
    [stale] = await rank(history([(idea, 0.5)], failed=True), 1, casefile())
    assert stale["parts"]["novelty"] < fresh["parts"]["novelty"]


async def test_a_weak_lonely_hint_is_not_viable() -> None:
    objective_like = f"{RUN.objective} recoupment"
    [one] = await rank(history([(objective_like, 0.05)], [], [], []), 1, casefile(found=1))
    assert one["score"] < VIABLE and not one["viable"]


async def test_no_hint_no_pivot() -> None:
    assert await rank(history([], []), 1, casefile()) == []
    assert choose([]) is None


@pytest.mark.parametrize(
    "idea", ["the court, if it may, is", "a stay", "E1 E2 E3 F1 F2 F3 2020 2021", "§§ 1-2-3 §§"]
)
async def test_a_hint_without_content_is_no_idea(idea: str) -> None:
    assert await rank(history([(idea, 0.9)]), 1, casefile()) == []


async def test_the_best_viable_idea_becomes_the_objective() -> None:
    ranked = await rank(history([(RECOUPMENT, 0.6), (BIFURCATION, 0.5)]), 1, casefile())
    chosen = choose([{**ranked[0], "viable": False}, ranked[1]])
    assert chosen is not None and chosen["objective"] == ranked[1]["idea"]


async def test_equal_ideas_keep_one_order() -> None:
    hints = [[(BIFURCATION, 0.5), ("exclusion of the expert testimony on sampling", 0.5)]]
    once = await rank(history(*hints), 1, casefile())
    other = await rank(history(list(reversed(hints[0]))), 1, casefile())
    assert [one["idea"] for one in once] == [one["idea"] for one in other]
