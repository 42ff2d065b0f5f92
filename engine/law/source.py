"""From a path to the XML files in it: zips, folders, archives, compressed or not.

Nothing is unpacked to disk, and nothing is read further than a file of law can be long.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine.law.errors import Damaged, NoLawThere, NotUslm, TooLarge

_READ_AS = "2"
"""Raised when files are to be loaded again because they would be read differently."""
_LONGEST = 2_000_000_000
"""Bytes of one file; the longest title has about a twentieth of it."""
_RATIO = 100
"""How far a file may unpack; titles unpack to fifteen times their size."""
_SMALL = 20_000_000
"""Bytes below which the ratio does not matter."""
_CHUNK = 1 << 16
_HEAD = 4096
_SUFFIXES = (".xml", ".gz", ".tgz", ".tar", ".zip")
_ROOT = re.compile(rb"<(?:\w+:)?(uscDoc|section|courtRule)[\s>]")
_TITLE = b"uscDoc"


class Stream(Protocol):
    """What an XML file is read from."""

    def read(self, size: int = -1, /) -> bytes: ...


@dataclass
class Source:
    """Files that are loaded together: a title, or many sections.

    ``total`` are bytes, of which ``done`` counts those that were read in the last reading."""

    name: str
    total: int
    _open: Callable[[Source], Iterator[Stream]]
    done: int = 0

    def documents(self) -> Iterator[Stream]:
        """One file after the other; each is to be read before the next.

        Raises ``Damaged`` and ``TooLarge``."""
        self.done = 0
        with _translated():
            yield from self._open(self)

    def digest(self) -> str:
        """Of what the files hold, and of how they are read here."""
        summed = hashlib.sha256()
        for document in self.documents():
            with _translated():
                while chunk := document.read(_CHUNK):
                    summed.update(chunk)
            summed.update(b"\0")
        return f"{_READ_AS}:{summed.hexdigest()}"


def sources(paths: Sequence[Path]) -> list[Source]:
    """What there is to load at the paths, in order. Raises ``NoLawThere``, ``Damaged`` and
    ``NotUslm``."""
    found = [source for path in paths for source in _at(path)]
    if not found:
        raise NoLawThere(f"There is nothing to load at {paths[0].name}." if paths else None)
    return found


def _at(path: Path) -> list[Source]:
    if path.is_dir():
        return _in_folder(path)
    if not path.is_file():
        raise NoLawThere(f"There is no {path.name}.")
    with _translated():
        head = _head(path)
        if head.startswith(b"PK\x03\x04"):
            return _in_zip(path)
        if head.startswith(b"\x1f\x8b"):
            with gzip.open(path) as stream:
                inner = stream.read(_HEAD)
            return [_archive(path) if _is_tar(inner) else _packed(path, inner)]
        if _is_tar(head):
            return [_archive(path)]
    if not _ROOT.search(_visible(head)):
        raise NotUslm(f"{path.name} is not a file of the United States Code in USLM.")
    return [Source(path.name, path.stat().st_size, lambda source: _plain(source, [path]))]


def _in_folder(folder: Path) -> list[Source]:
    files = sorted(
        (one for one in folder.rglob("*") if one.is_file() and one.name.endswith(_SUFFIXES)),
        key=lambda one: _natural(one.relative_to(folder).as_posix()),
    )
    found: list[Source] = []
    sections: list[Path] = []
    for file in files:
        if file.suffix != ".xml":
            found += _at(file)
        elif (root := _ROOT.search(_visible(_head(file)))) is not None and root[1] != _TITLE:
            sections.append(file)
        elif root is not None:
            found += _at(file)
    if sections:
        total = sum(file.stat().st_size for file in sections)
        found.append(Source(folder.name, total, lambda source: _plain(source, sections)))
    return found


def _in_zip(path: Path) -> list[Source]:
    found: list[Source] = []
    sections: list[zipfile.ZipInfo] = []
    with zipfile.ZipFile(path) as packed:
        entries = [one for one in packed.infolist() if one.filename.lower().endswith(".xml")]
        for entry in sorted(entries, key=lambda one: _natural(one.filename)):
            with packed.open(entry) as stream:
                root = _ROOT.search(_visible(stream.read(_HEAD)))
            if root is None:
                continue
            if root[1] == _TITLE:
                found.append(_entries(path, Path(entry.filename).name, [entry]))
            else:
                sections.append(entry)
    if sections:
        found.append(_entries(path, path.name, sections))
    if not found:
        raise NotUslm(f"{path.name} holds no file of the United States Code in USLM.")
    return found


def _entries(path: Path, name: str, entries: list[zipfile.ZipInfo]) -> Source:
    def documents(source: Source) -> Iterator[Stream]:
        with zipfile.ZipFile(path) as packed:
            for entry in entries:
                with packed.open(entry) as stream:
                    yield _Guarded(stream, entry.compress_size, source)

    return Source(name, sum(one.file_size for one in entries), documents)


def _plain(source: Source, files: Sequence[Path]) -> Iterator[Stream]:
    for file in files:
        with file.open("rb") as stream:
            yield _Guarded(stream, file.stat().st_size, source)


def _packed(path: Path, inner: bytes) -> Source:
    if not _ROOT.search(_visible(inner)):
        raise NotUslm(f"{path.name} is not a file of the United States Code in USLM.")

    def documents(source: Source) -> Iterator[Stream]:
        with path.open("rb") as raw:
            counted = _Counted(raw, source)
            with gzip.GzipFile(fileobj=counted) as stream:
                yield _Guarded(stream, path.stat().st_size)

    return Source(path.name, path.stat().st_size, documents)


def _archive(path: Path) -> Source:
    def documents(source: Source) -> Iterator[Stream]:
        size = path.stat().st_size
        with path.open("rb") as raw:
            counted: Any = _Counted(raw, source)
            if _head(path).startswith(b"\x1f\x8b"):
                counted = gzip.GzipFile(fileobj=counted)
            with tarfile.open(fileobj=_Guarded(counted, size), mode="r|") as archive:
                for member in archive:
                    if not member.isfile() or not member.name.lower().endswith(".xml"):
                        continue
                    stream = archive.extractfile(member)
                    if stream is not None:
                        yield _Guarded(stream, max(size, member.size))

    return Source(path.name, path.stat().st_size, documents)


class _Counted(io.RawIOBase):
    """Tells a source how much of its file was read."""

    def __init__(self, raw: Stream, source: Source) -> None:
        super().__init__()
        self._raw, self._source = raw, source

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        chunk = self._raw.read(size)
        self._source.done += len(chunk)
        return chunk


class _Guarded(io.RawIOBase):
    """Raises ``TooLarge`` when a file unpacks to far more than such a file can hold."""

    def __init__(self, stream: Any, packed: int, source: Source | None = None) -> None:
        super().__init__()
        self._stream, self._source = stream, source
        self._most = min(_LONGEST, max(_SMALL, packed * _RATIO))
        self._given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        with _translated():
            chunk: bytes = self._stream.read(_CHUNK if size < 0 else size)
        self._given += len(chunk)
        if self._given > self._most:
            raise TooLarge()
        if self._source is not None:
            self._source.done += len(chunk)
        return chunk


@contextmanager
def _translated() -> Iterator[None]:
    """The libraries' many ways of saying that a file is damaged."""
    try:
        yield
    except (EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile) as error:
        raise Damaged() from error
    except (NotImplementedError, RuntimeError) as error:
        # A zip that is encrypted, or packed in a way that nobody publishes law.
        raise Damaged("The archive is encrypted, or packed in a way that is not read.") from error


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_HEAD)


def _visible(head: bytes) -> bytes:
    """Of UTF-16, which has a nought beside every letter, the letters."""
    return head.replace(b"\0", b"") if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head


def _is_tar(head: bytes) -> bool:
    return head[257:262] == b"ustar"


def _natural(name: str) -> list[tuple[int, str]]:
    """``usc09`` before ``usc10``, ``9.xml`` before ``10.xml``."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", name)]
