"""The canary: no word that only the firm knows reaches another agent's prompt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.matter import CourtProfile, Fact, Pressure, Scope
from engine.ports import Ask
from engine.record import Reason, Role, TurnKey
from engine.search.clerk import NothingOnRecord
from engine.search.history import History
from engine.search.turns import take
from tests.doubles import case
from tests.doubles.case import CANARY
from tests.doubles.memory import MemoryCasefile, MemoryLedger
from tests.unit.engine.players import Listening, losing, settled

OTHERS = (Role.OPPOSING, Role.JUDGE, Role.ELEMENTS)
OPPONENTS_SEARCH = "You are Opposing Counsel. Before you answer"
FORMS = (
    CANARY,
    CANARY.upper(),
    f"{CANARY}s",
    f"{CANARY}'s",
    f"{CANARY}’s",
    f"{CANARY}-memorandum",
    f"“{CANARY}”",
    f"[{CANARY}]",
    f"({CANARY}/{CANARY})",
)


def telling(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
    """Lead Counsel copies ours-only words into every text it writes, in every form."""
    data = losing(ask, data)
    if ask.name == Role.LEAD:
        form = FORMS[len(ask.messages[1].content) % len(FORMS)]
        for key in ("analysis", "adaptation", "theory", "frame", "why_new"):
            data[key] = f"{data[key][:40]} {form} settlement authority."
        data["gaps"] = [f"the {form} test report"]
        data["why_standard"] = f"Since the {form} memorandum concedes it."
        for section in data["sections"]:
            section["text"] = f"As the {form} memorandum concedes, two devices failed."
        if "takes_up" in ask.schema["properties"]:
            offered = ask.schema["properties"]["takes_up"]["anyOf"][1]["properties"]
            data["takes_up"] = {
                "of": offered["of"]["enum"][0],
                "facts": ["F4"],
                "how": f"The {form} memorandum meets the condition.",
            }
    if ask.name == Role.RESEARCH and OPPONENTS_SEARCH not in ask.messages[1].content:
        data["queries"] = [f"the {CANARY} memorandum", "settlement authority of the client"]
    return data


@pytest.mark.parametrize("seed", range(1, 5))
async def test_no_ours_only_word_reaches_another_agents_prompt(seed: int) -> None:
    model = Listening(telling)
    run = case.a_run(seed, 4, 2)
    ports = case.ports(model, run)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    assert len(history.clerks) == 2, "the canary must outlive a pivot"
    lead = "\n".join(model.prompts(Role.LEAD))
    assert CANARY in lead.lower(), "Lead Counsel knows it, or this test proves nothing"
    for role in OTHERS:
        assert len(model.prompts(role)) >= 2
        said = "\n".join(model.prompts(role)).lower()
        assert CANARY not in said
        assert "settlement" not in said and "memorandum" not in said
    opposing = "\n".join(model.prompts(Role.OPPOSING))
    assert "[withheld]" in opposing
    assert "why new" not in opposing.lower()


async def test_the_forms_of_the_canary_are_all_tried() -> None:
    """One move with all forms at once."""

    def shouting(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        if ask.name == Role.LEAD:
            data["theory"] = data["frame"] = ("As " + " ".join(FORMS))[:100]
            data["sections"][0]["text"] = "See " + " / ".join(FORMS)
        return data

    model = Listening(shouting)
    run = case.a_run(1, 1, 1)
    await case.play(run, case.ports(model, run))
    for role in OTHERS:
        assert CANARY not in "\n".join(model.prompts(role)).lower()


async def test_facts_marked_ours_only_stand_in_lead_counsels_log_alone() -> None:
    model = Listening(losing)
    run = case.a_run(2, 2, 2)
    await case.play(run, case.ports(model, run))
    ours = [fact for fact in case.facts() if fact.scope is Scope.OURS]
    for fact in ours:
        assert fact.text in model.prompts(Role.LEAD)[0]
        for role in OTHERS:
            assert all(fact.text not in prompt for prompt in model.prompts(role))
            assert all(f"{fact.id}:" not in prompt for prompt in model.prompts(role))


async def test_no_agent_may_choose_a_fact_that_only_the_firm_knows() -> None:
    """A served move could not cite it, so nobody is offered its id."""
    model = Listening()
    run = case.a_run(2, 2, 2)
    await case.play(run, case.ports(model, run))
    ours = {fact.id for fact in case.facts() if fact.scope is Scope.OURS}
    for ask in model.asked:
        assert not ours & _offered(ask.schema)


def _offered(schema: Any) -> set[Any]:
    if isinstance(schema, list):
        return {one for inner in schema for one in _offered(inner)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get("enum", ()))
    return own | {one for inner in schema.values() for one in _offered(inner)}


async def test_the_judge_may_name_only_what_this_round_used() -> None:
    model = Listening(losing)
    run = case.a_run(6, 3, 1)
    ports = case.ports(model, run)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    rulings = [ask for ask in model.asked if ask.name == Role.JUDGE]
    for ask, one in zip(rulings, history.rounds(), strict=True):
        assert one.move is not None and one.response is not None
        cited = [*one.move.data["sections"], *one.response.data["attacks"]]
        used = {fact["id"] for part in cited for fact in part["facts"]}
        used |= {e for section in one.move.data["sections"] for e in section["elements"]}
        named = {i for i in _offered(ask.schema) if isinstance(i, str) and i[:1] in "FE"}
        assert {i for i in named if i[1:].isdigit()} <= used


async def test_what_becomes_record_later_is_no_secret_in_the_next_run() -> None:
    model = Listening(telling)
    run = case.a_run(1, 2, 1)
    ports = case.ports(model, run)
    casefile: Any = ports.casefile
    casefile.on_file = [replace(fact, scope=Scope.RECORD) for fact in casefile.on_file]
    await case.play(run, ports)
    assert CANARY in "\n".join(model.prompts(Role.OPPOSING)).lower()


async def test_a_run_without_facts_on_record_fails_by_name() -> None:
    run = case.a_run()
    ports = case.ports(run=run)
    casefile: Any = ports.casefile
    casefile.on_file = [fact for fact in casefile.on_file if fact.scope is Scope.OURS]
    with pytest.raises(NothingOnRecord):
        await take(TurnKey("R-1", 1, 0, Role.CLERK), ports)
    assert settled(ports) == []


async def test_facts_found_at_a_pivot_are_told_to_everyone_in_the_log() -> None:
    """The trunk stays; what retrieval finds for the new objective comes after it."""

    def hinting(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.JUDGE:
            data["hints"] = [{"idea": "stay pending the recoupment dolphins", "strength": 0.95}]
        return data

    model = Listening(hinting, window=8192)
    run = case.a_run(3, 1, 2)
    ports = case.ports(model, run)
    casefile: Any = ports.casefile
    filler = "The agency paid another claim of that kind, and wrote nothing down about it. " * 12
    many = [replace(case.facts()[0], id=f"F{n}", text=f"{n} {filler}") for n in range(20, 60)]
    late = replace(case.facts()[0], id="F99", text="Dolphins before the stay. " * 47 + "Stay.")
    casefile.on_file = [*many, late]
    assert (await case.play(run, ports)).reason is Reason.EXHAUSTED
    history = History.of(run, settled(ports))
    found = history.clerk(2)
    assert found is not None and [fact["id"] for fact in found["facts"]] == ["F99"]
    for role in (Role.LEAD, Role.OPPOSING, Role.JUDGE):
        first, second = model.prompts(role)
        assert late.text not in first and late.text in second
        assert second.index("OBJECTIVE OF ORBIT 2") < second.index(late.text)


async def test_nor_do_searches_profiles_panels_conditions_and_later_runs_carry_it() -> None:
    """Everything at once: what is on file and unread, a profile with a lawyer's reason, a panel,
    a condition taken up, and a second run that is told of the first."""

    def court(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = telling(ask, data)
        if ask.name == Role.JUDGE:
            data["disposition"] = {
                "outcome": "conditional",
                "conditions": ["The audit of June is put in evidence."],
            }
        return data

    more = [
        Fact(f"F{n}", f"Invoice {n} was paid in full and without a hold.", "D8", "Ledger",
             f"row {n}", Scope.RECORD)
        for n in range(100, 260)
    ]  # fmt: skip
    late = Fact("F300", f"A {CANARY} settlement diary.", "D9", "Diary", "p. 3", Scope.OURS)
    run = replace(case.a_run(3, 3, 1), panel=3)
    model = Listening(court, 8192)
    ports = case.ports(model, run)
    casefile, ledger = ports.casefile, ports.ledger
    assert isinstance(casefile, MemoryCasefile) and isinstance(ledger, MemoryLedger)
    casefile.on_file = [*case.facts(), *more, late]
    pressures = (Pressure("docket", 0.8, f"The {CANARY} memorandum says so."),)
    casefile.court = CourtProfile(pressures, edited=True, version=1)
    await case.play(run, ports)
    ledger.runs["R-2"] = replace(run, id="R-2", objective="dismissal for want of scienter")
    await case.play(ledger.runs["R-2"], ports)

    lead = [ask.messages[1].content for ask in model.asked if ask.name == Role.LEAD]
    for wanted in ("YOU SEARCHED THE FILE", "COURT PROFILE", "INSTRUCTION AFTER", "EARLIER RUNS"):
        assert any(wanted in prompt for prompt in lead), wanted
    assert any(f"{CANARY} settlement diary" in prompt for prompt in lead)
    others = [ask.messages[1].content for ask in model.asked if not _lead_counsels(ask)]
    assert any("condition taken up by" in prompt for prompt in others)
    assert any("COURT PROFILE" in prompt for prompt in others)
    for prompt in others:
        assert CANARY not in prompt.lower() and "settlement" not in prompt.lower()


def _lead_counsels(ask: Ask) -> bool:
    searches = ask.name == Role.RESEARCH and OPPONENTS_SEARCH not in ask.messages[1].content
    return searches or ask.name == Role.LEAD
