"""Who asks and of which matter, for what is found out before a command's transaction."""

from __future__ import annotations

from dataclasses import dataclass

from engine.matter import Matter
from handlers.asking import Asking, actor_of, matter_of
from handlers.registry import Right
from handlers.requests import Origin
from handlers.rights import Actor
from handlers.services import Services


@dataclass(frozen=True)
class Stands:
    """``thread`` is the matter's, or without a matter the person's own."""

    actor: Actor
    matter: Matter | None
    thread: str


async def standing(
    services: Services, origin: Origin, named: str | None, right: Right, name: str = ""
) -> Stands:
    """The asker may ask, and has ``right`` in the matter if one is named or implied.

    Raises ``Stranger``, ``NotFound`` and ``NotAllowed``."""
    async with services.house.writing() as unit:
        actor = await actor_of(origin, unit, services, name)
        asking = Asking(actor, origin, unit, services, "")
        await asking.need(Right.ASK)
        matter = await matter_of(origin, actor, unit, named)
        if matter is not None:
            await asking.need(right, matter)
            return Stands(actor, matter, matter.thread)
        return Stands(actor, None, await unit.threads.lobby(actor.person))
