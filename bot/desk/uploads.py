"""Files from the upload form to the uploads folder, streamed, under names of our own."""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from aiohttp import BodyPartReader, web

from bot.render.words import one_line
from engine.errors import BadRequest, Refused
from handlers.requests import IncomingFile

_CHUNK = 1 << 20
_FIELD = 4096
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}$")


@dataclass(frozen=True)
class Limits:
    """``size`` is bytes a file; ``files`` how many at once."""

    size: int = 100 * 2**20
    files: int = 50


class TooLarge(Refused):
    """A file is too large."""

    code = "desk.upload_too_large"
    default_remedy = "Split the document and upload its parts. Nothing of this upload was kept."


class TooMany(Refused):
    """Those are too many files at once."""

    code = "desk.upload_too_many"
    default_remedy = "Upload them in several goes. Nothing of this upload was kept."


class NoFile(BadRequest):
    """No file was chosen."""

    code = "desk.upload_empty"
    default_remedy = "Choose one or more files, then send the form again."


@dataclass
class Upload:
    """What the form held. ``folder`` is this upload's own and holds its files only."""

    folder: Path
    fields: dict[str, str] = field(default_factory=dict)
    files: list[IncomingFile] = field(default_factory=list)

    async def discard(self) -> None:
        await asyncio.to_thread(shutil.rmtree, self.folder, ignore_errors=True)


async def receive(
    request: web.Request,
    folder: Path,
    limits: Limits,
    check: Callable[[Mapping[str, str]], None],
) -> Upload:
    """Read the form; ``check`` sees its fields before the first byte of a file is kept.

    The fields stand before the files in the form. Raises ``TooLarge``, ``TooMany``, ``NoFile``
    and what ``check`` raises; nothing is then left in ``folder``.
    """
    if request.content_type != "multipart/form-data":
        raise NoFile
    upload = Upload(folder / secrets.token_hex(8))
    try:
        await _read(request, upload, limits, check)
    except BaseException:
        await upload.discard()
        raise
    return upload


async def _read(
    request: web.Request,
    upload: Upload,
    limits: Limits,
    check: Callable[[Mapping[str, str]], None],
) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or not part.name:
            raise BadRequest
        if part.filename is None:
            upload.fields[part.name] = await _field(part)
            continue
        if not upload.files:
            check(upload.fields)
        if not part.filename:
            continue
        if len(upload.files) == limits.files:
            raise TooMany(f"At most {limits.files} files can be sent at once.")
        upload.files.append(await _keep(part, upload, limits))
    check(upload.fields)
    if not upload.files:
        raise NoFile


async def _field(part: BodyPartReader) -> str:
    value = await part.read_chunk(_FIELD)
    if not part.at_eof() and await part.read_chunk(_FIELD):
        raise BadRequest
    return value.decode(errors="replace")


async def _keep(part: BodyPartReader, upload: Upload, limits: Limits) -> IncomingFile:
    name = one_line(Path((part.filename or "").replace("\\", "/")).name) or "document"
    suffix = _SUFFIX.search(name)
    # The name on disk is ours, so that no name of theirs can lead out of the folder.
    path = upload.folder / f"{len(upload.files) + 1:03d}{suffix[0].lower() if suffix else ''}"
    await asyncio.to_thread(upload.folder.mkdir, mode=0o700, parents=True, exist_ok=True)
    with await asyncio.to_thread(path.open, "xb") as file:
        size = await _copy(part, file, limits.size, name)
    kind = part.headers.get("Content-Type", "")
    return IncomingFile(name, str(path), size, mimetype=kind)


async def _copy(part: BodyPartReader, file: BinaryIO, limit: int, name: str) -> int:
    size = 0
    while chunk := await part.read_chunk(_CHUNK):
        size += len(chunk)
        if size > limit:
            raise TooLarge(f"{name} is larger than {limit // 2**20 or 1} MB.")
        await asyncio.to_thread(file.write, chunk)
    return size
