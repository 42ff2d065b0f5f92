"""What is owed to the chat platforms. Rows are made in the transaction that stores the event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from storage.places import Due


class Outbox(Protocol):
    async def claim(self, surface: str, now: float, lease: float) -> Sequence[Due]:
        """At most one message a conversation, its oldest that is owed, leased until now + lease.

        Progress that a newer progress of the same run overtakes is skipped for good.
        """
        ...

    async def split(self, due: Due, parts: int) -> None:
        """The event takes ``parts`` messages here; the further ones follow in order."""
        ...

    async def sent(self, due: Due, external: str) -> None:
        """Done. The first message at the top of a conversation without root becomes its root."""
        ...

    async def later(self, due: Due, at: float) -> None:
        """Not before ``at`` (Unix seconds); the order of the conversation is kept."""
        ...

    async def close(self, due: Due, why: str) -> None:
        """Nothing more can be posted in this conversation."""
        ...


__all__ = ["Due", "Outbox"]
