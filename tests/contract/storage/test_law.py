"""Public law on both databases: loads that are seen as a whole, sections, parts, search."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.law.codes import CONST, USC
from engine.law.errors import Damaged
from engine.law.ranking import search
from engine.ports import LawSection
from handlers.lawload import LawLoaded, load_code, load_constitution
from storage.house import House
from storage.library import SqlLibrary
from tests.fixtures.law import (
    RULES,
    SCALES,
    archived,
    constitution,
    content,
    part,
    section,
    title,
    write,
)


def unseen(name: str, done: int, total: int, rows: int) -> None:
    """A bar that nobody looks at."""


async def load(house: House, *paths: Path, release: str = "") -> list[LawLoaded]:
    return [one async for one in load_code(house, paths, unseen, release)]


async def found(house: House, query: str, code: str = USC) -> list[str]:
    async with house.reading() as view:
        return [one.identifier for one in await search(view.law, query, code, 8)]


@pytest.fixture
def scales(tmp_path: Path) -> Path:
    return write(tmp_path / "usc91.xml", SCALES)


async def test_a_title_is_loaded_once(house: House, scales: Path) -> None:
    first = await load(house, scales)
    assert first == [LawLoaded("usc", "91", "WEIGHTS AND SCALES", "119-36", 7)]
    again = await load(house, scales)
    assert [one.again for one in again] == [True]
    async with house.reading() as view:
        (one,) = await view.law.loads()
        assert await view.law.leftovers() == []
    assert (one.title, one.release, one.rows) == ("91", "119-36", 7)


async def test_sections_and_parts_by_identifier(house: House, scales: Path) -> None:
    await load(house, scales)
    library = SqlLibrary(house)
    told = await library.sections(
        ["/us/usc/t91/s2000e-2/a/2", "/us/usc/t91/s2000E–2", "/us/usc/t91/s2000e-2/z", "/us/x"]
    )
    assert [(one.identifier, one.citation, one.text[:11]) for one in told] == [
        ("/us/usc/t91/s2000e–2/a/2", "91 U.S.C. § 2000e-2(a)(2)", "(2) to shav"),
        ("/us/usc/t91/s2000e–2", "91 U.S.C. § 2000e-2", "(a) Weighma"),
    ]
    assert told[0].release == "119-36"
    assert await library.codes() == {"usc/91"}


async def test_each_of_a_range_answers_that_it_is_gone(house: House, scales: Path) -> None:
    await load(house, scales)
    for number in ("2001", "2002", "2002a"):
        (one,) = await SqlLibrary(house).sections([f"/us/usc/t91/s{number}"])
        assert (one.citation, one.status) == ("91 U.S.C. §§ 2001 to 2002a", "repealed")
    assert await SqlLibrary(house).sections(["/us/usc/t91/s2001/a"]) == []


async def test_two_sections_of_one_number_are_both_there(house: House, scales: Path) -> None:
    await load(house, scales)
    both = await SqlLibrary(house).sections(["/us/usc/t91/s2005"])
    assert [one.heading for one in both] == ["Fees", "Fees again"]


async def test_a_rule_answers_to_its_file_and_to_its_usual_name(
    house: House, tmp_path: Path
) -> None:
    await load(house, write(tmp_path / "rules.xml", RULES))
    library = SqlLibrary(house)
    assert await library.codes() == {"rules/28a"}
    for id in ("/us/rules/civ/12/b/6", "/us/usc/t28a/courtRules/Civ/rule12/b/6"):
        (one,) = await library.sections([id])
        assert one.citation == "Fed. R. Civ. P. 12(b)(6)"
        assert one.text == "(6) there is no claim."
    assert (await found(house, "FRCP 12(b)(6)"))[0] == "/us/usc/t28a/courtRules/Civ/rule12/b/6"


async def test_a_newer_release_replaces_and_an_older_is_left_alone(
    house: House, tmp_path: Path, scales: Path
) -> None:
    await load(house, scales)
    newer = title(section("2003", "Oath", content("No oath is needed.")), release="119-100")
    (one,) = await load(house, write(tmp_path / "new.xml", newer))
    assert (one.release, one.replaced) == ("119-100", "119-36")
    library = SqlLibrary(house)
    assert [s.text for s in await library.sections(["/us/usc/t91/s2003"])] == ["No oath is needed."]
    assert await library.sections(["/us/usc/t91/s2000e-2"]) == []
    assert await found(house, "weighmaster fear favor") == []
    (old,) = await load(house, scales)
    assert (old.newer, old.release) == ("119-100", "119-36")
    async with house.reading() as view:
        assert [one.release for one in await view.law.loads()] == ["119-100"]
        assert await view.law.leftovers() == []


async def test_what_is_damaged_leaves_what_was_in_force(
    house: House, tmp_path: Path, scales: Path
) -> None:
    await load(house, scales)
    many = [section(str(at), "Heading", content("Text.")) for at in range(100)]
    newer = title(*many, release="119-100")
    with pytest.raises(Damaged):
        await load(house, write(tmp_path / "cut.xml", newer[: len(newer) - 200]))
    async with house.reading() as view:
        assert [one.release for one in await view.law.loads()] == ["119-36"]
        assert await view.law.leftovers() == []
    assert await found(house, "91 usc 2003") != []


async def test_a_load_that_was_broken_off_is_not_seen_and_is_redone(
    house: House, scales: Path
) -> None:
    async with house.writing() as unit:
        left = await unit.law.begin("usc", "91", "1:half")
    async with house.reading() as view:
        assert await view.law.codes() == frozenset()
        assert [one.id for one in await view.law.leftovers()] == [left]
    assert [one.again for one in await load(house, scales)] == [False]
    async with house.reading() as view:
        assert await view.law.leftovers() == []


async def test_sections_in_an_archive_are_one_load_a_title(house: House, tmp_path: Path) -> None:
    credit = '<ref href="/us/pl/117/90/s2">Pub. L. 117–90, § 2</ref>'
    files = {
        "usc/9/1.xml": section("1", "Maritime", content("A."), of="9", credit=credit, alone=True),
        "usc/5/2.xml": section("2", "Agencies", content("B."), of="5", alone=True),
    }
    told = await load(house, archived(tmp_path / "some.tar.gz", files))
    assert {(one.title, one.heading, one.release) for one in told} == {
        ("9", "Arbitration", "amended through Pub. L. 117-90"),
        ("5", "Government Organization and Employees", ""),
    }
    named = archived(tmp_path / "again.tar.gz", {"x.xml": files["usc/5/2.xml"]})
    (one,) = await load(house, named, release="119-100")
    assert one.release == "119-100"


async def test_the_constitution_is_searched_by_place_and_by_words(
    house: House, tmp_path: Path
) -> None:
    one = await load_constitution(house, constitution(tmp_path / "c.json"), unseen)
    assert (one.code, one.rows) == ("const", 4)
    assert await SqlLibrary(house).codes() == {"const"}
    assert await found(house, "art. I § 8 cl. 3", CONST) == ["/us/const/art1/s8/c3"]
    due = await found(house, "fourteenth amendment due process", CONST)
    assert due[:2] == ["/us/const/amend14/s1", "/us/const/amend14/s5"]
    assert (await found(house, "commerce among the states", CONST))[0].startswith("/us/const/art1")
    again = await load_constitution(house, tmp_path / "c.json", unseen)
    assert again.again


def library_title() -> str:
    """Sections that say the same things in different places."""
    filler = "The weighmaster shall keep a register of every load, scale and seal. " * 40
    return title(
        section("101", "Short title", content("This chapter is about scales.")),
        section("102", "Seals", content("A seal is affixed to every scale that was tested.")),
        section("103", "Register of loads", content(filler)),
        section(
            "104",
            "Actions by buyers for false weights",
            part("subsection", "/us/usc/t91/s104/a", "a", "A buyer may sue for a false weight.")
            + part("subsection", "/us/usc/t91/s104/b", "b", "Treble the price is awarded."),
        ),
        section("105", "Seals of office", content("Repealed."), status="repealed"),
        section("106", "Rule making", content("The bureau makes rules after notice.")),
        *(
            section(str(200 + at), f"Depot {at}", content("A depot is kept at the harbor."))
            for at in range(20)
        ),
    )


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("false weights actions by buyers", "104"),
        ("treble price awarded", "104"),
        ("seal affixed to a scale", "102"),
        ("seals", "102"),
        ("register of loads", "103"),
        ("rulemaking", "106"),
        ("91 usc 104(b)", "104/b"),
        ("91 usc 104(z)", "104"),
    ],
)
async def test_the_section_that_is_meant_comes_first(
    house: House, tmp_path: Path, query: str, first: str
) -> None:
    await load(house, write(tmp_path / "usc91.xml", library_title()))
    assert (await found(house, query))[0] == f"/us/usc/t91/s{first}"


@pytest.mark.parametrize("query", ["'", '"', "a OR b NEAR(", "x:y*", "\x00", "()", "'); --", "§"])
async def test_no_query_is_syntax(house: House, scales: Path, query: str) -> None:
    await load(house, scales)
    assert await found(house, query) == await found(house, query)


async def test_names_lead_to_sections(house: House, scales: Path) -> None:
    await load(house, scales)
    for query, first in (
        ("Weighmaster Oath Act", "2003"),
        ("Honest Public Scales Act", "2000e"),
        ("HPSA", "2000e"),
        ("section 703 of the Honest Public Scales Act", "2000e–2"),
        ("section 703(a)(1) of HPSA", "2000e–2/a/1"),
    ):
        assert (await found(house, query))[0] == f"/us/usc/t91/s{first}", query


async def test_a_folder_of_titles_loads_each(house: House, tmp_path: Path, scales: Path) -> None:
    folder = tmp_path / "titles"
    folder.mkdir()
    shutil.copy(scales, folder / "usc91.xml")
    write(folder / "usc28a.xml", RULES)
    told = await load(house, folder)
    assert [(one.code, one.title) for one in told] == [("rules", "28a"), ("usc", "91")]
    read: Sequence[LawSection] = await SqlLibrary(house).sections(["/us/usc/t91/s2003"])
    assert [one.code for one in read] == ["usc"]
