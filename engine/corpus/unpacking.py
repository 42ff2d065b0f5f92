"""Take archives and mail apart, here and now. Made to run in a process of its own.

Every file is written under a name of our making, whatever it calls itself. What cannot be taken
is refused by name and does not lose the others.
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from engine.corpus import sniff
from engine.corpus.errors import (
    Bomb,
    Corrupt,
    DocumentRefused,
    Empty,
    Encrypted,
    TooLarge,
    Unsafe,
    Unsupported,
    clean_name,
)  # fmt: skip
from engine.corpus.limits import Limits
from engine.corpus.readers.package import overlapping

MAX_MEMBERS = 2_000
MAX_ARCHIVES = 3
MAX_DEPTH = 8
_RATIO_FROM = 1024 * 1024
_INLINE_SIZE = 6 * 1024
_CHUNK = 256 * 1024
_ENCRYPTED_FLAG, _UTF8_FLAG = 0x1, 0x800
_MAX_WITHIN = 300
_DRIVE = re.compile(r"[A-Za-z]:")
_JUNK_FOLDERS = frozenset({"__MACOSX", ".Trashes", ".Spotlight-V100", "$RECYCLE.BIN"})
_JUNK_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini", "ehthumbs.db", "smime.p7s"})
_JUNK_STARTS = ("._", "~$", ".~lock")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM")


@dataclass(frozen=True, slots=True)
class Taken:
    """A document that was found. ``file`` is its name in the folder, None for the upload itself;
    ``within`` tells what it was found in, "" for the upload itself."""

    name: str
    file: str | None
    within: str


Found = Taken | DocumentRefused


def unpack(path: Path, name: str, folder: Path, limits: Limits) -> Iterator[Found]:
    """Everything in ``path`` that may be a document, each as soon as it is written.

    Raises DocumentRefused if the whole upload cannot be opened.
    """
    yield from _Opener(folder, limits).all_of(path, name)


@dataclass
class _Opener:
    folder: Path
    limits: Limits
    written: int = 0
    count: int = 0
    _names: Iterator[int] = field(default_factory=lambda: iter(range(1, 10 * MAX_MEMBERS)))

    def all_of(self, path: Path, name: str) -> Iterator[Found]:
        name = clean_name(name)
        media = self._media(path, name)
        if media == sniff.ZIP:
            yield from self._archive(path, name, name, 1, 1)
            return
        yield Taken(name, None, "")
        if media in (sniff.EML, sniff.MSG):
            yield from self._mail(path, name, media, name, 1, 0)

    def _media(self, path: Path, name: str) -> str:
        """The media type, "" for what only its reader can refuse."""
        data = path.read_bytes()
        try:
            return sniff.sniff(data[: sniff.HEAD], name, whole=data)
        except DocumentRefused:
            return ""

    def _within(
        self, file: str, name: str, within: str, depth: int, archives: int
    ) -> Iterator[Found]:
        """A file that was written: itself, or what is in it."""
        path = self.folder / file
        media = self._media(path, name)
        inside = f"{within}/{name}"[-_MAX_WITHIN:]
        if media == sniff.ZIP:
            try:
                if archives >= MAX_ARCHIVES or depth >= MAX_DEPTH:
                    raise Bomb(name, detail="an archive within archives within archives")
                yield from self._archive(path, name, inside, depth + 1, archives + 1)
            except DocumentRefused as refusal:
                yield refusal
            finally:
                path.unlink(missing_ok=True)
            return
        yield Taken(name, file, within)
        if media in (sniff.EML, sniff.MSG):
            if depth >= MAX_DEPTH:
                yield Bomb(name, detail="mail within mail, too many times over")
                return
            yield from self._mail(path, name, media, inside, depth + 1, archives)

    def _archive(
        self, path: Path, name: str, within: str, depth: int, archives: int
    ) -> Iterator[Found]:
        try:
            with zipfile.ZipFile(path) as package:
                members = [m for m in package.infolist() if not m.is_dir()]
                if overlapping(package.infolist()):
                    raise Bomb(name, detail="its entries overlap")
                members = [m for m in members if m.file_size and not _is_junk(_parts(m))]
                if not members:
                    raise Empty(name)
                if all(m.flag_bits & _ENCRYPTED_FLAG for m in members):
                    raise Encrypted(name)
                for member in members:
                    if self.count >= MAX_MEMBERS:
                        yield TooLarge(name, detail=f"over {MAX_MEMBERS:,} files were found")
                        return
                    yield from self._member(package, member, within, depth, archives)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
            raise Corrupt(name) from error

    def _member(
        self,
        package: zipfile.ZipFile,
        member: zipfile.ZipInfo,
        within: str,
        depth: int,
        archives: int,
    ) -> Iterator[Found]:
        parts = _parts(member)
        name = clean_name(parts[-1])
        self.count += 1
        try:
            self._admit(member, name)
            file = self._extract(package, member, name)
        except DocumentRefused as refusal:
            yield refusal
            return
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
            yield Corrupt(name)
            return
        except NotImplementedError:
            yield Unsupported(name, detail="compressed in a way that is not read")
            return
        except RuntimeError:  # how the library says that it wants a password
            yield Encrypted(name)
            return
        place = "/".join((within, *(clean_name(part) for part in parts[:-1])))[-_MAX_WITHIN:]
        yield from self._within(file, name, place, depth, archives)

    def _admit(self, member: zipfile.ZipInfo, name: str) -> None:
        """Refuse by what the archive's directory says. Raises DocumentRefused."""
        raw = member.orig_filename.replace("\\", "/")
        kind = stat.S_IFMT(member.external_attr >> 16)
        if raw.startswith("/") or _DRIVE.match(raw) or ".." in raw.split("/"):
            raise Unsafe(name)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise Unsafe(name, detail="it is a link")
        if member.flag_bits & _ENCRYPTED_FLAG:
            raise Encrypted(name)
        if member.file_size > self.limits.max_bytes:
            raise TooLarge(name, detail=f"over {self.limits.max_bytes // (1024 * 1024)} MB")
        ratio = member.file_size / max(1, member.compress_size)
        if member.file_size > _RATIO_FROM and ratio > self.limits.max_ratio:
            raise Bomb(name)
        self._afford(member.file_size, name)

    def _afford(self, size: int, name: str) -> None:
        if self.written + size > self.limits.max_expanded_bytes:
            most = self.limits.max_expanded_bytes // (1024 * 1024)
            raise Bomb(name, detail=f"with it more than {most} MB would be unpacked")

    def _extract(self, package: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> str:
        with package.open(member) as source:
            chunks = iter(lambda: source.read(_CHUNK), b"")
            return self._write(chunks, name)

    def _write(self, chunks: Iterator[bytes], name: str) -> str:
        """Write a file under the next name; what it holds counts as it comes. Raises Bomb."""
        file = f"{next(self._names):05d}"
        path = self.folder / file
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        try:
            with os.fdopen(handle, "wb") as out:
                for chunk in chunks:
                    self._afford(len(chunk), name)
                    self.written += len(chunk)
                    out.write(chunk)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return file

    def _mail(
        self, path: Path, name: str, media: str, within: str, depth: int, archives: int
    ) -> Iterator[Found]:
        """The enclosures of a mail. A mail that breaks at once is refused when it is read."""
        from engine.corpus.readers import eml, msg  # their libraries load for mail only

        taken = False
        reader = eml if media == sniff.EML else msg
        try:
            for enclosure in reader.enclosures(path.read_bytes(), name):
                inner = clean_name(enclosure.name)
                content = enclosure.content
                if not content or _is_junk([inner]) or (enclosure.inline and _is_logo(content)):
                    continue
                if self.count >= MAX_MEMBERS:
                    yield TooLarge(name, detail=f"over {MAX_MEMBERS:,} files were found")
                    return
                self.count += 1
                taken = True
                if len(content) > self.limits.max_bytes:
                    yield TooLarge(inner)
                    continue
                try:
                    file = self._write(iter((content,)), inner)
                except DocumentRefused as refusal:
                    yield refusal
                    continue
                yield from self._within(file, inner, within, depth, archives)
        except DocumentRefused as refusal:
            if taken:
                yield type(refusal)(name, detail="not all of its attachments could be taken")


def _parts(member: zipfile.ZipInfo) -> list[str]:
    name = member.filename
    if not member.flag_bits & _UTF8_FLAG:
        with suppress(UnicodeError):  # many programs write UTF-8 without saying so
            name = name.encode("cp437").decode("utf-8")
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return parts or ["unnamed file"]


def _is_junk(parts: list[str]) -> bool:
    """What systems leave in folders and nobody sends."""
    if any(part in _JUNK_FOLDERS for part in parts[:-1]):
        return True
    return parts[-1].lower() in _JUNK_FILES or parts[-1].startswith(_JUNK_STARTS)


def _is_logo(content: bytes) -> bool:
    return len(content) < _INLINE_SIZE and content.startswith(_PICTURES)


def may_hold_others(head: bytes, name: str) -> bool:
    """Whether a file that begins so may be an archive or mail; False spares a process."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0")):
        return PurePath(name).suffix.lower() not in (".docx", ".doc")
    try:
        return sniff.sniff(head, name) in (sniff.EML, sniff.MSG, sniff.ZIP)
    except DocumentRefused:
        return False
