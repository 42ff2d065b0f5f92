"""Read one file here and now: sniff, read, assemble. Made to run in a process of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.corpus import sniff
from engine.corpus.assemble import assemble
from engine.corpus.errors import Empty
from engine.corpus.kinship import sketch
from engine.corpus.limits import Limits, check_size
from engine.corpus.progress import Progress, told_to
from engine.corpus.readers import draft_of
from engine.corpus.suspicion import suspicions
from engine.corpus.types import ReadDocument


def read_file(
    path: Path, name: str, limits: Limits, progress: Progress | None = None
) -> ReadDocument:
    """Read a file of any supported kind. Raises DocumentRefused's subclasses.

    ``progress`` takes pages done and pages in all, and may be called with the same again.
    """
    check_size(path, name, limits)
    data = path.read_bytes()
    media = sniff.sniff(data[: sniff.HEAD], name, whole=data)
    with told_to(progress):
        draft = draft_of(media, path, data, name, limits)
    document = assemble(draft)
    if not document.passages:
        raise Empty(name)
    return replace(
        document,
        suspicions=suspicions(document, name, draft.properties),
        # passages leave out what a court or a printer puts on every page
        sketch=sketch("\n".join(passage.text for passage in document.passages)),
    )
