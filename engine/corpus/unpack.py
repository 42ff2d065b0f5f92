"""The way in for archives and mail: what documents an upload holds.

An upload is taken apart in a bounded process of its own, which may write in the given folder
and nowhere else. Whoever calls owns the folder and removes it when the members have been read.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import engine
from engine.corpus.errors import BY_CODE, Bomb, Corrupt, DocumentRefused, clean_name
from engine.corpus.limits import Limits, check_size
from engine.corpus.sniff import HEAD
from engine.corpus.unpacking import may_hold_others

_OUT_OF_BOUNDS = (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM, signal.SIGXFSZ)


@dataclass(frozen=True, slots=True)
class Member:
    """A document of an upload. ``within`` tells where it was found (``exhibits.zip/vol 1``,
    ``exhibits.zip/mail.eml``), "" for the upload itself."""

    name: str
    path: Path
    within: str


@dataclass(frozen=True, slots=True)
class Opened:
    """What an upload holds, in order, and what of it could not be taken."""

    members: tuple[Member, ...]
    refused: tuple[DocumentRefused, ...] = ()


async def open_up(path: Path, name: str, *, folder: Path, limits: Limits) -> Opened:
    """The documents in ``path``, which the uploader calls ``name``.

    A plain document is its own only member, not copied; a mail comes first, then its
    attachments; an archive is no member. Raises a DocumentRefused subclass if nothing can be
    taken. Cancelling kills the process.
    """
    await asyncio.to_thread(check_size, path, name, limits)
    head = await asyncio.to_thread(_head, path)
    if not may_hold_others(head, name):
        return Opened((Member(clean_name(name), path, ""),))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine.corpus.unpack_child",
        stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=_environment(), start_new_session=True,
    )  # fmt: skip
    answer = _Answer(path, name, folder)
    try:
        async with asyncio.timeout(limits.wall_seconds):
            await _converse(process, answer, limits)
    except TimeoutError:
        answer.broken = Bomb(name, detail="it takes too long to open")
    finally:
        await _end(process)
    return answer.opened()


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD)


async def _converse(process: Process, answer: _Answer, limits: Limits) -> None:
    assert process.stdin is not None and process.stdout is not None
    request = {
        "path": str(answer.path.absolute()),
        "name": answer.name,
        "folder": str(answer.folder.absolute()),
        "limits": asdict(limits),
    }
    process.stdin.write(json.dumps(request).encode())
    process.stdin.close()
    try:
        while line := await process.stdout.readline():
            answer.take(line)
    except (ValueError, KeyError, TypeError):
        answer.broken = Corrupt(answer.name)
        return
    code = await process.wait()
    if not answer.complete and answer.broken is None:
        bounds = -code in _OUT_OF_BOUNDS
        detail = "it needs too much time or memory" if bounds else ""
        answer.broken = (Bomb if bounds else Corrupt)(answer.name, detail=detail)


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


@dataclass
class _Answer:
    """What the process has told so far; it stays when the process breaks off."""

    path: Path
    name: str
    folder: Path
    members: list[Member] = field(default_factory=list)
    refused: list[DocumentRefused] = field(default_factory=list)
    complete: bool = False
    broken: DocumentRefused | None = None

    def take(self, line: bytes) -> None:
        """One line. Raises ValueError, KeyError or TypeError if it is none of ours."""
        kind, value = json.loads(line)
        if kind == "member":
            self.members.append(Member(value["name"], self._place(value["file"]), value["within"]))
        elif kind == "refused":
            self.refused.append(_refusal(value))
        elif kind == "whole":
            self.broken = _refusal(value)
        elif kind == "end":
            self.complete = True
        else:
            raise ValueError(f"unknown line {kind!r}")

    def _place(self, file: str | None) -> Path:
        if file is None:
            return self.path
        if not (file.isascii() and file.isdigit()):
            raise ValueError("not a name of ours")
        return self.folder / file

    def opened(self) -> Opened:
        """All that was taken. Raises the reason why nothing was."""
        refused = [*self.refused, *([self.broken] if self.broken else [])]
        if not self.members and refused:
            raise self.broken or refused[0]
        return Opened(tuple(self.members), tuple(refused))


def _refusal(value: dict[str, Any]) -> DocumentRefused:
    kind = BY_CODE.get(value["code"], Corrupt)
    return kind(value["name"], detail=value["detail"], remedy=value["remedy"])


def _environment() -> dict[str, str]:
    """Nothing of ours but what Python needs: a hostile file finds no settings to read."""
    root = str(Path(engine.__file__).resolve().parent.parent)
    inherited = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH") if key in os.environ}
    return inherited | {"PYTHONPATH": root, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
