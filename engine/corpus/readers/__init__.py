"""One file a format. A reader is ``read(data, name, limits) -> Draft``."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from engine.corpus import sniff
from engine.corpus.draft import Draft
from engine.corpus.limits import Limits

Reader = Callable[[bytes, str, Limits], Draft]

_MODULES: dict[str, str] = {
    sniff.PDF: "pdf",
    sniff.DOCX: "docx",
    sniff.EML: "eml",
    sniff.TEXT: "text",
    sniff.CSV: "rows",
}


def reader_for(media: str) -> Reader:
    """The reader of a media type that ``sniff`` returned; its libraries load only now."""
    module = import_module(f"{__name__}.{_MODULES[media]}")
    reader: Reader = module.read
    return reader
