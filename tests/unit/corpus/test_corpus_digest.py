"""A digest's every word stands in its facts, and it tells more than a document's beginning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.details import Detail, details, significance
from engine.corpus.digest import DigestSentence, digest
from engine.corpus.limits import Limits
from engine.corpus.reading import read_file
from engine.matter import Fact, FactState, Scope
from tests.shared_data import shared


def facts_of(texts: list[str], state: FactState = FactState.STANDS) -> list[Fact]:
    return [
        Fact(f"F{n}", text, "D1", "Brief", f"¶ {n}", Scope.RECORD, state=state)
        for n, text in enumerate(texts, start=1)
    ]


def check(sentences: tuple[DigestSentence, ...], facts: list[Fact]) -> None:
    """Sentences stand in their facts word by word, in order, and each fact is cited once."""
    known = {fact.id: fact.text for fact in facts}
    cited = [fact for sentence in sentences for fact in sentence.facts]
    assert len(cited) == len(set(cited)) and set(cited) <= set(known)
    assert cited == sorted(cited, key=lambda key: int(key[1:]))
    for sentence in sentences:
        source = " ".join(known[key] for key in sentence.facts)
        assert source.startswith(sentence.text.removesuffix("."))
        figures = re.findall(r"\d[\d,.]*", sentence.text)
        assert all(figure.rstrip(".,") in source for figure in figures)


FILLER = "The parties met and talked about a number of matters of common interest to them."
TOLD = [
    "On May 5, 2014, the agency paid $14,000 for invoice 17.",
    "Jane Roe knew of the billing error since March 2013.",
    "Meridian admitted that 42 percent of its claims were false.",
    "The contract requires that Meridian certify each claim within 30 days.",
    "The district court granted the motion and dismissed the complaint.",
]


def test_what_a_lawyer_looks_for_is_chosen_wherever_it_stands() -> None:
    texts = [f"{FILLER[:-1]} once more, as before, on that day of the week." for _ in range(60)]
    for number, told in enumerate(TOLD):
        texts[7 + 11 * number] = told
    facts = facts_of(texts)
    sentences = digest(facts, most=5)
    check(sentences, facts)
    assert [sentence.text for sentence in sentences] == TOLD


def test_near_repeats_are_told_once() -> None:
    texts = [
        "On May 5, 2014, the agency paid $14,000 to Meridian for invoice 17.",
        "The agency paid $14,000 to Meridian for invoice 17 on May 5, 2014.",
        "Jane Roe knew of the billing error.",
    ]
    first, last = (sentence.facts for sentence in digest(facts_of(texts)))
    assert first in (("F1",), ("F2",)) and last == ("F3",)


def test_parts_of_one_sentence_are_joined_and_both_are_cited() -> None:
    texts = ["The agency paid $14,000 in May 2014;", "it knew of the error and did not object."]
    (sentence,) = digest(facts_of(texts))
    assert sentence.text == " ".join(texts) and sentence.facts == ("F1", "F2")


def test_a_reference_to_the_record_is_cut_cleanly() -> None:
    texts = [
        "The agency paid $14,000 in May 2014 (Ex. 4 at 12).",
        "It knew of 17 errors in 2013. (Compl. ¶ 12).",
        "It knew of the report (issued in June 2012).",
    ]
    facts = facts_of(texts)
    told = [sentence.text for sentence in digest(facts)]
    check(digest(facts), facts)
    assert told == [
        "The agency paid $14,000 in May 2014.",
        "It knew of 17 errors in 2013.",
        "It knew of the report (issued in June 2012).",
    ]


def test_what_is_inadmissible_is_left_out_and_nothing_gives_nothing() -> None:
    assert digest(facts_of(TOLD, FactState.INADMISSIBLE)) == ()
    assert digest([]) == ()
    assert digest(facts_of(["and so on and so forth"])) == ()
    assert digest(facts_of(TOLD), most=0) == ()


def test_details_of_a_sentence() -> None:
    text = (
        "On May 5, 2014, Jane Roe of Meridian Health paid $1.5 million, 42% of 7,300 claims, "
        "under 31 U.S.C. § 3729(b)(4) and United States v. Smith, 556 U.S. 662, 678 (2009)."
    )
    found = details(text)
    assert Detail("date", "may 5, 2014") in found and Detail("amount", "$1.5 million") in found
    assert Detail("amount", "42%") in found and Detail("figure", "7,300") in found
    assert Detail("name", "Jane Roe of Meridian Health") in found
    told = {detail.text for detail in found}
    assert not told & {"31", "556", "662", "678", "2009", "3729", "Smith", "United States"}


def test_significance_of_verbs() -> None:
    assert significance("She knew and admitted it.") > significance("She knew.") > 0
    assert significance("The weather was fine.") == 0


words = st.sampled_from(
    ["The agency", "Jane Roe", "paid", "knew", "$14,000", "May 5, 2014", "17", "(Ex. 4 at 12).",
     ";", "must", "in 2013", "556 U.S. 662 (2009)", ",", ".", "42%", "it", "and", "No. 12-345"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.lists(words, min_size=1, max_size=40).map(" ".join), max_size=40),
    st.integers(min_value=0, max_value=12),
)
def test_every_figure_and_date_stands_in_the_cited_facts(texts: list[str], most: int) -> None:
    facts = facts_of(texts)
    sentences = digest(facts, most=most)
    assert len(sentences) <= most
    check(sentences, facts)
    known = {fact.id: fact.text for fact in facts}
    for sentence in sentences:
        source = " ".join(known[key] for key in sentence.facts)
        kept = {d.text for d in details(sentence.text) if d.kind != "name"}
        assert kept <= {d.text for d in details(source) if d.kind != "name"}


@pytest.mark.parametrize("name", ["ca5.pdf", "halluc2.docx"])
def test_it_covers_more_than_as_many_facts_from_the_start(name: str) -> None:
    path: Path = shared("data", "documents", name)
    texts = [fact.text for fact in read_file(path, name, Limits()).facts]
    facts = facts_of(texts)
    sentences = digest(facts)
    check(sentences, facts)
    assert 10 <= len(sentences) <= 15
    told = frozenset[Detail]().union(*(details(sentence.text) for sentence in sentences))
    first = frozenset[Detail]().union(*(details(text) for text in texts[: len(sentences)]))
    assert len(told) > 1.4 * len(first)
    assert max(int(s.facts[0][1:]) for s in sentences) > 0.9 * len(texts)
