"""What a reader hands over: blocks of text in reading order, before passages and facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.corpus.types import TextSource

BlockKind = Literal["prose", "row", "head", "heading", "furniture"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, table row, heading or page furniture (stamp, running head, page number).

    ``head`` is the row that names a table's columns, which is told from the others in assembling.

    ``page`` is 0 in formats without pages. ``label`` overrides how the place is told, for what
    is neither page nor paragraph: a row, a header, a footnote. ``numbered`` is the paragraph's
    number as the document shows it where the text itself does not carry it (Word's lists).
    """

    text: str
    kind: BlockKind = "prose"
    page: int = 0
    label: str = ""
    numbered: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the file, with or without text; fields as in ``engine.corpus.types.Page``.

    ``blank`` says that there is nothing on it to be read, ``missing`` that nobody could try, for
    want of an OCR program.
    """

    number: int
    source: TextSource = "text"
    confidence: float | None = None
    blank: bool = False
    missing: bool = False
    bates: str = ""
    stamp: str = ""
    exhibit: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as its reader saw it.

    ``strict_ends`` says that only a sentence with an end is a fact: in PDF a line without one is
    a heading, a caption or a sentence that runs over the page. ``properties`` are what the file
    says of itself and no page shows: title, author, a mail's headers, by their names. ``sheets``
    are the pages of a file that has them where the reader knows more of them than their text.
    ``about_pages`` says that blocks' pages are only what the program that last saved the file
    made of them.
    """

    media: str
    blocks: tuple[Block, ...]
    title: str = ""
    strict_ends: bool = False
    notes: tuple[str, ...] = field(default=())
    properties: Mapping[str, str] = field(default_factory=dict)
    sheets: tuple[Sheet, ...] = ()
    about_pages: bool = False
