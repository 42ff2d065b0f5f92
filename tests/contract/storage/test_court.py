"""Versions of a matter's court profile, on either database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.matter import PRESSURES, CourtProfile, Matter, Pressure, Scope
from storage.casefile import SqlCasefile
from storage.court import ENGINE, Version
from storage.house import House
from tests.conftest import Clock
from tests.unit.storage.helpers import file_document, open_matter

FULL = CourtProfile(
    tuple(Pressure(one, 0.7, "§ 3 “as it was”\nsaid", ("F1", "F2")) for one in PRESSURES),
    "Judge Roe",
    ("F2", "F1"),
    True,
)
NAMED = CourtProfile(judge="Judge Roe", decisions=("F2", "F1"))


async def put(
    house: House, matter: Matter, profile: CourtProfile, active: bool = True, by: str = "P-ADA"
) -> CourtProfile:
    async with house.writing() as unit:
        return await unit.court.put(matter.id, profile, active, by)


async def versions(house: House, matter: Matter) -> list[Version]:
    async with house.reading() as view:
        return list(await view.court.versions(matter.id))


async def propose(house: House, matter: Matter, profile: CourtProfile) -> CourtProfile:
    return await SqlCasefile(house).keep_profile(matter.id, profile)


async def read_by_a_run(house: House, matter: Matter) -> CourtProfile | None:
    return await SqlCasefile(house).court_profile(matter.id)


async def test_nothing_stands_until_something_is_set(house: House) -> None:
    matter = await open_matter(house)
    async with house.reading() as view:
        assert await view.court.standing(matter.id) is None
        assert await view.court.versions(matter.id) == []
    assert await read_by_a_run(house, matter) is None


async def test_each_change_is_a_version_and_the_newest_stands(house: House, clock: Clock) -> None:
    matter, other = await open_matter(house), await open_matter(house, "2026-2")
    assert await put(house, matter, FULL) == replace(FULL, version=1)
    clock.now += 60
    assert (await put(house, matter, NAMED, False, "P-BEN")).version == 2
    await put(house, other, NAMED)
    newest, first = await versions(house, matter)
    assert (newest.profile, newest.active, newest.by) == (replace(NAMED, version=2), False, "P-BEN")
    assert (first.profile, first.active, first.by) == (replace(FULL, version=1), True, "P-ADA")
    assert (newest.at - first.at).total_seconds() == 60
    async with house.reading() as view:
        assert await view.court.standing(matter.id) == newest
    assert [one.profile.version for one in await versions(house, other)] == [1]


async def test_a_run_reads_it_only_while_it_is_on(house: House) -> None:
    matter = await open_matter(house)
    on = await put(house, matter, FULL)
    assert await read_by_a_run(house, matter) == on
    await put(house, matter, FULL, False)
    assert await read_by_a_run(house, matter) is None


async def test_what_a_run_proposes_stands_where_no_weights_do(house: House) -> None:
    matter = await open_matter(house)
    await put(house, matter, NAMED)
    proposal = replace(FULL, edited=False, version=7)
    kept = await propose(house, matter, proposal)
    assert kept == replace(proposal, version=2)
    newest, _ = await versions(house, matter)
    assert (newest.profile, newest.active, newest.by) == (kept, True, ENGINE)
    again = replace(proposal, pressures=FULL.pressures[:1])
    assert await propose(house, matter, again) == kept, "a turn that is thought again"
    assert len(await versions(house, matter)) == 2


async def test_a_lawyers_weights_that_came_meanwhile_stand(house: House) -> None:
    matter = await open_matter(house)
    await put(house, matter, NAMED)
    edited = await put(house, matter, FULL)
    assert await propose(house, matter, replace(FULL, pressures=FULL.pressures[:2])) == edited
    assert len(await versions(house, matter)) == 2


@pytest.mark.parametrize("switched", [True, False])
async def test_switched_off_meanwhile_it_stays_off_with_the_weights_on_file(
    house: House, switched: bool
) -> None:
    matter = await open_matter(house)
    if switched:
        await put(house, matter, NAMED)
        await put(house, matter, NAMED, False)
    kept = await propose(house, matter, FULL)
    newest = (await versions(house, matter))[0]
    assert newest.profile == kept and not newest.active
    assert await read_by_a_run(house, matter) is None


async def test_a_judge_named_meanwhile_stands_and_the_proposal_is_on_file(house: House) -> None:
    matter = await open_matter(house)
    await put(house, matter, CourtProfile())
    await put(house, matter, NAMED, by="P-BEN")
    proposal = replace(FULL, judge="", decisions=(), edited=False)
    kept = await propose(house, matter, proposal)
    assert kept == replace(proposal, version=3), "what the run goes by has a number of its own"
    newest, filed, *_ = await versions(house, matter)
    assert (filed.profile, filed.by) == (kept, ENGINE)
    assert (newest.profile, newest.by) == (replace(NAMED, version=4), "P-BEN")
    assert newest.active and await read_by_a_run(house, matter) == newest.profile


async def test_of_facts_it_is_told_in_which_documents_on_record_they_stand(house: House) -> None:
    matter = await open_matter(house)
    texts = [f"The court found number {n} of them." for n in range(4)]
    for name, scope in (("a", Scope.RECORD), ("b", Scope.OURS), ("c", Scope.RECORD)):
        await file_document(house, matter, name, [f"{name}: {text}" for text in texts], scope)
    other = await open_matter(house, "2026-2")
    await file_document(house, other, "d", texts)
    async with house.reading() as view:
        found = await view.court.documents_of(matter.id, ["F1", "F4", "F5", "F9", "F12", "F13"])
        assert found == {"D1": 2, "D3": 2}
        assert await view.court.documents_of(matter.id, []) == {}
