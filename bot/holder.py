"""Whoever holds the home's lock serves it; everybody else is its client."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from engine.errors import LawgameError


class ForeignFolder(LawgameError):
    """The folder for this user's sockets belongs to somebody else."""

    code = "runtime.folder"
    default_remedy = "Set XDG_RUNTIME_DIR to a folder of your own with a short path."


class Holder:
    """A lock on the home that the system lets go when the process dies: no pid file to go stale."""

    def __init__(self, home: Path, name: str = "lock") -> None:
        self._home = home
        self._name = name
        self._file: IO[str] | None = None

    def take(self) -> bool:
        """True if this process serves the home from now on."""
        self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (self._home / self._name).open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._file = file
        return True

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def runtime_folder() -> Path:
    """A folder of this user's with a short path, for sockets."""
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    base = Path(given) if given and len(given) <= 40 and Path(given).is_dir() else None
    folder = (base or Path(tempfile.gettempdir())) / f"lawgame-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise ForeignFolder
    return folder


def socket_path(home: Path, name: str) -> Path:
    """Where the home's socket of that name is; the same for every process of this user."""
    digest = hashlib.sha256(str(home).encode()).hexdigest()[:12]
    return runtime_folder() / f"{digest}.{name}"
