"""From the lines of a file's sheets to blocks, and to what each sheet is marked with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.corpus.draft import Block, Sheet
from engine.corpus.furniture import edges, furniture, margin_numbered
from engine.corpus.layout import Line, paragraphs
from engine.corpus.marks import Marked, bates, exhibit
from engine.corpus.stamps import stamps
from engine.corpus.types import TextSource

_TOP, _BOTTOM = 0.88, 0.1
_MARGIN_NUMBER = re.compile(r"\d{1,2}(?:\s+|$)")


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet's lines in reading order, the sheet's height in points (0 if unknown)."""

    number: int
    lines: Sequence[Line] = ()
    height: float = 0.0
    source: TextSource = "text"
    confidence: float | None = None
    blank: bool = False
    missing: bool = False


def laid_out(sheets: Sequence[SheetText]) -> tuple[tuple[Block, ...], tuple[Sheet, ...]]:
    """Blocks of all sheets, and the sheets with their stamps, Bates numbers and exhibits.

    What stands after an exhibit's cover or mark belongs to it until the next.
    """
    bodies = [_body(sheet) for sheet in sheets]
    texts = [[line.text for line in body] for body in bodies]
    marginal = furniture(bodies, [sheet.height for sheet in sheets])
    near = [_near_edges(body, s.height) for body, s in zip(bodies, sheets, strict=True)]
    numbers = bates(texts, near)
    blocks: list[Block] = []
    marked: list[Sheet] = []
    current = ""
    for i, (sheet, body) in enumerate(zip(sheets, bodies, strict=True)):
        found = stamps(body)
        number = numbers.get(i, Marked("", ()))
        edge = marginal[i].union(number.lines, *(stamp.lines for stamp in found))
        characters = sum(len(text) for j, text in enumerate(texts[i]) if j not in edge)
        label = exhibit(texts[i], near[i], characters)
        if label is not None:
            current = label.label
            edge = edge.union(label.lines)
        blocks += _blocks(sheet, body, edge)
        stamp = "; ".join(stamp.text for stamp in found)
        marked.append(
            Sheet(
                sheet.number, sheet.source, sheet.confidence, sheet.blank, sheet.missing,
                number.label, stamp, current,
            )
        )  # fmt: skip
    return tuple(blocks), tuple(marked)


def body_characters(sheets: Sequence[SheetText]) -> list[int]:
    """How much text each sheet has without its furniture and stamps."""
    marginal = furniture([s.lines for s in sheets], [s.height for s in sheets])
    counts = []
    for sheet, edge in zip(sheets, marginal, strict=True):
        outside = edge.union(*(stamp.lines for stamp in stamps(sheet.lines)))
        counts.append(sum(len(line.text) for i, line in enumerate(sheet.lines) if i not in outside))
    return counts


def _body(sheet: SheetText) -> list[Line]:
    """What does not stand aside, without the line numbers of pleading paper."""
    lines = [line for line in sheet.lines if not line.aside]
    if not margin_numbered([line.text for line in lines]):
        return lines
    return [
        replace(line, text=text)
        for line in lines
        if (text := _MARGIN_NUMBER.sub("", line.text, count=1))
    ]


def _near_edges(lines: Sequence[Line], height: float) -> set[int]:
    """First and last lines, and those at the top or the bottom of the paper."""
    near = edges(len(lines))
    if height:
        top, bottom = _TOP * height, _BOTTOM * height
        near |= {
            i
            for i, line in enumerate(lines)
            if line.left is not None and (line.bottom > top or line.top < bottom)
        }
    return near


def _blocks(sheet: SheetText, body: Sequence[Line], edge: set[int]) -> list[Block]:
    prose = paragraphs([line for i, line in enumerate(body) if i not in edge])
    beside = [line.text for line in sheet.lines if line.aside]
    furnished = [body[i].text for i in sorted(edge)] + beside
    return [Block(text, page=sheet.number) for text in prose] + [
        Block(text, kind="furniture", page=sheet.number) for text in furnished
    ]
