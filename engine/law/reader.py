"""Files of law, read in a process of its own: its parser breaks when threads come into its way,
and hostile files are better kept apart.

The process ends with the one that started it, because nobody then answers it any more.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import signal
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.errors import LawgameError
from engine.law.codes import Section
from engine.law.errors import Damaged, ReaderGone, TooLarge
from engine.law.source import Source, sources

_MEMORY = 2_000_000_000
"""Bytes of address space, of which a tenth is used."""
_GO_ON, _STOP = "go on", "stop"


@dataclass
class Document:
    """What a file says of itself: ``release`` like ``119-36``, ``whole`` a title, not sections."""

    title: str = ""
    heading: str = ""
    release: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Batch:
    """``document`` is the file that the last of the sections is from; ``done`` are bytes."""

    sections: Sequence[Section]
    document: Document
    done: int = 0


@dataclass(frozen=True)
class Offered:
    """A source by its place among them all; see :class:`engine.law.source.Source`."""

    at: int
    name: str
    total: int


@dataclass
class LawReader:
    """Used as a context; ``batch`` is the sections at once, ``characters`` about their text."""

    paths: Sequence[Path]
    batch: int
    characters: int
    _process: Any = None
    _line: Any = None
    _gone: bool = field(default=False)

    async def __aenter__(self) -> LawReader:
        spawning = multiprocessing.get_context("spawn")
        self._line, theirs = spawning.Pipe()
        asked = (theirs, list(self.paths), self.batch, self.characters)
        self._process = spawning.Process(target=_serve, args=asked, daemon=True)
        await asyncio.to_thread(self._process.start)
        theirs.close()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._line.close()
        self._process.kill()
        await asyncio.to_thread(self._process.join)

    async def sources(self) -> list[Offered]:
        """What is at the paths. Raises ``NoLawThere``, ``Damaged`` and ``NotUslm``."""
        told = await self._ask("sources")
        return [Offered(at, name, total) for at, (name, total) in enumerate(told)]

    async def digest(self, source: Offered) -> str:
        """Raises ``Damaged`` and ``TooLarge``."""
        return str(await self._ask(("digest", source.at)))

    async def read(self, source: Offered) -> AsyncGenerator[Batch, None]:
        """Close it to stop before the end. While a batch is worked on the next one is read, but
        none before the first was looked at.

        Raises ``NotUslm``, ``Damaged``, ``UnsafeXml`` and ``TooLarge``."""
        batch = await self._ask(("read", source.at))
        going = False
        try:
            while isinstance(batch, Batch):
                if going:
                    self._line.send(_GO_ON)
                yield batch
                if not going:
                    self._line.send(_GO_ON)
                    going = True
                batch = await self._answer()
        except GeneratorExit:
            if not going:
                self._line.send(_STOP)
                await self._answer()
            raise

    async def _ask(self, what: object) -> Any:
        try:
            self._line.send(what)
        except OSError as error:
            raise ReaderGone() from error
        return await self._answer()

    async def _answer(self) -> Any:
        try:
            told = await asyncio.to_thread(self._line.recv)
        except (EOFError, OSError) as error:
            raise ReaderGone() from error
        if isinstance(told, LawgameError):
            raise told
        return told


def _serve(line: Connection, paths: list[Path], batch: int, characters: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found: list[Source] = []
    try:
        while True:
            asked = line.recv()
            try:
                if asked == "sources":
                    found = sources(paths)
                    line.send([(one.name, one.total) for one in found])
                elif asked[0] == "digest":
                    line.send(found[asked[1]].digest())
                else:
                    _tell(line, found[asked[1]], batch, characters)
            except LawgameError as error:
                line.send(error)
            except MemoryError:
                line.send(TooLarge())
            except (BrokenPipeError, EOFError):
                raise
            except Exception:  # whatever a parser of hostile input raises, the file is wrong
                line.send(Damaged())
    except (BrokenPipeError, EOFError, ConnectionResetError):
        return


def _tell(line: Connection, source: Source, batch: int, characters: int) -> None:
    for one in batches(source, batch, characters):
        line.send(one)
        if line.recv() == _STOP:
            break
    line.send(None)


def batches(source: Source, most: int, characters: int) -> Iterator[Batch]:
    """The sections of all documents of a source, in this process."""
    from engine.law.uslm import UslmReader

    some: list[Section] = []
    length = 0
    document = Document()
    for stream in source.documents():
        reader = UslmReader(stream)
        document = reader.document
        for section in reader:
            if some and (len(some) >= most or length + len(section.text) > characters):
                yield Batch(some, document, source.done)
                some, length = [], 0
            some.append(section)
            length += len(section.text)
    if some:
        yield Batch(some, document, source.done)
