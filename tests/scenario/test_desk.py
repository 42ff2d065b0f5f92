"""The Desk over the real house: a person who was chosen on the page may also act."""

from __future__ import annotations

import re
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from bot.serving import pages
from tests.scenario.conftest import Opening


async def test_who_is_chosen_at_the_desk_may_ask_there(opening: Opening, tmp_path: Path) -> None:
    jar = CookieJar(unsafe=True)
    async with opening() as house, pages(house.app) as address:
        browser = ClientSession(address, cookie_jar=jar)
        async with browser:
            front = await (await browser.get("/")).text()
            person = next(p for p in await house.app.room.people() if p.name == "Lena Hart")
            await browser.post("/person", data={**_hidden(front), "person": person.id})
            front = await (await browser.get("/")).text()
            text = '/lawgame new 2026-77 "Doe v. Acme"'
            answer = await browser.post("/say", data={**_hidden(front), "text": text})
            assert answer.status == 200, await answer.text()
            await house.app.office.idle()
            assert [m.number for m in await house.app.room.matters(person.id)] == ["2026-77"]


def _hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
