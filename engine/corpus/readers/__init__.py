"""One file a format. A reader is ``read(data, name, limits) -> Draft``.

The reader of Word's old files hands them to a program and so takes the path as well, which is
why ``draft_of`` is the way in.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from engine.corpus import sniff
from engine.corpus.draft import Draft
from engine.corpus.limits import Limits

Reader = Callable[[bytes, str, Limits], Draft]

_MODULES: dict[str, str] = {
    sniff.PDF: "pdf",
    sniff.DOCX: "docx",
    sniff.DOC: "doc",
    sniff.RTF: "rtf",
    sniff.HTML: "html",
    sniff.EML: "eml",
    sniff.MSG: "msg",
    sniff.TEXT: "text",
    sniff.CSV: "rows",
    sniff.PNG: "image",
    sniff.JPEG: "image",
    sniff.TIFF: "image",
    sniff.ZIP: "archive",
}


def reader_for(media: str) -> Reader:
    """The reader of a media type that ``sniff`` returned; its libraries load only now."""
    module = import_module(f"{__name__}.{_MODULES[media]}")
    reader: Reader = module.read
    return reader


def draft_of(media: str, path: Path, data: bytes, name: str, limits: Limits) -> Draft:
    """Read ``data``, the content of ``path``. Raises DocumentRefused's subclasses."""
    if media == sniff.DOC:
        from engine.corpus.readers import doc

        return doc.read_at(path, data, name, limits)
    return reader_for(media)(data, name, limits)
