"""Taking a file into a matter: fetched, read in a process of its own, stored in batches, published.

Until the last small transaction nobody sees any of it; whatever goes wrong, no trace stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.corpus.errors import clean_name
from engine.corpus.intake import read_document
from engine.corpus.types import ReadDocument
from engine.errors import LawgameError, Refused, Unavailable
from engine.matter import Matter, Scope
from handlers.requests import IncomingFile
from handlers.services import Services
from storage.documents import DocumentRow
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
    """``again`` marks a file that was on file already, byte for byte."""

    row: DocumentRow
    read: ReadDocument | None = None
    again: bool = False


def scope_of(files_scope: Scope | None, words: str) -> Scope:
    """Ours only, unless the uploader says otherwise by choice or calls it filed or served."""
    if files_scope is not None:
        return files_scope
    if _ON_RECORD.search(words) and not _NOT_ON_RECORD.search(words):
        return Scope.RECORD
    return Scope.OURS


async def take_in(
    services: Services, surface: str, matter: Matter, by: str, file: IncomingFile, scope: Scope,
    title: str = "",
) -> Taken:  # fmt: skip
    """Raises the document's refusal, or ``NotStored``; then nothing of it is kept.

    Without a ``title`` the document is called as it calls itself, else by its file's name.
    """
    source = services.files.get(surface)
    if source is None:
        raise NoSource
    services.incoming.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=services.incoming) as folder:
        path = await source.fetch(file, Path(folder))
        digest = await asyncio.to_thread(_sha256, path)
        async with services.house.reading() as view:
            known = await view.documents.find_by_sha(matter.id, digest)
        if known is not None:
            return Taken(known, again=True)
        read = await read_document(path, file.name, limits=services.limits)
        # Both stand in lists and prompts: one line each, and no path.
        name = clean_name(file.name)
        title = " ".join((title or read.title_guess or name).split())
        return await _store(services, matter, by, name, path, digest, scope, read, title)


async def _store(
    services: Services, matter: Matter, by: str, name: str, path: Path, digest: str,
    scope: Scope, read: ReadDocument, title: str,
) -> Taken:  # fmt: skip
    house = services.house
    intake = Intake(house)
    async with house.writing() as unit:
        row = await unit.documents.begin(matter.id, name, digest, digest, scope, by)
    try:
        await house.blobs.put(matter.id, path)
        await intake.keep(
            row,
            read.pages,
            read.passages,
            read.facts,
            title=title,
            media=read.media,
            coverage={"notes": list(read.notes)},
        )
    except BaseException as error:
        await intake.drop(row)
        if isinstance(error, LawgameError) or not isinstance(error, Exception):
            raise
        raise NotStored from error
    async with house.writing() as unit:
        await unit.audit.append(
            by, "document.added", matter.id, {"document": row.id, "scope": str(scope)}
        )
        return Taken(await unit.documents.get(matter.id, row.id), read)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
