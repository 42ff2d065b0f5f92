"""Taking a file into a matter: fetched, opened, each document in it read in a process of its own,
stored in batches, published.

Until its last small transaction nobody sees any of a document; whatever goes wrong, no trace of
it stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import shutil
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

from engine.corpus.errors import DocumentRefused, clean_name
from engine.corpus.intake import read_document
from engine.corpus.types import ReadDocument
from engine.corpus.unpack import Member, Opened, open_up
from engine.errors import LawgameError, Refused, Unavailable
from engine.matter import Matter, Scope
from engine.words import vocabulary
from handlers.alike import kin_of
from handlers.filed import coverage_of
from handlers.requests import IncomingFile
from handlers.reread import Gained, add_reading, untried
from handlers.services import Services
from handlers.underway import Halted, Upload
from storage.documents import DocumentRow
from storage.errors import OnFileAlready
from storage.intake import Intake

_ON_RECORD = re.compile(r"\b(on record|fil(?:ed|ing|ings)|served|pleading|pleadings)\b", re.I)
_NOT_ON_RECORD = re.compile(
    r"\b(?:not|never|un|isn't|wasn't|before|to be|draft)\W+(?:\w+\W+){0,2}?(?:filed|served|filing)"
    r"|\bours(?: only)?\b|\bprivileged\b|\bwork product\b",
    re.I,
)


class NoSource(Refused):
    """Files cannot be fetched from there."""

    code = "document.no_source"
    default_remedy = "Send the file in the matter's thread, or with `lawgame say --file`."


class NotStored(Unavailable):
    """The document could not be stored."""

    code = "document.not_stored"
    default_remedy = "Nothing of it was kept. Send it again."


@dataclass(frozen=True)
class Taken:
    """``again`` marks a document that was on file already, byte for byte, ``gained`` what it has
    now that it was read anew; ``clawed_back`` names one of the same content that was withdrawn as
    privileged."""

    row: DocumentRow
    read: ReadDocument | None = None
    again: bool = False
    clawed_back: str = ""
    gained: Gained | None = None


@dataclass(frozen=True)
class NotTaken:
    """A document of an archive or a message that was refused; ``name`` says where it lies."""

    name: str
    error: LawgameError


def scope_of(files_scope: Scope | None, words: str) -> Scope:
    """Ours only, unless the uploader says otherwise by choice or calls it filed or served."""
    if files_scope is not None:
        return files_scope
    if _ON_RECORD.search(words) and not _NOT_ON_RECORD.search(words):
        return Scope.RECORD
    return Scope.OURS


async def take_in(
    services: Services, surface: str, matter: Matter, by: str, file: IncomingFile, scope: Scope,
    title: str = "", upload: Upload | None = None,
) -> AsyncGenerator[Taken | NotTaken, None]:  # fmt: skip
    """What became of each document of the file, one by one.

    Raises the file's own refusal, ``NotStored``, and ``Halted`` when the upload is stopped; of
    the document that was being taken in nothing is kept then. Without a ``title`` it is called
    as it calls itself, else by its file's name.
    """
    source = services.files.get(surface)
    if source is None:
        raise NoSource
    one = upload or Upload("", matter.id)
    services.incoming.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=services.incoming) as folder:
        path = await one.reading(source.fetch(file, Path(folder)))
        opened = await one.reading(_opened(services, path, file.name, Path(folder)))
        one.documents += len(opened.members) - 1
        alone = len(opened.members) == 1 and not opened.refused and not opened.members[0].within
        taking = _Taking(services, matter, by, scope, one)
        for member in opened.members:
            one.begins(member.name)
            try:
                yield await taking.take(member, title if not member.within else "")
            except LawgameError as error:
                if alone:
                    raise
                yield NotTaken(_placed(member.name, member.within), error)
        for refused in opened.refused:
            yield NotTaken(refused.name, refused)


async def read_anew(
    services: Services, by: str, row: DocumentRow, path: Path, upload: Upload
) -> Gained:
    """Read a document on file once more, from its file at ``path``, and add to it what its pages
    without text have now.

    Raises what reading it raises, ``DocumentNotFound`` when it was withdrawn meanwhile, and
    ``Halted``; pages that were added by then stay."""
    read = await upload.reading(_read(services, path, row.name, upload))
    words = await asyncio.to_thread(_words, read, row.title)
    return await add_reading(services, by, row, read, words, upload.going_on)


def clear(incoming: Path) -> None:
    """Remove what a killed process left of files it took in. Only while nobody takes in any."""
    for left in incoming.glob("*"):
        shutil.rmtree(left, ignore_errors=True)


async def _opened(services: Services, path: Path, name: str, folder: Path) -> Opened:
    within = folder / "within"
    within.mkdir()
    async with services.uploads.readers:
        return await open_up(path, name, folder=within, limits=services.limits)


def _placed(name: str, within: str) -> str:
    return f"{within}/{name}" if within else name


@dataclass(frozen=True)
class _Taking:
    services: Services
    matter: Matter
    by: str
    scope: Scope
    upload: Upload

    async def take(self, member: Member, title: str) -> Taken:
        matter, house = self.matter, self.services.house
        digest = await asyncio.to_thread(_sha256, member.path)
        async with house.reading() as view:
            known = await view.documents.find_by_sha(matter.id, digest)
        if known is not None:
            return await self._again(known, member.path)
        read = await self.upload.reading(
            _read(self.services, member.path, member.name, self.upload)
        )
        # Both stand in lists and prompts: one line each, and no path.
        name = clean_name(member.name)
        title = " ".join((title or read.title_guess or name).split())
        async with house.writing() as unit:
            row = await unit.documents.begin(
                matter.id, name, digest, digest, self.scope, self.by, within=member.within
            )
        if row.state == "ready":
            return Taken(row, again=True)
        return await self._stored(row, member.path, read, title)

    async def _again(self, row: DocumentRow, path: Path) -> Taken:
        """On file already; read anew if there are pages that could not be tried then."""
        if not untried(row):
            return Taken(row, again=True)
        try:
            gained = await read_anew(self.services, self.by, row, path, self.upload)
        except DocumentRefused:
            # It stands as it was read before, and its notes say what is missing.
            return Taken(row, again=True)
        return Taken(gained.row, again=True, gained=gained)

    async def _stored(self, row: DocumentRow, path: Path, read: ReadDocument, title: str) -> Taken:
        house, intake = self.services.house, Intake(self.services.house)
        try:
            await house.blobs.put(row.matter, path)
            alike = await kin_of(house, row.matter, read)
            await intake.keep(
                row,
                read.pages,
                read.passages,
                read.facts,
                title=title,
                media=read.media,
                coverage=coverage_of(read),
                kin=alike,
                sketch=read.sketch,
                words=await asyncio.to_thread(_words, read, title),
                going_on=self.upload.going_on,
            )
        except BaseException as error:
            await intake.drop(row)
            if isinstance(error, OnFileAlready):
                return await self._other(row)
            if isinstance(error, LawgameError | Halted) or not isinstance(error, Exception):
                raise
            raise NotStored from error
        return await self._added(row, read)

    async def _other(self, row: DocumentRow) -> Taken:
        """Another upload of the same content was quicker."""
        async with self.services.house.reading() as view:
            known = await view.documents.find_by_sha(row.matter, row.sha256)
        if known is None:
            raise NotStored
        return Taken(known, again=True)

    async def _added(self, row: DocumentRow, read: ReadDocument) -> Taken:
        async with self.services.house.writing() as unit:
            detail = {"document": row.id, "scope": str(self.scope)}
            await unit.audit.append(self.by, "document.added", row.matter, detail)
            gone = next(
                (
                    one.id
                    for one in await unit.withdrawals.of_matter(row.matter)
                    if one.sha256 == row.sha256 and one.privileged
                ),
                "",
            )
            return Taken(await unit.documents.get(row.matter, row.id), read, clawed_back=gone)


async def _read(services: Services, path: Path, name: str, upload: Upload) -> ReadDocument:
    async with services.uploads.readers:
        return await read_document(path, name, limits=services.limits, progress=upload.pages_read)


def _words(read: ReadDocument, title: str) -> list[str]:
    return vocabulary([title, *(fact.text for fact in read.facts)])


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
