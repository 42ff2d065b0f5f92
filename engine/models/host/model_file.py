"""What can be said of a model file without loading it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from engine.models.host.errors import ModelMismatch, ModelNotReady, ModelUnreadable

_CHUNK = 1 << 20


def check_magic(path: Path) -> None:
    """Raise `ModelUnreadable` unless ``path`` is a readable file that begins like a GGUF."""
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelUnreadable(f"The model file {path} cannot be read: {error.strerror}.") from error
    if magic != b"GGUF":
        raise ModelUnreadable(f"The file {path} is not a GGUF model.")


def sha256(
    path: Path, *, expected: str | None = None, stopped: Callable[[], bool] = lambda: False
) -> str:
    """The file's sha256 in hexadecimal; raise `ModelMismatch` if it is not ``expected``.

    A large file takes minutes: once ``stopped`` says so, `ModelNotReady` is raised instead.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            if stopped():
                raise ModelNotReady
    found = digest.hexdigest()
    if expected is not None and found != expected.strip().lower():
        raise ModelMismatch(f"The model file {path} has sha256 {found}, not {expected}.")
    return found
