"""A thread as it happens: server-sent events, taken up again where a page had got to."""

from __future__ import annotations

import asyncio
import json
from asyncio import Queue
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakSet

from aiohttp import web

from bot.closing import closing
from bot.desk.guard import HEADERS
from bot.render.html import DeskSurface, Fragment, Page, anchor
from engine.errors import LawgameError
from engine.events import Kind
from handlers.doors import ReadingRoom
from handlers.surface import Place

_WAITING = 64


class Streams:
    """All open live streams, so that the Desk can close them when the house closes."""

    def __init__(self, room: ReadingRoom, heartbeat: float = 15.0) -> None:
        self._room = room
        self._heartbeat = heartbeat
        self._open: WeakSet[asyncio.Task[None]] = WeakSet()
        self._closing = False

    def close(self) -> None:
        """End every stream; the pages try again until somebody answers."""
        self._closing = True
        for task in list(self._open):
            task.cancel()

    async def serve(
        self, request: web.Request, person: str, thread: str, page: Callable[[], Page]
    ) -> web.StreamResponse:
        """Answer with the stream, from ``Last-Event-ID`` or ``?after=`` on, until it is left."""
        response = web.StreamResponse(headers={**HEADERS, "X-Accel-Buffering": "no"})
        response.content_type = "text/event-stream"
        response.charset = "utf-8"
        await response.prepare(request)
        queue: Queue[Fragment] = Queue(_WAITING)
        follow = asyncio.create_task(
            self._follow(DeskSurface(queue, page), person, thread, position(request))
        )
        self._open.add(follow)
        if self._closing:
            follow.cancel()
        try:
            await self._write(response, queue, follow)
        except ConnectionResetError:
            pass
        finally:
            follow.cancel()
            with suppress(asyncio.CancelledError, LawgameError):
                await follow
        return response

    async def _follow(self, surface: DeskSurface, person: str, thread: str, after: int) -> None:
        place = Place(surface.name, "", "", thread, person)
        running: set[str] = set()
        async with closing(self._room.follow(person, thread, after)) as followed:
            async for shown in followed:
                name = anchor(shown.post)
                if shown.post.kind is Kind.PROGRESS and name in running:
                    await surface.change(place, shown.post, 0, name)
                    continue
                if shown.post.kind is Kind.PROGRESS:
                    running.add(name)
                await surface.show(place, shown.post, 0, str(shown.seq), shown.at)

    async def _write(
        self,
        response: web.StreamResponse,
        queue: Queue[Fragment],
        follow: asyncio.Task[None],
    ) -> None:
        await response.write(b"retry: 2000\n\n")
        while True:
            get = asyncio.ensure_future(queue.get())
            try:
                await asyncio.wait(
                    {get, follow}, timeout=self._heartbeat, return_when=asyncio.FIRST_COMPLETED
                )
                if get.done():
                    await response.write(written(get.result()))
                elif follow.done():
                    return
                else:
                    await response.write(b": still here\n\n")
            finally:
                get.cancel()


def position(request: web.Request) -> int:
    """Where the page had got to; 0, all of it, if it does not say."""
    said = request.headers.get("Last-Event-ID") or request.query.get("after", "")
    return int(said) if said.isascii() and said.isdigit() else 0


def written(fragment: Fragment) -> bytes:
    """The fragment as one event. JSON on one line, so nothing in it can end the event."""
    data = {
        "html": fragment.html,
        "kind": str(fragment.kind),
        "title": fragment.title,
        "name": fragment.name,
        "replaces": fragment.replaces,
        "ends": fragment.ends,
        "superseded": fragment.superseded,
    }
    id = f"id: {fragment.key}\n" if fragment.key else ""
    return f"{id}event: post\ndata: {json.dumps(data)}\n\n".encode()
