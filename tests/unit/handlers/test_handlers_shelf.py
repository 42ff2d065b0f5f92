"""Sample matters: listed from the first moment, read when somebody first works on one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.cli import origin
from bot.compose import App, build
from bot.samples import NAMES
from bot.settings import Settings
from handlers.doors import Shown
from handlers.posts import Post
from handlers.requests import CommandRequest


@asynccontextmanager
async def a_house(tmp_path: Path, **settings: Any) -> AsyncIterator[App]:
    given = {"model": "scripted", "identity": "demo", "vectors": False, **settings}
    app = build(Settings(home=tmp_path / "home", **given))
    try:
        await app.start()
        yield app
    finally:
        await app.close()


async def said(app: App, text: str, matter: str | None = None) -> Post:
    from bot.closing import closing
    from bot.terminal.answers import answers

    lines = answers(app.office, app.room, CommandRequest(origin(None), text, matter), wait=False)
    async with closing(lines) as stream:
        return [line.post async for line in stream if isinstance(line, Shown)][-1]


async def on_file(app: App) -> dict[str, int]:
    """Documents by the number of their matter, of those that have any."""
    listed = (await said(app, "/lawgame matters")).data["matters"]
    async with app.house.reading() as view:
        found = {one["number"]: len(await view.documents.list(one["id"])) for one in listed}
    return {number: count for number, count in found.items() if count}


async def test_whoever_comes_first_to_a_fresh_house_finds_them_all(tmp_path: Path) -> None:
    async with a_house(tmp_path) as app:
        listed = (await said(app, "/lawgame matters")).data["matters"]
        assert len(listed) == len(NAMES) == 6
        assert {"id", "number", "title"} <= set(listed[0])
        assert await on_file(app) == {}


async def test_the_first_who_works_on_one_has_it_read_and_no_other(tmp_path: Path) -> None:
    async with a_house(tmp_path) as app:
        number = (await said(app, "/lawgame matters")).data["matters"][1]["number"]
        both = (said(app, "/lawgame docs", number), said(app, "/lawgame facts", number))
        first, _ = await asyncio.gather(*both)
        assert "documents on file" in first.title
        read = await on_file(app)
        assert list(read) == [number] and read[number] >= 6


async def test_what_was_taken_out_is_not_put_back(tmp_path: Path) -> None:
    async with a_house(tmp_path) as app:
        number = (await said(app, "/lawgame matters")).data["matters"][1]["number"]
        await said(app, "/lawgame docs", number)
        before = (await on_file(app))[number]
        await said(app, "/lawgame docs remove D1", number)
        assert (await on_file(app))[number] == before - 1
    async with a_house(tmp_path) as app:
        await said(app, "/lawgame docs", number)
        assert (await on_file(app))[number] == before - 1


async def test_a_house_that_wants_none_has_none(tmp_path: Path) -> None:
    async with a_house(tmp_path, samples=False) as app:
        assert (await said(app, "/lawgame matters")).data["matters"] == []
    async with a_house(tmp_path / "firm", identity="system") as app:
        assert (await said(app, "/lawgame matters")).data["matters"] == []
