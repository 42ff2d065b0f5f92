"""What handlers work with: the storage room, the runs, where files come from, who may come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.corpus.limits import Limits
from engine.matter import Matter
from engine.ports import CitationCheck, Library, NoCheck, NoLibrary
from handlers.requests import IncomingFile
from handlers.underway import Uploads

if TYPE_CHECKING:
    from storage.house import House


class FileSource(Protocol):
    """Brings an uploaded file of one surface to this machine."""

    async def fetch(self, file: IncomingFile, folder: Path) -> Path:
        """The path of a file in ``folder``. Raises ``Refused`` and ``Unavailable`` errors."""
        ...

    async def done(self, file: IncomingFile) -> None:
        """The file was taken in, or refused for good: a copy that was made for it may go."""
        ...


class Directory(Protocol):
    """What a chat platform says of the people on it."""

    async def name_of(self, tenant: str, sender: str) -> str:
        """The person's name there; raises ``Unavailable``."""
        ...


class RunStarter(Protocol):
    """The durable side of runs, as handlers need it."""

    @property
    def on(self) -> bool:
        """Whether runs are played in this process; if not, they stay owed their start."""
        ...

    async def start_owed(self) -> None:
        """Start every run whose row says that it is owed a start."""
        ...

    def interrupt(self, run: str) -> None:
        """Cut short the turn in progress, after the wish to stop was committed."""
        ...


class Samples(Protocol):
    """Sample matters whose documents are read when somebody first works on one."""

    @property
    def matters(self) -> Sequence[str]:
        """Their ids: everybody of the house is on their teams."""
        ...

    @property
    def waits(self) -> bool:
        """Whether any matter's documents are yet to be read."""
        ...

    def holds(self, matter: str) -> bool:
        """Whether that matter's are."""
        ...

    async def bring(self, services: Services, matter: Matter, by: str) -> None:
        """Read the matter's documents, if that is still to be done. Raises their refusals."""
        ...


class NoSamples:
    """There are none."""

    matters = ()
    waits = False

    def holds(self, matter: str) -> bool:
        return False

    async def bring(self, services: Services, matter: Matter, by: str) -> None:
        return None


@dataclass(frozen=True)
class Policy:
    """How the house treats people. ``demo``: persons may be chosen, this machine only.

    ``welcome``: surfaces whose members are the firm's own people and are taken in as lawyers when
    they first ask; the edge of such a surface has turned strangers away.
    """

    demo: bool = False
    welcome: frozenset[str] = frozenset({"terminal"})
    rounds: int = 8
    orbits: int = 2
    seed: int | None = None


@dataclass(frozen=True)
class Services:
    house: House
    runs: RunStarter
    incoming: Path
    policy: Policy = field(default_factory=Policy)
    limits: Limits = field(default_factory=Limits)
    files: Mapping[str, FileSource] = field(default_factory=dict)
    directories: Mapping[str, Directory] = field(default_factory=dict)
    citations: CitationCheck = field(default_factory=NoCheck)
    library: Library = field(default_factory=NoLibrary)
    uploads: Uploads = field(default_factory=Uploads)
    samples: Samples = field(default_factory=NoSamples)

    @property
    def reports(self) -> Path:
        """Where files are written that posts hand out."""
        return self.incoming.with_name("reports")
