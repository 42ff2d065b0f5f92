"""Which posts answer a request, and when all of them are there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.closing import closing
from engine.events import Kind
from handlers.doors import FrontDoor, ReadingRoom, Receipt, Shown
from handlers.requests import CommandRequest, PressRequest, UploadRequest

Asked = CommandRequest | PressRequest | UploadRequest

# Nothing says how many posts answer a request; those of one transaction follow each other closely.
_MORE = 0.15


@dataclass(frozen=True)
class End:
    """``ok`` is false when an ``error`` post answered the request or ended its run."""

    ok: bool


Line = Receipt | Shown | End


async def answers(
    door: FrontDoor, room: ReadingRoom, request: Asked, *, wait: bool
) -> AsyncIterator[Line]:
    """The receipt, the posts that answer, the end.

    Without ``wait`` that is what answers at once. With it, an acknowledgement that names a run is
    followed to the run's ``outcome`` or ``error``; one that names none to the answer it promises.
    """
    person = request.origin.person or request.origin.sender
    before = await room.latest()
    receipt = await door.receive(request)
    yield receipt
    # What was received before was answered before.
    following = _Following(receipt.inbox, wait)
    async with closing(room.watch(person, before if receipt.fresh else 0)) as watched:
        while not following.done:
            try:
                async with asyncio.timeout(_MORE if following.answered else None):
                    shown = await anext(watched)
            except TimeoutError:
                break
            if following.takes(shown):
                yield shown
    yield End(following.ok)


class _Following:
    def __init__(self, inbox: str, wait: bool) -> None:
        self._inbox = inbox
        self._wait = wait
        self._run: str | None = None
        self.ok = True
        self.answered = False
        self.done = False

    def takes(self, shown: Shown) -> bool:
        """Whether this post is one of the answers; notes what it means for the end."""
        post = shown.post
        direct = shown.inbox == self._inbox
        if direct and post.kind is Kind.ACK and post.run and self._run is None:
            self._run = post.run
        of_run = self._wait and self._run is not None and post.run == self._run
        if not (direct or of_run):
            return False
        if post.kind is Kind.ERROR:
            self.ok = False
        if self._wait and self._run is not None:
            self.done = post.kind in (Kind.OUTCOME, Kind.CONSENSUS, Kind.ERROR)
        elif post.run or post.kind is not Kind.PROGRESS:
            # Progress of no run is that of an upload: its answer is still to come.
            self.answered = not self._wait or post.kind not in (Kind.ACK, Kind.PROGRESS)
        return True
