"""The source text of a sample document: a head, then blocks.

A source is a head of ``key: value`` lines, an empty line, then blocks parted by empty lines; a
block's first characters say what it is:

    ``^`` ``^^`` ``^^^``  centred, centred bold, letterhead      ``##``  heading
    ``&`` ``&&``  lines kept, at the left or from the middle     ``~``   small print
    ``||``  a caption, its right side after ``::``               ``|``   a table, head row first
    ``---``  a rule                                              else a paragraph

Lines after a block's first belong to it.
"""

from __future__ import annotations

from dataclasses import dataclass

MARKS = ("^^^", "^^", "^", "##", "&&", "&", "~", "||", "|", "---")


@dataclass(frozen=True)
class Block:
    """One block: its mark ("" for a paragraph) and its lines without the mark."""

    mark: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.lines)

    @property
    def rows(self) -> list[list[str]]:
        """The cells of a table."""
        return [[cell.strip() for cell in line.split("|")] for line in self.lines]

    @property
    def shares(self) -> list[float]:
        """Each column's share of a table's width, by its longest cell within reason."""
        columns = zip(*self.rows, strict=True)
        longest = [min(26, max(10, *map(len, column))) for column in columns]
        return [length / sum(longest) for length in longest]

    @property
    def sides(self) -> tuple[list[str], list[str]]:
        """The left and right lines of a caption."""
        cut = self.lines.index("::")
        return list(self.lines[:cut]), list(self.lines[cut + 1 :])


@dataclass(frozen=True)
class Source:
    """A document's head (format, title, author, font, top, bottom, stamp) and its blocks."""

    head: dict[str, str]
    blocks: tuple[Block, ...]


def parse(text: str) -> Source:
    """Read a source; raises ValueError when its head lacks ``format`` or ``title``."""
    parts = [part.strip("\n") for part in text.split("\n\n")]
    head: dict[str, str] = {}
    for line in parts[0].splitlines():
        key, _, value = line.partition(":")
        head[key.strip()] = value.strip()
    if not {"format", "title"} <= head.keys():
        raise ValueError("a source begins with its format and title")
    return Source(head, tuple(_block(part) for part in parts[1:] if part.strip()))


def _block(part: str) -> Block:
    mark = next((mark for mark in MARKS if part.startswith(mark)), "")
    strip_each = mark in ("|", "||")
    lines = []
    for number, line in enumerate(part.splitlines()):
        own = mark and (number == 0 or strip_each) and line.startswith(mark)
        lines.append(line[len(mark) :].removeprefix(" ").rstrip() if own else line.rstrip())
    return Block(mark, tuple(lines))
