"""One request, one transaction, one reply.

The handler's changes, its reply and the end of the inbox row are committed together, so that a
crash repeats all of it or none. Files are taken in before, in transactions of their own: a file
that is on file already is recognised by its content when it is taken in again.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import BadRequest, LawgameError, Unavailable
from engine.events import Event
from handlers import (
    authorities,
    citecheck,
    court,
    documents,
    facts,
    help,
    law,
    matters,
    research,
    simulate,
    uploads,
)
from handlers.asking import PUSHED, Asking, NoMatter, actor_of, matter_of
from handlers.parser import PREFIX, Asked, parse
from handlers.posts import Post, to_json
from handlers.present import present
from handlers.registry import Right
from handlers.replies import After, Reply, refusal
from handlers.requests import CommandRequest, Origin, PressRequest, UploadRequest
from handlers.services import Services
from handlers.surface import Place

if TYPE_CHECKING:
    from storage.house import Unit

Request = CommandRequest | UploadRequest | PressRequest
Handler = Callable[[Asking, Asked], Awaitable[Reply]]

HANDLERS: dict[str, Handler] = {
    "help": help.help_,
    "matters": help.matters,
    "new": matters.new,
    "open": matters.open_,
    "docs": documents.docs,
    "facts": facts.facts,
    "elements": research.elements,
    "authorities": authorities.authorities,
    "citecheck": citecheck.citecheck,
    "court": court.court,
    "search": law.search,
    "simulate": simulate.simulate,
    "stop": simulate.stop,
    "resume": simulate.resume,
    "status": simulate.status,
    "record": simulate.record,
}
"""The handler of every command of the registry; a test holds the two together."""

Before = Callable[[Services, CommandRequest, Asked, str, str], Awaitable[object]]
"""Takes the request, its command, the inbox row's id and what the platform calls the person."""
BEFORE: dict[str, Before] = {
    "authorities": authorities.before,
    "citecheck": citecheck.before,
    "court": court.before,
    "docs": documents.before,
    "search": law.before,
}
"""What a command finds out before its transaction, because it takes longer than one may; the
handler reads it from ``Asking.found``."""

PRESSES = {"stop": "stop", "stop_upload": "stop", "resume": "resume"}
"""Buttons, and the command each stands for with the button's value as its argument."""


class ButtonGone(BadRequest):
    """That button is not in use any more."""

    code = "press.gone"
    default_remedy = "Type `/lawgame status` to see what can be done now."


async def run(services: Services, request: Request, inbox: str) -> tuple[After, ...]:
    """Do what was asked; what is to be done after the commit. Raises what is wrong with it."""
    name = await _name(services, request.origin)
    if isinstance(request, PressRequest):
        asked, target = await _pressed(services, request)
        return await _answered(services, request.origin, inbox, name, target, asked, ())
    words = _asked(request)
    if words is None or words.command.needs_matter:
        await _read_sample(services, request.origin, request.matter, name)
    taken = words is not None and words.command.takes_files
    if not request.files or taken:
        found = await _before(services, request, words, inbox, name)
        after = await _answered(
            services, request.origin, inbox, name, request.matter, words, (), found
        )
        return (*after, *uploads.released(services, request.origin.surface, request.files))
    posts = await _uploaded(services, request, inbox, name)
    return await _after_upload(services, request, inbox, name, words, posts)


async def _read_sample(services: Services, origin: Origin, target: str | None, name: str) -> None:
    """A sample matter's documents are read when somebody first works on it."""
    if not services.samples.waits:
        return
    async with services.house.writing() as unit:
        actor = await actor_of(origin, unit, services, name)
        matter = await matter_of(origin, actor, unit, target)
        if matter is None or not services.samples.holds(matter.id):
            return
        await Asking(actor, origin, unit, services, "").need(Right.READ, matter)
    await services.samples.bring(services, matter, actor.person)


async def _before(
    services: Services, request: Request, asked: Asked | None, inbox: str, name: str
) -> object:
    before = BEFORE.get(asked.command.name) if asked is not None else None
    if before is None or asked is None or not isinstance(request, CommandRequest):
        return None
    return await before(services, request, asked, inbox, name)


async def _answered(
    services: Services, origin: Origin, inbox: str, name: str, target: str | None,
    asked: Asked | None, before: Sequence[Post], found: object = None,
) -> tuple[After, ...]:  # fmt: skip
    """The handler's changes and reply, after the posts that stand already, in one transaction."""
    async with services.house.writing() as unit:
        asking = await _asking(unit, services, origin, inbox, name, asked, target)
        asking = replace(asking, found=found)
        reply = Reply(())
        if asked is not None:
            await _may(asking, asked)
            reply = await HANDLERS[asked.command.name](asking, asked)
        await _tell(asking, (*before, *reply.posts), reply.private)
        await unit.inbox.finish(inbox)
    return reply.after


async def _after_upload(
    services: Services, request: CommandRequest | UploadRequest, inbox: str, name: str,
    asked: Asked | None, posts: Sequence[Post],
) -> tuple[After, ...]:  # fmt: skip
    """The files are on file whatever becomes of the command beside them, and that is told."""
    origin = request.origin
    try:
        found = await _before(services, request, asked, inbox, name)
        after = await _answered(services, origin, inbox, name, request.matter, asked, posts, found)
    except LawgameError as error:
        told = (*posts, refusal(error))
        after = await _answered(services, origin, inbox, name, request.matter, None, told)
    return (*after, *uploads.released(services, origin.surface, request.files))


async def refuse(services: Services, origin: Origin, inbox: str, error: LawgameError) -> None:
    """The asker alone is told; what was asked has left nothing behind."""
    async with services.house.writing() as unit:
        try:
            actor = await actor_of(origin, unit, services)
        except LawgameError:
            # Nobody we know: nothing is said into a conversation on a stranger's behalf.
            await unit.inbox.fail(inbox)
            return
        asking = Asking(actor, origin, unit, services, inbox)
        await _tell(asking, (refusal(error),), private=True)
        await unit.inbox.finish(inbox)


def _asked(request: CommandRequest | UploadRequest) -> Asked | None:
    """The command, or None where files came with a sentence or nothing instead of one.

    A sentence may begin like a command ("New exhibits from the client"): without ``/lawgame`` in
    front it is one only if it reads like one and does not open a matter.
    """
    if isinstance(request, UploadRequest):
        return None
    if not request.files or request.text.lstrip().lower().startswith(PREFIX):
        if request.files and not request.text.strip()[len(PREFIX) :].strip():
            return None
        return _seeded(parse(request.text), request.seed)
    try:
        asked = parse(request.text) if request.text.strip() else None
    except BadRequest:
        return None
    return None if asked is None or not asked.command.needs_matter else _seeded(asked, request.seed)


def _seeded(asked: Asked, seed: int | None) -> Asked:
    """A seed given beside the words counts where the command takes one and names none."""
    takes = any(option.name == "seed" for option in asked.command.options)
    if seed is None or not takes or "seed" in asked.options:
        return asked
    return replace(asked, options={**asked.options, "seed": seed})


async def _pressed(services: Services, request: PressRequest) -> tuple[Asked, str | None]:
    """The command behind a button, and the matter of the post it stands on.

    The button's value is read from the stored post: what a client sends is not believed.
    """
    command = PRESSES.get(request.action)
    number = re.fullmatch("P?([0-9]{1,15})", request.post)
    async with services.house.reading() as view:
        stored = await view.events.get(int(number[1])) if number else None
    if command is None or stored is None:
        raise ButtonGone
    buttons = {action.id: action for action in present(stored.event).actions}
    if request.action not in buttons:
        raise ButtonGone
    return parse(f"{command} {buttons[request.action].value}"), stored.event.matter


def stops(request: Request) -> bool:
    """Whether the request is there to stop something, and so stands behind nothing."""
    if isinstance(request, PressRequest):
        return True
    words = request.text.lower().removeprefix(PREFIX).split()
    return not request.files and words[:1] == ["stop"]


async def _uploaded(
    services: Services, request: CommandRequest | UploadRequest, inbox: str, name: str
) -> list[Post]:
    async with services.house.writing() as unit:
        actor = await actor_of(request.origin, unit, services, name)
        matter = await matter_of(request.origin, actor, unit, request.matter)
        if matter is None:
            raise NoMatter
        asking = Asking(actor, request.origin, unit, services, "", matter)
        await asking.need(Right.WORK, matter)
        if (place := asking.place()) is not None:
            # How far the upload is, is told there before it is answered.
            await unit.threads.bind(matter.thread, place)
    return await uploads.upload(
        services,
        request.origin.surface,
        matter,
        actor.person,
        request.files,
        request.scope,
        request.text,
        inbox,
    )


async def _asking(
    unit: Unit,
    services: Services,
    origin: Origin,
    inbox: str,
    name: str,
    asked: Asked | None,
    target: str | None,
) -> Asking:
    actor = await actor_of(origin, unit, services, name)
    asking = Asking(actor, origin, unit, services, inbox)
    if asked is not None and not asked.command.needs_matter:
        return asking
    matter = await matter_of(origin, actor, unit, target)
    if matter is None and asked is not None and asked.command.takes_files:
        return asking
    if matter is None:
        raise NoMatter
    if (place := asking.place()) is not None:
        await unit.threads.bind(matter.thread, place)
    return asking.within(matter)


async def _may(asking: Asking, asked: Asked) -> None:
    """The least right a command needs; handlers ask for more where an action needs more."""
    await asking.need(Right.ASK)
    right = asked.command.right
    if right is Right.OPEN_MATTER:
        await asking.need(right)
    if asked.command.needs_matter and not (asked.command.takes_files and asking.matter is None):
        await asking.need(right if asked.command.acts else Right.READ, asking.the_matter)


async def _name(services: Services, origin: Origin) -> str:
    """What the platform calls the person; "" where it does not say, or not now."""
    directory = services.directories.get(origin.surface)
    if directory is None:
        return ""
    try:
        return await directory.name_of(origin.tenant, origin.sender)
    except Unavailable:
        return ""


async def _tell(asking: Asking, posts: tuple[Post, ...], private: bool) -> None:
    """Store the reply: in the matter's thread, or in the asker's own."""
    own = ""
    if private or any(not post.thread for post in posts):
        own = await _own_thread(asking)
    events = [
        Event(
            f"{asking.inbox}/{number}",
            post.kind,
            own if private or not post.thread else post.thread,
            {"post": to_json(post)},
            post.matter,
            post.run,
            post.supersedes,
        )
        for number, post in enumerate(posts)
    ]
    await asking.unit.events.append(events, asking.inbox)


async def _own_thread(asking: Asking) -> str:
    """The asker's own answers; on a chat platform shown to the asker alone, where it was asked."""
    o = asking.origin
    if o.surface not in PUSHED:
        return await asking.unit.threads.lobby(asking.actor.person)
    at = f"{o.surface}/{o.tenant}/{o.channel}/{o.thread}"
    lobby = await asking.unit.threads.lobby(asking.actor.person, at)
    await asking.unit.threads.bind(lobby, Place(o.surface, o.tenant, o.channel, o.thread, o.sender))
    return lobby
