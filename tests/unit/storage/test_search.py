"""Full-text search: best first, by any word, of one matter only, whatever is typed."""

from __future__ import annotations

import pytest

from engine.matter import Scope
from storage.house import House
from storage.search import words
from storage.search_words import ENOUGH, Frequencies
from tests.unit.storage.helpers import file_document, open_matter

TEXTS = [
    "The agency continued to pay every claim after the audit.",
    "The auditors knew of the off-label use and the agency paid.",
    "Relator was hired in March.",
    'He wrote: "indemnification" is not our duty.',
]

HOSTILE = [
    '"',
    '""""',
    "'; DROP TABLE fact; --",
    "NEAR(agency claim)",
    "agency AND",
    "agency NOT claim",
    "text : agency",
    "matter:M-X OR agency",
    "{text matter} : agency",
    "^agency",
    "agency*",
    "(((",
    "agency & claim | ! <-> :*",
    "\\",
    "%_",
    "\x00agency\x00",
    "\ud800",
    "ﬁ ½ ² Ⅷ",
    "a" * 100_000,
    "agency " * 5_000,
    "-1 -agency +agency",
    "🦉",
]


async def test_best_first_by_any_word(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "audit", TEXTS)
    async with house.reading() as view:
        found = await view.facts.search_facts(made.id, "did the auditors know the agency paid?")
        assert [fact.id for fact in found] == ["F2", "F1"]
        # Stems: claims for claim, paying for paid would need a lexicon.
        found = await view.facts.search_facts(made.id, "claims")
        assert [fact.id for fact in found] == ["F1"]
        found = await view.facts.search_facts(made.id, "agency", limit=1)
        assert len(found) == 1
        passages = await view.facts.search_passages(made.id, "indemnification", Scope.RECORD)
        assert [(row.document, row.title, row.text) for row in passages] == [
            ("D1", "audit", TEXTS[3])
        ]
        assert await view.facts.search_facts(made.id, "the of and") == []
        assert await view.facts.search_facts(made.id, "") == []


async def test_equal_ranks_come_in_the_matters_order(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "a", ["Same words here."] * 5)
    await file_document(house, made, "b", ["Same words here."] * 5)
    async with house.reading() as view:
        found = await view.facts.search_facts(made.id, "words")
        assert [fact.id for fact in found] == [f"F{n}" for n in range(1, 11)]


async def test_whatever_is_typed_is_only_words(house: House) -> None:
    made = await open_matter(house)
    await file_document(house, made, "audit", TEXTS)
    for query in HOSTILE:
        async with house.reading() as view:
            found = await view.facts.search_facts(made.id, query)
            ids = [fact.id for fact in found]
            assert ids == (["F1", "F2"] if "agency" in query else []), query
            passages = await view.facts.search_passages(made.id, query)
            assert [row.ordinal for row in passages] == [int(id[1:]) for id in ids], query
            assert len(await view.facts.facts(made.id)) == len(TEXTS)


async def test_a_matter_finds_only_its_own(house: House) -> None:
    one, two = await open_matter(house), await open_matter(house, "2026-2")
    await file_document(house, one, "one", ["The secret memorandum."])
    await file_document(house, two, "two", ["The public memorandum.", f"It names {one.id}."])
    async with house.reading() as view:
        found = await view.facts.search_facts(two.id, f"memorandum {one.id}")
        assert {fact.document for fact in found} == {"D1"}
        assert {fact.title for fact in found} == {"two"}
        found = await view.facts.search_facts(one.id, f'secret OR matter:"{two.id}" public')
        assert [fact.text for fact in found] == ["The secret memorandum."]
        assert await view.facts.search_facts("M-NONE", "memorandum") == []


def test_words_of_a_query() -> None:
    assert words("The Agency, the AGENCY's pay_ments (2019)!") == [
        "agency",
        "s",
        "pay",
        "ments",
        "2019",
    ]
    assert len(words(" ".join(str(n) for n in range(1000)))) == 64


async def test_in_a_large_matter_rare_words_choose_and_all_words_rank(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.search_words.ENOUGH", 8)
    monkeypatch.setattr("storage.search_sqlite._COUNTED", 6)
    made = await open_matter(house)
    texts = [f"The agency paid claim {n}." for n in range(40)]
    texts[30] = "The zebra was not there, and nothing else."
    texts[35] = "The agency paid the zebra."
    await file_document(house, made, "log", texts)
    async with house.reading() as view:
        found = await view.facts.search_facts(made.id, "agency paid zebra", limit=2)
        assert [fact.id for fact in found] == ["F36", "F31"]
        # Too few with the rare word: the common ones choose as well.
        found = await view.facts.search_facts(made.id, "agency paid zebra", limit=5)
        assert [fact.id for fact in found][:2] == ["F36", "F31"] and len(found) == 5
        found = await view.facts.search_facts(made.id, "agency paid", limit=50)
        assert len(found) == 39


async def test_few_of_a_scope_are_found_beside_many_of_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.search_words.ENOUGH", 8)
    monkeypatch.setattr("storage.search_sqlite._COUNTED", 6)
    made = await open_matter(house)
    await file_document(house, made, "ours", ["A zebra and an agency."] * 5, Scope.OURS)
    await file_document(house, made, "log", ["The agency paid."] * 20)
    async with house.reading() as view:
        found = await view.facts.search_facts(made.id, "zebra agency", Scope.RECORD, 3)
        assert [fact.id for fact in found] == ["F6", "F7", "F8"]


def test_the_rarest_words_choose() -> None:
    many = ENOUGH * 2
    among = Frequencies({"the": many, "zebra": 2, "agency": ENOUGH - 3, "lot": 1}, many)
    assert among.parted() == (["lot", "zebra", "agency"], ["the"])
    assert Frequencies({"the": many, "of": many + 1}, many).parted() == (["the"], ["of"])
    assert Frequencies({}, 0).parted() == ([], [])
