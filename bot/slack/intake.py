"""Takes payloads in: events are answered after the commit, people within a second and a half."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from bot.slack import belonging, inbound
from bot.slack.belonging import Standing
from bot.slack.installation import Installation
from bot.slack.tell import Listener
from engine.errors import LawgameError, NotAllowed
from handlers.doors import FrontDoor
from handlers.requests import CommandRequest, Origin, PressRequest, UploadRequest

log = logging.getLogger(__name__)

PATIENCE = 1.2
RECEIVED = "Received."
STALLED = "Received, not yet recorded. If it cannot be recorded, you will be told here."
LOST = "Your request was not recorded. Please send it again."
MEMBERS_ONLY = "Lawgame answers members of the firm only."

Payload = Mapping[str, Any]
Tell = Callable[[Listener, str], Awaitable[None]]


class Stranger(NotAllowed):
    """Lawgame answers members of the firm only."""

    code = "slack.stranger"
    default_remedy = "Ask your contact at the firm to do it."


class Intake:
    """``patience`` is how many seconds a person waits before being told that storage stalls."""

    def __init__(
        self,
        door: FrontDoor,
        installation: Installation,
        tell: Tell,
        patience: float = PATIENCE,
    ) -> None:
        self._door = door
        self._installation = installation
        self._tell = tell
        self._patience = patience
        self._tasks: set[asyncio.Task[None]] = set()

    async def event(self, body: Payload) -> None:
        """Returns when the event is recorded or is none of ours; raises when it must come again."""
        request = inbound.from_event(body, await self._installation.home())
        if request is None:
            return
        standing = belonging.of_event(body, await self._installation.ours())
        try:
            await self._admit(request, standing)
        except Stranger:
            if isinstance(request, CommandRequest):
                self._keep(self._tell(_listener(request.origin), MEMBERS_ONLY))

    async def command(self, form: Payload) -> str:
        """The words of the answer that a slash command gets at once."""
        listener = Listener(
            channel=str(form.get("channel_id", "")),
            user=str(form.get("user_id", "")),
            response_url=str(form.get("response_url") or ""),
        )
        return await self._in_time(self._take_command(form), listener)

    async def press(self, payload: Payload) -> None:
        """A button's answer shows no words, so what the person must know is told apart."""
        container = payload.get("container") or {}
        listener = Listener(
            channel=str((payload.get("channel") or {}).get("id") or ""),
            user=str((payload.get("user") or {}).get("id") or ""),
            thread=str(container.get("thread_ts") or ""),
            response_url=str(payload.get("response_url") or ""),
        )
        words = await self._in_time(self._take_press(payload), listener)
        if words != RECEIVED:
            self._keep(self._tell(listener, words))

    async def close(self, seconds: float = 5.0) -> None:
        """Let what was taken in be recorded; what is not by then is given up, and logged."""
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=seconds)
            for task in late:
                log.error("a request was not recorded before the end")
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _take_command(self, form: Payload) -> None:
        home = await self._installation.home()
        standing = belonging.of_command(form, await self._installation.ours())
        await self._admit(inbound.from_command(form, home), standing)

    async def _take_press(self, payload: Payload) -> None:
        home = await self._installation.home()
        request = inbound.from_press(payload, home)
        if request is not None:
            standing = belonging.of_press(payload, await self._installation.ours())
            await self._admit(request, standing)

    async def _admit(
        self, request: CommandRequest | UploadRequest | PressRequest, standing: Standing
    ) -> None:
        if not await self._installation.belongs(standing, request.origin.sender):
            log.warning("a request from outside the firm was not received")
            raise Stranger
        await self._door.receive(request)

    async def _in_time(self, taking: Coroutine[Any, Any, None], listener: Listener) -> str:
        task = self._keep(taking)
        done, _ = await asyncio.wait({task}, timeout=self._patience)
        if done:
            return _words(task)
        self._keep(self._tell_if_lost(task, listener))
        return STALLED

    async def _tell_if_lost(self, task: asyncio.Task[None], listener: Listener) -> None:
        await asyncio.wait({task})
        if (words := _words(task)) != RECEIVED:
            await self._tell(listener, words)

    def _keep(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Until it is done: the loop itself holds tasks weakly."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _words(task: asyncio.Task[None]) -> str:
    if task.cancelled():
        return LOST
    error = task.exception()
    if error is None:
        return RECEIVED
    if isinstance(error, Stranger):
        return MEMBERS_ONLY
    name = error.code if isinstance(error, LawgameError) else type(error).__name__
    log.error("a request was not recorded (%s)", name)
    return LOST


def _listener(origin: Origin) -> Listener:
    return Listener(origin.channel, origin.sender, origin.thread)
