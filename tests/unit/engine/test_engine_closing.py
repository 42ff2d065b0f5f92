from __future__ import annotations

from typing import Any

import pytest

from engine.record import Reason, Role, Turn, TurnKey
from engine.search import closing
from engine.search.history import History
from tests.doubles import case

RUN = case.a_run(rounds=2, orbits=3)


def turn(orbit: int, number: int, role: Role, **data: Any) -> Turn:
    return Turn(TurnKey("R-1", orbit, number, role), data)


def clerk(orbit: int, objective: str) -> Turn:
    empty: dict[str, Any] = {"facts": [], "ours": [], "authorities": [], "barred": []}
    return turn(orbit, 0, Role.CLERK, objective=objective, **empty)


def round_(orbit: int, number: int, outcome: str, *persuaded: str) -> list[Turn]:
    played = {"theory": "T", "vehicle": "V", "standard": "S", "facts": ["F1"]}
    if outcome == "forfeited":
        return [turn(orbit, number, Role.ROUND, outcome=outcome, failure=None)]
    findings = [{"id": e, "finding": "persuasive", "why": "yes"} for e in persuaded]
    return [
        turn(orbit, number, Role.JUDGE, outcome=outcome, elements=findings, conditions=[]),
        turn(orbit, number, Role.ROUND, outcome=outcome, failure=None, **played),
    ]


def spent(orbit: int, *ranking: tuple[str, bool]) -> Turn:
    ranked = [{"idea": idea, "viable": viable} for idea, viable in ranking]
    return turn(orbit, 0, Role.ORBIT, ranking=ranked)


def history(*turns: Turn | list[Turn]) -> History:
    return History.of(RUN, [t for one in turns for t in (one if isinstance(one, list) else [one])])


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_words_of_its_own(reason: Reason) -> None:
    said = closing.outcome(history(), reason)
    assert said["says"] and said["limits"] == list(closing.LIMITS)
    assert said["reason"] == reason and said["run"] == "R-1" and said["seed"] == RUN.seed


def test_orbits_are_told_against_each_other() -> None:
    said = closing.outcome(
        history(
            clerk(1, "dismissal"),
            round_(1, 1, "loss"),
            round_(1, 2, "forfeited"),
            spent(1, ("a stay", True)),
            clerk(2, "a stay"),
            round_(2, 1, "conditional", "E1"),
            round_(2, 2, "conditional", "E1", "E2"),
            spent(2),
        ),
        Reason.EXHAUSTED,
    )
    assert said["compared"].startswith("Orbit 2 did better")
    assert [one["objective"] for one in said["orbits"]] == ["dismissal", "a stay"]
    assert said["orbits"][0]["outcomes"] == {"loss": 1, "forfeited": 1}
    assert said["orbits"][1]["persuasive_elements"] == {"E1": 2, "E2": 1}
    assert said["rounds"] == 4
    assert said["orbits"][0]["rounds"][1] == {"stage": "1.2", "outcome": "forfeited"}


def test_equal_orbits_are_called_equal_and_a_tie_for_the_best_is_no_winner() -> None:
    two = [clerk(1, "a"), *round_(1, 1, "loss"), clerk(2, "b"), *round_(2, 1, "loss")]
    assert "equally" in closing.outcome(history(two), Reason.EXHAUSTED)["compared"]
    three = [*two, clerk(3, "c"), *round_(3, 1, "forfeited")]
    said = closing.outcome(history(three), Reason.EXHAUSTED)["compared"]
    assert said == "Orbits 1 and 2 did better before this court than the others."


def test_one_orbit_is_compared_with_nothing() -> None:
    begun = [clerk(1, "a"), *round_(1, 1, "loss"), spent(1, ("b", True)), clerk(2, "b")]
    assert closing.outcome(history(begun), Reason.STOPPED)["compared"] == ""


def test_what_is_being_tried_is_not_called_untried() -> None:
    begun = [
        clerk(1, "a"), *round_(1, 1, "loss"), spent(1, ("b", True), ("c", True)), clerk(2, "b"),
    ]  # fmt: skip
    assert closing.outcome(history(begun), Reason.STOPPED)["next"] == "c"
    assert closing.outcome(history(begun[:-1]), Reason.STOPPED)["next"] == "b"
    assert closing.outcome(history(begun), Reason.ACHIEVED)["next"] is None


def test_only_what_is_viable_is_named_for_later() -> None:
    ended = [clerk(1, "a"), *round_(1, 1, "loss"), spent(1, ("b", False))]
    assert closing.outcome(history(ended), Reason.NOT_VIABLE)["next"] is None


CHOSEN = {"objective": "b", "idea": "b", "viable": True, "score": 0.7}


def test_an_orbit_pivots_unless_it_was_won_or_is_the_last() -> None:
    lost = [clerk(1, "a"), *round_(1, 1, "loss")]
    made = closing.orbit(history(lost), 1, [CHOSEN], CHOSEN)
    assert made["pivot"]["orbit"] == 2 and made["pivot"]["objective"] == "b" and made["viable"]
    assert closing.orbit(history(lost), 1, [], None)["pivot"] is None
    won = [clerk(1, "a"), *round_(1, 1, "win")]
    assert closing.orbit(history(won), 1, [CHOSEN], CHOSEN)["pivot"] is None
    last = [clerk(3, "a"), *round_(3, 1, "loss")]
    assert closing.orbit(history(last), 3, [CHOSEN], CHOSEN)["pivot"] is None
