"""What a reader hands over: blocks of text in reading order, before passages and facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

BlockKind = Literal["prose", "row", "heading", "furniture"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, table row, heading or page furniture (stamp, running head, page number).

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
class Draft:
    """A document as its reader saw it.

    ``strict_ends`` says that only a sentence with an end is a fact: in PDF a line without one is
    a heading, a caption or a sentence that runs over the page.
    """

    media: str
    blocks: tuple[Block, ...]
    title: str = ""
    strict_ends: bool = False
    notes: tuple[str, ...] = field(default=())
