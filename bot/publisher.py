"""Delivers what is owed to one surface: in order a conversation, once a message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import random as _random

from engine.errors import LawgameError
from engine.events import Event
from handlers.outbox import Due, Outbox
from handlers.posts import Post
from handlers.surface import Ambiguous, Gone, Place, PlaceClosed, Surface, TryLater

log = logging.getLogger(__name__)

LEASE = 60.0
POST_TIMEOUT = 20.0
SETTLE = 2.0
LONGEST_WAIT = 300.0
IDLE = 1.0
AT_ONCE = 8

News = Callable[[float], Awaitable[None]]
"""Returns when something may be owed, at the latest after so many seconds."""


class Publisher:
    """``present`` makes an event's post, ``may_read`` says whether a place may read it.

    A message is sent only while its lease certainly outlasts the sending (``POST_TIMEOUT``), so
    that two publishers never send the same. ``clock`` gives Unix seconds; ``random`` in [0, 1).
    """

    def __init__(
        self,
        outbox: Outbox,
        surface: Surface,
        present: Callable[[Event], Post],
        may_read: Callable[[Place, Post], Awaitable[bool]],
        clock: Callable[[], float],
        news: News,
        *,
        random: Callable[[], float] = _random,
        lease: float = LEASE,
    ) -> None:
        self._outbox = outbox
        self._surface = surface
        self._present = present
        self._may_read = may_read
        self._clock = clock
        self._news = news
        self._random = random
        self._lease = lease
        self._paused_until = 0.0
        self._unsent: dict[int, int] = {}
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        """Until cancelled. A failure of the outbox itself is tried again."""
        while True:
            try:
                settled = await self.once()
            except Exception as error:
                log.error("%s: deliveries cannot be read (%s)", self._surface.name, _name(error))
                settled = 0
            if not settled:
                await self._news(min(max(self._paused_until - self._clock(), IDLE), LONGEST_WAIT))

    async def once(self) -> int:
        """One round over all conversations; how many messages were settled."""
        if self._clock() < self._paused_until:
            return 0
        claimed_at = self._clock()
        due = await self._outbox.claim(self._surface.name, claimed_at, self._lease)
        settled = await asyncio.gather(*(self._deliver(each, claimed_at) for each in due))
        return sum(settled)

    async def _deliver(self, due: Due, claimed_at: float) -> bool:
        async with self._gate:
            if self._clock() < self._paused_until:
                await self._not_sent(due, self._paused_until)
                return False
            try:
                return await self._try(due, claimed_at)
            except TryLater as told:
                until = self._clock() + told.seconds
                self._paused_until = max(self._paused_until, until)
                await self._not_sent(due, until)
            except PlaceClosed as closed:
                log.warning("%s: conversation of delivery %d is closed", due.place.surface, due.id)
                await self._outbox.close(due, closed.code)
                return True
            except Exception as error:
                self._unsent.pop(due.id, None)
                log.warning("%s: delivery %d failed (%s)", due.place.surface, due.id, _name(error))
                await self._outbox.later(due, self._clock() + self._backoff(due, error))
        return False

    async def _try(self, due: Due, claimed_at: float) -> bool:
        post = self._present(due.event)
        if not await self._may_read(due.place, post):
            await self._outbox.close(due, "rights.denied")
            return True
        if due.again:
            await self._draw_anew(due, post)
            return True
        if due.part == 0 and due.shown is None and (parts := self._surface.parts(post)) > 1:
            await self._outbox.split(due, parts)
        shown = due.shown and await self._changed(due, post)
        if not shown and self._may_stand_already(due):
            shown = await self._surface.find(due.place, due.key, due.first_tried or claimed_at)
        if not shown:
            if self._clock() - claimed_at > self._lease - POST_TIMEOUT:
                await self._not_sent(due, self._clock())
                return False
            shown = await self._surface.show(due.place, post, due.part, due.key)
        self._unsent.pop(due.id, None)
        await self._outbox.sent(due, shown)
        return True

    async def _draw_anew(self, due: Due, post: Post) -> None:
        """A message that is gone, or a part that the post no longer has, is left as it is."""
        if due.part < self._surface.parts(post):
            await self._changed(due, post)
        await self._outbox.sent(due, due.shown or "")

    async def _changed(self, due: Due, post: Post) -> str | None:
        """The id of the message changed, or None when it has to be shown anew."""
        assert due.shown is not None
        try:
            await self._surface.change(due.place, post, due.part, due.shown)
        except Gone:
            return None
        return due.shown

    def _may_stand_already(self, due: Due) -> bool:
        """After any earlier attempt, unless all of them were ours and sent nothing."""
        return due.first_tried is not None and self._unsent.get(due.id) != due.attempts

    async def _not_sent(self, due: Due, at: float) -> None:
        """Nothing went out this time; that holds for the next try if it held for all before."""
        if not self._may_stand_already(due):
            self._unsent[due.id] = due.attempts + 1
        await self._outbox.later(due, at)

    def _backoff(self, due: Due, error: Exception) -> float:
        """Seconds: doubled each time, between half and all of it by chance, against crowding."""
        longest = min(LONGEST_WAIT, 2.0 ** min(due.attempts, 16))
        wait = longest * (0.5 + self._random() / 2)
        return max(wait, SETTLE) if isinstance(error, Ambiguous) else wait


def _name(error: Exception) -> str:
    """What may be logged of an error: never its text, which may quote a matter."""
    return error.code if isinstance(error, LawgameError) else type(error).__name__
