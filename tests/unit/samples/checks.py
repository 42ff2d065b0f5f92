"""What is true of each appeal among the samples: files, traps, what the other side never sees."""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path

import pytest

from bot.evaluating import questions
from engine.authorities.checking import CheckedCitations
from engine.authorities.types import Verdict
from engine.authorities.worker import CitationScanner
from engine.matter import Authority, Scope
from handlers.folder import load
from tests.unit.handlers.conftest import Firm
from tests.unit.samples.sample import Sample, plain, seen

KEPT = {"matter.toml", "TRAPS.md", "questions.tsv", "sources"}
TEXTS = ("number", "title", "client", "forum", "stage", "practice", "objective", "brief")
DATES = {
    r"\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, \d{4})": "%A, %B %d, %Y",
    r"\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ \w{3} \d{4})": "%a, %d %b %Y",
    r"\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \w{3} \d+, \d{4})": "%a, %b %d, %Y",
}


def ours(sample: Sample) -> list[str]:
    """The documents that the other side does not see."""
    return [document["file"] for document in sample.documents if not document["on_record"]]


def dollars(text: str) -> int:
    return int(text.removeprefix("$").replace(",", ""))


def folder_in_order(sample: Sample) -> None:
    """The list of documents and the folder agree, and the matter has what a simulation needs."""
    present = {p.name for p in sample.folder.iterdir() if not p.name.startswith((".", "__"))}
    assert present - {"move.toml"} == KEPT | set(sample.files)
    assert len(sample.files) == len(set(sample.files)) >= 6
    assert {Path(name).suffix for name in sample.files} == {".pdf", ".docx", ".eml", ".txt"}
    for document in sample.documents:
        assert document["title"] and document["kind"] and document["from"]
        assert isinstance(document["date"], date) and isinstance(document["on_record"], bool)
    assert all(sample.matter[key].strip() for key in TEXTS)
    assert sample.matter["consent"] is True
    assert sample.matter["sensitivity"] in {"routine", "confidential", "restricted"}
    assert sample.matter["client"] in {party["name"] for party in sample.matter["parties"]}
    assert 2 <= len(re.findall(r"[a-z]\.(?=\s|$)", sample.matter["brief"])) <= 4


def law_in_order(sample: Sample) -> None:
    """Six to ten authorities, some adverse, and elements that name one of them."""
    authorities = sample.matter["authorities"]
    citations = [authority["citation"] for authority in authorities]
    assert 6 <= len(citations) <= 10 and len(citations) == len(set(citations))
    assert {authority["weight"] for authority in authorities} >= {"binding", "adverse"}
    for authority in authorities:
        assert authority["names"] and authority["holding"].count(". ") == 0
        assert (authority["kind"] == "case") == ("year" in authority)
    for element in sample.matter["elements"]:
        assert element["authority"] in citations
        assert element["name"] and element["burden_holder"] and element["standard_of_proof"]


def trap_stands(sample: Sample, trap: str) -> None:
    assert len(sample.traps[trap]) >= 2
    for name, words in sample.traps[trap]:
        assert words in sample.text(name), f"{trap}: {name} does not say {words!r}"


def traps_reach(sample: Sample) -> None:
    """Every trap but one that is ours alone stands on two documents, and all are stood on."""
    reached = {trap: {name for name, _ in places} for trap, places in sample.traps.items()}
    for trap, names in reached.items():
        assert len(names) >= 2 or names <= set(ours(sample)), trap
    assert {name for names in reached.values() for name in names} == set(sample.files)


def kept_from_the_record(sample: Sample, *secrets: str) -> None:
    """The canary and ``secrets`` stand in what is ours alone, and nowhere in matter.toml."""
    shown = str({k: v for k, v in sample.matter.items() if k != "documents"}).casefold()
    for words in (sample.canary, *secrets):
        holders = {
            name for name in sample.files if words.casefold() in sample.text(name).casefold()
        }
        assert holders and holders <= set(ours(sample)), (words, holders)
        assert words.casefold() not in shown, words


def questions_stand(sample: Sample) -> None:
    """Enough questions in both kinds, each with answers that stand in their documents."""
    asked = questions(sample.folder / "questions.tsv")
    kinds = [question.kind for question in asked]
    assert min(kinds.count("other words"), kinds.count("its own words")) >= 5
    assert len({question.text for question in asked}) == len(asked) >= 10
    for question in asked:
        assert question.answers, question.text
        for name, words in question.answers:
            assert words in sample.text(name), (name, words)


def invented(sample: Sample, real: str) -> None:
    """None of ``real``, parted by bars, and no address or telephone that could be somebody's."""
    names = [name.strip() for name in re.split(r"[|\n]", real) if name.strip()]
    known = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    for name in sample.files:
        text = sample.text(name)
        assert not known.search(text), f"{name}: {known.search(text)}"
        assert all(host.endswith(".example") for host in re.findall(r"@([\w.-]+\w)", text)), name
        assert "http" not in text and "www." not in text
        assert all(last.startswith("01") for last in re.findall(r"555-(\d{4})", text))
        assert not re.search(r"\(\d{3}\) (?!555)\d{3}-\d{4}", text)


def short_enough(sample: Sample) -> None:
    words = {name: len(sample.text(name).split()) for name in sample.files}
    assert 2_500 <= sum(words.values()) <= 4_000 and max(words.values()) <= 1_000, words


def weekdays_right(sample: Sample, at_least: int) -> None:
    found = [
        (when, datetime.strptime(when, meaning).strftime("%a"))
        for name in sample.files
        for form, meaning in DATES.items()
        for when in re.findall(form, sample.text(name))
    ]
    assert len(found) >= at_least and all(when.startswith(day) for when, day in found), found


async def taken_in(sample: Sample, firm: Firm) -> list[Authority]:
    """Every document is read and has facts, one party is ours, and the law is on file."""
    async with firm.house.reading() as view:
        ada = await view.people.by_name("Ada")
    assert ada is not None
    matter = await load(firm.services, sample.folder, ada.id)
    async with firm.house.reading() as view:
        documents = await view.documents.list(matter.id)
        authorities = await view.authorities.list(matter.id)
        elements = await view.elements.list(matter.id, matter.objective)
        facts = await view.facts.facts(matter.id)
    assert {one.name: one.scope for one in documents} == {
        one["file"]: Scope.RECORD if one["on_record"] else Scope.OURS for one in sample.documents
    }
    assert len({one.media for one in documents}) == 4
    assert {fact.document for fact in facts} == {one.id for one in documents}
    told = [(party.role, party.name) for party in matter.parties]
    assert told == [(party["role"], party["name"]) for party in sample.matter["parties"]]
    assert [party.name for party in matter.parties if party.ours] == [sample.matter["client"]]
    on_file = {one.id for one in authorities}
    assert len(on_file) == len(sample.matter["authorities"])
    assert len(elements) == len(sample.matter["elements"])
    assert all(one.authority in on_file for one in elements)
    names = {one.id: one.name for one in documents}
    for question in questions(sample.folder / "questions.tsv"):
        for file, words in question.answers:
            held = [fact for fact in facts if names[fact.document] == file and words in fact.text]
            assert len(held) == 1, (file, words, len(held))
    return list(authorities)


async def citations_read(authorities: list[Authority], unread: tuple[str, ...] = ()) -> None:
    """The check finds each in a brief as the one on file; ``unread`` forms it does not read."""
    checker = CheckedCitations(CitationScanner())
    try:
        for one in authorities:
            year = f" ({one.year})" if one.year else ""
            text = f"See {one.names[0]}, {one.citation}{year}."
            found = await checker.check([(None, text)], authorities)
            if one.citation.startswith(unread):
                assert not found, text
            else:
                assert [(c.verdict, c.authority) for c in found] == [(Verdict.VERIFIED, one.id)], (
                    text
                )
    finally:
        await checker.close()


def built_from_sources(sample: Sample, out: Path) -> None:
    """Two builds give the same bytes, and a build reads as the documents that are kept."""
    pytest.importorskip("reportlab", reason="reportlab makes the sample documents")
    from bot.samples.build import build

    made = build(sample.folder, out)
    assert {path.name for path in made} == {n for n in sample.files if n.endswith(("pdf", "docx"))}
    once = {path.name: path.read_bytes() for path in made}
    for path in made:
        assert plain("\n".join(seen(path))) == sample.text(path.name), path.name
    assert once == {path.name: path.read_bytes() for path in build(sample.folder, out)}
