"""The audit chain shows what was tampered with."""

from __future__ import annotations

import asyncio

import pytest

from storage.house import House


async def fill(house: House, entries: int = 5) -> None:
    for n in range(entries):
        async with house.writing() as unit:
            await unit.audit.append("P-ADA", "matter.opened", None, {"n": n, "note": "§ “x”"})


async def verify(house: House) -> list[int]:
    async with house.reading() as view:
        return list(await view.audit.verify())


async def test_an_untouched_chain_is_whole(house: House) -> None:
    assert await verify(house) == []
    await fill(house)
    assert await verify(house) == []
    async with house.reading() as view:
        entries = await view.audit.entries(after=3)
    assert [entry.seq for entry in entries] == [4, 5]
    assert entries[0].detail == {"n": 3, "note": "§ “x”"}


@pytest.mark.parametrize(
    ("tampering", "broken"),
    [
        ("UPDATE audit SET detail = '{}' WHERE seq = 3", [3]),
        ("UPDATE audit SET actor = 'P-EVE' WHERE seq = 1", [1]),
        ("UPDATE audit SET action = 'matter.closed' WHERE seq = 5", [5]),
        ("UPDATE audit SET hash = 'x' WHERE seq = 2", [2, 3]),
        ("DELETE FROM audit WHERE seq = 1", [1, 2]),
        ("DELETE FROM audit WHERE seq IN (2, 3)", [2, 3, 4]),
        ("UPDATE audit SET seq = 9 WHERE seq = 5", [5, 6, 7, 8, 9]),
        ("UPDATE audit SET at = '2020-01-01 00:00:00' WHERE seq = 4", [4]),
    ],
)
async def test_tampering_shows(house: House, tampering: str, broken: list[int]) -> None:
    await fill(house)
    async with house.database.write() as connection:
        await connection.exec_driver_sql(tampering)
    assert await verify(house) == broken


async def test_many_at_once_make_one_chain(house: House) -> None:
    await asyncio.gather(*(fill(house, 2) for _ in range(10)))
    async with house.reading() as view:
        assert [entry.seq for entry in await view.audit.entries()] == list(range(1, 21))
    assert await verify(house) == []


async def test_an_entry_goes_with_what_it_tells_of(house: House) -> None:
    with pytest.raises(ZeroDivisionError):
        async with house.writing() as unit:
            await unit.audit.append("P-ADA", "matter.opened")
            raise ZeroDivisionError
    await fill(house, 1)
    assert await verify(house) == []
