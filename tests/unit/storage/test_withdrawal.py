"""What is withdrawn goes, what a lawyer says of facts counts, and turns are marked."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from engine.corpus.types import FactText, Page, Passage
from engine.matter import Element, Fact, FactState, Scope
from engine.record import Role, Turn, TurnKey
from storage.casefile import SqlCasefile
from storage.documents import BATCH
from storage.errors import DocumentNotFound, FactNotFound, OnFileAlready
from storage.house import House
from storage.intake import STALE, Intake
from storage.marks import Mark
from storage.tables import document, fact, fact_change, page, passage
from tests.conftest import Clock
from tests.unit.storage.helpers import (
    SHA,
    begin,
    facts_of,
    file_document,
    open_matter,
    spot,
    start_run,
)


async def count(house: House, table: sa.Table) -> int:
    async with house.database.read() as connection:
        counted = await connection.execute(sa.select(sa.func.count()).select_from(table))
        return int(counted.scalar_one())


# The same content


async def test_what_is_on_file_is_not_begun_again(house: House) -> None:
    made = await open_matter(house)
    row = await file_document(house, made, "a", ["One."])
    again = await begin(house, made, "a")
    assert (again.id, again.state) == (row.id, "ready")
    async with house.reading() as view:
        assert [one.id for one in await view.documents.list(made.id)] == ["D1"]
    other = await file_document(house, made, "b", ["Two."])
    assert other.id == "D2", "no number was lost"


async def test_of_two_that_come_in_at_once_the_first_to_be_published_stands(house: House) -> None:
    made = await open_matter(house)
    one, two = await begin(house, made, "a"), await begin(house, made, "a")
    assert {one.state, two.state} == {"pending"}
    intake = Intake(house)
    kept = await asyncio.gather(
        *(intake.keep(row, [], [], facts_of(["Same."])) for row in (one, two)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in kept) == ["Counts", "OnFileAlready"]
    lost = one if isinstance(kept[0], OnFileAlready) else two
    await intake.drop(lost)
    async with house.reading() as view:
        assert len(await view.documents.list(made.id)) == 1
        assert len(await view.facts.facts(made.id)) == 1


async def test_what_was_withdrawn_can_come_in_again(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["One."])
    async with house.writing() as unit:
        await unit.withdrawals.withdraw(made.id, "D1")
    again = await file_document(house, made, "a", ["One."])
    assert again.id == "D2"


# Marks of pages, kin and words


async def test_a_documents_marks_are_kept(house: House) -> None:
    made = await open_matter(house)
    row = await begin(house, made, "exhibits/a.pdf")
    pages = [
        Page(1, "One.", "ocr", 0.83, "ACME-01", "Filed 05/04/2026", "Exhibit A"),
        Page(2, "", "none"),
    ]
    await Intake(house).keep(
        row,
        pages,
        [],
        [],
        coverage={"pages": 2, "unread": [2]},
        kin={"same": ["D7"]},
        sketch=(1, 2**59),
        words=["Acme", "dé\u0301jà"],
    )
    async with house.reading() as view:
        stored = await view.documents.get(made.id, "D1")
        assert list(await view.documents.pages(stored)) == pages
        assert await view.documents.page_text(stored, 2) == ""
        assert await view.documents.page_text(stored, 3) is None
        assert (stored.kin, stored.coverage["unread"]) == ({"same": ["D7"]}, [2])
        assert await view.documents.sketches(made.id) == {"D1": (1, 2**59)}


async def test_where_a_document_was_found_is_kept(house: House) -> None:
    made = await open_matter(house)
    async with house.writing() as unit:
        row = await unit.documents.begin(
            made.id, "a", SHA, SHA, Scope.OURS, "P-ADA", within="exhibits.zip/vol 1"
        )
    assert row.within == "exhibits.zip/vol 1"


# What is left behind


async def test_only_what_is_stale_is_swept_while_others_work(house: House, clock: Clock) -> None:
    made = await open_matter(house)
    await begin(house, made, "old")
    clock.now += STALE
    await begin(house, made, "new")
    assert [row.name for row in await Intake(house).sweep_pending(STALE)] == ["old"]
    async with house.reading() as view:
        assert [row.name for row in await view.documents.pending()] == ["new"]


async def test_a_withdrawn_document_is_emptied_in_batches(house: House) -> None:
    made = await open_matter(house)
    kept = await file_document(house, made, "kept", ["Kept memorandum."])
    row = await begin(house, made, "gone")
    many = BATCH + 5
    blob = await house.blobs.put(made.id, b"gone")
    texts = [f"Gone memorandum {n}." for n in range(many)]
    await Intake(house).keep(
        row,
        [Page(n, text) for n, text in enumerate(texts, 1)],
        [Passage(n, text, spot(n)) for n, text in enumerate(texts, 1)],
        [FactText(n, text, spot(n), "sentence", n) for n, text in enumerate(texts, 1)],
        words=["Gone"],
        sketch=(1,),
    )
    async with house.writing() as unit:
        gone = await unit.withdrawals.withdraw(made.id, "D2", "sent by mistake")
        assert [f.text for f in await unit.facts.search_facts(made.id, "memorandum")] == [
            "Kept memorandum."
        ]
    assert not gone.privileged and gone.coverage["withdrawn"]["why"] == "sent by mistake"
    async with house.writing() as unit:
        assert not await unit.withdrawals.empty(gone), "one batch is not enough"
    assert [one.id for one in await Intake(house).sweep_withdrawn()] == ["D2"]
    assert await Intake(house).sweep_withdrawn() == []
    assert [await count(house, table) for table in (page, passage, fact)] == [1, 1, 1]
    async with house.database.read() as connection:
        rows = await connection.execute(sa.select(document).order_by(document.c.seq))
        first, second = rows
    assert first.seq == kept.key
    assert (second.state, second.words, second.sketch) == ("withdrawn", "[]", "[]")
    assert house.blobs.path(made.id, blob).exists()
    async with house.reading() as view:
        assert await view.facts.fact(made.id, "F2") is None
        with pytest.raises(DocumentNotFound):
            await view.documents.get(made.id, "D2")


async def test_the_file_of_a_privileged_document_is_destroyed(house: House) -> None:
    made = await open_matter(house)
    blob = await house.blobs.put(made.id, b"privileged")
    async with house.writing() as unit:
        row = await unit.documents.begin(made.id, "a", blob, blob, Scope.OURS, "P-ADA")
    await Intake(house).keep(row, [Page(0, "x")], [], facts_of(["Privileged words."]))
    await change(house, made.id, "F1", FactState.DISPUTED, note="as our client told us")
    async with house.writing() as unit:
        gone = await unit.withdrawals.withdraw(made.id, "D1", privileged=True)
    await Intake(house).empty(gone)
    assert not house.blobs.path(made.id, blob).exists()
    assert await count(house, fact_change) == 0
    # What comes in again while it is emptied keeps its file.
    await house.blobs.put(made.id, b"privileged")
    async with house.writing() as unit:
        again = await unit.documents.begin(made.id, "a", blob, blob, Scope.OURS, "P-ADA")
    await Intake(house).empty(gone)
    assert house.blobs.path(made.id, blob).exists() and again.id == "D2"


async def test_one_in_force_is_not_emptied(house: House) -> None:
    made = await open_matter(house)
    row = await file_document(house, made, "a", ["One."])
    await Intake(house).empty(row)
    assert await count(house, fact) == 1


# What lawyers say of facts


async def change(
    house: House, matter: str, id: str, state: FactState, text: str = "", note: str = ""
) -> Fact:
    async with house.writing() as unit:
        return await unit.facts.change(matter, id, state, "P-ADA", text, note)


async def test_a_corrected_fact_is_found_by_its_new_words_and_restored(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["The audit came in May.", "Other words."])
    fixed = await change(
        house, made.id, "f1", FactState.CORRECTED, "The zebrafinch audit came in June.", "see p. 3"
    )
    assert (fixed.id, fixed.state, fixed.note) == ("F1", FactState.CORRECTED, "see p. 3")
    async with house.reading() as view:
        found = await view.facts.search_facts(made.id, "zebrafinch")
        assert list(found) == [fixed]
        assert await view.facts.search_facts(made.id, "May") == []
        assert [f.state for f in await view.facts.facts(made.id)] == [
            FactState.CORRECTED, FactState.STANDS,
        ]  # fmt: skip
    async with house.database.read() as connection:
        words = await connection.scalar(sa.select(document.c.words))
    assert "zebrafinch" in str(words), "what the firm's words are told from knows the lawyer's"
    await change(house, made.id, "F1", FactState.DISPUTED, note="Roe denies it")
    restored = await change(house, made.id, "F1", FactState.STANDS)
    assert restored == Fact("F1", "The audit came in May.", "D1", "a", "p. 1", Scope.RECORD, 1)
    async with house.reading() as view:
        own, history = await view.facts.history(made.id, "F1")
        assert own == "The audit came in May."
        fixed_words = "The zebrafinch audit came in June."
        assert [(one.state, one.text, one.note) for one in history] == [
            (FactState.CORRECTED, fixed_words, "see p. 3"),
            (FactState.DISPUTED, fixed_words, "Roe denies it"),
            (FactState.STANDS, "", ""),
        ]
        assert await view.facts.search_facts(made.id, "zebrafinch") == []


async def test_agents_never_read_what_is_inadmissible_and_lawyers_do(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["First memorandum.", "Second memorandum."])
    await change(house, made.id, "F1", FactState.INADMISSIBLE, note="hearsay")
    await change(house, made.id, "F2", FactState.DISPUTED, note="Roe denies it")
    casefile = SqlCasefile(house)
    [searched] = await casefile.search_facts(made.id, "memorandum", Scope.RECORD, 10)
    assert (searched.id, searched.state, searched.note) == (
        "F2", FactState.DISPUTED, "Roe denies it",
    )  # fmt: skip
    assert [one.id for one in await casefile.facts(made.id)] == ["F2"]
    async with house.reading() as view:
        every = await view.facts.facts(made.id)
        assert [(one.id, one.note) for one in every] == [("F1", "hearsay"), ("F2", "Roe denies it")]
        assert len(await view.facts.search_facts(made.id, "memorandum")) == 2
        assert await view.facts.count(made.id) == 2
        assert [one.id for one in await view.facts.facts(made.id, limit=1)] == ["F1"]


async def test_of_what_is_not_in_force_nothing_can_be_said(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["One."])
    async with house.writing() as unit:
        await unit.withdrawals.withdraw(made.id, "D1")
    for id in ("F1", "F2", "nonsense"):
        with pytest.raises(FactNotFound):
            await change(house, made.id, id, FactState.DISPUTED)


# Marks


async def test_turns_are_marked_once_a_reason(house: House) -> None:
    made = await open_matter(house)
    run = await start_run(house, made)
    turns = [Turn(TurnKey(run.id, 1, n, Role.LEAD), {"n": n}) for n in (1, 2)]
    async with house.writing() as unit:
        for turn in turns:
            await unit.turns.add(turn)
        await unit.marks.add(made.id, turns, "D1", "D1 was withdrawn")
        await unit.marks.add(made.id, turns[:1], "D1", "D1 was withdrawn: clawed back")
        await unit.marks.add(made.id, turns[:1], "F9", "F9 is disputed")
        found = await unit.marks.of_run(run.id)
        said = {key: [(m.basis, m.why) for m in marks] for key, marks in found.items()}
        assert said == {
            str(turns[0].key): [
                ("D1", "D1 was withdrawn: clawed back"),
                ("F9", "F9 is disputed"),
            ],
            str(turns[1].key): [("D1", "D1 was withdrawn")],
        }
        assert isinstance(found[str(turns[0].key)][0], Mark)
        await unit.marks.take_off(turns, "D1")
        assert {key: len(marks) for key, marks in (await unit.marks.of_run(run.id)).items()} == {
            str(turns[0].key): 1
        }


async def test_facts_are_taken_out_of_elements(house: House) -> None:
    made = await open_matter(house)
    one = Element("E1", "Falsity", "relator", "preponderance", None, ("F1", "F2"), ("F3",))
    two = Element("E2", "Scienter", "relator", "preponderance", None, ("F4",))
    async with house.writing() as unit:
        await unit.elements.keep(made.id, "dismissal", [one, two])
        await unit.elements.keep(made.id, "another", [one])
        assert await unit.elements.without_facts(made.id, {"F2", "F3"}) == ["E1"]
        for objective in ("dismissal", "another"):
            first = (await unit.elements.list(made.id, objective))[0]
            assert (first.facts_for, first.facts_against) == (("F1",), ())
        assert (await unit.elements.list(made.id, "dismissal"))[1] == two
