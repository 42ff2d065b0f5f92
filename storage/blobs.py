"""The files themselves, a folder a matter, named by the SHA-256 of their content."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from storage.errors import BlobMissing

_CHUNK = 1 << 20


class Blobs:
    def __init__(self, root: Path) -> None:
        self._root = root

    async def put(self, matter: str, content: bytes | Path) -> str:
        """The file's name. When this returns it is on the disk, whole."""
        return await asyncio.to_thread(self._put, matter, content)

    def path(self, matter: str, name: str) -> Path:
        """Where it is or would be."""
        if not re.fullmatch(r"[0-9a-f]{64}", name):
            raise ValueError("not a blob's name")
        return self._folder(matter) / name

    def open(self, matter: str, name: str) -> BinaryIO:
        """Raises ``BlobMissing``."""
        try:
            return self.path(matter, name).open("rb")
        except FileNotFoundError as error:
            raise BlobMissing() from error

    def remove(self, matter: str, name: str) -> None:
        """Also if it is gone already."""
        self.path(matter, name).unlink(missing_ok=True)

    def _folder(self, matter: str) -> Path:
        if not re.fullmatch(r"[A-Za-z0-9-]+", matter):
            raise ValueError("not a matter's id")
        return self._root / matter

    def _put(self, matter: str, content: bytes | Path) -> str:
        folder = self._folder(matter)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        digest = hashlib.sha256()
        handle, partial = tempfile.mkstemp(prefix=".incoming-", dir=folder)
        try:
            with os.fdopen(handle, "wb") as target:
                for chunk in _chunks(content):
                    digest.update(chunk)
                    target.write(chunk)
                target.flush()
                os.fsync(target.fileno())
            name = digest.hexdigest()
            os.replace(partial, folder / name)
        except BaseException:
            os.unlink(partial)
            raise
        _sync(folder)
        return name


def _chunks(content: bytes | Path) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as source:
        while chunk := source.read(_CHUNK):
            yield chunk


def _sync(folder: Path) -> None:
    """A rename is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
