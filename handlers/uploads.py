"""An upload from its first file to its post, telling meanwhile how far it is; and stopping it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.errors import LawgameError, Unavailable
from engine.events import Event, Kind
from engine.matter import Matter, Scope
from handlers.asking import Asking
from handlers.intake import NotTaken, Taken, read_anew, scope_of, take_in
from handlers.posts import Post
from handlers.replies import After, Reply, answer, counted, text
from handlers.requests import IncomingFile
from handlers.reread import Gained, file_of
from handlers.services import Services
from handlers.underway import Halted, Upload

if TYPE_CHECKING:
    from storage.documents import DocumentRow

LEASE = 600.0
"""Seconds a request may take before another process may take it up; an upload renews its own."""
_RENEWED, _SELDOM, _SLOWING = LEASE / 4, 15.0, 60


@dataclass
class Came:
    """What became of an upload. ``files`` are the refusals of whole files, ``members`` those of
    documents in a file; ``left`` names the files that a stop kept from being read to their end.
    ``anew``: nothing came, what is on file was to be read again."""

    scope: Scope
    taken: list[Taken] = field(default_factory=list)
    files: list[LawgameError] = field(default_factory=list)
    members: list[NotTaken] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    stopped: bool = False
    anew: bool = False
    pages: int = 0
    seconds: float = 0.0

    @property
    def new(self) -> list[Taken]:
        return [one for one in self.taken if not one.again]

    @property
    def gained(self) -> list[Gained]:
        """Documents on file already that were read anew, whether or not that brought anything."""
        return [one.gained for one in self.taken if one.gained is not None]


async def upload(
    services: Services, surface: str, matter: Matter, by: str, files: Sequence[IncomingFile],
    scope: Scope | None, words: str, inbox: str,
) -> list[Post]:  # fmt: skip
    """Take in each file; the posts that tell what is on file now and what was refused.

    ``inbox`` is the request's row: its lease is renewed while this goes on."""
    came = Came(scope_of(scope, words))

    async def work(going: Upload) -> None:
        await _take_all(services, surface, matter, by, files, going, came)

    return await _told(services, matter, inbox, came, len(files), work)


async def read_anew_told(
    services: Services, matter: Matter, by: str, row: DocumentRow, inbox: str
) -> list[Post]:
    """Read a document on file anew, as an upload of its own file; the posts that tell of it."""
    came = Came(row.scope, anew=True)

    async def work(going: Upload) -> None:
        going.begins(row.name)
        try:
            gained = await read_anew(services, by, row, file_of(services, row), going)
            came.taken.append(Taken(gained.row, again=True, gained=gained))
        except LawgameError as error:
            came.files.append(error)
        except Halted:
            came.stopped = True
            came.left = [row.name]

    return await _told(services, matter, inbox, came, 1, work)


async def _told(
    services: Services, matter: Matter, inbox: str, came: Came, documents: int,
    work: Callable[[Upload], Awaitable[None]],
) -> list[Post]:  # fmt: skip
    """The posts of what ``work`` puts into ``came``, telling meanwhile how far it is."""
    from handlers.received import received

    began = time.monotonic()
    with services.uploads.begun(inbox, matter.id) as going:
        going.documents = documents
        teller = _Teller(services, matter, going)
        async with teller.telling():
            await work(going)
    came.pages, came.seconds = going.read + going.done, time.monotonic() - began
    if teller.told:
        await teller.over(came)
    return received(matter, came, going.line if teller.told else None)


async def _take_all(
    services: Services, surface: str, matter: Matter, by: str, files: Sequence[IncomingFile],
    going: Upload, came: Came,
) -> None:  # fmt: skip
    for number, file in enumerate(files):
        try:
            taking = take_in(services, surface, matter, by, file, came.scope, upload=going)
            async with aclosing(taking) as found:
                async for one in found:
                    if isinstance(one, Taken):
                        came.taken.append(one)
                    else:
                        came.members.append(one)
        except LawgameError as error:
            came.files.append(error)
        except Halted:
            came.stopped = True
            came.left = [one.name for one in files[number:]]
            return


class _Teller:
    """Stores the upload's progress while it goes on, and keeps its lease."""

    def __init__(self, services: Services, matter: Matter, upload: Upload) -> None:
        self._services, self._matter, self._upload = services, matter, upload
        self._attempt = time.time_ns()
        self._over = asyncio.Event()
        self._before: dict[str, Any] = {}
        self.told = 0

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Tells as long as the block takes; no transaction of it outlasts the block."""
        task = asyncio.create_task(self._run())
        try:
            yield
            self._over.set()
            await task
        finally:
            task.cancel()

    async def _run(self) -> None:
        uploads, began = self._services.uploads, time.monotonic()
        renewed, wait = began, uploads.patience
        while not await self._waited(wait):
            now = time.monotonic()
            # Progress that cannot be stored now is told the next time.
            with suppress(Unavailable):
                await self._tell_changed()
                if now - renewed > _RENEWED:
                    await self._renew()
                    renewed = now
            wait = uploads.pace * min(_SELDOM, max(1.0, (now - began) / _SLOWING))

    async def _waited(self, seconds: float) -> bool:
        """Whether all is over meanwhile."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()
        return self._over.is_set()

    async def _tell_changed(self) -> None:
        data = self._data()
        if data != self._before:
            await self._tell(data)
            self._before = data

    async def over(self, came: Came) -> None:
        said = "Stopped" if came.stopped else "Read"
        says = f"{said}: {counted(len(came.taken), 'document')}, {counted(came.pages, 'page')}"
        total = max(self._upload.documents, 1)
        data = {**self._data(), "says": says, "done": total, "total": total, "ended": True}
        await self._tell(data)

    async def _tell(self, data: dict[str, Any]) -> None:
        self.told += 1
        event = Event(
            f"{self._upload.id}/progress/{self._attempt}/{self.told}",
            Kind.PROGRESS,
            self._matter.thread,
            data,
            self._matter.id,
            supersedes=self._upload.line,
        )
        async with self._services.house.writing() as unit:
            await unit.events.append([event], self._upload.id)

    async def _renew(self) -> None:
        async with self._services.house.writing() as unit:
            await unit.inbox.renew(self._upload.id, LEASE)

    def _data(self) -> dict[str, Any]:
        """``done`` and ``total`` are pages of the document that is read, where it has any."""
        one = self._upload
        number, documents = max(one.number, 1), max(one.documents, one.number)
        says = f"Reading {one.name}" if one.name else "Fetching and opening the files"
        return {
            "upload": one.id,
            "says": f"{says} (document {number} of {documents})",
            "done": one.done if one.pages else number - 1,
            "total": one.pages or documents,
            "document": number,
            "documents": documents,
            "name": one.name,
            "ended": False,
        }


def under_way(asking: Asking, id: str | None = None) -> list[Upload]:
    """The uploads into the matter that are going on here, or the one of that id if it is."""
    going = asking.services.uploads.of_matter(asking.the_matter.id)
    return [one for one in going if id is None or one.id.lower() == id.lower()]


async def stop_uploads(asking: Asking, going: Sequence[Upload]) -> Reply:
    """What is being read is dropped; what is on file already stays, as the upload's post says."""
    matter = asking.the_matter
    for one in going:
        await asking.unit.audit.append(
            asking.actor.person, "upload.stop_asked", matter.id, {"upload": one.id}
        )

    async def stop() -> None:
        for one in going:
            one.stop()

    post = answer(
        "Stopping the upload: what is being read is dropped, what is on file stays.",
        text(f"Asked by {asking.actor.name}."),
        matter=matter,
        kind=Kind.ACK,
        data={"uploads": [one.id for one in going], "stopping": True},
    )
    return Reply((post,), after=(stop,))


def released(services: Services, surface: str, files: Sequence[IncomingFile]) -> tuple[After, ...]:
    """What is done once the upload's post is stored: copies made for it go."""

    async def release() -> None:
        source = services.files.get(surface)
        if source is not None:
            for file in files:
                await source.done(file)

    return (release,)
