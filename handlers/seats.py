"""People of the firm at its edges: seating them, and finding who a surface means."""

from __future__ import annotations

from handlers.asking import actor_of
from handlers.requests import Origin
from handlers.rights import Actor
from handlers.services import Services


async def seat(services: Services, origin: Origin) -> Actor:
    """The person behind an origin, taken in if the policy says so. Raises ``Stranger``."""
    async with services.house.writing() as unit:
        return await actor_of(origin, unit, services)


async def share(services: Services, matter: str) -> None:
    """Put everybody of the firm on a matter's team; for invented matters."""
    async with services.house.writing() as unit:
        for person in await unit.people.all():
            if await unit.matters.role_of(matter, person.id) is None:
                await unit.matters.add_member(matter, person.id)
