"""The front door, and the worker behind it that has each request handled once and in order."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from dataclasses import dataclass, field

from engine.errors import LawgameError, Unavailable
from handlers import errand
from handlers.asking import PUSHED, actor_of
from handlers.doors import Receipt
from handlers.requests import (
    CommandRequest,
    PressRequest,
    UploadRequest,
    from_json,
    to_json,
)
from handlers.services import Services

LOG = logging.getLogger("lawgame.office")
LEASE = 600.0
"""Seconds a request may take before another process may take it up; uploads take longest."""
TRIES = 3
AT_ONCE = 8


class GaveUp(Unavailable):
    """That could not be done, though it was tried several times."""

    code = "request.gave_up"
    default_remedy = "Nothing was changed. Try again; if it happens again, tell your IT team."


class Broken(LawgameError):
    """Something went wrong inside Lawgame, and nothing was changed."""

    code = "request.failed"


@dataclass
class _Queue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Office:
    """``FrontDoor`` of the house."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._queues: dict[tuple[str, ...], _Queue] = {}
        self._held: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._places = asyncio.Semaphore(AT_ONCE)

    async def receive(self, request: CommandRequest | UploadRequest | PressRequest) -> Receipt:
        o = request.origin
        async with self._services.house.writing() as unit:
            if o.surface not in PUSHED:
                # Whoever asks here waits for the answer, and a stranger has no thread to read.
                await actor_of(o, unit, self._services)
            inbox, fresh = await unit.inbox.accept(
                o.surface, o.tenant, o.delivery, to_json(request)
            )
        if fresh:
            self._begin(inbox, request)
        return Receipt(inbox, fresh)

    async def sweep(self) -> int:
        """Take up what the inbox owes and nobody here holds: at start, and when a lease has run
        out."""
        async with self._services.house.reading() as view:
            owed = [id for id in await view.inbox.owed(time.time()) if id not in self._held]
            rows = [row for id in owed if (row := await view.inbox.get(id)) is not None]
        for row in rows:
            self._begin(row.id, from_json(row.request))
        return len(rows)

    async def idle(self) -> None:
        """Until nothing that was received here is still being handled."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, inbox: str, request: CommandRequest | UploadRequest | PressRequest) -> None:
        if inbox in self._held:
            return
        self._held.add(inbox)
        if errand.stops(request):
            handling = self._settled(inbox)
        else:
            handling = self._in_order(inbox, _conversation(request))
        task = asyncio.create_task(handling)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_order(self, inbox: str, conversation: tuple[str, ...]) -> None:
        queue = self._queues.setdefault(conversation, _Queue())
        queue.waiting += 1
        try:
            async with queue.lock, self._places:
                await self._settled(inbox)
        finally:
            queue.waiting -= 1
            if not queue.waiting:
                del self._queues[conversation]

    async def _settled(self, inbox: str) -> None:
        try:
            await self._handle(inbox)
        except Exception as error:
            # Left claimed: the sweep takes it up again when the lease has run out.
            LOG.error("request could not be handled: %s", type(error).__name__)
        finally:
            self._held.discard(inbox)

    async def _handle(self, inbox: str) -> None:
        async with self._services.house.writing() as unit:
            row = await unit.inbox.claim(inbox, LEASE)
        if row is None:
            return
        request = from_json(row.request)
        try:
            if row.attempts > TRIES:
                raise GaveUp
            after = await errand.run(self._services, request, row.id)
        except LawgameError as error:
            await errand.refuse(self._services, request.origin, row.id, error)
            return
        except Exception as error:
            # A mistake of ours comes again however often it is tried; its words may be privileged.
            last = traceback.extract_tb(error.__traceback__)[-1]
            LOG.error("request failed: %s in %s", type(error).__name__, last.name)
            await errand.refuse(self._services, request.origin, row.id, Broken())
            return
        for act in after:
            await act()


def _conversation(request: CommandRequest | UploadRequest | PressRequest) -> tuple[str, ...]:
    """Requests of one conversation wait for each other, those of different ones do not.

    A press and a ``stop`` wait for nothing: they must not stand behind an upload.
    """
    o = request.origin
    if not isinstance(request, PressRequest) and request.matter:
        return (o.surface, o.tenant, request.matter)
    return (o.surface, o.tenant, o.channel, o.thread or o.sender)
