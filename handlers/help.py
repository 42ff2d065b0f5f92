"""``help`` and ``matters``: finding one's way."""

from __future__ import annotations

from handlers.asking import Asking
from handlers.parser import Asked, UnknownCommand, parse
from handlers.posts import Block, Code, CodeBlock, Heading, ListBlock, Post, Spans, Text
from handlers.registry import COMMANDS, Command, find
from handlers.replies import Reply, answer, only, text, told


async def help_(asking: Asking, asked: Asked) -> Reply:
    wanted = asked.argument("command")
    if wanted:
        command = find(wanted.lower().removeprefix("/"))
        if command is None:
            parse(wanted)
            raise UnknownCommand
        return only(_one(command), private=True)
    groups = dict.fromkeys(command.group for command in COMMANDS)
    blocks: list[Block] = []
    for group in groups:
        items = tuple(
            (Code(f"/lawgame {c.name}"), Text(f"  {c.summary}"))
            for c in COMMANDS
            if c.group == group
        )
        blocks += [Heading(group), ListBlock(items)]
    data = {"commands": [{"name": c.name, "summary": c.summary} for c in COMMANDS]}
    closing = text(
        "In a matter's thread, mention Lawgame with the same words. Drop files into the thread "
        "to put them on file."
    )
    return only(answer("What you can ask", *blocks, closing, data=data), private=True)


def _one(command: Command) -> Post:
    body: list[Block] = [
        text(command.summary[0].upper() + command.summary[1:] + "."),
        CodeBlock(f"/lawgame {command.usage}"),
    ]
    listed: list[Spans] = [(Code(a.name), Text(f"  {a.help}")) for a in command.arguments]
    listed += [(Code(f"--{o.name}"), Text(f"  {o.help}")) for o in command.options]
    if listed:
        body.append(ListBlock(tuple(listed)))
    body.append(CodeBlock("\n".join(f"/lawgame {example}" for example in command.examples)))
    return answer(command.name, *body, data={"name": command.name, "usage": command.usage})


async def matters(asking: Asking, asked: Asked) -> Reply:
    found = await asking.unit.matters.list_for(asking.actor.person)
    data = {"matters": [{"id": m.id, "number": m.number, "title": m.title} for m in found]}
    if not found:
        hint = told("Open the first with `/lawgame new NUMBER TITLE`.")
        return only(answer("You have no matters yet", hint, data=data), private=True)
    items = tuple((Code(m.number), Text(f"  {m.title}")) for m in found)
    return only(answer("Your matters", ListBlock(items), data=data), private=True)
