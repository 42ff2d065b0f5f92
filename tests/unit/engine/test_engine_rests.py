"""What rests on what."""

from __future__ import annotations

from typing import Any

from engine.matter import Fact, FactState, Scope
from engine.record import Role, Run, Turn, TurnKey
from engine.search.history import History, fact_from, fact_json
from engine.search.rests import (
    documents_read,
    facts_in,
    reading,
    resting,
    spoken_of,
    wording_read,
)
from engine.triad import entries


def fact(id: str, text: str = "The audit was circulated.", **more: Any) -> Fact:
    return Fact(id, text, "D1", "Audit", "p. 1", Scope.RECORD, 1, **more)


def turn(role: Role, number: int, data: dict[str, Any], orbit: int = 1) -> Turn:
    return Turn(TurnKey("R-1", orbit, number, role), data)


CLERK = turn(
    Role.CLERK,
    0,
    {
        "facts": [fact_json(fact("F1")), fact_json(fact("F2"))],
        "ours": [{**fact_json(fact("F3", "Two devices failed.")), "document": "D2"}],
    },
)
ELEMENTS = turn(Role.ELEMENTS, 0, {"elements": [{"id": "E1", "facts_for": ["F2"]}]})
MOVE = turn(Role.LEAD, 1, {"sections": [{"facts": [fact_json(fact("F1"))]}], "determinative": []})
RESPONSE = turn(Role.OPPOSING, 1, {"attacks": [{"facts": [], "text": "F1 says nothing."}]})
RULING = turn(Role.JUDGE, 1, {"facts": []})
ROUND = turn(Role.ROUND, 1, {"facts": ["F1"], "failure": None})
SECOND = turn(Role.LEAD, 2, {"sections": [], "determinative": ["F2"]})
TURNS = [CLERK, ELEMENTS, MOVE, RESPONSE, RULING, ROUND, SECOND]


def test_facts_are_found_wherever_they_are_named_and_not_in_prose() -> None:
    assert facts_in(CLERK.data) == {"F1", "F2", "F3"}
    assert facts_in(RESPONSE.data) == frozenset()
    nested = {"a": [{"b": ("F7", {"c": "F8"})}], "d": "F9 and more", "e": 9, "f": None}
    assert facts_in(nested) == {"F7", "F8"}


def test_a_ruling_rests_on_what_its_round_argued() -> None:
    assert resting(TURNS, {"F1"}) == [CLERK, MOVE, RULING, ROUND]
    assert resting(TURNS, {"F2"}) == [CLERK, ELEMENTS, SECOND]
    assert resting(TURNS, {"F3"}) == [CLERK]
    assert resting(TURNS, {"F10"}) == []


def test_what_agents_have_read() -> None:
    assert documents_read(TURNS) == {"D1", "D2"}
    history = History.of(Run("R-1", "M", "T", "objective", 1, 1, 1), TURNS)
    assert wording_read(history, "F3") == "Two devices failed."
    assert wording_read(history, "F10") is None


def test_a_run_reads_the_file_at_its_start_and_after_each_orbit() -> None:
    assert reading([]) and not reading(TURNS)
    assert reading([*TURNS, turn(Role.ORBIT, 0, {})])


def test_turns_are_told_to_a_person_without_the_clerk() -> None:
    assert spoken_of([CLERK]) == ""
    assert spoken_of([CLERK, MOVE]) == "Move 1.1"
    assert spoken_of([MOVE, RULING]) == "Move 1.1 and ruling 1.1"
    assert spoken_of([MOVE, RULING, ROUND]) == "Move 1.1, ruling 1.1 and 1 other"
    assert spoken_of(TURNS) == "The elements of orbit 1, move 1.1 and 4 others"
    assert spoken_of([MOVE, RULING, SECOND], named=3) == "Move 1.1, ruling 1.1 and move 1.2"


def test_what_was_said_of_a_fact_is_frozen_with_it_and_told_without_the_note() -> None:
    said = fact("F1", state=FactState.DISPUTED, note="our engineer will deny it")
    assert fact_from(fact_json(said), Scope.RECORD) == said
    entry = entries.quoted(said)
    assert entry.endswith("(Audit, p. 1) [disputed]") and "engineer" not in entry
    assert "corrected" in entries.quoted(fact("F1", state=FactState.CORRECTED))
    assert entries.quoted(fact("F1")).endswith("(Audit, p. 1)")
    assert "state" not in fact_json(fact("F1"))
    data = {
        "theory": "t", "vehicle": "v", "standard": "s", "determinative": ["F1"],
        "sections": [
            {"elements": [], "facts": [fact_json(said)], "authorities": [], "text": "x"}
        ],
    }  # fmt: skip
    served = entries.move(MOVE, data)
    assert "[disputed]" in served and "engineer" not in served
