"""Runs change their state once, whoever asks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.matter import Authority, Element, Weight
from engine.record import Reason, Run, RunState
from storage.errors import ElementNotFound, RunNotFound
from storage.house import House
from tests.unit.storage.helpers import open_matter, start_run


async def close(house: House, run: str, state: RunState, reason: Reason | None) -> bool:
    async with house.writing() as unit:
        return await unit.runs.close(run, state, reason)


async def test_a_run_comes_back_as_it_was_asked_for(house: House) -> None:
    made = await open_matter(house)
    asked = Run(
        "R-1",
        made.id,
        made.thread,
        "dismissal of every claim",
        rounds=8,
        orbits=2,
        seed=2**40,
        panel=3,
        requested_by="P-ADA",
        fork_of="R-0",
    )
    async with house.writing() as unit:
        assert await unit.runs.create(asked) == asked
        # A request that is handled again starts nothing again.
        assert await unit.runs.create(replace(asked, seed=1)) == asked
    await start_run(house, made, "R-2")
    async with house.reading() as view:
        assert [run.id for run in await view.runs.owed()] == ["R-1", "R-2"]
        assert [run.id for run in await view.runs.of_matter(made.id)] == ["R-2", "R-1"]
        with pytest.raises(RunNotFound):
            await view.runs.get("R-9")


async def test_one_of_many_starts_a_run(house: House) -> None:
    await start_run(house, await open_matter(house))

    async def take() -> bool:
        async with house.writing() as unit:
            return await unit.runs.mark_running("R-1", 0)

    assert sorted(await asyncio.gather(*(take() for _ in range(5)))) == [False] * 4 + [True]
    async with house.reading() as view:
        assert await view.runs.owed() == []
        assert [run.id for run in await view.runs.running()] == ["R-1"]


async def test_a_stopped_run_is_resumed_as_another_generation(house: House) -> None:
    await start_run(house, await open_matter(house))
    async with house.writing() as unit:
        assert await unit.runs.mark_running("R-1", 0)
        assert await unit.runs.ask_stop("R-1")
        assert not await unit.runs.ask_stop("R-1")
        assert not await unit.runs.owe_again("R-1")
    assert await close(house, "R-1", RunState.STOPPED, Reason.STOPPED)
    async with house.writing() as unit:
        assert not await unit.runs.ask_stop("R-1")
        assert await unit.runs.owe_again("R-1")
        assert not await unit.runs.owe_again("R-1")
        again = await unit.runs.get("R-1")
        assert (again.state, again.generation) == (RunState.OWED, 1)
        assert (again.stop_asked, again.reason) == (False, None)
        assert not await unit.runs.mark_running("R-1", 0)
        assert await unit.runs.mark_running("R-1", 1)


@pytest.mark.parametrize("reason", list(Reason))
async def test_of_ended_runs_only_a_failed_one_is_resumed(house: House, reason: Reason) -> None:
    await start_run(house, await open_matter(house))
    assert await close(house, "R-1", RunState.ENDED, reason)
    assert not await close(house, "R-1", RunState.STOPPED, Reason.STOPPED)
    async with house.writing() as unit:
        assert (await unit.runs.get("R-1")).reason is reason
        assert await unit.runs.owe_again("R-1") is (reason is Reason.FAILED)


async def test_elements_are_kept_once_then_edited(house: House) -> None:
    made = await open_matter(house)
    first = [
        Element("E1", "falsity", "relator", "preponderance", "A1", ("F1",), ("F2",), ("a gap",)),
        Element("E2", "materiality", "relator", "preponderance"),
    ]
    async with house.writing() as unit:
        await unit.elements.keep(made.id, "dismissal", first)
        await unit.elements.keep(made.id, "dismissal", [Element("E1", "other", "", "")])
        assert await unit.elements.list(made.id, "dismissal") == first
        assert await unit.elements.list(made.id, "settlement") == []
        changed = replace(first[1], burden_holder="defendant")
        await unit.elements.change(made.id, "dismissal", changed)
        await unit.elements.remove(made.id, "dismissal", "E1")
        assert await unit.elements.list(made.id, "dismissal") == [changed]
        with pytest.raises(ElementNotFound):
            await unit.elements.remove(made.id, "dismissal", "E1")
        with pytest.raises(ElementNotFound):
            await unit.elements.change(made.id, "dismissal", first[0])


async def test_authorities_are_numbered_by_matter(house: House) -> None:
    one, two = await open_matter(house), await open_matter(house, "2026-2")
    async with house.writing() as unit:
        added = await unit.authorities.add(
            one.id,
            "579 U.S. 176",
            names=("Universal Health Servs.", "Escobar"),
            year=2016,
            court="U.S.",
            weight=Weight.BINDING,
            holding="Materiality looks to the likely effect.",
        )
        other = await unit.authorities.add(two.id, "31 U.S.C. § 3729", kind="statute")
        assert added == Authority(
            "A1",
            "579 U.S. 176",
            ("Universal Health Servs.", "Escobar"),
            2016,
            "U.S.",
            "case",
            Weight.BINDING,
            "Materiality looks to the likely effect.",
        )
        assert other.id == "A1"
        assert await unit.authorities.list(one.id) == [added]
        assert await unit.authorities.get(one.id, "a1") == added
        assert await unit.authorities.get(one.id, "A2") is None
