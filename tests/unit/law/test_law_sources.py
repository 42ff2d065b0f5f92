"""From a path to files of law: every way they are packed, and hostile ones."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from engine.errors import LawgameError
from engine.law.errors import Damaged, NoLawThere, NotUslm, TooLarge
from engine.law.reader import Batch, LawReader, batches
from engine.law.source import Source, sources
from tests.fixtures.law import (
    RULES,
    SCALES,
    archived,
    content,
    packed,
    section,
    title,
    write,
    zipped,
)

ONE = section("1", "First", content("One."), of="9", alone=True)
TWO = section("10", "Second", content("Two."), of="9", alone=True)


def held(source: Source) -> list[str]:
    return [one.identifier for batch in batches(source, 3, 10_000) for one in batch.sections]


def test_a_folder_holds_titles_and_loose_sections(tmp_path: Path) -> None:
    write(tmp_path / "usc91.xml", SCALES)
    packed(tmp_path / "usc28a.xml.gz", RULES)
    write(tmp_path / "sections" / "10.xml", TWO)
    write(tmp_path / "sections" / "1.xml", ONE)
    write(tmp_path / "schema.xml", "<schema/>")
    write(tmp_path / "readme.txt", "Not law.")
    found = sources([tmp_path])
    assert [one.name for one in found] == ["usc28a.xml.gz", "usc91.xml", tmp_path.name]
    assert held(found[2]) == ["/us/usc/t9/s1", "/us/usc/t9/s10"]


def test_a_zip_is_a_source_a_title(tmp_path: Path) -> None:
    path = zipped(tmp_path / "all.zip", usc91=SCALES, usc28a=RULES, one=ONE, two=TWO)
    found = sources([path])
    assert [one.name for one in found] == ["usc28a.xml", "usc91.xml", "all.zip"]
    assert [len(held(one)) for one in found] == [1, 7, 2]


def test_an_archive_is_one_source(tmp_path: Path) -> None:
    path = archived(tmp_path / "title-9.tar.gz", {"usc/9/1.xml": ONE, "usc/9/10.xml": TWO})
    (found,) = sources([path])
    assert held(found) == ["/us/usc/t9/s1", "/us/usc/t9/s10"]
    assert found.done > 0


def test_a_digest_is_of_what_is_held(tmp_path: Path) -> None:
    plain = sources([write(tmp_path / "a.xml", SCALES)])[0]
    pressed = sources([packed(tmp_path / "b.xml.gz", SCALES)])[0]
    other = sources([write(tmp_path / "c.xml", title(section("1", "x", content("y"))))])[0]
    assert plain.digest() == pressed.digest() != other.digest()


@pytest.mark.parametrize("name", ["nothing.xml", "empty"])
def test_nothing_there_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoLawThere):
        sources([tmp_path / name])


def test_what_is_no_law_is_said(tmp_path: Path) -> None:
    for path in (
        write(tmp_path / "page.xml", "<html/>"),
        packed(tmp_path / "page.xml.gz", "<html/>"),
        zipped(tmp_path / "pages.zip", page="<html/>"),
    ):
        with pytest.raises(NotUslm):
            sources([path])


@pytest.mark.parametrize("kind", ["gz", "tar", "zip"])
def test_a_damaged_file_is_said(tmp_path: Path, kind: str) -> None:
    # So that the damage is not where the file is only recognised.
    text = title(*(section(str(at), f"Heading {at * 7919}", content("x")) for at in range(400)))
    if kind == "zip":
        path = zipped(tmp_path / "t.zip", usc91=text)
    elif kind == "tar":
        path = archived(tmp_path / "t.tar.gz", {"usc91.xml": text})
    else:
        path = packed(tmp_path / "t.xml.gz", text)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes(whole[:middle] if kind != "zip" else _spoilt(whole, middle))
    with pytest.raises(Damaged):
        for source in sources([path]):
            held(source)


def _spoilt(whole: bytes, at: int) -> bytes:
    return whole[:at] + bytes(byte ^ 0xFF for byte in whole[at : at + 50]) + whole[at + 50 :]


def bomb(path: Path) -> Path:
    """Thirty megabytes of spaces inside a section, packed into some thirty kilobytes."""
    body = "<content>" + " " * 30_000_000 + "</content>"
    return packed(path, section("1", "Bomb", body, of="9", alone=True))


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    (source,) = sources([bomb(tmp_path / "bomb.xml.gz")])
    with pytest.raises(TooLarge):
        held(source)
    with pytest.raises(TooLarge):
        source.digest()


def test_a_bomb_in_an_archive_is_refused(tmp_path: Path) -> None:
    inner = gzip.decompress(bomb(tmp_path / "bomb.xml.gz").read_bytes())
    path = tmp_path / "bomb.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("1.xml")
        member.size = len(inner)
        archive.addfile(member, io.BytesIO(inner))
    (source,) = sources([path])
    with pytest.raises(TooLarge):
        held(source)


async def test_the_reader_is_a_process_that_tells_errors_and_goes_on(tmp_path: Path) -> None:
    good = write(tmp_path / "usc91.xml", SCALES)
    cut = write(tmp_path / "usc92.xml", SCALES[: len(SCALES) // 2])
    async with LawReader([good, cut], 2, 10_000) as reader:
        first, second = await reader.sources()
        with pytest.raises(Damaged):
            async for _ in reader.read(second):
                pass
        found = [batch async for batch in reader.read(first)]
    assert [len(batch.sections) for batch in found] == [2, 2, 2, 1]
    assert found[-1].document.release == "119-36"


async def test_reading_can_be_left_after_the_first_batch(tmp_path: Path) -> None:
    path = write(tmp_path / "usc91.xml", SCALES)
    async with LawReader([path], 1, 10_000) as reader:
        (source,) = await reader.sources()
        reading = reader.read(source)
        assert isinstance(await anext(reading), Batch)
        await reading.aclose()
        assert (await reader.digest(source)).startswith("2:")


async def test_errors_of_the_reader_are_whole(tmp_path: Path) -> None:
    with pytest.raises(LawgameError) as caught:
        async with LawReader([tmp_path / "gone.xml"], 1, 1) as reader:
            await reader.sources()
    assert caught.value.code == "law.nothing_there"
    assert "gone.xml" in caught.value.message
    assert caught.value.remedy == NoLawThere.default_remedy
