"""Round, orbit, run: the order of turns and of what is told, and how a run ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.authorities.types import Verdict
from engine.events import Kind
from engine.matter import Element
from engine.ports import Ask, Ports
from engine.record import Reason, Role, Run, RunState, Turn, TurnKey
from engine.search.history import History
from engine.search.simulation import FAILED, REPEATS, SETTLED, STOPPED, Ending, simulate
from engine.search.turns import conclude, take
from engine.triad.asking import TurnFailed
from tests.doubles import case
from tests.doubles.memory import MemoryCasefile, MemoryLedger
from tests.unit.engine.players import Listening, losing, settled


async def played(
    run: Run, edit: Callable[[Ask, dict[str, Any]], dict[str, Any]] = losing
) -> tuple[Ports, Ending]:
    ports = case.ports(Listening(edit), run)
    return ports, await case.play(run, ports)


def kinds(ports: Ports) -> list[str]:
    ledger: Any = ports.ledger
    return [str(event.kind) for event in ledger.events.values()]


def ruling(outcome: str, hints: list[dict[str, Any]] | None = None) -> Any:
    def edit(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        if ask.name == Role.JUDGE:
            data["disposition"] = {"outcome": outcome}
            if outcome == "conditional":
                data["disposition"]["conditions"] = ["The engineer's affidavit is filed."]
            if hints is not None:
                data["hints"] = hints
        return data

    return edit


# The order of 4.1, as one letter a kind; progress is left out
ORDER = re.compile(r"(E(MRVN|N)+O(P(?=E))?)+X")
LETTERS = {
    "elements": "E", "move": "M", "response": "R", "ruling": "V", "round": "N", "orbit": "O",
    "pivot": "P", "outcome": "X",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(1, 21))
async def test_kinds_are_told_in_their_order(seed: int) -> None:
    run = case.a_run(seed, rounds=3, orbits=3)
    ports, ending = await played(run, lambda _, data: data)
    told = kinds(ports)
    assert ORDER.fullmatch("".join(LETTERS[k] for k in told if k != "progress"))
    asked = [k for k in told if k in ("move", "response", "ruling")]
    for at, kind in enumerate(told):
        if kind in ("move", "response", "ruling"):
            assert told[at - 1] == "progress", "a line of progress goes before each turn"
    assert told[-1] == "outcome" and told[-2] == "progress"
    assert len(asked) % 3 == 0
    assert ending.reason in (Reason.ACHIEVED, Reason.EXHAUSTED, Reason.NOT_VIABLE)


async def test_every_event_has_a_key_of_its_own_and_its_place() -> None:
    run = case.a_run(3, rounds=3, orbits=2)
    ports, _ = await played(run)
    ledger: Any = ports.ledger
    for key, event in ledger.events.items():
        assert event.key == key and event.thread == "T-TEST"
        assert (event.matter, event.run) == ("M-TEST", "R-1")


async def test_every_told_turn_says_that_a_double_played_it() -> None:
    run = case.a_run(3, rounds=2, orbits=1)
    ports, _ = await played(run)
    ledger: Any = ports.ledger
    later = list(ledger.events.values())[1:]
    assert all(event.data["model"]["simulated"] for event in later)


async def test_progress_counts_turns_up_to_the_whole() -> None:
    run = case.a_run(3, rounds=3, orbits=2)
    ports, _ = await played(run)
    ledger: Any = ports.ledger
    done = [event.data for event in ledger.events.values() if event.kind is Kind.PROGRESS]
    assert [one["done"] for one in done] == sorted(one["done"] for one in done)
    assert all(0 <= one["done"] <= one["total"] == 18 for one in done)
    assert [one["ended"] for one in done] == [False] * (len(done) - 1) + [True]


# M6: a model that makes the same move for ever


async def test_a_model_that_repeats_itself_for_ever_ends_with_a_typed_reason() -> None:
    first: dict[str, Any] = {}

    def stubborn(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = ruling("loss", [])(ask, data)
        if ask.name == Role.LEAD:
            first.update(first or data)
            return dict(first)
        return dict(data)

    run = case.a_run(1, rounds=4, orbits=2)
    ports, ending = await played(run, stubborn)
    assert ending == Ending(Reason.NOT_VIABLE)
    history = History.of(run, settled(ports))
    assert [one.outcome for one in history.rounds(1)] == ["loss"] + ["forfeited"] * 3
    for one in history.rounds(1)[1:]:
        assert len(one.refused) == REPEATS + 1 and one.move is None
        assert one.response is None and one.ruling is None
    told = kinds(ports)
    assert told.count("move") == told.count("response") == told.count("ruling") == 1
    assert told.count("round") == 4, "a forfeited round counts"
    ledger: Any = ports.ledger
    sent_back = [e.data for e in ledger.events.values() if "sent back" in e.data.get("says", "")]
    assert any("3 of 3" in one["says"] for one in sent_back)


async def test_a_sent_back_move_that_changes_is_played() -> None:
    tries: list[int] = []

    def once(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = ruling("loss", [])(ask, data)
        if ask.name == Role.LEAD:
            tries.append(1)
            data["vehicle"] = "motion to stay" if len(tries) < 3 else "motion to dismiss"
            data["standard"], data["determinative"] = "good cause", ["F1"]
        return dict(data)

    run = case.a_run(1, rounds=2, orbits=1)
    ports, _ = await played(run, once)
    second = History.of(run, settled(ports)).rounds(1)[1]
    assert len(second.refused) == 1 and second.move is not None
    assert second.move.key.attempt == 1 and second.outcome == "loss"
    assert second.refused[0].data["repeat"]["of"] == "1.1"
    assert "motion to stay" in second.refused[0].data["repeat"]["reason"]


# Endings


async def test_a_win_ends_the_run_at_once() -> None:
    ports, ending = await played(case.a_run(1, 5, 3), ruling("win"))
    assert ending == Ending(Reason.ACHIEVED)
    assert kinds(ports).count("round") == 1 and "pivot" not in kinds(ports)
    outcome = settled(ports)[-1].data
    assert outcome["next"] is None and outcome["orbits"][0]["outcomes"] == {"win": 1}


async def test_without_a_hint_it_is_said_that_the_objective_is_not_viable() -> None:
    ports, ending = await played(case.a_run(1, 2, 3), ruling("loss", []))
    assert ending == Ending(Reason.NOT_VIABLE)
    assert kinds(ports).count("orbit") == 1 and "pivot" not in kinds(ports)
    assert "not pursue" in settled(ports)[-1].data["says"]


async def test_every_orbit_spent_is_exhausted() -> None:
    hints = [{"idea": "a stay, for the agency kept paying after the audit", "strength": 0.9}]
    ports, ending = await played(case.a_run(1, 2, 2), ruling("loss", hints))
    assert ending == Ending(Reason.EXHAUSTED)
    assert kinds(ports).count("orbit") == 2 and kinds(ports).count("pivot") == 1


def insisting(taken: Callable[[], dict[str, Any] | None]) -> Any:
    """The same move again and again, before a court that grants on a condition."""

    def edit(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = ruling("conditional", [])(ask, data)
        if ask.name == Role.LEAD:
            data |= {"vehicle": "motion to stay", "standard": "good cause"}
            data |= {"determinative": ["F1"], "theory": "The agency paid and knew what it paid."}
            data["sections"] = [
                {
                    "elements": ["E1"],
                    "facts": ["F1"],
                    "authorities": [],
                    "text": "Claims were paid.",
                }
            ]
            if "takes_up" in ask.schema["properties"]:
                data["takes_up"] = taken()
        return dict(data)

    return edit


async def test_a_conditional_rulings_move_comes_back_with_its_condition_met() -> None:
    met = {"of": "1.1", "facts": ["F4"], "how": "The audit of June says so in terms."}
    run = case.a_run(1, 2, 1)
    ports, _ = await played(run, insisting(lambda: met))
    history = History.of(run, settled(ports))
    assert [one.outcome for one in history.rounds()] == ["conditional"] * 2
    assert not any(one.refused for one in history.rounds())
    second = history.rounds()[1]
    assert second.move is not None and second.move.data["takes_up"]["conditions"] == [
        "The engineer's affidavit is filed."
    ]
    assert second.summary is not None and second.summary.data["took_up"] == "1.1"
    spent = history.by_role(Role.ORBIT)[0].data
    assert spent["conditional_objectives"] == ["The engineer's affidavit is filed."]


@pytest.mark.parametrize(
    "taken", [None, {"of": "1.1", "facts": ["F1"], "how": "As was said before, F1 shows it."}]
)
async def test_without_anything_new_to_meet_it_it_is_a_repeat(
    taken: dict[str, Any] | None,
) -> None:
    run = case.a_run(1, 2, 1)
    ports, _ = await played(run, insisting(lambda: taken))
    history = History.of(run, settled(ports))
    assert [one.outcome for one in history.rounds()] == ["conditional", "forfeited"]
    assert "engineer's affidavit" in history.rounds()[1].refused[0].data["repeat"]["reason"]


async def test_a_met_condition_wins() -> None:
    """The court reads of its condition in the served move, and grants."""

    def court(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        met = {"of": "1.1", "facts": ["F4"], "how": "The audit of June says so in terms."}
        data = dict(insisting(lambda: met)(ask, data))
        if ask.name == Role.JUDGE:
            prompt = ask.messages[1].content
            if "condition of ruling 1.1: The engineer's affidavit is filed." in prompt:
                assert "condition taken up by F4: The audit of June" in prompt
                data["disposition"] = {"outcome": "win"}
        return data

    ports, ending = await played(case.a_run(1, 3, 2), court)
    assert ending == Ending(Reason.ACHIEVED)
    assert kinds(ports).count("round") == 2


async def test_the_models_prose_ends_nothing() -> None:
    """Termination is never read out of prose."""

    def claiming(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.JUDGE:
            data["reasoning"] = "TERMINATE. The movant WINS. The case is over and granted."
        return data

    ports, ending = await played(case.a_run(1, 2, 1), claiming)
    assert ending == Ending(Reason.EXHAUSTED) and kinds(ports).count("round") == 2


@pytest.mark.parametrize("at", range(1, 9))
async def test_a_stop_before_any_turn_suspends_and_resuming_ends_alike(at: int) -> None:
    run = case.a_run(6, rounds=2, orbits=1)
    whole, _ = await played(run)
    ports = case.ports(Listening(losing), run)
    taken = 0

    async def halting(key: TurnKey) -> str:
        nonlocal taken
        taken += 1
        if taken == at:
            return STOPPED
        await take(key, ports)
        return SETTLED

    async def look(key: TurnKey) -> Turn:
        found = await ports.ledger.find(key)
        assert found is not None
        return found

    ending = await simulate(run, case.one_by_one(halting), look)
    assert ending == Ending(Reason.STOPPED) and len(settled(ports)) == at - 1
    await conclude(run.id, 0, ending.reason, "", ports)
    stopped = await ports.ledger.run("R-1")
    assert (stopped.state, stopped.reason) == (RunState.STOPPED, Reason.STOPPED)
    ledger: Any = ports.ledger
    resumed = replace(run, generation=1, state=RunState.RUNNING)
    ledger.runs["R-1"] = resumed
    await case.play(resumed, ports)
    outcomes = [t for t in settled(ports) if t.key.role is Role.OUTCOME]
    assert [turn.data["reason"] for turn in outcomes] == ["stopped", "exhausted"]
    events = [e for e in ledger.events.values() if e.kind is Kind.OUTCOME]
    assert events[0].supersedes is None and events[1].supersedes == events[0].key
    played_again = [t.data for t in settled(ports) if t.key.role is not Role.OUTCOME]
    assert played_again == [t.data for t in settled(whole) if t.key.role is not Role.OUTCOME]
    rest = ("orbits", "compared", "next", "rounds", "reason")
    ends = settled(whole)[-1].data
    assert {k: outcomes[-1].data[k] for k in rest} == {k: ends[k] for k in rest}


async def test_a_turn_that_fails_ends_the_run_with_its_code() -> None:
    run = case.a_run()

    async def failing(key: TurnKey) -> str:
        return f"{FAILED}turn.unusable_answer"

    async def look(key: TurnKey) -> Turn:
        raise AssertionError("nothing was settled")

    assert await simulate(run, case.one_by_one(failing), look) == Ending(
        Reason.FAILED, "turn.unusable_answer"
    )
    ports = case.ports(run=run)
    await conclude("R-1", 0, Reason.FAILED, "turn.unusable_answer", ports)
    outcome = settled(ports)[-1].data
    assert (outcome["reason"], outcome["code"]) == ("failed", "turn.unusable_answer")
    assert outcome["orbits"] == [] and outcome["rounds"] == 0


async def test_a_turn_that_fails_settles_nothing() -> None:
    def broken(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        return {"vote": "remember"} if ask.name == Role.OPPOSING else data

    run = case.a_run()
    ports = case.ports(Listening(broken), run)
    with pytest.raises(TurnFailed):
        await case.play(run, ports)
    assert [t.key.role for t in settled(ports)] == [Role.CLERK, Role.ELEMENTS, Role.LEAD]
    assert kinds(ports)[-1] == "progress", "no half of the turn was told"


# A turn's identity is its meaning


async def test_a_turn_is_thought_once_however_often_it_is_taken() -> None:
    run = case.a_run(1, 1, 1)
    model = Listening(losing)
    ports = case.ports(model, run)
    await case.play(run, ports)
    before = len(model.asked)
    for turn in settled(ports):
        if turn.key.role is not Role.OUTCOME:
            assert await take(turn.key, ports) is turn
    await conclude("R-1", 0, Reason.ACHIEVED, "", ports)
    assert len(model.asked) == before
    assert [t.data["reason"] for t in settled(ports) if t.key.role is Role.OUTCOME] == ["exhausted"]


async def test_turns_form_a_path_to_the_first() -> None:
    ports, _ = await played(case.a_run(2, 2, 2))
    turns = settled(ports)
    assert turns[0].parent is None
    assert [turn.parent for turn in turns[1:]] == [str(turn.key) for turn in turns[:-1]]


async def test_a_lawyers_elements_are_used_and_no_model_is_asked_for_them() -> None:
    run = case.a_run(1, 1, 1)
    model = Listening(losing)
    ports = case.ports(model, run)
    own = Element("E7", "Materiality to payment", "relator", "preponderance of the evidence", "A1")
    await ports.casefile.keep_elements("M-TEST", run.objective, [own])
    await case.play(run, ports)
    assert not model.prompts(Role.ELEMENTS)
    assert "E7: Materiality to payment (burden: relator;" in model.prompts(Role.LEAD)[0]
    move = History.of(run, settled(ports)).rounds()[0].move
    assert move is not None
    assert {e for section in move.data["sections"] for e in section["elements"]} == {"E7"}


async def test_later_uploads_do_not_change_what_a_run_in_progress_has_read() -> None:
    run = case.a_run(1, 2, 1)
    model = Listening(losing)
    ports = case.ports(model, run)
    casefile: Any = ports.casefile
    late = replace(case.facts()[0], id="F77", text="A late fact about materiality.")

    async def taken(key: TurnKey) -> str:
        await take(key, ports)
        casefile.on_file = [*case.facts(), late]
        return SETTLED

    async def look(key: TurnKey) -> Turn:
        found = await ports.ledger.find(key)
        assert found is not None
        return found

    await simulate(run, case.one_by_one(taken), look)
    assert not any("A late fact" in prompt for prompt in model.prompts(Role.LEAD))


# Seeds


async def outline(seed: int, id: str = "R-1") -> list[Any]:
    run = case.a_run(seed, 3, 2, id)
    ports, ending = await played(run, lambda _, data: data)
    return [ending, *((t.key.stage, t.key.role, t.key.attempt, t.data) for t in settled(ports))]


def _without_run(lines: list[Any]) -> str:
    return str(lines).replace("R-other", "R-1")


async def test_the_same_seed_plays_the_same_run_whatever_its_id() -> None:
    assert _without_run(await outline(11)) == _without_run(await outline(11, "R-other"))


async def test_another_seed_plays_another_run() -> None:
    seen = {_without_run(await outline(seed)) for seed in range(1, 7)}
    assert len(seen) == 6


async def test_seeds_lead_to_different_endings() -> None:
    """The double's court grants some strategies and refuses most."""
    endings = {(await outline(seed))[0].reason for seed in range(1, 11)}
    assert Reason.ACHIEVED in endings and len(endings) >= 2


@pytest.mark.parametrize(
    ("verdict", "label"),
    [
        (Verdict.WRONG_CASE, None),
        (Verdict.UNKNOWN_REPORTER, None),
        (Verdict.VERIFIED, "False Claims Act, 31 U.S.C. § 3729(b)(4)"),
        (Verdict.NOT_CHECKED, "False Claims Act, 31 U.S.C. § 3729(b)(4) (unverified)"),
    ],
)
async def test_an_authority_that_a_check_refuted_is_put_before_no_agent(
    verdict: Verdict, label: str | None
) -> None:
    """Whoever put it on file; one that no check bore out is cited, and says so."""
    run = case.a_run(1, 1, 1)
    ports = case.ports(Listening(losing), run)
    casefile, ledger = ports.casefile, ports.ledger
    assert isinstance(casefile, MemoryCasefile) and isinstance(ledger, MemoryLedger)
    casefile.law = [replace(one, verdict=verdict) for one in casefile.law]
    await case.play(run, ports)
    move = next(event for event in ledger.events.values() if event.kind is Kind.MOVE)
    assert move.data["labels"].get("A1") == label
    said = [prompt for role in Role for prompt in ports.model.prompts(role)]  # type: ignore[attr-defined]
    assert any("3729(b)(4)" in prompt for prompt in said) is (label is not None)
