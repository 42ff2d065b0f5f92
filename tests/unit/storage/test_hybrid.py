"""Search by words and by meaning, with a toy of a model that knows a few words alike."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from engine.matter import FactState, Matter, Scope
from engine.ports import NoVectors
from handlers.vectors import Vectoriser
from storage.casefile import SqlCasefile
from storage.house import House
from storage.hybrid import fused, search_facts
from storage.intake import Intake
from storage.matrix import Matrix
from storage.nearest import Nearest
from storage.tables import fact_vector
from storage.vectors import TOGETHER, Held, Row
from tests.unit.storage.helpers import file_document, open_matter

TEXTS = [
    "The auditors knew of the shortfall.",
    "Payments went on all year.",
    "Nobody was hurt by a pump.",
    "The letter came in June.",
]
ALIKE = {"money": "payments", "device": "pump", "injured": "hurt", "inspectors": "auditors"}


class Toy:
    """A word is a direction of its own; words of ``ALIKE`` share one."""

    def __init__(self, name: str = "toy") -> None:
        self.name = name
        self.on = True
        self.asked: list[str] = []

    async def of(self, texts: Sequence[str], patience: float | None = None) -> list[bytes] | None:
        self.asked += texts
        return [self._vector(text) for text in texts] if self.on else None

    def _vector(self, text: str) -> bytes:
        made = bytearray(64)
        for word in text.lower().strip(".?").split():
            made[sum(map(ord, ALIKE.get(word, word))) % 64] = 9
        return bytes(made)


async def made(house: House, toy: Toy) -> Matter:
    matter = await open_matter(house)
    await file_document(house, matter, "log", TEXTS)
    await file_document(house, matter, "memo", ["Our own device failed."], Scope.OURS)
    await all_made(house, toy)
    return matter


async def all_made(house: House, toy: Toy) -> None:
    vectoriser = Vectoriser(house, toy)
    while await vectoriser.step():
        pass


async def found(house: House, toy: Toy | NoVectors, matter: Matter, query: str) -> list[str]:
    facts = await search_facts(house, toy, matter.id, query, Scope.RECORD, 1, admissible=True)
    return [fact.id for fact in facts]


async def kept(house: House) -> int:
    async with house.reading() as view:
        connection = view.facts._work.connection
        counted = sa.select(sa.func.count()).select_from(fact_vector)
        return int((await connection.execute(counted)).scalar_one())


async def test_other_words_find_it_once_the_vectors_are_made(house: House) -> None:
    toy = Toy()
    matter = await open_matter(house)
    await file_document(house, matter, "log", TEXTS)
    assert await found(house, toy, matter, "money") == []
    assert toy.asked == [], "there is nothing to compare a question with yet"
    await all_made(house, toy)
    assert await found(house, toy, matter, "money") == ["F2"]
    assert await found(house, toy, matter, "injured") == ["F3"]
    assert await found(house, NoVectors(), matter, "injured") == []
    casefile = SqlCasefile(house, toy)
    [first, *_] = await casefile.search_facts(matter.id, "inspectors", Scope.RECORD, 4)
    assert first.id == "F1" and first.text == TEXTS[0]


async def test_a_question_that_gets_no_vector_is_searched_by_words(house: House) -> None:
    toy = Toy()
    matter = await made(house, toy)
    toy.on = False
    assert await found(house, toy, matter, "money") == []
    assert await found(house, toy, matter, "payments") == ["F2"]


async def test_a_new_document_is_waited_for(house: House) -> None:
    toy = Toy()
    matter = await made(house, toy)
    await file_document(house, matter, "more", ["Inspectors came."])
    assert await found(house, toy, matter, "money") == []
    await all_made(house, toy)
    assert await found(house, toy, matter, "money") == ["F2"]


async def test_scope_and_inadmissible_facts_hold_for_both_rankings(house: House) -> None:
    toy = Toy()
    matter = await made(house, toy)
    assert await found(house, toy, matter, "device") == ["F3"], "F5 is ours only"
    async with house.writing() as unit:
        await unit.facts.change(matter.id, "F3", FactState.INADMISSIBLE, "P-ADA")
    await all_made(house, toy)
    facts = await search_facts(house, toy, matter.id, "device", Scope.RECORD, 9, admissible=True)
    assert "F3" not in [fact.id for fact in facts]
    facts = await search_facts(house, toy, matter.id, "device", None, 9)
    assert {"F3", "F5"} <= {fact.id for fact in facts}


async def test_a_corrected_fact_is_found_by_its_new_meaning(house: House) -> None:
    toy = Toy()
    matter = await made(house, toy)
    assert await found(house, toy, matter, "money") == ["F2"], "and the vectors are in memory"
    async with house.writing() as unit:
        await unit.facts.change(matter.id, "F4", FactState.CORRECTED, "P-ADA", "Money, money.")
    assert await kept(house) == 1, "those of its neighbours are owed again too"
    await all_made(house, toy)
    assert await found(house, toy, matter, "injured") == ["F3"]
    facts = await search_facts(house, toy, matter.id, "payments", Scope.RECORD, 2)
    assert {fact.id for fact in facts} == {"F2", "F4"}


async def test_vectors_of_a_wording_that_was_changed_meanwhile_are_not_kept(house: House) -> None:
    matter = await open_matter(house)
    await file_document(house, matter, "log", TEXTS)
    async with house.reading() as view:
        owed = await view.vectors.owed("toy")
    assert owed is not None and owed.texts == tuple(TEXTS)
    async with house.writing() as unit:
        await unit.facts.change(matter.id, "F1", FactState.CORRECTED, "P-ADA", "Nobody knew.")
        assert not await unit.vectors.keep(owed, "toy", [b"\x01"] * 4)
    assert await kept(house) == 0


async def test_what_is_withdrawn_leaves_no_vector(house: House) -> None:
    toy = Toy()
    matter = await made(house, toy)
    assert await kept(house) == 2
    async with house.writing() as unit:
        row = await unit.withdrawals.withdraw(matter.id, "D1")
    assert await found(house, toy, matter, "money") == []
    await Intake(house).empty(row)
    assert await kept(house) == 1
    await all_made(house, toy)
    assert await kept(house) == 1, "and none is made again"


async def test_vectors_of_another_model_are_made_anew(house: House) -> None:
    matter = await made(house, Toy())
    other = Toy("other")
    assert await found(house, other, matter, "money") == []
    await all_made(house, other)
    assert await found(house, other, matter, "money") == ["F2"]
    assert await kept(house) == 2


async def test_long_documents_are_done_part_by_part(house: House) -> None:
    toy = Toy()
    matter = await open_matter(house)
    many = [f"Entry {n} is blank." for n in range(3 * TOGETHER)]
    await file_document(house, matter, "log", [*many, "The pump broke.", *many])
    await all_made(house, toy)
    assert max(map(len, toy.asked)) > 0 and len(toy.asked) == 6 * TOGETHER + 1
    facts = await search_facts(house, toy, matter.id, "device", Scope.RECORD, 1)
    assert [fact.text for fact in facts] == ["The pump broke."]


def test_fused_rankings() -> None:
    assert fused([["a", "b", "c"], ["c", "d"]]) == ["c", "a", "b", "d"]
    assert fused([["a"], ["b"]]) == ["a", "b"], "the words' own first, where both stand alike"
    assert fused([[], []]) == []


def test_nearest_first_and_of_the_documents_asked_for() -> None:
    def vector(*values: int) -> bytes:
        return bytes(value % 256 for value in values)

    data = vector(9, 0) + vector(0, 9) + vector(-9, 0)
    matrix = Matrix.of([Row(1, 0, 3, data), Row(2, 32, 1, vector(90, 90))])
    assert matrix.near(vector(3, 1), {1, 2}, 9) == [(1, 0), (2, 32), (1, 1), (1, 2)]
    assert matrix.near(vector(3, 1), {2}, 9) == [(2, 32)]
    assert matrix.near(vector(3, 1), {1}, 1) == [(1, 0)]
    assert matrix.near(vector(3, 1), set(), 1) == []


async def test_only_so_much_is_kept_in_memory() -> None:
    nearest = Nearest(room=3)
    held = Held((1, 1), True)
    rows = [Row(1, 0, 1, b"\x01\x02")]
    first = await nearest.keep("M-1", "toy", held, rows)
    assert nearest.kept("M-1", "toy", held) is first
    assert nearest.kept("M-1", "toy", Held((1, 2), True)) is None, "the vectors are others"
    await nearest.keep("M-2", "toy", held, rows)
    assert nearest.kept("M-1", "toy", held) is None
    assert nearest.kept("M-2", "toy", held) is not None
