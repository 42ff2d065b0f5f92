"""Conversations and the places where they are shown."""

from __future__ import annotations

import asyncio

import pytest

from storage.errors import PlaceTaken
from storage.house import House
from storage.places import Place
from storage.threads import ThreadRow
from tests.unit.storage.helpers import open_matter

ROOT = Place("slack", "T1", "C1", "171.1")
TOP = Place("slack", "T1", "C1")


async def bind(house: House, thread: str, place: Place) -> int:
    async with house.writing() as unit:
        return await unit.threads.bind(thread, place)


async def test_a_root_message_leads_to_its_matter(house: House) -> None:
    made = await open_matter(house)
    assert await bind(house, made.thread, ROOT) == await bind(house, made.thread, ROOT)
    async with house.reading() as view:
        found = await view.threads.of_place("slack", "T1", "C1", "171.1")
        assert found == ThreadRow(made.thread, made.id)
        assert await view.threads.of_place("slack", "T2", "C1", "171.1") is None
        assert await view.threads.of_place("slack", "T1", "C1", "") is None
        assert [row.place for row in await view.threads.bindings(made.thread)] == [ROOT]


async def test_a_root_message_belongs_to_one_thread(house: House) -> None:
    one, two = await open_matter(house), await open_matter(house, "2026-2")
    await bind(house, one.thread, ROOT)
    with pytest.raises(PlaceTaken):
        await bind(house, two.thread, ROOT)


async def test_a_person_is_answered_privately_under_a_matters_root(house: House) -> None:
    made = await open_matter(house)
    await bind(house, made.thread, ROOT)
    async with house.writing() as unit:
        ada = await unit.people.add("Ada")
        lobby = await unit.threads.lobby(ada.id)
        assert await unit.threads.lobby(ada.id) == lobby
        await unit.threads.bind(lobby, Place("slack", "T1", "C1", "171.1", "U1"))
        found = await unit.threads.of_place("slack", "T1", "C1", "171.1")
        assert found is not None and found.matter == made.id
        assert await unit.threads.get(lobby) == ThreadRow(lobby, None, ada.id)
        assert await unit.threads.matter_of(lobby) is None


async def test_a_thread_is_bound_to_the_top_of_a_channel_once(house: House) -> None:
    one, two = await open_matter(house), await open_matter(house, "2026-2")
    ids = await asyncio.gather(*(bind(house, one.thread, TOP) for _ in range(5)))
    assert len(set(ids)) == 1
    assert await bind(house, two.thread, TOP) != ids[0]
    async with house.reading() as view:
        assert await view.threads.matters_in_channel("slack", "T1", "C1") == [one.id, two.id]
        assert await view.threads.matters_in_channel("slack", "T1", "C2") == []


async def test_a_place_remembers_what_a_person_opened(house: House) -> None:
    one, two = await open_matter(house), await open_matter(house, "2026-2")
    async with house.writing() as unit:
        assert await unit.threads.chosen("slack", "T1", "C1", "P1") is None
        await unit.threads.choose("slack", "T1", "C1", "P1", one.id)
        await unit.threads.choose("slack", "T1", "C1", "P1", two.id)
        await unit.threads.choose("slack", "T1", "C1", "P2", one.id)
    async with house.reading() as view:
        assert await view.threads.chosen("slack", "T1", "C1", "P1") == two.id
        assert await view.threads.chosen("slack", "T1", "C1", "P2") == one.id
