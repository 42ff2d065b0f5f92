"""Reported cases and tables of authorities, on either database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.authorities.table import BadRow
from engine.matter import Weight
from engine.ports import ReportedCase
from handlers.tables import STALE, Loaded, LoadGoingOn, NoUsableRow, load_table
from storage.cases import BATCH
from storage.house import House
from tests.conftest import Clock
from tests.unit.storage.helpers import open_matter

HEADER = "reporter,volume,page,names\n"


def case(
    reporter: str, volume: str, page: str, *names: str, year: int | None = None
) -> ReportedCase:
    return ReportedCase(reporter, volume, page, names or (f"A v. {page}",), year)


async def load(house: House, *cases: ReportedCase, name: str = "table.csv") -> int:
    async with house.writing() as unit:
        id = await unit.cases.begin(name, "digest")
        await unit.cases.add(id, cases)
    async with house.writing() as unit:
        await unit.cases.publish(id, len(cases))
    return id


async def at(house: House, *places: tuple[str, str, str]) -> Sequence[ReportedCase]:
    async with house.reading() as view:
        return await view.cases.at(places)


async def named(house: House, *words: str, limit: int = 10) -> list[str]:
    async with house.reading() as view:
        return [one.names[0] for one in await view.cases.named(words, limit)]


def told(*_: int) -> None:
    """Of progress, to nobody."""


async def test_what_begins_at_a_page_comes_back_whole(house: House) -> None:
    full = ReportedCase(
        "F.Supp.2d", "952", "638", ("United States v. Apple, Inc.", "U.S. v. Apple"), 2013,
        "S.D.N.Y.", "Liable.", "It orchestrated\nthe conspiracy. \u00a7 1",
    )  # fmt: skip
    second = case("F.Supp.2d", "952", "638", "Texas v. Penguin")
    await load(house, full, second, case("F.Supp.2d", "952", "639"))
    assert await at(house, ("F.Supp.2d", "952", "638")) == [full, second]
    assert await at(house, ("F.Supp.2d", "952", "637"), ("F.", "952", "638")) == []


async def test_many_places_at_once(house: House) -> None:
    cases = [case("F.3d", str(n), "1") for n in range(BATCH)]
    await load(house, *cases)
    asked = [("F.3d", str(n), "1") for n in range(2 * BATCH)]
    assert sorted((await at(house, *asked, *asked)), key=lambda one: int(one.volume)) == cases


async def test_an_early_case_is_found_by_either_reporter(house: House) -> None:
    marbury = case("U.S.", "5", "137", "Marbury v. Madison")
    mcculloch = case("Wheat.", "4", "316", "McCulloch v. Maryland")
    await load(house, marbury, mcculloch)
    assert await at(house, ("Cranch", "1", "137")) == [marbury]
    assert await at(house, ("U.S.", "17", "316")) == [mcculloch]
    async with house.reading() as view:
        asked = [("Cranch", "1"), ("U.S.", "17"), ("U.S.", "18"), ("F.3d", "1")]
        assert await view.cases.volumes(asked) == {("Cranch", "1"), ("U.S.", "17")}


async def test_cases_by_whole_words_of_one_name(house: House) -> None:
    await load(
        house,
        case("U.S.", "1", "1", "Bell Atlantic Corp. v. Twombly"),
        case("U.S.", "1", "2", "Twombly v. Smith", "Bell v. Wolfish"),
        case("U.S.", "1", "3", "Bellwether v. Twombly"),
        case("U.S.", "1", "4", "S.E.C. v. O'Brien & Co."),
    )
    assert await named(house, "bell", "TWOMBLY") == ["Bell Atlantic Corp. v. Twombly"]
    assert len(await named(house, "twombly")) == 3
    assert len(await named(house, "twombly", limit=2)) == 2
    assert await named(house, "O'Brien") == ["S.E.C. v. O'Brien & Co."]
    assert await named(house, "twom") == []
    assert await named(house) == await named(house, "—") == []


@pytest.mark.parametrize("words", ['"', "a AND", "NEAR(", "x' | 'y", "*", ":"])
async def test_words_are_only_words(house: House, words: str) -> None:
    await load(house, case("U.S.", "1", "1", "Bell v. Twombly"))
    assert await named(house, "zzz", words) == []


async def test_nobody_sees_a_load_before_it_is_whole(house: House) -> None:
    async with house.writing() as unit:
        id = await unit.cases.begin("table.csv", "d")
        await unit.cases.add(id, [case("U.S.", "1", "1", "Bell v. Twombly")])
    assert await at(house, ("U.S.", "1", "1")) == []
    assert await named(house, "twombly") == []
    async with house.reading() as view:
        assert await view.cases.volumes([("U.S.", "1")]) == frozenset()
        assert await view.cases.loads() == []
        assert [one.state for one in await view.cases.leftovers()] == ["loading"]


async def test_a_newer_table_of_the_name_takes_its_place(house: House, tmp_path: Path) -> None:
    path = tmp_path / "firm.csv"
    path.write_text(HEADER + "U.S.,1,1,Bell v. Twombly\nU.S.,2,1,C v. D\n")
    assert await load_table(house, path, told) == Loaded("firm.csv", 2)
    await load(house, case("U.S.", "9", "9"), name="other.csv")
    assert await load_table(house, path, told) == Loaded("firm.csv", 2, again=True)
    path.write_text(HEADER + "U.S.,1,1,Bell v. Wolfish\n")
    assert await load_table(house, path, told) == Loaded("firm.csv", 1, replaced=True)
    assert [one.names for one in await at(house, ("U.S.", "1", "1"))] == [("Bell v. Wolfish",)]
    assert await named(house, "twombly") == []
    async with house.reading() as view:
        assert await view.cases.volumes([("U.S.", "2"), ("U.S.", "9")]) == {("U.S.", "9")}
        assert [(one.name, one.rows) for one in await view.cases.loads()] == [
            ("firm.csv", 1), ("other.csv", 1),
        ]  # fmt: skip
        assert await view.cases.leftovers() == []


async def test_a_load_broken_off_is_done_anew(house: House, tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "firm.csv"
    path.write_text(HEADER + "".join(f"U.S.,{n},1,A v. B\n" for n in range(1, 2 * BATCH)))

    def pulled(done: int, total: int, rows: int) -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await load_table(house, path, pulled)
    assert await at(house, ("U.S.", "1", "1")) == []
    async with house.writing() as unit:
        # As after a power cut: nobody was there to clear up.
        await unit.cases.add(await unit.cases.begin("firm.csv", "d"), [case("U.S.", "900", "1")])
    with pytest.raises(LoadGoingOn, match="is being loaded already: 1 row so far"):
        await load_table(house, path, told)
    clock.now += STALE
    assert await load_table(house, path, told) == Loaded("firm.csv", 2 * BATCH - 1)
    assert await at(house, ("U.S.", "900", "1")) == []
    async with house.reading() as view:
        assert await view.cases.leftovers() == []


async def test_of_two_loads_of_one_table_the_second_is_told_of_the_first(
    house: House, tmp_path: Path
) -> None:
    path, other = tmp_path / "firm.csv", tmp_path / "other.csv"
    rows = "".join(f"U.S.,{n},1,A v. B\n" for n in range(1, 3 * BATCH))
    for one in (path, other):
        one.write_text(HEADER + rows)
    results = await asyncio.gather(
        *(load_table(house, one, told) for one in (path, path, other)), return_exceptions=True
    )
    assert [one for one in results if isinstance(one, Loaded)] == [
        Loaded("firm.csv", 3 * BATCH - 1), Loaded("other.csv", 3 * BATCH - 1),
    ]  # fmt: skip
    [refused] = [one for one in results if not isinstance(one, Loaded)]
    assert isinstance(refused, LoadGoingOn) and "firm.csv" in refused.message
    assert len(await at(house, ("U.S.", "7", "1"))) == 2
    async with house.reading() as view:
        assert await view.cases.leftovers() == []
    assert (await load_table(house, path, told)).again


async def test_a_load_that_was_taken_for_broken_off_keeps_nothing(
    house: House, tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "firm.csv"
    path.write_text(HEADER + "".join(f"U.S.,{n},1,A v. B\n" for n in range(1, 2 * BATCH)))
    async with house.writing() as unit:
        slow = await unit.cases.begin("firm.csv", "d")
        assert await unit.cases.add(slow, [case("U.S.", "900", "1")])
    clock.now += STALE
    await load_table(house, path, told)
    async with house.writing() as unit:
        assert not await unit.cases.add(slow, [case("U.S.", "901", "1")])
        assert not await unit.cases.publish(slow, 2)


async def test_what_is_in_force_is_not_discarded(house: House) -> None:
    id = await load(house, case("U.S.", "1", "1"))
    async with house.writing() as unit:
        assert await unit.cases.discard(id)
    assert len(await at(house, ("U.S.", "1", "1"))) == 1


async def test_a_table_without_a_usable_row_changes_nothing(house: House, tmp_path: Path) -> None:
    path = tmp_path / "firm.csv"
    path.write_text(HEADER + "U.S.,1,1,A v. B\n")
    await load_table(house, path, told)
    path.write_text(HEADER + "U.S.,x,1,A v. B\nU.S.,y,1,A v. B\n")
    with pytest.raises(NoUsableRow, match="row 2 has the volume “x”"):
        await load_table(house, path, told)
    path.write_text(HEADER)
    with pytest.raises(NoUsableRow, match="no row below"):
        await load_table(house, path, told)
    assert len(await at(house, ("U.S.", "1", "1"))) == 1


async def test_bad_rows_are_counted_and_the_others_loaded(house: House, tmp_path: Path) -> None:
    path = tmp_path / "firm.csv"
    path.write_text(HEADER + "U.S.,x,1,A v. B\nU.S.,1,1,A\0 v. B\n")
    steps: list[tuple[int, int, int]] = []
    loaded = await load_table(house, path, lambda *step: steps.append(step))
    assert (loaded.rows, loaded.skipped) == (1, 1)
    assert loaded.bad == (BadRow("firm.csv row 2", "has the volume “x”, which is not a number"),)
    assert steps[-1] == (path.stat().st_size, path.stat().st_size, 1)
    assert len(await at(house, ("U.S.", "1", "1"))) == 1


async def test_an_authority_keeps_what_was_found_of_it(house: House) -> None:
    matter = await open_matter(house)
    async with house.writing() as unit:
        made = await unit.authorities.add(
            matter.id, "31 U.S.C. § 3729(b)(4)", ("False Claims Act",), kind="statute",
            weight=Weight.BINDING, text="The term “material” means",
            identifier="/us/usc/t31/s3729/b/4", verdict="verified",
        )  # fmt: skip
        plain = await unit.authorities.add(matter.id, "1 U.S. 1")
    async with house.reading() as view:
        assert list(await view.authorities.list(matter.id)) == [made, plain]
    assert (made.identifier, made.verdict) == ("/us/usc/t31/s3729/b/4", "verified")
    assert made.text.startswith("The term") and plain.verdict == ""


async def test_an_authority_that_is_removed_leaves_its_number(house: House) -> None:
    matter, other = await open_matter(house), await open_matter(house, "2026-2")
    async with house.writing() as unit:
        for _ in range(2):
            await unit.authorities.add(matter.id, "1 U.S. 1")
        await unit.authorities.add(other.id, "1 U.S. 1")
        assert await unit.authorities.remove(matter.id, "a1")
        assert not await unit.authorities.remove(matter.id, "A1")
        assert not await unit.authorities.remove(matter.id, "A9")
        third = await unit.authorities.add(matter.id, "2 U.S. 2")
    async with house.reading() as view:
        assert [one.id for one in await view.authorities.list(matter.id)] == ["A2", third.id]
        assert len(await view.authorities.list(other.id)) == 1
    assert third.id == "A3"
