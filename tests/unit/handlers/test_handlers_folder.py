from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import pytest

from engine.corpus.errors import DocumentRefused
from engine.errors import LawgameError
from engine.matter import Scope
from handlers.folder import BadFolder, load
from handlers.seats import share
from tests.unit.handlers.conftest import RECORD_TEXT, Firm

MINIMAL = 'number = "2026-7"\ntitle = "Doe v. Acme"\n'


async def ada(firm: Firm) -> str:
    async with firm.house.reading() as view:
        row = await view.people.by_name("Ada")
    assert row is not None
    return row.id


def written(firm: Firm, toml: str, **documents: str) -> Path:
    folder = firm.folder / "matter"
    folder.mkdir(exist_ok=True)
    (folder / "matter.toml").write_text(toml, "utf-8")
    for name, text in documents.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


async def test_the_sample_is_brought_in_whole_and_once(firm: Firm) -> None:
    told: list[str] = []
    with as_file(files("bot.samples") / "brellwick") as folder:
        matter = await load(firm.services, folder, await ada(firm), told.append)
        again = await load(firm.services, folder, await ada(firm))
    assert again.id == matter.id and len(told) >= 8
    async with firm.house.reading() as view:
        documents = await view.documents.list(matter.id)
        authorities = await view.authorities.list(matter.id)
        elements = await view.elements.list(matter.id, matter.objective)
        facts = await view.facts.facts(matter.id)
    assert len(documents) == len(told)
    assert {d.scope for d in documents} == {Scope.RECORD, Scope.OURS}
    assert len({d.media for d in documents}) >= 3
    assert authorities and len(elements) >= 2 and matter.objective and matter.forum
    on_file = {one.id for one in authorities}
    assert all(one.authority in on_file for one in elements if one.authority)
    assert all("\n" not in fact.text and fact.place for fact in facts)
    assert sum(party.ours for party in matter.parties) == 1


async def test_a_folder_that_stopped_half_way_is_brought_in_again(firm: Firm) -> None:
    toml = (
        MINIMAL + '[[documents]]\nfile = "a.txt"\n[[documents]]\nfile = "b.txt"\non_record = true\n'
    )
    folder = written(firm, toml, a=f"A. {RECORD_TEXT}")
    with pytest.raises(LawgameError):
        await load(firm.services, folder, await ada(firm))
    (folder / "b.txt").write_text(f"B. {RECORD_TEXT}")
    matter = await load(firm.services, folder, await ada(firm))
    async with firm.house.reading() as view:
        found = {d.name: d.scope for d in await view.documents.list(matter.id)}
    assert found == {"a.txt": Scope.OURS, "b.txt": Scope.RECORD}


BAD = {
    "no TOML": "number = ",
    "no number": 'title = "x"',
    "no title": 'number = "x"',
    "a document without a file": MINIMAL + "[[documents]]\non_record = true\n",
    "a party without a name": MINIMAL + '[[parties]]\nrole = "defendant"\n',
    "an authority without a citation": MINIMAL + '[[authorities]]\nweight = "binding"\n',
    "an element without a burden": MINIMAL + '[[elements]]\nname = "Falsity"\n',
    "an unknown weight": MINIMAL + '[[authorities]]\ncitation = "1 U.S. 1"\nweight = "heavy"\n',
    "an unknown sensitivity": MINIMAL + 'sensitivity = "secret"\n',
    "a document elsewhere": MINIMAL + '[[documents]]\nfile = "../secret.txt"\n',
    "a document at the root": MINIMAL + '[[documents]]\nfile = "/etc/hostname"\n',
}


@pytest.mark.parametrize("toml", BAD.values(), ids=BAD)
async def test_a_folder_that_cannot_be_read_is_refused_and_leaves_nothing(
    firm: Firm, toml: str
) -> None:
    (firm.folder / "secret.txt").write_text(RECORD_TEXT)
    with pytest.raises(BadFolder) as refused:
        await load(firm.services, written(firm, toml), await ada(firm))
    assert refused.value.code == "folder.unreadable" and refused.value.remedy
    assert (await firm.say("matters")).data["matters"] == []


async def test_a_folder_without_a_matter_is_refused(firm: Firm) -> None:
    with pytest.raises(BadFolder):
        await load(firm.services, firm.folder / "nowhere", await ada(firm))


async def test_a_document_that_cannot_be_read_is_refused_by_name(firm: Firm) -> None:
    folder = written(firm, MINIMAL + '[[documents]]\nfile = "empty.txt"\n', empty="")
    with pytest.raises(DocumentRefused, match=r"empty\.txt"):
        await load(firm.services, folder, await ada(firm))


async def test_what_is_on_record_must_be_said(firm: Firm) -> None:
    """Anything but a plain true keeps it ours only."""
    toml = MINIMAL + '[[documents]]\nfile = "a.txt"\non_record = "false"\n'
    matter = await load(firm.services, written(firm, toml, a=RECORD_TEXT), await ada(firm))
    async with firm.house.reading() as view:
        [document] = await view.documents.list(matter.id)
    assert document.scope is Scope.OURS


async def test_a_number_that_somebody_else_has_is_not_taken_over(firm: Firm) -> None:
    await firm.say('new 2026-7 "Ben\'s own"', "ben")
    with pytest.raises(LawgameError) as refused:
        await load(firm.services, written(firm, MINIMAL), await ada(firm))
    assert refused.value.code == "matter.number_taken"


async def test_an_invented_matter_is_shared_with_the_firm(firm: Firm) -> None:
    matter = await load(firm.services, written(firm, MINIMAL), await ada(firm))
    await share(firm.services, matter.id)
    for who in ("ada", "ben", "pat"):
        assert len((await firm.say("matters", who)).data["matters"]) == 1
