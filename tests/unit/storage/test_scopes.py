"""What is asked of all documents of a scope at once, and the first facts of a file."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from engine.matter import FactState, Matter, Scope
from engine.words import vocabulary
from storage.casefile import SqlCasefile
from storage.house import House
from storage.tables import document
from tests.unit.storage.helpers import file_document, open_matter

OURS, RECORD = Scope.OURS, Scope.RECORD


async def words(house: House, matter: Matter, scope: Scope) -> frozenset[str]:
    return await SqlCasefile(house).vocabulary(matter.id, scope)


async def digest(house: House, matter: Matter) -> str:
    return await SqlCasefile(house).record_digest(matter.id)


@pytest.mark.parametrize("stored", [True, False])
async def test_the_words_of_a_scope(house: House, stored: bool) -> None:
    made, other = await open_matter(house), await open_matter(house, "2026-2")
    texts = ["The agency paid $4,250,000 (Müller's lot B17).", "It renewed."]
    await file_document(house, made, "Audit Zebra", texts)
    await file_document(house, made, "Memo", ["Our finch."], OURS)
    await file_document(house, other, "Other", ["Elsewhere."])
    async with house.writing() as unit:
        # A document of before words were stored has an empty list.
        kept = vocabulary(texts) if stored else []
        await unit.facts._work.connection.execute(
            sa.update(document)
            .where(document.c.matter == made.id, document.c.number == 1)
            .values(words=unit.facts._work.seal.seal_json(made.id, kept))
        )
    assert await words(house, made, RECORD) == set(vocabulary([*texts, "Audit Zebra"]))
    assert await words(house, made, OURS) == {"Memo", "Our", "finch"}
    async with house.writing() as unit:
        await unit.documents.set_scope(made.id, "D2", RECORD)
    assert await words(house, made, OURS) == frozenset()
    assert "finch" in await words(house, made, RECORD)
    async with house.writing() as unit:
        await unit.withdrawals.withdraw(made.id, "D1")
    assert "agency" not in await words(house, made, RECORD)


async def test_a_lawyers_wording_counts_among_the_words(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "memo", ["Our finch."], OURS)
    async with house.writing() as unit:
        await unit.facts.change(made.id, "F1", FactState.CORRECTED, "P-ADA", "Our quagga.")
    assert {"finch", "quagga"} <= await words(house, made, OURS)


async def test_the_record_is_another_whenever_it_is_read_otherwise(house: House) -> None:
    made = await open_matter(house)
    seen = [await digest(house, made)]
    await file_document(house, made, "audit", ["The agency paid.", "It knew."])
    seen.append(await digest(house, made))
    await file_document(house, made, "memo", ["Ours."], OURS)
    assert await digest(house, made) == seen[-1], "only the record counts"
    async with house.writing() as unit:
        await unit.documents.set_scope(made.id, "D2", RECORD)
    seen.append(await digest(house, made))
    for state, text in (
        (FactState.DISPUTED, ""),
        (FactState.CORRECTED, "The agency paid late."),
        (FactState.CORRECTED, "The agency never paid."),
        (FactState.INADMISSIBLE, ""),
    ):
        async with house.writing() as unit:
            await unit.facts.change(made.id, "F1", state, "P-ADA", text)
        seen.append(await digest(house, made))
    assert len(seen) == len(set(seen))
    async with house.writing() as unit:
        await unit.facts.change(made.id, "F1", FactState.STANDS, "P-ADA")
    assert await digest(house, made) == seen[2], "as it was before anything was said"
    async with house.writing() as unit:
        await unit.withdrawals.withdraw(made.id, "D2")
    assert await digest(house, made) == seen[1]
    elsewhere = await open_matter(house, "2026-2")
    assert await digest(house, elsewhere) == seen[0]


async def test_the_first_facts_of_a_file(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["One.", "A second one that is long.", "Three."])
    await file_document(house, made, "b", ["Ours."], OURS)
    await file_document(house, made, "c", ["Five.", "Six."])
    casefile = SqlCasefile(house)

    async def ids(scope: Scope | None, limit: int | None, longest: int | None = None) -> list[str]:
        return [f.id for f in await casefile.facts(made.id, scope, limit, longest)]

    assert await ids(RECORD, 4) == ["F1", "F2", "F3", "F5"]
    assert await ids(RECORD, 4, 8) == ["F1", "F3", "F5", "F6"]
    assert await ids(None, 99) == await ids(None, None) == [f"F{n}" for n in range(1, 7)]
    assert await ids(None, None, 8) == ["F1", "F3", "F4", "F5", "F6"]
    assert await ids(OURS, 0) == []
    async with house.writing() as unit:
        await unit.facts.change(made.id, "F1", FactState.INADMISSIBLE, "P-ADA")
    assert await ids(RECORD, 2) == ["F2", "F3"]
