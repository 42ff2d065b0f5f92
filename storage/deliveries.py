"""The publisher's outbox: what is owed to the chat platforms."""

from __future__ import annotations

from collections.abc import Sequence

from storage.house import House
from storage.places import Due, Place


class SqlOutbox:
    """Each method is one transaction; any number of publishers may use it at once."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def claim(self, surface: str, now: float, lease: float) -> Sequence[Due]:
        """At most one message a conversation, its oldest that is owed, leased until now + lease.

        Progress that a newer progress of the same run overtakes is skipped for good, unless an
        attempt may have shown it: then it is claimed, so that it is found and changed.
        """
        # Most often nothing is owed; looking first leaves the writer alone.
        async with self._house.reading() as view:
            ready = await view.deliveries.ready(surface, now)
        claimed: list[Due] = []
        for conversation in ready:
            async with self._house.writing() as unit:
                due = await unit.deliveries.claim(conversation, now, lease)
            if due is not None:
                claimed.append(due)
        return claimed

    async def split(self, due: Due, parts: int) -> None:
        """The event takes ``parts`` messages here; the further ones follow in order."""
        async with self._house.writing() as unit:
            await unit.deliveries.split(due, parts)

    async def sent(self, due: Due, external: str) -> None:
        """Done. The first message at the top of a conversation without root becomes its root,
        unless only one person sees it."""
        async with self._house.writing() as unit:
            await unit.deliveries.sent(due, external)

    async def later(self, due: Due, at: float) -> None:
        """Not before ``at`` (Unix seconds); the order of the conversation is kept."""
        async with self._house.writing() as unit:
            await unit.deliveries.later(due, at)

    async def close(self, due: Due, why: str) -> None:
        """Nothing more can be posted in this conversation, until it is bound again."""
        async with self._house.writing() as unit:
            await unit.deliveries.close(due, why)


__all__ = ["Due", "Place", "SqlOutbox"]
