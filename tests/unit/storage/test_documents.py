"""Documents come in whole or not at all, and give their facts lasting ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.corpus.types import FactText, Page, Passage
from engine.matter import Fact, Scope
from storage.documents import BATCH
from storage.errors import BlobMissing, DocumentNotFound, MatterNotFound
from storage.house import House
from storage.intake import Intake
from tests.unit.storage.helpers import (
    SHA,
    begin,
    facts_of,
    file_document,
    open_matter,
    sha_of,
    spot,
)


async def test_a_document_becomes_visible_at_once_and_whole(house: House) -> None:
    made = await open_matter(house)
    row = await begin(house, made, "letter.pdf")
    last = BATCH * 2 + 1
    texts = [f"Sentence number {n}." for n in range(1, last + 1)]
    async with house.writing() as unit:
        await unit.documents.add_facts(row, facts_of(texts)[:BATCH])
        await unit.documents.add_passages(row, [Passage(1, texts[0], spot(1))])
    async with house.reading() as view:
        assert await view.documents.list(made.id) == []
        assert await view.documents.find_by_sha(made.id, sha_of("letter.pdf")) is None
        assert await view.facts.facts(made.id) == []
        assert await view.facts.fact(made.id, "F1") is None
        assert await view.facts.search_facts(made.id, "sentence") == []
        assert await view.facts.search_passages(made.id, "sentence") == []
        with pytest.raises(DocumentNotFound):
            await view.documents.get(made.id, row.id)
    async with house.writing() as unit:
        await unit.documents.add_facts(row, facts_of(texts)[BATCH : 2 * BATCH])
    async with house.writing() as unit:
        await unit.documents.add_facts(row, facts_of(texts)[2 * BATCH :])
        await unit.documents.add_pages(row, [Page(1, texts[0])])
    async with house.writing() as unit:
        counts = await unit.documents.publish(
            row, title="Letter", media="application/pdf", coverage={"notes": ["one image"]}
        )
    assert (counts.pages, counts.passages, counts.facts, counts.first_fact) == (1, 1, last, 1)
    async with house.reading() as view:
        [document] = await view.documents.list(made.id)
        assert (document.id, document.title, document.name) == ("D1", "Letter", "letter.pdf")
        assert (document.facts, document.pages, document.state) == (last, 1, "ready")
        assert document.coverage == {"notes": ["one image"]}
        assert await view.documents.get(made.id, "d1") == document
        assert await view.documents.find_by_sha(made.id, sha_of("letter.pdf")) == document
        assert await view.documents.page_text(document, 1) == texts[0]
        facts = await view.facts.facts(made.id)
        assert [fact.id for fact in facts] == [f"F{n}" for n in range(1, last + 1)]
        assert await view.facts.fact(made.id, f"F{last}") == Fact(
            f"F{last}", texts[-1], "D1", "Letter", f"p. {last}", Scope.OURS, last
        )
        assert await view.facts.fact(made.id, f"F{last + 1}") is None


async def test_what_is_no_facts_id_finds_none(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["One."])
    async with house.reading() as view:
        for id in ("", "D1", "F", "F0", "F-1", "F1 OR 1=1", "12", "F99999999999999"):
            assert await view.facts.fact(made.id, id) is None, id


async def test_facts_of_documents_read_at_the_same_time_are_numbered_in_one_row(
    house: House,
) -> None:
    made = await open_matter(house)
    one, two, three = [await begin(house, made, name) for name in "abc"]
    await Intake(house).keep(two, [], [], facts_of(["Second one.", "Second two."]))
    await Intake(house).drop(three)
    zero_based = [FactText(0, "First.", spot(1), "row", 0)]
    await Intake(house).keep(one, [], [], zero_based)
    async with house.reading() as view:
        facts = await view.facts.facts(made.id)
        assert [(fact.id, fact.document, fact.text) for fact in facts] == [
            ("F1", "D2", "Second one."),
            ("F2", "D2", "Second two."),
            ("F3", "D1", "First."),
        ]
        assert [row.id for row in await view.documents.list(made.id)] == ["D1", "D2"]


async def test_a_document_without_facts(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "empty", [])
    await file_document(house, made, "full", ["A fact."])
    async with house.reading() as view:
        assert [fact.id for fact in await view.facts.facts(made.id)] == ["F1"]


async def test_what_a_crash_left_is_swept_without_a_trace(house: House, database_url: str) -> None:
    made = await open_matter(house)
    kept = await file_document(house, made, "kept", ["Kept sentence."])
    left = await begin(house, made, "left.pdf")
    blob = await house.blobs.put(made.id, b"left")
    texts = [f"Left sentence {n}." for n in range(BATCH)]
    async with house.writing() as unit:
        await unit.documents.add_facts(left, facts_of(texts))
        await unit.documents.add_passages(left, [Passage(n, texts[n], spot(1)) for n in range(9)])
        await unit.documents.add_pages(left, [Page(1, "x")])
    assert [row.name for row in await Intake(house).sweep_pending()] == ["left.pdf"]
    assert await Intake(house).sweep_pending() == []
    async with house.database.read() as connection:
        for table, expected in (("document", 1), ("page", 1), ("passage", 1), ("fact", 1)):
            counted = await connection.exec_driver_sql(f"SELECT count(*) FROM {table}")
            assert counted.scalar_one() == expected, table
    async with house.reading() as view:
        assert await view.facts.search_facts(made.id, "left") == []
        assert [row.key for row in await view.documents.list(made.id)] == [kept.key]
    with pytest.raises(DocumentNotFound):
        await Intake(house).keep(left, [], [], [])
    assert house.blobs.path(made.id, blob).exists()


async def test_a_dropped_document_takes_its_file_along_unless_another_has_it(
    house: House,
) -> None:
    made = await open_matter(house)
    blob = await house.blobs.put(made.id, b"content")

    async def start() -> None:
        async with house.writing() as unit:
            row = await unit.documents.begin(made.id, "a", blob, blob, Scope.OURS, "P-ADA")
        rows.append(row)

    rows: list[object] = []
    await start()
    await start()
    async with house.reading() as view:
        first, second = await view.documents.pending()
    await Intake(house).drop(first)
    assert house.blobs.path(made.id, blob).exists()
    await Intake(house).drop(second)
    assert not house.blobs.path(made.id, blob).exists()


async def test_a_document_in_force_is_not_discarded(house: House) -> None:
    made = await open_matter(house)
    row = await file_document(house, made, "a", ["One."])
    async with house.writing() as unit:
        assert await unit.documents.discard(row)
        assert [fact.text for fact in await unit.facts.facts(made.id)] == ["One."]


async def test_scope_and_withdrawal_reach_the_facts(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["Alpha memorandum."], Scope.OURS)
    await file_document(house, made, "b", ["Beta memorandum."], Scope.RECORD)
    async with house.writing() as unit:
        on_record = await unit.facts.facts(made.id, Scope.RECORD)
        assert [fact.text for fact in on_record] == ["Beta memorandum."]
        found = await unit.facts.search_facts(made.id, "memorandum", Scope.RECORD)
        assert list(found) == list(on_record)
        assert (await unit.documents.set_scope(made.id, "D1", Scope.RECORD)).scope is Scope.RECORD
        assert len(await unit.facts.search_facts(made.id, "memorandum", Scope.RECORD)) == 2
        assert (await unit.withdrawals.withdraw(made.id, "D2")).state == "withdrawn"
        assert [fact.id for fact in await unit.facts.facts(made.id)] == ["F1"]
        assert [fact.id for fact in await unit.facts.search_facts(made.id, "memorandum")] == ["F1"]
        cited_before = await unit.facts.fact(made.id, "F2")
        assert cited_before is not None and cited_before.text == "Beta memorandum."
        with pytest.raises(DocumentNotFound):
            await unit.withdrawals.withdraw(made.id, "D2")
        with pytest.raises(DocumentNotFound):
            await unit.documents.set_scope(made.id, "D9", Scope.OURS)


async def test_characters_that_no_database_holds(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a\x00b", ["A \x00 and \ud800 here.", "𝔄 – “fine”."])
    async with house.reading() as view:
        texts = [fact.text for fact in await view.facts.facts(made.id)]
    assert texts == ["A \ufffd and \ufffd here.", "𝔄 – “fine”."]


async def test_batches_are_kept_small(house: House) -> None:
    made = await open_matter(house)
    row = await begin(house, made, "a")
    with pytest.raises(ValueError, match="at most"):
        async with house.writing() as unit:
            await unit.documents.add_facts(row, facts_of(["x"] * (BATCH + 1)))


async def test_a_matter_that_is_not_there(house: House) -> None:
    with pytest.raises(MatterNotFound):
        async with house.writing() as unit:
            await unit.documents.begin("M-NONE", "a", SHA, SHA, Scope.OURS, "P-ADA")


async def test_blobs_are_kept_by_matter_and_content(house: House, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(b"x" * (3 << 20))
    name = await house.blobs.put("M-ONE", source)
    assert await house.blobs.put("M-ONE", source.read_bytes()) == name
    with house.blobs.open("M-ONE", name) as opened:
        assert opened.read() == source.read_bytes()
    assert [path.name for path in house.blobs.path("M-ONE", name).parent.iterdir()] == [name]
    with pytest.raises(BlobMissing):
        house.blobs.open("M-TWO", name)
    house.blobs.remove("M-ONE", name)
    house.blobs.remove("M-ONE", name)
    with pytest.raises(FileNotFoundError):
        await house.blobs.put("M-ONE", tmp_path / "none")
    assert list(house.blobs.path("M-ONE", name).parent.iterdir()) == []


@pytest.mark.parametrize(
    ("matter", "name"), [("../M", SHA), ("M", "../x"), ("", SHA), ("M/N", SHA), ("M", SHA + "0")]
)
def test_blobs_stay_in_their_folder(house: House, matter: str, name: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        house.blobs.path(matter, name)
