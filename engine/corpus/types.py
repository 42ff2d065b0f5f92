"""What reading a document yields: pages, passages and facts, each a slice of the one before.

Every text is plain Unicode in reading order. Within a paragraph the line ends of the file are
single spaces (none after a hyphen at a line's end); paragraphs are parted by one line feed.
Apart from white space nothing is added, removed or repaired, so a quotation stays a quotation;
only that a table's cells are told behind the names of their columns, parted by bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FactKind = Literal["sentence", "row"]
TextSource = Literal["text", "ocr", "none"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a document.

    ``page`` is a sheet of the file, counted from 1, and None where the format has no pages.
    ``paragraph`` is the number printed in the document if it has one, else counted from 1.
    ``exact`` says that the numbers are the document's own (sheet, printed paragraph, header,
    row), not our count. ``label`` is what a person reads: ``p. 3``, ``p. 2 ¶ 4``, ``row 5``,
    ``p. 3 (ACME-000123)`` where the sheet carries a Bates number, ``about p. 3 ¶ 12`` where a
    page is told only by the program that last saved the file.
    """

    page: int | None
    paragraph: int | None
    exact: bool
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """The text of one sheet; ``number`` 0 holds the whole of a document that has no pages.

    ``source`` says where the text comes from, ``confidence`` how sure the OCR was of it (0 to 1,
    None for text of the file itself). ``bates``, ``stamp`` (the court's, as printed) and
    ``exhibit`` (its label) are what the sheet is marked with, "" without such a mark.
    """

    number: int
    text: str
    source: TextSource = "text"
    confidence: float | None = None
    bates: str = ""
    stamp: str = ""
    exhibit: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of retrieval: a paragraph or neighbouring short ones, about 800 characters."""

    ordinal: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class FactText:
    """A sentence or a table row, verbatim; ``passage`` is the ordinal of its passage."""

    ordinal: int
    text: str
    place: Place
    kind: FactKind
    passage: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a document was read, in sheets; all 0 for a format without pages.

    ``text`` sheets had text of their own, ``ocr`` were read by OCR, ``unread`` lists the numbers
    of those without any text that could be read (blank ones are in ``blank``). ``missing`` are
    those of the unread that nobody tried, for want of an OCR program.
    """

    pages: int = 0
    text: int = 0
    ocr: int = 0
    unread: tuple[int, ...] = ()
    blank: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Words in a document, its name or its properties that address the software that reads it.

    ``where`` is a place's label, ``file name`` or the name of a property or mail header;
    ``quote`` is what stands there, at most 200 characters. It is evidence, never an order.
    """

    where: str
    quote: str


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that has been read.

    ``media`` is a media type found from the content. ``characters`` counts all pages' text.
    ``notes`` are sentences for the uploader on what was not read, without any content but the
    names of attachments. ``sketch`` is a bottom-k sketch of the text's word runs: two sketches
    tell how much of two documents is the same (see ``engine.corpus.kinship``).
    """

    media: str
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    facts: tuple[FactText, ...]
    title_guess: str
    characters: int
    notes: tuple[str, ...]
    coverage: Coverage = Coverage()
    suspicions: tuple[Suspicion, ...] = ()
    sketch: tuple[int, ...] = ()
