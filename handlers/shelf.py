"""Sample matters: listed from the first moment, read when somebody first works on one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from engine.matter import Matter
from handlers.folder import bring_documents, documents_of, open_matter
from handlers.seats import share
from handlers.services import Services


class Shelf:
    """Folders with a ``matter.toml`` each, for a house in demo identity; ``Samples`` of services.

    What people took out of a sample is not put back."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._waiting: dict[str, Path] = {}
        self.matters: tuple[str, ...] = ()
        self._one = asyncio.Lock()

    async def lay_out(self, services: Services, owner: str) -> None:
        """Open a matter for each folder that has none yet, with everybody on its team.

        Raises ``BadFolder``."""
        for folder in self._folders:
            matter = await open_matter(services, folder, owner)
            await share(services, matter.id)
            self.matters += (matter.id,)
            if set(documents_of(folder)) - await _ever_on_file(services, matter):
                self._waiting[matter.id] = folder

    @property
    def waits(self) -> bool:
        """Whether any matter's documents are yet to be read."""
        return bool(self._waiting)

    def holds(self, matter: str) -> bool:
        """Whether the matter's documents are yet to be read."""
        return matter in self._waiting

    async def bring(self, services: Services, matter: Matter, by: str) -> None:
        """Read the matter's documents, if that is still to be done. Raises their refusals."""
        async with self._one:
            if folder := self._waiting.get(matter.id):
                await bring_documents(services, folder, matter, by)
                self._waiting.pop(matter.id, None)


async def _ever_on_file(services: Services, matter: Matter) -> set[str]:
    """Names of the files that are on file, or were."""
    async with services.house.reading() as view:
        on_file = await view.documents.list(matter.id)
        taken_out = await view.withdrawals.of_matter(matter.id)
    return {row.name for row in (*on_file, *taken_out)}
