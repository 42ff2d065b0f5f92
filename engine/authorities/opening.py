"""Opening a table's file: packed or not, in whichever encoding a spreadsheet saved it."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_PACKED: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PEEKED = 4096
_ERRORS = "lawgame-western"


def _western(error: UnicodeError) -> tuple[str, int]:
    """A byte that is not UTF-8 is what an older spreadsheet wrote for it."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.start + 1]
    return wrong.decode("cp1252", errors="replace"), error.start + 1


codecs.register_error(_ERRORS, _western)


@dataclass(frozen=True)
class Opened:
    """``begins`` is the first character that is not white space; ``position`` tells how many
    bytes of the file on the disk have been taken."""

    lines: Iterator[str]
    begins: str
    position: Callable[[], int]


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """Raises ``OSError``, and iterating ``OSError``, ``EOFError`` or ``UnicodeError``."""
    with path.open("rb") as raw:
        head = raw.read(8)
        raw.seek(0)
        unpack = next((how for mark, how in _PACKED.items() if head.startswith(mark)), None)
        content = io.BufferedReader(unpack(raw)) if unpack else raw
        peeked = content.peek(_PEEKED)[:_PEEKED]
        encoding = next((name for mark, name in _MARKS if peeked.startswith(mark)), "utf-8")
        text = io.TextIOWrapper(content, encoding, errors=_ERRORS, newline="")
        begins = peeked.decode(encoding, errors="ignore").lstrip()[:1]
        try:
            yield Opened(iter(text), begins, raw.tell)
        except lzma.LZMAError as error:
            raise OSError("broken archive") from error
        finally:
            text.detach()
