"""A brief to be checked: read from what came with the request, or from what is on file."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus.intake import read_document
from engine.corpus.types import Suspicion
from engine.corpus.unpack import Member, open_up
from engine.errors import LawgameError, Unavailable
from engine.events import Event, Kind
from engine.matter import Matter
from handlers.intake import NoSource
from handlers.posts import to_json
from handlers.replies import answer, text
from handlers.requests import IncomingFile
from handlers.services import Services
from handlers.standing import Stands

if TYPE_CHECKING:
    from storage.house import Unit

LEASE = 600.0
_PACE = 4.0
_RENEWED = LEASE / 4


@dataclass(frozen=True)
class Brief:
    """What is to be checked. ``pages`` are numbers and texts; number None has no pages.

    ``document`` is its id if it is on file; ``notes`` say what of it was not read; ``sketch`` is
    what ``engine.corpus.kinship`` compares of one that is not on file.
    """

    name: str
    pages: tuple[tuple[int | None, str], ...]
    document: str = ""
    notes: tuple[str, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    sketch: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        return not any(words.strip() for _, words in self.pages)


@dataclass
class Going:
    """How far a check is: sheets read of those in ``name``."""

    says: str = "Reading the brief"
    done: int = 0
    total: int = 1

    def see(self, done: int, total: int) -> None:
        self.done, self.total = done, max(total, 1)


async def read_briefs(
    services: Services, surface: str, file: IncomingFile, going: Going
) -> list[Brief]:
    """The documents of a file: one, or a message's or an archive's. Nothing of it is kept.

    Raises the file's refusal if there is nothing in it that could be read."""
    source = services.files.get(surface)
    if source is None:
        raise NoSource
    services.incoming.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=services.incoming) as folder:
        path = await source.fetch(file, Path(folder))
        within = Path(folder) / "within"
        within.mkdir()
        async with services.uploads.readers:
            opened = await open_up(path, file.name, folder=within, limits=services.limits)
        refused: list[LawgameError] = list(opened.refused)
        briefs = []
        for member in opened.members:
            try:
                briefs.append(await _read(services, member, going))
            except LawgameError as error:
                refused.append(error)
    if not briefs:
        raise refused[0]
    notes = tuple(error.message for error in refused)
    return [replace(briefs[0], notes=(*briefs[0].notes, *notes)), *briefs[1:]]


async def _read(services: Services, member: Member, going: Going) -> Brief:
    going.says = f"Reading {member.name}"
    async with services.uploads.readers:
        read = await read_document(
            member.path, member.name, limits=services.limits, progress=going.see
        )
    pages = tuple((page.number or None, page.text) for page in read.pages)
    return Brief(member.name, pages, "", tuple(read.notes), tuple(read.suspicions), read.sketch)


async def on_file(services: Services, matter: Matter, id: str) -> Brief:
    """Raises ``DocumentNotFound``."""
    async with services.house.reading() as view:
        row = await view.documents.get(matter.id, id)
        pages = await _pages(view, matter, row.id)
    notes = [str(note) for note in row.coverage.get("notes", ())]
    return Brief(row.title, pages, row.id, tuple(notes))


async def _pages(view: Unit, matter: Matter, id: str) -> tuple[tuple[int | None, str], ...]:
    row = await view.documents.get(matter.id, id)
    whole = await view.documents.page_text(row, 0)
    if whole is not None:
        return ((None, whole),)
    texts = [(n, await view.documents.page_text(row, n)) for n in range(1, row.pages + 1)]
    return tuple((n, words) for n, words in texts if words is not None)


# What is told meanwhile


@asynccontextmanager
async def telling(
    services: Services, stands: Stands, inbox: str, *, patience: float, heard: bool
) -> AsyncIterator[Going]:
    """Says in the thread how far the check is, once it takes longer than ``patience`` seconds;
    unless nobody would hear it there."""
    teller = _Teller(services, stands, inbox)
    task = asyncio.create_task(teller.run(patience, heard))
    try:
        yield teller.going
    except Exception:
        task.cancel()
        if teller.told:
            # The refusal that follows may go elsewhere; what was announced here must end here.
            await teller.broken_off()
        raise
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class _Teller:
    def __init__(self, services: Services, stands: Stands, inbox: str) -> None:
        self.going = Going()
        self.told = 0
        self._services, self._stands, self._inbox = services, stands, inbox
        self._attempt = time.time_ns()

    async def run(self, patience: float, heard: bool) -> None:
        began = renewed = time.monotonic()
        before = None
        await asyncio.sleep(patience)
        while True:
            now = time.monotonic()
            # What cannot be stored now is told the next time.
            with suppress(Unavailable):
                if heard and replace(self.going) != before:
                    before = replace(self.going)
                    await self._tell()
                if now - renewed > _RENEWED:
                    renewed = now
                    async with self._services.house.writing() as unit:
                        await unit.inbox.renew(self._inbox, LEASE)
            await asyncio.sleep(max(_PACE, (now - began) / 20))

    async def _tell(self) -> None:
        self.told += 1
        going = self.going
        data: dict[str, Any] = {
            "says": going.says, "done": going.done, "total": going.total, "ended": False,
        }  # fmt: skip
        await self._store(
            Event(
                f"{self._inbox}/progress/{self._attempt}/{self.told}",
                Kind.PROGRESS,
                self._stands.thread,
                data,
                self._stands.matter.id if self._stands.matter else None,
                supersedes=self._inbox,
            ),
            self._inbox,
        )

    async def broken_off(self) -> None:
        said = text("Whoever asked for it is told why.")
        post = answer(
            "The check of citations was broken off", said, matter=self._stands.matter,
            kind=Kind.NOTICE,
        )  # fmt: skip
        key = f"{self._inbox}/broken/{self._attempt}"
        await self._store(
            Event(
                key,
                Kind.NOTICE,
                self._stands.thread,
                {"post": to_json(post)},
                post.matter,
                supersedes=self._inbox,
            )
        )

    async def _store(self, event: Event, inbox: str | None = None) -> None:
        async with self._services.house.writing() as unit:
            await unit.events.append([event], inbox)
