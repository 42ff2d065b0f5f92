"""From a platform's sender and place to a person of the firm and a matter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import BadRequest, NotAllowed, NotFound
from engine.matter import Matter
from handlers.registry import Right
from handlers.requests import Origin
from handlers.rights import Actor, Standing, decide
from handlers.services import Services
from handlers.surface import Place

if TYPE_CHECKING:
    from storage.house import Unit
    from storage.people import PersonRow

LOCAL = "local"
"""The tenant of this machine's own surfaces."""
DESK = "desk"
PUSHED = frozenset({"slack", "teams"})
"""Surfaces that posts are sent to; the others read them here."""


class Stranger(NotAllowed):
    """Lawgame does not know you in this firm."""

    code = "rights.unknown_person"
    default_remedy = "Ask an administrator of Lawgame to add you."


class NoMatter(BadRequest):
    """Which matter do you mean?"""

    code = "matter.unclear"
    default_remedy = (
        "Ask in the matter's thread, or choose one here with `/lawgame open NUMBER`. "
        "`/lawgame matters` lists yours."
    )


@dataclass(frozen=True)
class Asking:
    """Who asks, where, and of which matter. ``unit`` is the open transaction.

    ``found`` is what the command found out before it, see ``handlers.errand.BEFORE``."""

    actor: Actor
    origin: Origin
    unit: Unit
    services: Services
    inbox: str
    matter: Matter | None = None
    found: object = None

    @property
    def the_matter(self) -> Matter:
        """Raises ``NoMatter``."""
        if self.matter is None:
            raise NoMatter
        return self.matter

    async def need(self, right: Right, matter: Matter | None = None) -> None:
        """Raises ``NotAllowed`` saying why."""
        standing = None
        if matter is not None:
            role = await self.unit.matters.role_of(matter.id, self.actor.person)
            screened = await self.unit.matters.screened(matter.id, self.actor.person)
            standing = Standing(role, screened)
        decision = decide(self.actor, right, standing)
        if not decision.allowed:
            raise NotAllowed(decision.why)

    def within(self, matter: Matter) -> Asking:
        return replace(self, matter=matter)

    def place(self) -> Place | None:
        """Where on a chat platform this was asked; None where posts are read, not sent."""
        o = self.origin
        if o.surface not in PUSHED:
            return None
        return Place(o.surface, o.tenant, o.channel, o.thread)


async def actor_of(origin: Origin, unit: Unit, services: Services, name: str = "") -> Actor:
    """The person behind an origin; taken in where the policy says so. Raises ``Stranger``."""
    row = await _chosen(origin, unit, services)
    if row is None:
        row = await unit.people.find(origin.surface, origin.tenant, origin.sender)
    if row is None and origin.surface in services.policy.welcome:
        first = not await unit.people.all()
        roles = ["lawyer", "administrator"] if first else ["lawyer"]
        row = await unit.people.add(name or origin.sender, roles)
        await unit.people.link(row.id, origin.surface, origin.tenant, origin.sender)
        await unit.audit.append(row.id, "person.taken_in", None, {"surface": origin.surface})
        for matter in services.samples.matters:
            await unit.matters.add_member(matter, row.id)
    if row is None:
        raise Stranger
    return Actor(row.id, row.name, origin.surface, origin.tenant, frozenset(row.roles))


async def _chosen(origin: Origin, unit: Unit, services: Services) -> PersonRow | None:
    """Demo identity: the surface may say who asks."""
    if origin.person is None:
        return None
    if origin.surface == DESK:
        # The Desk's own session says who sits there.
        row = await unit.people.by_id(origin.person)
        if row is None:
            raise Stranger
        return row
    if origin.person == origin.sender:
        return None
    if not services.policy.demo:
        raise Stranger("Persons can be chosen in demo identity only.")
    row = await meant(unit, origin.person)
    if row is None:
        raise Stranger(f"There is no person “{origin.person[:40]}”.")
    return row


async def meant(view: Unit, named: str) -> PersonRow | None:
    """Who is meant by an id, by the name of this machine's user, or by a person's name."""
    return (
        await view.people.by_id(named)
        or await view.people.find("terminal", LOCAL, named)
        or await view.people.by_name(named)
    )


async def matter_of(origin: Origin, actor: Actor, unit: Unit, named: str | None) -> Matter | None:
    """The matter that is named, or implied by thread, choice or channel, if the actor may see it.

    Raises ``NotFound`` for a named one that is not there for this person.
    """
    if named:
        found = await unit.matters.look_up(named, actor.person)
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            numbers = ", ".join(one.number for one in found[:5])
            raise NotFound(f"“{named[:60]}” fits several matters: {numbers}.")
        raise NotFound(f"There is no matter “{named[:60]}” that you may see.")
    id = await _implied(origin, actor, unit)
    if id is None:
        return None
    visible = {one.id: one for one in await unit.matters.list_for(actor.person)}
    if id not in visible:
        raise NotAllowed("You are not on this matter's team.")
    return visible[id]


async def _implied(origin: Origin, actor: Actor, unit: Unit) -> str | None:
    o = origin
    if o.thread:
        row = await unit.threads.of_place(o.surface, o.tenant, o.channel, o.thread)
        if row is not None:
            return row.matter
    chosen = await unit.threads.chosen(o.surface, o.tenant, o.channel, actor.person)
    if chosen is not None:
        return chosen
    if o.channel:
        here = await unit.threads.matters_in_channel(o.surface, o.tenant, o.channel)
        if len(here) == 1:
            return here[0]
    return None
