"""A request is taken in once and lasts until it is done."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.blobs import Blobs
from storage.database import open_database
from storage.house import House
from storage.inbox import InboxRow
from storage.seal import Seal
from tests.conftest import Clock


async def accept(house: House, delivery: str) -> tuple[str, bool]:
    async with house.writing() as unit:
        return await unit.inbox.accept("slack", "T1", delivery, {"text": f"help {delivery}"})


async def claim(house: House, id: str | None = None) -> InboxRow | None:
    async with house.writing() as unit:
        return await unit.inbox.claim(id, 30)


async def test_a_delivery_that_comes_again_is_the_same(house: House) -> None:
    received = await asyncio.gather(*(accept(house, "d1") for _ in range(5)))
    assert len({id for id, _ in received}) == 1
    assert sorted(fresh for _, fresh in received) == [False] * 4 + [True]
    async with house.writing() as unit:
        other_surface = await unit.inbox.accept("teams", "T1", "d1", {})
    assert other_surface[1]


async def test_each_row_is_worked_on_by_one(house: House) -> None:
    ids = [(await accept(house, f"d{n}"))[0] for n in range(3)]
    taken = await asyncio.gather(*(claim(house) for _ in range(5)))
    assert sorted(row.id for row in taken if row) == sorted(ids)
    assert await claim(house, ids[0]) is None


async def test_the_oldest_comes_first_and_a_lease_runs_out(house: House, clock: Clock) -> None:
    first, _ = await accept(house, "d1")
    second, _ = await accept(house, "d2")
    row = await claim(house)
    assert row is not None and (row.id, row.attempts, row.state) == (first, 1, "working")
    assert row.request == {"text": "help d1"}
    async with house.reading() as view:
        assert await view.inbox.owed(clock.now) == [second]
    clock.now += 31
    async with house.reading() as view:
        assert await view.inbox.owed(clock.now) == [first, second]
    row = await claim(house, first)
    assert row is not None and row.attempts == 2
    async with house.writing() as unit:
        await unit.inbox.finish(first)
        await unit.inbox.fail(second)
        await unit.inbox.finish(second)
    clock.now += 31
    assert await claim(house) is None
    async with house.reading() as view:
        done, failed = await view.inbox.get(first), await view.inbox.get(second)
    assert done is not None and failed is not None
    assert (done.state, failed.state) == ("done", "failed")


async def test_rows_outlive_the_process(
    house: House, database_url: str, tmp_path: Path, clock: Clock
) -> None:
    id, _ = await accept(house, "d1")
    again = open_database(database_url)
    row = await claim(House(again, Seal(), Blobs(tmp_path / "blobs"), clock), id)
    await again.close()
    assert row is not None and row.at.timestamp() == clock.now
    assert row.at.utcoffset() is not None


async def test_news_are_told_after_the_commit_only(house: House) -> None:
    told: list[str] = []
    house.on_commit(told.append)
    seen = house.news.version
    try:
        async with house.writing() as unit:
            await unit.inbox.accept("slack", "T1", "d1", {})
            assert told == []
            raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    assert (told, house.news.version) == ([], seen)
    waiting = asyncio.create_task(house.news.wait(60, seen))
    await asyncio.sleep(0)
    await accept(house, "d1")
    assert await waiting == seen + 1
    assert told == ["inbox"]
    # Nothing is missed between looking and waiting, and waiting ends by itself.
    assert await house.news.wait(60, seen) == seen + 1
    assert await house.news.wait(0.001) == seen + 1
    await accept(house, "d1")
    assert house.news.version == seen + 1


async def test_a_lease_that_is_renewed_is_nobody_elses(house: House, clock: Clock) -> None:
    async with house.writing() as unit:
        id, _ = await unit.inbox.accept("terminal", "local", "renewed", {})
        await unit.inbox.claim(id, 30.0)
    clock.now += 20.0
    async with house.writing() as unit:
        await unit.inbox.renew(id, 30.0)
    async with house.reading() as view:
        assert await view.inbox.owed(clock.now + 20.0) == []
        assert await view.inbox.owed(clock.now + 30.0) == [id]
    async with house.writing() as unit:
        await unit.inbox.finish(id)
        await unit.inbox.renew(id, 30.0)
    async with house.reading() as view:
        assert await view.inbox.owed(clock.now + 99.0) == []
