"""Read one file here and now: sniff, read, assemble. Made to run in a process of its own."""

from __future__ import annotations

from pathlib import Path

from engine.corpus import sniff
from engine.corpus.assemble import assemble
from engine.corpus.errors import Empty
from engine.corpus.limits import Limits, check_size
from engine.corpus.readers import reader_for
from engine.corpus.types import ReadDocument


def read_file(path: Path, name: str, limits: Limits) -> ReadDocument:
    """Read a file of any supported kind. Raises DocumentRefused's subclasses."""
    check_size(path, name, limits)
    data = path.read_bytes()
    media = sniff.sniff(data[: sniff.HEAD], name, whole=data)
    document = assemble(reader_for(media)(data, name, limits))
    if not document.passages:
        raise Empty(name)
    return document
