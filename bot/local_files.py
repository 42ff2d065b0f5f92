"""Files that are on this machine already: named on a command line, or uploaded to the Desk."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from engine.corpus.errors import clean_name
from engine.errors import Refused
from handlers.requests import IncomingFile


class NoSuchFile(Refused):
    """There is no such file that can be read here."""

    code = "document.no_such_file"
    default_remedy = "Check the path and whether it can be read, then send it again."


class LocalFiles:
    """``FileSource`` of the terminal and the Desk. ``within`` bounds where files may lie."""

    def __init__(self, within: Path | None = None) -> None:
        self._within = within.resolve() if within else None

    async def fetch(self, file: IncomingFile, folder: Path) -> Path:
        path = Path(file.source)
        if not await asyncio.to_thread(self._is_there, path):
            raise NoSuchFile(f"{clean_name(file.name)}: there is no such file here.")
        return path

    async def done(self, file: IncomingFile) -> None:
        """A file that was uploaded to us goes, and its folder if that was the last in it; a
        person's own stays where it is."""
        if self._within is not None:
            await asyncio.to_thread(self._remove, Path(file.source))

    def _remove(self, path: Path) -> None:
        if not self._is_there(path):
            return
        path.unlink(missing_ok=True)
        if path.parent.resolve() != self._within:
            with suppress(OSError):  # not empty: others of the same upload are still there
                path.parent.rmdir()

    def _is_there(self, path: Path) -> bool:
        inside = self._within is None or path.resolve().is_relative_to(self._within)
        return inside and path.is_file()
