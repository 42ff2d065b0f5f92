from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Kind
from handlers.asking import Stranger
from handlers.office import Office
from handlers.registry import Right
from handlers.rights import LAWYERS, Actor, Standing, decide
from handlers.seats import seat
from handlers.services import Policy
from tests.unit.handlers.conftest import Firm, command, origin, press


def actor(*roles: str) -> Actor:
    return Actor("P1", "Ada", "terminal", "local", frozenset(roles))


OF_MATTER = (Right.READ, Right.WORK, Right.MANAGE)
TABLE = {
    "owner": {Right.READ, Right.WORK, Right.MANAGE},
    "member": {Right.READ, Right.WORK},
    "reader": {Right.READ},
    None: set(),
    "": set(),
    "guest": set(),
}


@pytest.mark.parametrize("membership", TABLE)
@pytest.mark.parametrize("right", OF_MATTER)
def test_membership_gives_its_rights_and_no_other(membership: str | None, right: Right) -> None:
    decision = decide(actor("lawyer"), right, Standing(membership))
    assert decision.allowed == (right in TABLE[membership])
    assert decision.allowed or decision.why


@pytest.mark.parametrize("membership", TABLE)
@pytest.mark.parametrize("right", OF_MATTER)
def test_a_wall_outweighs_every_membership(membership: str | None, right: Right) -> None:
    decision = decide(actor("partner", "administrator"), right, Standing(membership, True))
    assert not decision.allowed and "wall" in decision.why


@pytest.mark.parametrize("right", OF_MATTER)
def test_without_a_matter_there_is_no_right_to_one(right: Right) -> None:
    assert not decide(actor("administrator"), right).allowed


@pytest.mark.parametrize("right", list(Right))
def test_empty_never_means_everyone(right: Right) -> None:
    """Case S13, for every right."""
    assert not decide(actor(), right, None).allowed
    assert not decide(actor(), right, Standing(None)).allowed


def test_a_role_in_the_firm_gives_no_right_in_a_matter() -> None:
    for role in (*LAWYERS, "administrator", "ethics"):
        assert not decide(actor(role), Right.READ, Standing(None)).allowed


@pytest.mark.parametrize("role", [*sorted(LAWYERS), "paralegal", "guest"])
def test_only_a_lawyer_opens_a_matter(role: str) -> None:
    assert decide(actor(role), Right.OPEN_MATTER).allowed == (role in LAWYERS)
    assert decide(actor(role), Right.ASK).allowed


# The same, through the front door


async def test_a_paralegal_does_not_open_a_matter_and_is_told_why(firm: Firm) -> None:
    post = await firm.say("new 2026-1 Doe v. Acme", who="pat")
    assert (post.kind, post.data["code"]) == (Kind.ERROR, "rights.denied")
    assert "Only a lawyer" in post.title and post.matter is None
    async with firm.house.reading() as view:
        person = await view.people.by_name("Pat")
        assert person is not None and await view.matters.list_for(person.id) == []


async def test_a_person_without_a_role_is_answered_nothing_but_why(firm: Firm) -> None:
    async with firm.house.writing() as unit:
        person = await unit.people.by_name("Pat")
        assert person is not None
        await unit.people.set_roles(person.id, [])
    post = await firm.say("help", who="pat")
    assert (post.kind, post.data["code"]) == (Kind.ERROR, "rights.denied")


WORKING = [
    "docs record D1", "docs ours D1", "docs remove D1", 'authorities add "1 U.S. 1"',
    "simulate dismissal", "stop", "resume",
]  # fmt: skip
READING = ["docs", "facts", "authorities", "status"]


async def test_a_reader_reads_and_does_not_work(firm: Firm) -> None:
    matter = await firm.opened()
    async with firm.house.writing() as unit:
        ben = await unit.people.by_name("Ben")
        assert ben is not None
        await unit.matters.add_member(matter.id, ben.id, "reader")
    for text in READING:
        assert (await firm.say(text, "ben", matter=matter.id)).kind is Kind.ANSWER, text
    for text in WORKING:
        post = await firm.say(text, "ben", matter=matter.id)
        assert (post.kind, post.data["code"]) == (Kind.ERROR, "rights.denied"), text
        assert "may read this matter" in post.title
    refused = await firm.upload({"x.txt": "The agency paid."}, who="ben", matter=matter.id)
    assert [post.data["code"] for post in refused] == ["rights.denied"]
    async with firm.house.reading() as view:
        assert len(await view.documents.list(matter.id)) == 1
    assert await firm.runs(matter) == []


async def test_a_matter_of_others_is_as_if_it_were_not_there(firm: Firm) -> None:
    matter = await firm.opened()
    for text in (*READING, *WORKING, "record", "elements"):
        post = await firm.say(text, "ben", matter=matter.id)
        assert post.data["code"] == "request.not_found", text
        assert matter.title not in str(post) and "Acme" not in str(post)
    assert (await firm.say(f"open {matter.number}", "ben")).data["code"] == "request.not_found"
    assert (await firm.say("matters", "ben")).data["matters"] == []


async def test_a_screened_member_sees_and_does_nothing(firm: Firm) -> None:
    matter = await firm.opened()
    async with firm.house.writing() as unit:
        ben = await unit.people.by_name("Ben")
        assert ben is not None
        await unit.matters.add_member(matter.id, ben.id, "owner")
        await unit.matters.screen(matter.id, ben.id)
    for text in (*READING, *WORKING):
        assert (await firm.say(text, "ben", matter=matter.id)).kind is Kind.ERROR
    assert (await firm.say("matters", "ben")).data["matters"] == []
    assert await firm.room.posts(ben.id, matter.thread) == []


async def test_a_button_of_a_matter_of_others_does_nothing(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("simulate dismissal", matter=matter.id)
    running = await firm.say("status", matter=matter.id)
    [refused] = await firm.send(press(running, "stop", "ben"))
    assert refused.kind is Kind.ERROR and refused.data["code"] == "request.not_found"
    [run] = await firm.runs(matter)
    assert not run.stop_asked and firm.starter.interrupted == []


# Who asks


async def test_a_stranger_at_this_machine_is_told_at_once_and_nothing_is_kept(firm: Firm) -> None:
    with pytest.raises(Stranger) as refused:
        await firm.office.receive(command("help", "mallory"))
    assert refused.value.code == "rights.unknown_person"
    with pytest.raises(Stranger):
        await firm.office.receive(command("help", "ada", person="Nobody"))
    async with firm.house.reading() as view:
        assert list(await view.inbox.owed(2e9)) == []


async def test_a_stranger_in_a_chat_is_not_answered_on_anybodys_behalf(firm: Firm) -> None:
    receipt = await firm.office.receive(
        command("help", "U-MALLORY", surface="slack", tenant="T1", channel="C1")
    )
    await firm.office.idle()
    assert await firm.answers(receipt.inbox) == []
    async with firm.house.reading() as view:
        row = await view.inbox.get(receipt.inbox)
    assert row is not None and row.state == "failed"


async def test_in_demo_identity_a_person_is_chosen_by_name(firm: Firm) -> None:
    await firm.opened()
    assert len((await firm.say("matters", "ben", person="Ada")).data["matters"]) == 1
    assert (await firm.say("matters", "ada", person="BEN")).data["matters"] == []


async def test_outside_demo_identity_nobody_is_chosen(firm: Firm) -> None:
    office = Office(replace(firm.services, policy=Policy(demo=False, welcome=frozenset())))
    with pytest.raises(Stranger, match="demo identity only"):
        await office.receive(command("help", "ben", person="Ada"))
    await office.receive(command("help", "ben"))
    await office.idle()
    await office.close()


async def test_the_first_of_a_welcome_surface_administers_and_the_next_are_lawyers(
    firm: Firm,
) -> None:
    services = replace(firm.services, policy=Policy(welcome=frozenset({"terminal"})))
    later = await seat(services, origin("zoe"))
    assert later.roles == {"lawyer"}, "the firm has people already"
    assert (await seat(services, origin("zoe"))).person == later.person
    assert "person.taken_in" in await firm.audit()
