"""What reading a document yields: pages, passages and facts, each a slice of the one before.

Every text is plain Unicode in reading order. Within a paragraph the line ends of the file are
single spaces (none after a hyphen at a line's end); paragraphs are parted by one line feed.
Apart from white space nothing is added, removed or repaired, so a quotation stays a quotation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FactKind = Literal["sentence", "row"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a document.

    ``page`` is a sheet of the file, counted from 1, and None where the format has no pages.
    ``paragraph`` is the number printed in the document if it has one, else counted from 1.
    ``exact`` says that the numbers are the document's own (sheet, printed paragraph, header,
    row), not our count. ``label`` is what a person reads: ``p. 3``, ``p. 2 ¶ 4``, ``row 5``.
    """

    page: int | None
    paragraph: int | None
    exact: bool
    label: str


@dataclass(frozen=True, slots=True)
class Page:
    """The text of one sheet; ``number`` 0 holds the whole of a document that has no pages."""

    number: int
    text: str


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
class ReadDocument:
    """A document that has been read.

    ``media`` is a media type found from the content. ``characters`` counts all pages' text.
    ``notes`` are sentences for the uploader on what was not read, without any content but the
    names of attachments.
    """

    media: str
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    facts: tuple[FactText, ...]
    title_guess: str
    characters: int
    notes: tuple[str, ...]
