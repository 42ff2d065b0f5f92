"""What holds for each of the shorter sample matters."""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import Path

import pytest

from bot.evaluating import questions
from engine.authorities.checking import CheckedCitations
from engine.authorities.types import Verdict
from engine.authorities.worker import CitationScanner
from engine.matter import Scope
from handlers.folder import load
from tests.unit.handlers.conftest import Firm
from tests.unit.samples.sample import Sample, plain, seen

SAMPLES = [Sample(name) for name in ("pellowdene", "osterlune", "tamsquith")]
ALONE = {
    "pellowdene": {"T13", "T14"},
    "osterlune": {"T11", "T15"},
    "tamsquith": {"T14", "T15"},
}
"""Traps that stand on one document: its own limits, its own orders, what is ours only."""
NAMES_OF_CASE = re.compile(r" v\.? | Cases$")

# Companies, firms, agencies, standards bodies and judges that exist and might be thought of in
# these fields: none of them may appear in an invented document.
REAL_NAMES = """
    Maersk|Hapag|Evergreen|Kuehne|DHL|FedEx|Flexport|Descartes|GitHub|GitLab|Bitbucket|Atlassian
    Clifford Chance|Linklaters|Freshfields|Slaughter|Herbert Smith|Hogan Lovells|Mishcon|Macfarlanes
    Qualcomm|Ericsson|Nokia|InterDigital|Huawei|Motorola|Apple|Microsoft|Samsung|Itron|Landis|Sensus
    Honeywell|Siemens|Badger|Wi-SUN|Zigbee|LoRa|IEEE|ETSI|Bluetooth|Thread Group|PG&E
    Dyson|Coway|Levoit|Blueair|Honeywell|Philips|Winix|Molekule|Xiaomi|iRobot|Nest|Ring
    Walmart|Target|Costco|Best Buy|Home Depot|Lowe's|Amazon|Kohl's|Nielsen|Circana|Kantar|Ipsos
    Skadden|Kirkland|Latham|Sidley|Jones Day|Covington|Ropes|Gibson Dunn|Wachtell|Cravath|Cooley
    Roberts|Thomas|Alito|Sotomayor|Kagan|Gorsuch|Kavanaugh|Barrett|Jackson|Mellor|Meade|Marcus Smith
"""


def _named(sample: Sample) -> str:
    return sample.name


every = pytest.mark.parametrize("sample", SAMPLES, ids=_named)


@every
def test_the_list_of_documents_and_the_folder_agree(sample: Sample) -> None:
    kept = {"matter.toml", "move.toml", "TRAPS.md", "questions.tsv", "sources"}
    present = {p.name for p in sample.folder.iterdir() if not p.name.startswith((".", "__"))}
    assert present - kept == set(sample.files)
    assert 6 <= len(sample.files) == len(set(sample.files)) <= 8
    assert {Path(name).suffix for name in sample.files} == {".pdf", ".docx", ".eml", ".txt"}
    for document in sample.documents:
        assert document["title"] and document["kind"] and document["from"]
        assert isinstance(document["date"], date) and isinstance(document["on_record"], bool)


@every
def test_the_matter_has_what_a_simulation_needs(sample: Sample) -> None:
    matter = sample.matter
    for key in ("number", "title", "client", "forum", "stage", "practice", "objective", "brief"):
        assert matter[key].strip(), key
    assert matter["consent"] is True
    assert matter["sensitivity"] in {"routine", "confidential", "restricted"}
    assert matter["client"] in {party["name"] for party in matter["parties"]}
    roles = " ".join(party["role"] for party in matter["parties"])
    assert "defendant" in roles and "judge" in roles and "witness" in roles
    assert 2 <= len(re.findall(r"\.(?=\s|$)", matter["brief"])) <= 4


def test_no_two_matters_have_one_number() -> None:
    numbers = [sample.matter["number"] for sample in [*SAMPLES, Sample("brellwick")]]
    assert len(numbers) == len(set(numbers))


@every
def test_every_element_names_an_authority_that_is_listed(sample: Sample) -> None:
    authorities = sample.matter["authorities"]
    citations = [authority["citation"] for authority in authorities]
    assert 6 <= len(citations) <= 10 and len(citations) == len(set(citations))
    assert {authority["kind"] for authority in authorities} == {"case", "statute", "rule"}
    assert {authority["weight"] for authority in authorities} >= {"binding", "adverse"}
    for authority in authorities:
        assert authority["names"] and authority["holding"].endswith(".")
        case = authority["kind"] == "case"
        assert case == ("year" in authority) == bool(NAMES_OF_CASE.search(authority["names"]))
        assert case == bool(authority["court"])
    for element in sample.matter["elements"]:
        assert element["authority"] in citations
        assert element["name"] and element["burden_holder"] and element["standard_of_proof"]


@pytest.mark.parametrize(
    ("sample", "trap"),
    [pytest.param(one, trap, id=f"{one.name}-{trap}") for one in SAMPLES for trap in one.traps],
)
def test_the_words_of_every_trap_are_in_its_documents(sample: Sample, trap: str) -> None:
    places = sample.traps[trap]
    assert len(places) >= 2
    for name, words in places:
        assert words in sample.text(name), f"{trap}: {name} does not say {words!r}"


@every
def test_contradictions_stand_between_documents(sample: Sample) -> None:
    both = {trap: {name for name, _ in places} for trap, places in sample.traps.items()}
    assert {trap for trap, names in both.items() if len(names) < 2} == ALONE[sample.name]
    assert {name for names in both.values() for name in names} == set(sample.files)


@every
def test_the_ours_only_words_are_in_no_other_document(sample: Sample) -> None:
    ours = [document["file"] for document in sample.documents if not document["on_record"]]
    assert len(ours) == 1
    secrets = [words for places in sample.traps.values() for name, words in places if name in ours]
    assert len(secrets) >= 3
    for words in [sample.canary, *secrets]:
        assert [n for n in sample.files if words.lower() in sample.text(n).lower()] == ours, words
    shown = str({key: value for key, value in sample.matter.items() if key != "documents"})
    assert sample.canary.lower() not in shown.lower()


@every
def test_weekdays_in_the_documents_are_right(sample: Sample) -> None:
    forms = {
        r"\b(\w+day, \w+ \d+, \d{4})\b": "%A, %B %d, %Y",
        r"\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \d+ \w{3} \d{4})\b": "%a %d %b %Y",
        r"\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \w{3} \d+, \d{4})\b": "%a, %b %d, %Y",
    }
    found = 0
    for name in sample.files:
        for form, meaning in forms.items():
            for when in re.findall(form, sample.text(name)):
                said = when.replace(",", "") if meaning == "%a %d %b %Y" else when
                day = datetime.strptime(said, meaning)
                assert said.startswith(day.strftime("%a")), f"{name}: {when}"
                found += 1
    assert found >= 2


@every
def test_nothing_in_the_documents_is_a_real_name_or_address(sample: Sample) -> None:
    names = [name.strip() for name in re.split(r"[|\n]", REAL_NAMES) if name.strip()]
    real = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    for file in sample.files:
        text = sample.text(file)
        assert not real.search(text), f"{file}: {real.search(text)}"
        hosts = re.findall(r"@([\w.-]+\w)", text)
        assert all(host.endswith(".example") for host in hosts), f"{file}: {hosts}"
        assert "http" not in text and "www." not in text
        assert not re.search(r"\(\d{3}\) (?!555-01\d\d\b)\d{3}-\d{4}", text)


@every
def test_the_record_is_short_enough_for_a_small_window(sample: Sample) -> None:
    words = {name: len(sample.text(name).split()) for name in sample.files}
    assert 2_500 <= sum(words.values()) <= 4_000, words
    assert max(words.values()) <= 1_000, words


@every
def test_the_documents_are_what_their_sources_say(sample: Sample, tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="reportlab makes the sample documents")
    from bot.samples.build import build

    first = build(sample.folder, tmp_path)
    made = {name for name in sample.files if name.endswith((".pdf", ".docx"))}
    assert {path.name for path in first} == made
    once = {path.name: path.read_bytes() for path in first}
    assert once == {path.name: path.read_bytes() for path in build(sample.folder, tmp_path)}
    for path in first:
        assert plain("\n".join(seen(path))) == sample.text(path.name), path.name


@every
async def test_the_matter_is_brought_in_whole(sample: Sample, firm: Firm) -> None:
    async with firm.house.reading() as view:
        ada = await view.people.by_name("Ada")
    assert ada is not None
    matter = await load(firm.services, sample.folder, ada.id)
    assert [(p.role, p.name) for p in matter.parties] == [
        (p["role"], p["name"]) for p in sample.matter["parties"]
    ]
    assert [p.name for p in matter.parties if p.ours] == [sample.matter["client"]]
    async with firm.house.reading() as view:
        documents = await view.documents.list(matter.id)
        authorities = await view.authorities.list(matter.id)
        elements = await view.elements.list(matter.id, matter.objective)
        facts = await view.facts.facts(matter.id)
    scopes = {d.name: d.scope for d in documents}
    assert scopes == {
        d["file"]: Scope.RECORD if d["on_record"] else Scope.OURS for d in sample.documents
    }
    assert {fact.document for fact in facts} == {d.id for d in documents}
    on_file = {one.id for one in authorities}
    assert len(elements) == len(sample.matter["elements"])
    assert all(one.authority in on_file for one in elements)

    citing = [f"See {one.names[0]}, {one.citation}." for one in authorities]
    checker = CheckedCitations(CitationScanner())
    try:
        for text, authority in zip(citing, authorities, strict=True):
            [checked] = await checker.check([(None, text)], authorities)
            assert checked.verdict is Verdict.VERIFIED, (text, checked.reason)
            assert checked.authority == authority.id
    finally:
        await checker.close()

    names = {d.id: d.name for d in documents}
    for question in questions(sample.folder / "questions.tsv"):
        for file, words in question.answers:
            held = [f for f in facts if names[f.document] == file and words in f.text]
            assert held, (question.text, file, words)


@every
def test_questions_are_asked_in_the_files_words_and_in_others(sample: Sample) -> None:
    asked = questions(sample.folder / "questions.tsv")
    assert len(asked) >= 10 and len({one.text for one in asked}) == len(asked)
    assert {one.kind for one in asked} == {"other words", "its own words"}
    assert all(one.answers for one in asked)
    assert {file for one in asked for file, _ in one.answers} == set(sample.files)
