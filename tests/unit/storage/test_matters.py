"""People, matters and who sees them."""

from __future__ import annotations

import asyncio

import pytest

from engine.matter import Party, Sensitivity
from storage.errors import MatterNotFound, NumberTaken
from storage.house import House
from storage.people import PersonRow
from tests.unit.storage.helpers import open_matter


async def add(house: House, name: str) -> PersonRow:
    async with house.writing() as unit:
        return await unit.people.add(name)


async def test_a_person_is_found_on_each_platform(house: House) -> None:
    async with house.writing() as unit:
        ada = await unit.people.add("Ada Counsel", ["lawyer", "admin"])
        bob = await unit.people.add("Bob Clerk")
        await unit.people.link(ada.id, "slack", "T1", "U1")
        await unit.people.link(ada.id, "teams", "T1", "U1")
        await unit.people.link(bob.id, "slack", "T1", "U2")
        await unit.people.link(ada.id, "slack", "T1", "U2")
        await unit.people.set_roles(bob.id, ["ethics"])
    async with house.reading() as view:
        assert ada.roles == ("admin", "lawyer")
        assert await view.people.find("slack", "T1", "U1") == ada
        assert await view.people.find("slack", "T1", "U2") == ada
        assert await view.people.find("slack", "T2", "U1") is None
        assert await view.people.externals(ada.id, "slack", "T1") == ["U1", "U2"]
        assert await view.people.by_id(bob.id) == PersonRow(bob.id, "Bob Clerk", ("ethics",))
        assert await view.people.by_name("ada counsel ") == ada
        assert [person.name for person in await view.people.all()] == ["Ada Counsel", "Bob Clerk"]


async def test_a_name_that_two_bear_is_nobody(house: House) -> None:
    await add(house, "John Smith")
    await add(house, "john smith")
    async with house.reading() as view:
        assert await view.people.by_name("John Smith") is None


async def test_a_matter_comes_back_as_it_was_made(house: House) -> None:
    ada = await add(house, "Ada")
    async with house.writing() as unit:
        made = await unit.matters.create(
            "2026-0417",
            "United States ex rel. Doe v. Acme",
            owner=ada.id,
            client="Acme Inc.",
            forum="D. Mass.",
            stage="motion to dismiss",
            practice="False Claims Act",
            brief="The agency kept paying.",
            objective="dismissal",
            sensitivity=Sensitivity.RESTRICTED,
            parties=(Party("defendant", "Acme Inc.", True), Party("relator", "Doe")),
            consent=True,
        )
    async with house.reading() as view:
        assert await view.matters.get(made.id, ada.id) == made
        assert await view.threads.matter_of(made.thread) == made.id
        assert await view.matters.role_of(made.id, ada.id) == "owner"


async def test_a_matter_is_changed_field_by_field(house: House) -> None:
    made = await open_matter(house)
    await open_matter(house, "2026-0500")
    async with house.writing() as unit:
        changed = await unit.matters.update(
            made.id, title="Acme", number="2026-0418", consent=True, parties=[Party("relator", "D")]
        )
        with pytest.raises(TypeError):
            await unit.matters.update(made.id, thread="T-OTHER")
        with pytest.raises(NumberTaken):
            await unit.matters.update(made.id, number="2026-0500")
    assert (changed.title, changed.number, changed.consent) == ("Acme", "2026-0418", True)
    assert changed.parties == (Party("relator", "D"),)


async def test_a_number_is_given_once(house: House) -> None:
    await open_matter(house)
    with pytest.raises(NumberTaken):
        await open_matter(house)
    async with house.reading() as view:
        # Nothing of the second attempt is left, its owner included.
        assert len(await view.people.all()) == 1


async def test_only_members_see_a_matter(house: House) -> None:
    made = await open_matter(house)
    eve = await add(house, "Eve")
    async with house.reading() as view:
        with pytest.raises(MatterNotFound):
            await view.matters.get(made.id, eve.id)
        assert await view.matters.list_for(eve.id) == []
        assert await view.matters.look_up(made.number, eve.id) == []
        assert await view.matters.role_of(made.id, eve.id) is None
        assert await view.matters.get_unchecked(made.id) == made
    async with house.writing() as unit:
        await unit.matters.add_member(made.id, eve.id, "reader")
        await unit.matters.add_member(made.id, eve.id, "member")
    async with house.reading() as view:
        assert await view.matters.get(made.id, eve.id) == made
        assert await view.matters.role_of(made.id, eve.id) == "member"
    async with house.writing() as unit:
        await unit.matters.remove_member(made.id, eve.id)
        assert await unit.matters.list_for(eve.id) == []


async def test_a_screen_is_stronger_than_membership(house: House) -> None:
    made = await open_matter(house)
    eve = await add(house, "Eve")
    async with house.writing() as unit:
        await unit.matters.add_member(made.id, eve.id, "owner")
        await unit.matters.screen(made.id, eve.id)
        await unit.matters.screen(made.id, eve.id)
    async with house.reading() as view:
        assert await view.matters.screened(made.id, eve.id)
        assert await view.matters.role_of(made.id, eve.id) is None
        assert await view.matters.list_for(eve.id) == []
        with pytest.raises(MatterNotFound):
            await view.matters.get(made.id, eve.id)
        assert [member.person.name for member in await view.matters.members(made.id)] == [
            "Ada Counsel"
        ]
    async with house.writing() as unit:
        await unit.matters.lift_screen(made.id, eve.id)
        assert await unit.matters.role_of(made.id, eve.id) == "owner"


async def test_a_matter_is_looked_up_by_id_number_or_words(house: House) -> None:
    ada = await add(house, "Ada")
    one = await open_matter(house, "2026-1", ada.id)
    two = await open_matter(house, "2026-10", ada.id)
    async with house.reading() as view:
        assert await view.matters.look_up(" 2026-1 ", ada.id) == [one]
        assert await view.matters.look_up(two.id.lower(), ada.id) == [two]
        assert await view.matters.look_up("acme", ada.id) == [one, two]
        assert await view.matters.look_up("2026", ada.id) == [one, two]
        assert await view.matters.look_up("%", ada.id) == []
        assert await view.matters.look_up(" ", ada.id) == []


async def test_numbers_are_given_once_to_many_at_once(house: House) -> None:
    made = await open_matter(house)

    async def cite(n: int) -> str:
        async with house.writing() as unit:
            return (await unit.authorities.add(made.id, f"{n} U.S. 1")).id

    ids = await asyncio.gather(*(cite(n) for n in range(20)))
    assert sorted(ids, key=lambda id: int(id[1:])) == [f"A{n}" for n in range(1, 21)]
