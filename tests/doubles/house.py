"""Both doors of the house in memory: what was received, who may read what, what was shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from engine.events import Kind
from handlers.doors import MatterLine, Person, Receipt, Shown
from handlers.posts import Post
from handlers.requests import CommandRequest, PressRequest, UploadRequest

Asked = CommandRequest | PressRequest | UploadRequest
Answer = Callable[[Asked], Iterable[Post]]


@dataclass
class House:
    """A front door and a reading room. ``answer`` says which posts a request leads to.

    ``lines`` are (who may read it, the matter). Only what :meth:`tell` and ``answer`` post is
    shown; a delivery key that was received before is answered with the first receipt's row.
    """

    answer: Answer = lambda asked: ()
    persons: list[Person] = field(default_factory=list)
    lines: list[tuple[frozenset[str], MatterLine]] = field(default_factory=list)
    received: list[Asked] = field(default_factory=list)
    _shown: list[Shown] = field(default_factory=list)
    _rows: dict[tuple[str, str, str], str] = field(default_factory=dict)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def receive(self, asked: Asked) -> Receipt:
        origin = asked.origin
        key = (origin.surface, origin.tenant, origin.delivery)
        if key in self._rows:
            return Receipt(self._rows[key], False)
        self._rows[key] = inbox = f"in-{len(self._rows) + 1}"
        self.received.append(asked)
        for post in self.answer(asked):
            await self.tell(post if post.thread else replace(post, thread=origin.thread), inbox)
        return Receipt(inbox, True)

    async def tell(self, post: Post, inbox: str | None = None) -> Shown:
        seq = len(self._shown) + 1
        at = datetime(2026, 11, 30, 22, 41, tzinfo=UTC) + timedelta(minutes=seq)
        shown = Shown(seq, replace(post, id=post.id or f"p{seq}"), inbox, at)
        async with self._news:
            self._shown.append(shown)
            self._news.notify_all()
        return shown

    async def people(self) -> Sequence[Person]:
        return self.persons

    async def matters(self, person: str) -> Sequence[MatterLine]:
        return [line for readers, line in self.lines if person in readers]

    async def lobby(self, person: str) -> str:
        return f"lobby-{person}"

    async def posts(self, person: str, thread: str, after: int = 0) -> Sequence[Shown]:
        found = [each for each in self._shown[after:] if each.post.thread == thread]
        if not await self._may_read(person, thread):
            return []
        newest = {each.post.line: each for each in found if each.post.kind is Kind.PROGRESS}
        return [
            each
            for each in found
            if each.post.kind is not Kind.PROGRESS or newest[each.post.line] is each
        ]

    async def follow(self, person: str, thread: str, after: int = 0) -> AsyncIterator[Shown]:
        async for shown in self.watch(person, after):
            if shown.post.thread == thread:
                yield shown

    async def latest(self) -> int:
        return len(self._shown)

    async def watch(self, person: str, after: int = 0) -> AsyncIterator[Shown]:
        while True:
            async with self._news:
                while len(self._shown) == after:
                    await self._news.wait()
                news = self._shown[after:]
            for shown in news:
                after = shown.seq
                if await self._may_read(person, shown.post.thread):
                    yield shown

    async def _may_read(self, person: str, thread: str) -> bool:
        return thread == await self.lobby(person) or thread in {
            line.thread for line in await self.matters(person)
        }
