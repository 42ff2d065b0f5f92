"""``new`` and ``open``: opening a matter, and choosing one in a conversation."""

from __future__ import annotations

from engine.errors import BadRequest
from engine.matter import Matter, Party, Sensitivity
from handlers.asking import Asking, matter_of
from handlers.parser import Asked
from handlers.posts import Block, Code, ListBlock, Paragraph, Text
from handlers.replies import Reply, answer, counted, only, text, told


class BadNumber(BadRequest):
    """A client-matter number has letters, digits, dots, slashes and dashes, at most 40."""

    code = "matter.number"
    default_remedy = 'For example: `/lawgame new 2026-0417 "Doe v. Acme"`.'


async def new(asking: Asking, asked: Asked) -> Reply:
    number, title = asked.arguments["number"], _line(asked.arguments["title"])
    if len(number) > 40 or not all(c.isalnum() or c in "./-_" for c in number):
        raise BadNumber
    client, opponent = _line(asked.text("client")), _line(asked.text("opponent"))
    parties = [Party("client", client, True)] if client else []
    parties += [Party("opponent", opponent)] if opponent else []
    matter = await asking.unit.matters.create(
        number,
        title[:300],
        owner=asking.actor.person,
        client=client,
        forum=_line(asked.text("forum")),
        sensitivity=Sensitivity(asked.text("sensitivity") or "confidential"),
        parties=tuple(parties),
    )
    await asking.unit.audit.append(asking.actor.person, "matter.opened", matter.id, {})
    await settle_here(asking, matter)
    data = {"id": matter.id, "number": matter.number, "title": matter.title}
    return only(
        answer(f"{matter.number}: {matter.title}", *_steps(asking), matter=matter,
               fields=_fields(matter), data=data)
    )  # fmt: skip


def _steps(asking: Asking) -> tuple[Block, ...]:
    """What to do first; chat platforms know no slash command in a thread."""
    in_chat = asking.place() is not None
    here, name = ("in this thread", "@Lawgame") if in_chat else ("here", "/lawgame")
    steps = ListBlock(
        (
            (Text(f"Drop the pleadings, exhibits and letters {here}: PDF, Word, mail, text."),),
            (Text("Say what is on record: "), Code(f"{name} docs record D1"), Text(".")),
            (Text("Play the case: "), Code(f'{name} simulate "what you want to achieve"')),
        ),
        ordered=True,
    )
    if not in_chat:
        return (steps,)
    return steps, told("In the channel `/lawgame` does the same, for the matter opened last.")


async def open_(asking: Asking, asked: Asked) -> Reply:
    matter = await matter_of(asking.origin, asking.actor, asking.unit, asked.arguments["matter"])
    assert matter is not None
    await settle_here(asking, matter)
    documents = await asking.unit.documents.list(matter.id)
    on_file = counted(len(documents), "document")
    said = text(f"You are working on this matter here. On file: {on_file}.")
    data = {"id": matter.id, "number": matter.number, "title": matter.title}
    return only(
        answer(f"{matter.number}: {matter.title}", said, Paragraph((Code("/lawgame status"),)),
               matter=matter, fields=_fields(matter), data=data)
    )  # fmt: skip


async def settle_here(asking: Asking, matter: Matter) -> None:
    """From now on this conversation means the matter, and its thread is shown here."""
    o = asking.origin
    await asking.unit.threads.choose(o.surface, o.tenant, o.channel, asking.actor.person, matter.id)
    place = asking.place()
    if place is not None:
        await asking.unit.threads.bind(matter.thread, place)


def _line(text: str | None) -> str:
    """One line of at most 300 characters: it stands in lists, and in every prompt."""
    return " ".join((text or "").split())[:300]


def _fields(matter: Matter) -> dict[str, str]:
    shown = {
        "client": matter.client,
        "forum": matter.forum,
        "stage": matter.stage,
        "sensitivity": str(matter.sensitivity),
    }
    return {name: value for name, value in shown.items() if value}
