"""``authorities``: looked up before it is filed, removed, and what the latest run rested on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.events import Kind
from engine.matter import Element, Matter
from engine.ports import LawSection, NoLibrary, ReportedCase
from engine.record import Role, Run, Turn, TurnKey
from handlers.office import Office
from handlers.posts import Details, Post, Quotation, Table
from tests.doubles.citations import ListedCheck
from tests.unit.handlers.conftest import Firm

TWOMBLY = ReportedCase(
    "U.S.", "550", "544", ("Bell v. Twombly", "Bell Atlantic v. Twombly"), 2007, "U.S.",
    "Plausible on its face.", "The need at the pleading stage for allegations",
)  # fmt: skip
MATERIAL = LawSection(
    "usc", "/us/usc/t31/s3729", "31 U.S.C. § 3729", "False claims", "Any person who knowingly"
)


class Shelf(NoLibrary):
    async def cases_at(self, places: Sequence[tuple[str, str, str]]) -> Sequence[ReportedCase]:
        return [TWOMBLY] if ("U.S.", "550", "544") in places else []

    async def sections(self, identifiers: Sequence[str]) -> Sequence[LawSection]:
        return [MATERIAL] if MATERIAL.identifier in identifiers else []


@pytest.fixture
def stocked(firm: Firm) -> Firm:
    check = ListedCheck({"550 U.S. 544": "Bell v. Twombly"}, ("31/3729",))
    firm.services = replace(firm.services, citations=check, library=Shelf())
    firm.office = Office(firm.services)
    return firm


async def add(firm: Firm, matter: Matter, text: str) -> tuple[Post, dict[str, Any]]:
    post = await firm.say(f"authorities add {text}", matter=matter.id)
    assert post.kind is Kind.ANSWER, post
    [one] = post.data["authorities"]
    return post, one


async def test_a_case_of_the_firms_table_is_filed_with_what_the_table_has(stocked: Firm) -> None:
    matter = await stocked.opened()
    post, one = await add(stocked, matter, '"Bell v. Twombly, 550 U.S. 544 (2007)"')
    assert "Verified against the firm's table of authorities." in str(post.body)
    assert (one["verdict"], one["identifier"]) == ("verified", "550 U.S. 544")
    assert one["names"] == list(TWOMBLY.names)
    assert (one["year"], one["court"], one["holding"]) == (2007, "U.S.", TWOMBLY.holding)
    async with stocked.house.reading() as view:
        [kept] = await view.authorities.list(matter.id)
    assert kept.text == TWOMBLY.text
    [details] = [block for block in post.body if isinstance(block, Details)]
    assert isinstance(details.blocks[0], Quotation) and details.blocks[0].text == TWOMBLY.text


async def test_a_place_alone_is_given_the_name_that_is_reported_there(stocked: Firm) -> None:
    matter = await stocked.opened()
    _, one = await add(stocked, matter, '"550 U.S. 544" --weight binding')
    assert (one["verdict"], one["names"][0]) == ("verified", "Bell v. Twombly")
    assert (one["citation"], one["weight"]) == ("550 U.S. 544", "binding")


async def test_names_given_beside_the_citation_are_compared(stocked: Firm) -> None:
    matter = await stocked.opened()
    post, one = await add(stocked, matter, '"550 U.S. 544" --names "Doe v. Roe"')
    assert (one["verdict"], one["names"]) == ("wrong case", ["Doe v. Roe"])
    said = str(post.body)
    assert "wrong case" in said and "Bell v. Twombly is reported there" in said
    assert "authorities remove A1" in said
    listed = await stocked.say("authorities", matter=matter.id)
    assert "persuasive; wrong case" in str(listed.body)


async def test_a_section_is_filed_with_its_text(stocked: Firm) -> None:
    matter = await stocked.opened()
    post, one = await add(stocked, matter, '"31 U.S.C. § 3729" --names "False Claims Act"')
    assert (one["verdict"], one["kind"]) == ("verified", "statute")
    assert one["identifier"] == "/us/usc/t31/s3729" and one["names"] == ["False Claims Act"]
    assert "official text (/us/usc/t31/s3729)" in str(post.body)
    async with stocked.house.reading() as view:
        assert (await view.authorities.list(matter.id))[0].text == MATERIAL.text


@pytest.mark.parametrize("citation", ["9 U.S.C. § 2", "12 F.3d 34", "Restatement of Contracts 90"])
async def test_what_nobody_can_look_up_is_taken_on_the_lawyers_word(
    stocked: Firm, citation: str
) -> None:
    matter = await stocked.opened()
    post, one = await add(stocked, matter, f'"{citation}"')
    assert one["verdict"] in ("not checked", "out of corpus")
    assert "Not checked: taken on your word." in str(post.body)
    listed = await stocked.say("authorities", matter=matter.id)
    assert one["verdict"] in str(listed.body) and listed.title == "1 authority on file"


@pytest.mark.parametrize(
    "again", ['"550 U.S. 544"', '"Bell v. Twombly, 550 U.S. 544 (2007)" --weight adverse']
)
async def test_the_same_twice_is_on_file_once(stocked: Firm, again: str) -> None:
    matter = await stocked.opened()
    await add(stocked, matter, '"31 U.S.C. § 3729"')
    await add(stocked, matter, '"Bell v. Twombly, 550 U.S. 544"')
    post, one = await add(stocked, matter, again)
    assert post.title == "It is on file already, as A2" and one["weight"] == "persuasive"
    async with stocked.house.reading() as view:
        assert len(await view.authorities.list(matter.id)) == 2


async def test_one_is_removed_and_the_elements_that_rested_on_it_say_so(stocked: Firm) -> None:
    matter = await stocked.opened()
    await add(stocked, matter, '"31 U.S.C. § 3729"')
    await add(stocked, matter, '"550 U.S. 544"')
    async with stocked.house.writing() as unit:
        matter = await unit.matters.update(matter.id, objective="dismissal")
        elements = [
            Element("E1", "Materiality", "relator", "preponderance", authority="A1"),
            Element("E2", "Plausibility", "relator", "preponderance", authority="A2"),
        ]
        await unit.elements.keep(matter.id, "dismissal", elements)
    post = await stocked.say("authorities remove a1", matter=matter.id)
    assert post.title == "A1 is out" and "E1 rested on it" in str(post.body)
    assert [one["id"] for one in post.data["authorities"]] == ["A2"]
    async with stocked.house.reading() as view:
        left = await view.elements.list(matter.id, "dismissal")
    assert [one.authority for one in left] == [None, "A2"]
    assert "authority.removed" in await stocked.audit(matter)
    gone = await stocked.say("authorities remove A1", matter=matter.id)
    assert gone.data["code"] == "authorities.unknown"
    which = await stocked.say("authorities remove", matter=matter.id)
    assert which.data["code"] == "authorities.which"


async def test_a_reader_neither_adds_nor_removes(stocked: Firm) -> None:
    matter = await stocked.opened()
    async with stocked.house.writing() as unit:
        person = await unit.people.by_name("Pat")
        assert person is not None
        await unit.matters.add_member(matter.id, person.id, "reader")
    for text in ('authorities add "550 U.S. 544"', "authorities remove A1"):
        post = await stocked.say(text, "pat", matter=matter.id)
        assert post.data["code"] == "rights.denied", text
    assert (await stocked.say("authorities", "pat", matter=matter.id)).kind is Kind.ANSWER


def section(*authorities: str) -> dict[str, Any]:
    return {"text": "It paid.", "elements": ["E1"], "facts": [], "authorities": list(authorities)}


async def test_the_tables_of_authorities_and_of_gaps_of_the_latest_run(stocked: Firm) -> None:
    matter = await stocked.opened()
    none = await stocked.say("authorities table", matter=matter.id)
    assert none.data["code"] == "authorities.no_run"
    await add(stocked, matter, '"550 U.S. 544" --weight binding')
    turns = [
        Turn(TurnKey("R-1", 1, 1, Role.LEAD), {
            "sections": [section("A1"), section("A1", "A7")], "gaps": ["The renewal of June"],
            "removed_citations": ["Smith v. Jones, 1 F.3d 1"],
        }),
        Turn(TurnKey("R-1", 1, 1, Role.OPPOSING), {
            "attacks": [{"text": "No.", "authorities": ["A1"], "facts": []}],
            "removed_citations": ["Smith v. Jones, 1 F.3d 1"],
        }),
    ]  # fmt: skip
    async with stocked.house.writing() as unit:
        await unit.runs.create(
            Run("R-1", matter.id, matter.thread, "dismissal", rounds=2, orbits=1, seed=7)
        )
        for turn in turns:
            await unit.turns.add(turn)
    post = await stocked.say("authorities table", matter=matter.id)
    assert post.title == "Authorities of the latest run: 2 used, 2 gaps"
    first, second = [block for block in post.body if isinstance(block, Table)]
    assert first.rows == (
        ("A1", "Bell v. Twombly, 550 U.S. 544", "binding; verified", "move 1.1, response 1.1"),
        ("A7", "no longer on file", "", "move 1.1"),
    )
    assert second.rows == (
        ("move 1.1", "An authority on file in place of “Smith v. Jones, 1 F.3d 1”"),
        ("move 1.1", "The renewal of June"),
    )
    assert post.data["run"] == "R-1"
    assert [one["id"] for one in post.data["authorities"]] == ["A1", "A7"]
    assert [gap["kind"] for gap in post.data["gaps"]] == ["citation", "proof"]
