"""The law in the whole house: nothing loaded, loaded beside it, searched in chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.compose import load_constitution, load_law
from engine.events import Kind
from handlers.posts import Post, Quotation
from handlers.requests import CommandRequest
from tests.fixtures.law import SCALES, constitution, write
from tests.scenario.conftest import Opened, Opening
from tests.shared_data import shared


def unseen(name: str, done: int, total: int, rows: int) -> None:
    """A bar that nobody looks at."""


async def load(house: Opened, *paths: Path) -> None:
    async for _ in load_law(house.app.settings, paths, unseen, ""):
        pass


async def refused(house: Opened, text: str) -> Post:
    posts, ok = await house.send(CommandRequest(house._origin(), text))
    assert not ok
    return posts[-1]


async def test_with_nothing_loaded_the_answer_says_how_to_load(opening: Opening) -> None:
    async with opening() as house:
        post = await refused(house, "search us code false claims")
        assert (post.kind, post.data["code"]) == (Kind.ERROR, "law.nothing_loaded")
        assert "lawgame load us-code" in post.data["remedy"]
        post = await refused(house, "search constitution art. I")
        assert "lawgame load constitution" in post.data["remedy"]
        [status] = await house.say("search")
        assert status.data["loaded"] == []


async def test_sections_are_quoted_with_release_and_how_to_add_them(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening() as house:
        await load(house, write(tmp_path / "usc91.xml", SCALES))
        [post] = await house.say("search us code 91 USC 2000e-2(a)(2)")
        first = post.data["results"][0]
        assert first == {
            "id": "/us/usc/t91/s2000e–2/a/2",
            "citation": "91 U.S.C. § 2000e-2(a)(2)",
            "heading": "Unlawful weighing practices",
            "text": "(2) to shave a weight,",
            "release": "119-36",
            "status": "",
        }
        quotation = post.body[0]
        assert isinstance(quotation, Quotation)
        assert (quotation.text, quotation.place) == (first["text"], "release point 119-36")
        assert 'authorities add "91 U.S.C. § 2000e-2(a)(2)"' in str(post.body[-1])
        assert post.matter is None


async def test_what_is_repealed_or_not_there_is_said(opening: Opening, tmp_path: Path) -> None:
    async with opening() as house:
        await load(house, write(tmp_path / "usc91.xml", SCALES))
        [gone] = await house.say("search us code 91 U.S.C. 2002")
        assert gone.data["results"][0]["status"] == "repealed"
        assert "repealed" in str(gone.body[0])
        [absent] = await house.say("search us code 26 U.S.C. 501(c)(3)")
        assert absent.data["results"] == []
        assert "Title 26 of the United States Code is not loaded" in str(absent.body)


async def test_in_a_matters_thread_the_team_sees_the_answer(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening() as house:
        await load(house, write(tmp_path / "usc91.xml", SCALES))
        matter = await house.matter(tmp_path)
        await house.say("search us code oath of the weighmaster", matter=matter)
        posts = [post for post in await house.told(matter) if "results" in post.data]
        assert [post.data["results"][0]["citation"] for post in posts] == ["91 U.S.C. § 2003"]


async def test_a_search_result_can_be_put_on_file(opening: Opening, tmp_path: Path) -> None:
    async with opening() as house:
        await load(house, write(tmp_path / "usc91.xml", SCALES))
        matter = await house.matter(tmp_path)
        [post] = await house.say("search us code fear or favor", matter=matter)
        cited = post.data["results"][0]["citation"]
        [added] = await house.say(f'authorities add "{cited}"', matter=matter)
        assert added.data["authorities"][0]["citation"] == cited


@pytest.mark.parametrize(
    "asked",
    ["search constitution fourteenth amendment due process", "search the Constitution, amend. XIV"],
)
async def test_the_constitution_is_searched(opening: Opening, tmp_path: Path, asked: str) -> None:
    async with opening() as house:
        path = constitution(tmp_path / "constitution.json")
        await load_constitution(house.app.settings, path, unseen)
        [post] = await house.say(asked)
        assert post.data["results"][0]["id"] == "/us/const/amend14/s1"
        [status] = await house.say("search")
        assert [one["code"] for one in status.data["loaded"]] == ["const"]


async def test_official_titles_answer_real_questions(opening: Opening) -> None:
    titles = [shared("data", "uscode", "titles", f"usc{name}") for name in _TITLES]
    async with opening() as house:
        await load(house, *titles)
        for asked, id in _REAL.items():
            [post] = await house.say(f"search us code {asked}")
            ids = [one["id"] for one in post.data["results"][:5]]
            assert id in ids, (asked, ids)


_TITLES = ("09.xml.gz", "35.xml.gz", "28a-2022-stripped.xml.gz")
_REAL = {
    "9 U.S.C. § 10(a)(1)": "/us/usc/t9/s10/a/1",
    "section 271(b) of title 35": "/us/usc/t35/s271/b",
    "vacating an award for evident partiality": "/us/usc/t9/s10",
    "non-obvious subject matter": "/us/usc/t35/s103",
    "inter partes review": "/us/usc/t35/s311",
    "FRCP 12(b)(6)": "/us/usc/t28a/courtRules/Civil/rule12/b/6",
    "Fed. R. Evid. 403": "/us/usc/t28a/courtRules/Evid/rule403",
    "summary judgment": "/us/usc/t28a/courtRules/Civil/rule56",
}


async def test_the_real_constitution_answers(opening: Opening) -> None:
    path = shared("data", "constitution", "us_constitution.json")
    async with opening() as house:
        await load_constitution(house.app.settings, path, unseen)
        for asked, id in (
            ("art. I § 8 cl. 3", "/us/const/art1/s8/c3"),
            ("fourteenth amendment due process", "/us/const/amend14/s1"),
            ("freedom of speech", "/us/const/amend1"),
            ("unreasonable searches and seizures", "/us/const/amend4"),
        ):
            [post] = await house.say(f"search constitution {asked}")
            assert post.data["results"][0]["id"] == id, asked
