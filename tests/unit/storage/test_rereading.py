"""What is added to a document on file: ids, words, vectors, and what is left as it was."""

from __future__ import annotations

import pytest

from engine.corpus.types import FactText, Page, Passage
from engine.matter import FactState, Matter
from storage.documents import DocumentRow
from storage.errors import DocumentNotFound
from storage.house import House
from storage.intake import Added, Intake
from storage.vectors import TOGETHER
from tests.unit.storage.helpers import begin, facts_of, file_document, open_matter, spot

NAME = "m"


async def half_read(house: House, made: Matter) -> DocumentRow:
    """Three pages, the second without text."""
    row = await begin(house, made, "scan")
    pages = [Page(1, "One."), Page(2, "", "none"), Page(3, "Three. End.")]
    passages = [Passage(1, "One.", spot(1)), Passage(2, "Three. End.", spot(3))]
    facts = [
        FactText(1, "One.", spot(1), "sentence", 1),
        FactText(2, "End.", spot(3), "sentence", 2),
    ]
    await Intake(house).keep(row, pages, passages, facts, words=["one", "end"])
    async with house.reading() as view:
        return await view.documents.get(made.id, row.id)


READ = (
    [Page(1, "One."), Page(2, "Two. More.", "ocr", 0.9, "B-2"), Page(3, "Three. End.")],
    [
        Passage(1, "One.", spot(1)),
        Passage(2, "Two. More.", spot(2)),
        Passage(3, "Three. End.", spot(3)),
    ],
    [
        FactText(1, "One.", spot(1), "sentence", 1),
        FactText(2, "Two.", spot(2), "sentence", 2),
        FactText(3, "More.", spot(2), "sentence", 2),
        FactText(4, "Three.", spot(3), "sentence", 3),
        FactText(5, "End.", spot(3), "sentence", 3),
    ],
)


async def texts(house: House, made: Matter, id: str) -> dict[str, str]:
    async with house.reading() as view:
        found = await view.facts.facts(made.id)
    return {one.id: one.text for one in found if one.document == id}


async def test_added_facts_have_new_ids_and_the_old_keep_theirs(house: House) -> None:
    made = await open_matter(house)
    row = await half_read(house, made)
    await file_document(house, made, "other", ["Elsewhere."])
    async with house.writing() as unit:
        await unit.facts.change(made.id, "F2", FactState.CORRECTED, "P-ADA", "The end.")
    added = await Intake(house).add(row, *READ, words=["two", "more", "three"])
    assert added == Added((2,), 3, added.first, added.first + 2)
    found = await texts(house, made, row.id)
    assert list(found.items())[:2] == [("F1", "One."), ("F2", "The end.")]
    numbers = [f"F{added.first + n}" for n in range(3)]
    assert dict(list(found.items())[2:]) == dict(
        zip(numbers, ["Two.", "More.", "Three."], strict=True)
    )
    assert added.first > 3, "F3 is the other document's"
    later = await file_document(house, made, "later", ["After."])
    assert list(await texts(house, made, later.id)) == [f"F{added.last + 1}"]
    async with house.reading() as view:
        now = await view.documents.get(made.id, row.id)
        assert now.facts == 5 and now.pages == 3
        [_, second, _] = await view.documents.pages(now)
        assert second == READ[0][1]
        assert {"one", "end", "two"} <= await view.scopes.vocabulary(made.id, row.scope)
        fact = await view.facts.fact(made.id, numbers[2])
        assert fact is not None and fact.page == 3
        assert await view.facts.ids_of(now) == {"F1", "F2", *numbers}


async def test_a_second_time_adds_nothing(house: House) -> None:
    made = await open_matter(house)
    row = await half_read(house, made)
    await Intake(house).add(row, *READ, words=[])
    before = await texts(house, made, row.id)
    assert await Intake(house).add(row, *READ, words=[]) == Added()
    assert await texts(house, made, row.id) == before


async def test_a_page_that_stays_unread_gains_nothing(house: House) -> None:
    made = await open_matter(house)
    row = await half_read(house, made)
    pages = [Page(1, "One."), Page(2, "", "none"), Page(3, "Three. End.")]
    assert await Intake(house).add(row, pages, [], facts_of(["One."]), words=[]) == Added()
    assert list(await texts(house, made, row.id)) == ["F1", "F2"]


async def test_nothing_is_added_to_what_was_withdrawn(house: House) -> None:
    made = await open_matter(house)
    row = await half_read(house, made)
    async with house.writing() as unit:
        await unit.withdrawals.withdraw(made.id, row.id)
    with pytest.raises(DocumentNotFound):
        await Intake(house).add(row, *READ, words=[])


async def test_vectors_of_added_facts_are_owed_and_stand_at_their_facts(house: House) -> None:
    made = await open_matter(house)
    row = await half_read(house, made)
    await _embed(house)
    await file_document(house, made, "other", ["Elsewhere."])
    await Intake(house).add(row, *READ, words=[])
    async with house.reading() as view:
        assert not (await view.vectors.held(made.id, NAME)).whole
    await _embed(house)
    async with house.reading() as view:
        assert (await view.vectors.held(made.id, NAME)).whole
        firsts = await view.facts.first_numbers(made.id, None)
        ids = {
            f"F{firsts[one.document] + one.first + n}"
            for one in await view.vectors.read(made.id, NAME)
            for n in range(one.count)
        }
        assert ids == {one.id for one in await view.facts.facts(made.id)}
        assert all(one.first // TOGETHER == (one.first + one.count - 1) // TOGETHER
                   for one in await view.vectors.read(made.id, NAME))  # fmt: skip


async def _embed(house: House) -> None:
    """Keep a vector for every fact that is owed one."""
    async with house.writing() as unit:
        while (owed := await unit.vectors.owed(NAME)) is not None:
            assert await unit.vectors.keep(owed, NAME, [b"\0\0"] * len(owed.texts))
