"""An archive that nobody unpacked: it is not a document, its files are."""

from __future__ import annotations

from typing import NoReturn

from engine.corpus.errors import Unsupported
from engine.corpus.limits import Limits


def read(data: bytes, name: str, limits: Limits) -> NoReturn:
    """Raises Unsupported: ``unpack.open_up`` is what takes an archive."""
    del data, limits
    raise Unsupported(name, detail="an archive", remedy="Send the files in it one by one.")
