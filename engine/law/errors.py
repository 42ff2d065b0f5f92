"""What can be wrong with the files that law is loaded from."""

from __future__ import annotations

from engine.errors import Refused, Unavailable

_WHERE = (
    "Load the files as they are published: XML (USLM) from the Office of the Law Revision Counsel."
)


class NotUslm(Refused):
    """That is not a file of the United States Code in USLM."""

    code = "law.not_uslm"
    default_remedy = _WHERE


class Damaged(Refused):
    """The file is cut short or damaged."""

    code = "law.damaged"
    default_remedy = "Fetch it again and load it again; what was complete before stays loaded."


class UnsafeXml(Refused):
    """The file declares a document type or entities, which no official file does."""

    code = "law.unsafe"
    default_remedy = _WHERE


class TooLarge(Refused):
    """The file unpacks to far more than such a file may hold."""

    code = "law.too_large"
    default_remedy = _WHERE


class NoLawThere(Refused):
    """There is nothing to load at that path."""

    code = "law.nothing_there"
    default_remedy = (
        "Name a zip of titles, a folder, an XML file (also with .gz), or a .tar.gz of sections."
    )


class NotAConstitution(Refused):
    """That is not a table of the Constitution's provisions."""

    code = "law.not_a_constitution"
    default_remedy = (
        "Load a JSON list of objects with `identifier`, `citation` and `text`, in UTF-8."
    )


class ReaderGone(Unavailable):
    """The process that reads the files has ended."""

    code = "law.reader_gone"
    default_remedy = "Load again; what was complete stays loaded. If it stays, try file by file."


class LoadUnderWay(Unavailable):
    """Another process is loading law just now."""

    code = "law.busy"
    default_remedy = "Wait until it is done, then load again."
