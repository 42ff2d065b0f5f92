"""Counsel asks the file again before it writes: bounded, recorded, each side for itself."""

from __future__ import annotations

from typing import Any

from engine.matter import Fact, Scope
from engine.ports import Ask, Ports
from engine.record import Role, Run
from engine.search.history import History
from engine.triad import research
from tests.doubles import case
from tests.doubles.memory import MemoryCasefile
from tests.unit.engine.players import Listening, losing, settled, without_role_line

_BAYS = ("north", "middle", "south")


def hidden(n: int) -> Fact:
    text = f"The warehouse ledger for bay {_BAYS[n % 3]} shows {n} kestrel crates."
    return Fact(f"F{n}", text, "D20", "Ledger", f"row {n}", Scope.RECORD)


HIDDEN = [hidden(n) for n in range(400, 640)]
LEADS, OPPOSINGS = "kestrel crates in the ledger", "warehouse ledger of the southern bay"
OURS = Fact("F900", "Our own kestrel inquiry found nothing.", "D30", "Inquiry", "p. 1", Scope.OURS)


def asking(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
    data = losing(ask, data)
    if ask.name == Role.RESEARCH:
        lead = "Lead Counsel" in ask.messages[1].content.rsplit("\n", 1)[-1]
        data["queries"] = (
            ["kestrel crates in the ledger"] if lead else ["warehouse ledger of the southern bay"]
        )
    return data


async def played(window: int = 8192) -> tuple[Listening, History]:
    run = case.a_run(1, 2, 1)
    model = Listening(asking, window)
    ports = with_more(model, run)
    await case.play(run, ports)
    return model, History.of(run, settled(ports))


def with_more(model: Listening, run: Run) -> Ports:
    ports = case.ports(model, run)
    casefile = ports.casefile
    assert isinstance(casefile, MemoryCasefile)
    casefile.on_file = [*case.facts(), *HIDDEN, OURS]
    return ports


async def test_what_was_asked_and_found_is_a_turn_of_its_own() -> None:
    _, history = await played()
    turns = history.by_role(Role.RESEARCH)
    assert [(t.key.stage, t.key.party) for t in turns] == [
        ("1.1", "lead"), ("1.1", "opposing"), ("1.2", "lead"), ("1.2", "opposing"),
    ]  # fmt: skip
    for turn in turns:
        found = [one["id"] for one in (*turn.data["facts"], *turn.data["ours"])]
        assert found or turn.key.round > 1, "the same search may have brought all it can"
        assert len(found) <= research.QUERIES * research.FOUND * 2
        assert [id for one in turn.data["searches"] for id in one["found"]] == found


async def test_nothing_is_found_twice() -> None:
    _, history = await played()
    for party in ("lead", "opposing"):
        turns = [t for t in history.by_role(Role.RESEARCH) if t.key.party == party]
        found = [one["id"] for turn in turns for one in turn.data["facts"]]
        common = {one["id"] for one in history.clerks[0].data["facts"]}
        assert len(found) == len(set(found)) and not set(found) & common


async def test_each_side_may_cite_what_it_found_and_reads_no_other_sides_search() -> None:
    model, history = await played()
    for role in (Role.LEAD, Role.OPPOSING):
        prompts = model.prompts(role)
        assert all("YOU SEARCHED THE FILE 1.1" in prompt for prompt in prompts)
    queries = {
        Role.LEAD: "kestrel crates in the ledger",
        Role.OPPOSING: "warehouse ledger of the southern bay",
    }
    for role, other in ((Role.LEAD, Role.OPPOSING), (Role.OPPOSING, Role.LEAD)):
        assert not any(queries[other] in prompt for prompt in model.prompts(role))
    assert not any("YOU SEARCHED" in prompt for prompt in model.prompts(Role.JUDGE))
    form = next(ask.schema for ask in model.asked if ask.name == Role.LEAD)
    offered = form["properties"]["determinative"]["items"]["enum"]
    first = history.by_role(Role.RESEARCH)[0]
    assert {one["id"] for one in first.data["facts"]} <= set(offered)
    assert "F900" not in offered, "what only we know is never cited"


async def test_ours_only_is_found_for_lead_counsel_alone() -> None:
    model, history = await played()
    first = history.by_role(Role.RESEARCH)[0]
    assert OURS.id in history.ours
    for turn in history.by_role(Role.RESEARCH):
        assert turn.key.party == "lead" or turn.data["ours"] == []
    assert first.key.party == "lead"
    for role in (Role.OPPOSING, Role.JUDGE):
        assert not any("kestrel inquiry" in prompt for prompt in model.prompts(role))


async def test_where_everything_is_before_the_agents_nobody_asks() -> None:
    run = case.a_run(1, 2, 1)
    ports = case.ports(Listening(asking), run)
    await case.play(run, ports)
    assert History.of(run, settled(ports)).by_role(Role.RESEARCH) == []


async def test_a_fact_found_by_one_side_is_quoted_to_those_who_have_not_read_it() -> None:
    found: list[str] = []

    def citing(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = asking(ask, data)
        if ask.name == Role.LEAD:
            history = History.of(run, settled(ports))
            found.append(history.by_role(Role.RESEARCH)[0].data["facts"][0]["id"])
            data["determinative"] = [found[-1]]
            data["sections"][0]["facts"] = [found[-1]]
        return data

    run = case.a_run(1, 1, 1)
    model = Listening(citing, 8192)
    ports = with_more(model, run)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    move = history.rounds()[0].move
    assert move is not None
    [cited] = move.data["determinative"]
    fact = history.facts[cited]
    assert cited not in history.common
    for role in (Role.OPPOSING, Role.JUDGE):
        assert all(f'{cited}: "{fact.text}"' in prompt for prompt in model.prompts(role))


async def test_counsel_searches_with_what_it_has_read() -> None:
    """The prompt of a search is where the prompt of the turn that follows begins."""
    model, _ = await played()
    asked = [ask for ask in model.asked if ask.name in (Role.RESEARCH, Role.LEAD, Role.OPPOSING)]
    for search, turn in zip(asked[::2], asked[1::2], strict=True):
        assert search.name == Role.RESEARCH and turn.name != Role.RESEARCH
        assert turn.messages[1].content.startswith(without_role_line(search.messages[1].content))
