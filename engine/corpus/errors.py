"""Why a document was refused.

    Refused
    └── DocumentRefused
        ├── Unsupported     a format that is not read
        ├── Empty           nothing in it
        ├── Encrypted       needs a password
        ├── Corrupt         damaged, or not what it says it is inside
        ├── TooLarge        over the limits of size, pages or characters
        ├── Bomb            expands, or costs, far more than a document may
        ├── NoText          a scan or picture in which no text was found
        ├── NotTheFile      another thing under the file's name, such as a sign-in page
        └── Unsafe          a file in an archive that would land outside its folder

Messages name the file by its cleaned base name and never carry a word of its content.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PureWindowsPath

from engine.errors import Refused

NAME_LIMIT = 80


def clean_name(name: str) -> str:
    """The base name, without control and formatting characters, at most 80 characters."""
    visible = "".join(c for c in name if unicodedata.category(c)[0] != "C")
    base = PureWindowsPath(visible.strip()).name
    base = re.sub(r"\s+", " ", base).strip()
    if len(base) > NAME_LIMIT:
        base = base[: NAME_LIMIT - 1] + "…"
    return base or "unnamed file"


class DocumentRefused(Refused):
    """The document cannot be accepted."""

    code = "document.refused"
    default_remedy = "Send it again as a PDF, a Word file (DOCX), an EML or a text file."

    def __init__(self, name: str = "", *, detail: str = "", remedy: str | None = None) -> None:
        said = (type(self).__doc__ or "").strip().splitlines()[0].rstrip(".")
        text = f"{clean_name(name)}: {said[0].lower()}{said[1:]}" if name else said
        super().__init__(f"{text} ({detail})." if detail else f"{text}.", remedy=remedy)
        self.name = clean_name(name) if name else ""
        self.detail = detail


class Unsupported(DocumentRefused):
    """This kind of file is not read."""

    code = "document.unsupported"


class Empty(DocumentRefused):
    """There is nothing in this file."""

    code = "document.empty"
    default_remedy = "Open it to see whether it has content, then send it again."


class Encrypted(DocumentRefused):
    """This file is protected by a password."""

    code = "document.encrypted"
    default_remedy = "Save a copy without the password and send that."


class Corrupt(DocumentRefused):
    """This file is damaged and cannot be read."""

    code = "document.corrupt"
    default_remedy = "Open it, save a fresh copy or print it to PDF, and send that."


class TooLarge(DocumentRefused):
    """This file is larger than what is read."""

    code = "document.too_large"
    default_remedy = "Split it into smaller files and send those."


class Bomb(DocumentRefused):
    """This file expands, or costs, far more than a document may."""

    code = "document.bomb"
    default_remedy = "If you trust where it comes from, print it to PDF and send that."


class NoText(DocumentRefused):
    """This file is a scan or a picture in which no text was found."""

    code = "document.no_text"
    default_remedy = "Send a sharper scan, or a PDF with text in it."


class NotTheFile(DocumentRefused):
    """What arrived is not the file that its name says."""

    code = "document.not_the_file"
    default_remedy = (
        "It may be a sign-in or error page saved in the file's place: download it again and "
        "check that it opens. If chat fetched it, the bot may lack the right to read files."
    )


class Unsafe(DocumentRefused):
    """This file in an archive names a place outside its folder, or is a link."""

    code = "document.unsafe"
    default_remedy = "If you trust where it comes from, send that file by itself."


BY_CODE: dict[str, type[DocumentRefused]] = {
    kind.code: kind
    for kind in (
        Unsupported, Empty, Encrypted, Corrupt, TooLarge, Bomb, NoText, NotTheFile, Unsafe,
    )
}  # fmt: skip
