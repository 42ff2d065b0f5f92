"""What has been done already: one small file a part, holding a digest of what it was made from."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from setup.places import VENV


def digest(*parts: str | bytes | Path) -> str:
    """One digest over texts and the contents of files."""
    whole = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            data = part.read_bytes()
        else:
            data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


class Stamps:
    """The stamps of one environment; they vanish with it."""

    def __init__(self, venv: Path = VENV) -> None:
        self._folder = venv / ".stamps"

    def fresh(self, part: str, wanted: str) -> bool:
        """Whether ``part`` was last made from ``wanted``."""
        try:
            return (self._folder / part).read_text() == wanted
        except OSError:
            return False

    def exists(self, part: str) -> bool:
        """Whether ``part`` was made before, from whatever."""
        return (self._folder / part).is_file()

    def forget(self, part: str) -> None:
        """Before a part is made anew, so that an interruption leaves it unmade."""
        (self._folder / part).unlink(missing_ok=True)

    def write(self, part: str, made_from: str) -> None:
        """After a part is made; a reader sees the old stamp or the new one, never half of it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        half = self._folder / f"{part}.part"
        half.write_text(made_from)
        os.replace(half, self._folder / part)
