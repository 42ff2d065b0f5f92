"""Finding facts, and what lawyers say of them."""

from __future__ import annotations

import pytest

from engine.events import Kind
from engine.matter import Element, FactState, Matter
from engine.record import Role, Turn, TurnKey
from engine.search.history import fact_json
from handlers.parser import parse
from handlers.posts import Post, Quotation
from tests.doubles import turns as made
from tests.unit.handlers.conftest import Firm


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("facts", {}),
        ("facts knew of off-label use", {"words": "knew of off-label use"}),
        ("facts correct invoices were sent", {"words": "correct invoices were sent"}),
        ("facts dispute", {"words": "dispute"}),
        ("facts the F16 contract", {"words": "the F16 contract"}),
        ("facts F16 jets were sold", {"fact": "F16", "words": "jets were sold"}),
        ("facts f12", {"fact": "f12"}),
        ("facts F12th", {"words": "F12th"}),
        ("facts Dispute F12", {"action": "dispute", "fact": "F12"}),
        (
            'facts correct F12 "The audit came in June"',
            {"action": "correct", "fact": "F12", "words": "The audit came in June"},
        ),
        ("facts history F12", {"action": "history", "fact": "F12"}),
        ("docs", {}),
        ("docs D3", {"document": "D3"}),
        ("docs d12", {"document": "d12"}),
        ("docs show D3", {"action": "show", "document": "D3"}),
    ],
)
def test_free_words_stay_free_words(text: str, arguments: dict[str, str]) -> None:
    assert parse(text).arguments == arguments


def test_options_stand_anywhere() -> None:
    asked = parse('docs remove D3 --privileged --why "clawed back"')
    assert asked.arguments == {"action": "remove", "document": "D3"}
    assert asked.options == {"privileged": True, "why": "clawed back"}


def quotation(post: Post) -> Quotation:
    return next(block for block in post.body if isinstance(block, Quotation))


async def test_a_fact_is_shown_by_its_id_or_found_by_words(firm: Firm) -> None:
    matter = await firm.opened()
    one = await firm.say("facts F2", matter=matter.id)
    assert [fact["id"] for fact in one.data["facts"]] == ["F2"]
    assert one.data["facts"][0]["state"] == "stands"
    found = await firm.say("facts calibration shortfall", matter=matter.id)
    assert "F2" in [fact["id"] for fact in found.data["facts"]]
    assert (await firm.say("facts F99", matter=matter.id)).data["code"] == "fact.not_found"
    assert (await firm.say("facts F99 jets", matter=matter.id)).kind is Kind.ANSWER


async def test_a_correction_is_in_force_with_its_history_and_can_be_taken_back(firm: Firm) -> None:
    matter = await firm.opened()
    own = (await firm.say("facts F1", matter=matter.id)).data["facts"][0]["quotation"]
    text = 'facts correct F1 "The agency paid the claims of May." --why "see the ledger"'
    post = await firm.say(text, matter=matter.id)
    assert post.title == "F1 was corrected"
    assert quotation(post).text == "The agency paid the claims of May."
    assert quotation(post).place.endswith("; corrected: see the ledger")
    assert own in str(post.body), "the document's own wording is shown beside it"
    await firm.say('facts dispute F1 "Roe denies it"', matter=matter.id)
    listed = await firm.say("facts", matter=matter.id)
    first = listed.data["facts"][0]
    assert (first["state"], first["note"]) == ("disputed", "Roe denies it")
    assert "disputed: Roe denies it" in quotation(listed).place
    await firm.say("facts inadmissible F1 --why hearsay", matter=matter.id)
    restored = await firm.say("facts restore F1", matter=matter.id)
    assert quotation(restored).text == own and ";" not in quotation(restored).place
    history = await firm.say("facts history F1", matter=matter.id)
    assert history.data["original"] == own
    assert [one["state"] for one in history.data["history"]] == [
        "corrected", "disputed", "inadmissible", "stands",
    ]  # fmt: skip
    assert "Ada" in str(history.body)
    assert [a for a in await firm.audit(matter) if a.startswith("fact.")] == [
        "fact.corrected", "fact.disputed", "fact.inadmissible", "fact.stands",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("facts correct F1", "facts.wording"),
        ("facts correct F99 x", "fact.not_found"),
        ("facts history F99", "fact.not_found"),
        ("facts restore F1", "facts.unchanged"),
        (
            'facts correct F1 "The agency paid every claim submitted between March and December."',
            "facts.unchanged",
        ),
    ],
)
async def test_what_cannot_be_said_of_a_fact(firm: Firm, text: str, code: str) -> None:
    matter = await firm.opened()
    assert (await firm.say(text, matter=matter.id)).data["code"] == code


async def test_the_same_is_not_said_twice_but_a_new_reason_is(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("facts dispute F1 --why a", matter=matter.id)
    again = await firm.say("facts dispute F1 --why a", matter=matter.id)
    assert again.data["code"] == "facts.unchanged"
    assert (await firm.say("facts dispute F1 --why b", matter=matter.id)).kind is Kind.ANSWER


# What rests on it


async def played(firm: Firm, matter: Matter) -> str:
    """A run whose move 1.1 rests on F1 and whose response rests on F2; its id."""
    await firm.say("simulate dismissal", matter=matter.id)
    [run] = await firm.runs(matter)
    async with firm.house.writing() as unit:
        facts = {one.id: fact_json(one) for one in await unit.facts.facts(matter.id)}
        turns = (
            (Role.CLERK, 0, made.clerk(facts=list(facts.values()))),
            (Role.LEAD, 1, made.move([facts["F1"]])),
            (Role.OPPOSING, 1, made.response([facts["F2"]])),
            (Role.JUDGE, 1, made.ruling("loss")),
        )
        for role, number, data in turns:
            await unit.turns.add(Turn(TurnKey(run.id, 1, number, role), data))
        element = Element("E1", "Falsity", "relator", "preponderance", None, ("F1",))
        await unit.elements.keep(matter.id, "dismissal", [element])
        await unit.runs.mark_running(run.id, 0)
    return run.id


async def marks(firm: Firm, matter: Matter) -> dict[str, list[str]]:
    record = await firm.say("record", matter=matter.id)
    return {
        turn["key"].split("/")[2]: [mark["basis"] for mark in turn["marks"]]
        for turn in record.data["turns"]
    }


async def test_what_rests_on_a_fact_is_marked_until_it_is_as_it_was(firm: Firm) -> None:
    matter = await firm.opened()
    run = await played(firm, matter)
    post = await firm.say("facts dispute F1 --why denied", matter=matter.id)
    words = str(post.body)
    assert f"Move 1.1 and ruling 1.1 of run {run} rest on it." in words
    assert "Elements that name it: E1." in words and "goes on with what it read" in words
    marked = {"clerk": ["F1"], "lead": ["F1"], "opposing": [], "judge": ["F1"]}
    assert await marks(firm, matter) == marked
    record = await firm.say("record", matter=matter.id)
    assert "F1 is disputed: denied" in str(record.body)
    await firm.say('facts correct F1 "Other words."', matter=matter.id)
    assert await marks(firm, matter) == marked
    restored = await firm.say("facts restore F1", matter=matter.id)
    assert restored.data["rests"] == []
    assert all(not one for one in (await marks(firm, matter)).values())
    [still] = await firm.runs(matter)
    assert not still.stop_asked, "a run is not stopped by what was said of a fact"


async def test_a_run_that_read_the_corrected_words_is_marked_when_they_are_taken_back(
    firm: Firm,
) -> None:
    matter = await firm.opened()
    await firm.say('facts correct F1 "Other words."', matter=matter.id)
    await played(firm, matter)
    assert all(not one for one in (await marks(firm, matter)).values())
    await firm.say("facts restore F1", matter=matter.id)
    assert (await marks(firm, matter))["lead"] == ["F1"]


async def test_a_withdrawal_marks_stops_and_tells(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.upload({"other.txt": "Another letter says that the audit was late."},
                      "filed", matter=matter.id)  # fmt: skip
    run = await played(firm, matter)
    post = await firm.say('docs remove D1 --why "wrong matter"', matter=matter.id)
    words = str(post.body)
    assert f"Move 1.1, response 1.1 and 1 other of run {run} rest on it." in words
    assert "taken out of what speaks to E1" in words and f"Run {run} was reading it" in words
    assert post.data["stopped"] == [run] and post.data["elements"] == ["E1"]
    assert firm.starter.interrupted == [run]
    [stopping] = await firm.runs(matter)
    assert stopping.stop_asked
    async with firm.house.writing() as unit:
        [element] = await unit.elements.list(matter.id, "dismissal")
        assert element.facts_for == ()
        await unit.runs.close(run, stopping.state.STOPPED, None)
    assert {basis for one in (await marks(firm, matter)).values() for basis in one} == {"D1"}
    record = await firm.say("record", matter=matter.id)
    assert "D1 was withdrawn: wrong matter" in str(record.body)
    refused = await firm.say("resume", matter=matter.id)
    assert refused.data["code"] == "run.rests_on_withdrawn" and "anew" in refused.data["remedy"]
    [still] = await firm.runs(matter)
    assert still.state == "stopped" and still.generation == 0
    assert (await firm.say("facts F1", matter=matter.id)).data["code"] == "fact.not_found"


async def test_a_run_whose_clerk_is_still_reading_is_stopped_too(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("simulate dismissal", matter=matter.id)
    [run] = await firm.runs(matter)
    owed = await firm.say("docs remove D1", matter=matter.id)
    assert owed.data["stopped"] == [], "one that has not begun reads the file without it"
    await firm.upload({"other.txt": "Another letter says so."}, "filed", matter=matter.id)
    async with firm.house.writing() as unit:
        await unit.runs.mark_running(run.id, 0)
    begun = await firm.say("docs remove D2", matter=matter.id)
    assert begun.data["stopped"] == [run.id]


async def test_an_inadmissible_fact_is_told_with_what_follows(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("facts inadmissible F1", matter=matter.id)
    assert "No agent of the next simulation reads it." in str(post.body)
    assert post.data["facts"][0]["state"] == str(FactState.INADMISSIBLE)
