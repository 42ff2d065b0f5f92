"""From a reader's blocks to pages, passages and facts, each a slice of the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from itertools import groupby, islice

from engine.corpus.coverage import coverage
from engine.corpus.draft import Block, Draft, Sheet
from engine.corpus.sentences import Span, trim
from engine.corpus.statements import is_title, own_number, pieces, states_something
from engine.corpus.tables import told_by_column
from engine.corpus.types import (
    Coverage,
    FactKind,
    FactText,
    Page,
    Passage,
    Place,
    ReadDocument,
    TextSource,
)

PASSAGE_SIZE = 800
_SHORT_PASSAGE = 200
_MIN_NUMBERED = 3
_NUMBERED_SHARE = 0.2
_SURELY_NUMBERED = 6
_TITLE_SIZE = 120
_MIN_ROW = 8
_MISREAD = re.compile(r"(\d{1,3})[,:;]\s+(?=[A-Z“\"(])")
_MAX_MISSED = 2
_MAX_STARTS = 20
# what programs and scanners call a file
_NO_TITLE = re.compile(
    r"microsoft word|untitled|\bdocument\d*$|\.\w{3,4}$|^\S*\d{4,}\S*$|^scan(?:ned)?\b", re.I
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A candidate for a fact: spans of its page's text, the block it is in, its place.

    ``sentence`` is wider than ``span`` where a sentence over the limit was cut.
    """

    span: Span
    sentence: Span
    block: int
    place: Place
    kind: FactKind | None


def assemble(draft: Draft) -> ReadDocument:
    """Build the document; raises nothing, an empty draft gives an empty document."""
    draft = replace(draft, blocks=told_by_column(draft.blocks))
    sheets = draft.sheets or _sheets_of(draft.blocks)
    places = _places(draft.blocks, sheets, about=draft.about_pages)
    pages: list[Page] = []
    passages: list[Passage] = []
    facts: list[FactText] = []
    broken = 0
    open_end = False
    for sheet, blocks in _by_page(draft.blocks, sheets):
        text, found = _lay_out(blocks, places)
        pages.append(_page(sheet, text))
        cut = _cut_at_edges(text, blocks, found, open_end) if draft.strict_ends else set()
        if not sheet.blank:
            open_end = draft.strict_ends and (
                sheet.source == "none" or _runs_on(text, blocks, found)
            )
        broken += len([i for i in cut if found[i].kind == "sentence"])
        for members in _grouped(found):
            passages.append(_passage(len(passages) + 1, text, [found[i] for i in members]))
            for i in members:
                piece = found[i]
                said = text[slice(*piece.span)]
                whole = text[slice(*piece.sentence)]
                if piece.kind and i not in cut and _is_fact(whole, piece.kind, draft.strict_ends):
                    facts.append(
                        FactText(len(facts) + 1, said, piece.place, piece.kind, len(passages))
                    )
    return ReadDocument(
        media=draft.media,
        pages=tuple(pages),
        passages=tuple(passages),
        facts=tuple(facts),
        title_guess=_guess_title(draft),
        characters=sum(len(page.text) for page in pages),
        notes=(*draft.notes, *_note_on_breaks(broken)),
        coverage=Coverage() if draft.about_pages else coverage(sheets),
    )


def _sheets_of(blocks: tuple[Block, ...]) -> tuple[Sheet, ...]:
    """The pages that blocks stand on, and the empty ones between them; none without pages."""
    filled = {block.page for block in blocks if block.page}
    return tuple(Sheet(n, blank=n not in filled) for n in range(1, max(filled, default=0) + 1))


def _by_page(
    blocks: tuple[Block, ...], sheets: tuple[Sheet, ...]
) -> Iterator[tuple[Sheet, list[tuple[int, Block]]]]:
    """Every sheet with its blocks and their indices; sheet 0 holds blocks outside of pages."""
    grouped = {
        number: list(group)
        for number, group in groupby(enumerate(blocks), key=lambda item: item[1].page)
    }
    if 0 in grouped:
        yield Sheet(0), grouped[0]
    for sheet in sheets:
        yield sheet, grouped.get(sheet.number, [])


def _page(sheet: Sheet, text: str) -> Page:
    source: TextSource = "none" if sheet.blank and not text else sheet.source
    return Page(
        sheet.number, text, source, sheet.confidence, sheet.bates, sheet.stamp, sheet.exhibit
    )


def _note_on_breaks(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"Parts of sentences that run over a page break are searchable, not facts: {count}.",)


def _is_fact(text: str, kind: FactKind, strict: bool) -> bool:
    if kind == "row":
        return len(text) >= _MIN_ROW and any(c.isalnum() for c in text)
    return states_something(text, strict_end=strict)


def _lay_out(blocks: list[tuple[int, Block]], places: dict[int, Place]) -> tuple[str, list[_Piece]]:
    """The page's text, its furniture at the end, and the pieces in it."""
    body = [item for item in blocks if item[1].kind != "furniture"]
    edge = [item for item in blocks if item[1].kind == "furniture"]
    parts: list[str] = []
    found: list[_Piece] = []
    at = 0
    for index, block in (*body, *edge):
        parts.append(block.text)
        if block.kind != "furniture":
            kind: FactKind | None = None if block.kind in ("heading", "head") else "sentence"
            if block.kind in ("row", "head"):
                row = trim(block.text, (0, len(block.text)))
                cuts = [(row, row)]
                kind = kind and "row"
            else:
                cuts = pieces(block.text)
            found += [
                _Piece(_moved(cut, at), _moved(sentence, at), index, places[index], kind)
                for cut, sentence in cuts
            ]
        at += len(block.text) + 1
    return "\n".join(parts), found


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def _cut_at_edges(
    text: str, blocks: list[tuple[int, Block]], found: list[_Piece], open_end: bool
) -> set[int]:
    """Pieces that are only a part of a sentence, because the page begins or ends within it."""
    cut: set[int] = set()
    prose = _prose(blocks, found)
    if not prose:
        return cut
    first = text[slice(*found[prose[0]].span)]
    if first[0].islower() or (open_end and own_number(blocks[0][1].text) is None):
        cut.add(prose[0])
    if _runs_on(text, blocks, found):
        cut.add(prose[-1])
    return cut


def _runs_on(text: str, blocks: list[tuple[int, Block]], found: list[_Piece]) -> bool:
    """Whether the page ends within a sentence; a heading or a cover's title does not."""
    prose = _prose(blocks, found)
    if not prose:
        return False
    last = text[slice(*found[prose[-1]].span)]
    return last[-1] not in ".?!:;\"'”’)]" and not is_title(last)


def _prose(blocks: list[tuple[int, Block]], found: list[_Piece]) -> list[int]:
    kinds = {index: block.kind for index, block in blocks}
    return [i for i, piece in enumerate(found) if kinds[piece.block] == "prose"]


def _grouped(found: list[_Piece]) -> Iterator[list[int]]:
    """Indices of pieces a passage: whole paragraphs, short neighbours together, long ones cut."""
    members: list[int] = []
    for i, piece in enumerate(found):
        if members:
            first, last = found[members[0]], found[members[-1]]
            size = piece.span[1] - first.span[0]
            full = last.span[1] - first.span[0] >= _SHORT_PASSAGE
            if size > PASSAGE_SIZE or (piece.block != last.block and full and piece.kind != "row"):
                yield members
                members = []
        members.append(i)
    if members:
        yield members


def _passage(ordinal: int, text: str, members: list[_Piece]) -> Passage:
    told = next((piece for piece in members if piece.kind), members[0])
    return Passage(ordinal, text[members[0].span[0] : members[-1].span[1]], told.place)


def _places(
    blocks: tuple[Block, ...], sheets: tuple[Sheet, ...], *, about: bool = False
) -> dict[int, Place]:
    """The place of every block: its sheet, its printed number where the document has them.

    With ``about`` the sheets are approximate: the label says so and no place is exact.
    """
    marks = {sheet.number: f" ({sheet.bates})" for sheet in sheets if sheet.bates}
    read = {sheet.number for sheet in sheets if sheet.source == "ocr"}
    printed = _printed_numbers(blocks, read)
    places: dict[int, Place] = {}
    counted = 0
    for index, block in enumerate(blocks):
        sheet = block.page or None
        mark = marks.get(block.page, "")
        if about and sheet:
            counted += block.kind != "furniture"
            number = printed.get(index, None if block.label else counted)
            told = index in printed or not printed
            within = block.label or (f"¶ {number}" if told else f"paragraph {number} from the top")
            places[index] = Place(sheet, number, False, f"about p. {sheet} {within}")
            continue
        if block.label:
            label = f"p. {sheet} {block.label}{mark}" if sheet else block.label
            places[index] = Place(sheet, None, True, label)
            continue
        counted += block.kind != "furniture"
        number = printed.get(index)
        if sheet:
            label = f"p. {sheet}" if number is None else f"p. {sheet} ¶ {number}"
            places[index] = Place(sheet, number, True, label + mark)
        elif number is not None:
            places[index] = Place(None, number, True, f"¶ {number}")
        else:
            label = f"paragraph {counted} from the top" if printed else f"¶ {counted}"
            places[index] = Place(None, counted, False, label)
    return places


def _printed_numbers(blocks: tuple[Block, ...], read: Set[int]) -> dict[int, int]:
    """Block index → its printed number, if the document numbers its paragraphs one after another.

    Three in a row and a fifth of the paragraphs, or six, else it is a list somewhere, not a
    numbering. On pages that were ``read`` by OCR a number may be missed, and the dot after the
    one that is expected may look like a comma.
    """
    prose = sum(block.kind == "prose" for block in blocks)
    starts = (
        index
        for index, block in enumerate(blocks)
        if block.kind in ("prose", "heading") and _own(block) is not None
    )
    runs = (_run(blocks, start, read) for start in islice(starts, _MAX_STARTS))
    numbers = max(runs, key=len, default={})
    enough = min(max(_MIN_NUMBERED, _NUMBERED_SHARE * prose), _SURELY_NUMBERED)
    return numbers if len(numbers) >= enough else {}


def _run(blocks: tuple[Block, ...], start: int, read: Set[int]) -> dict[int, int]:
    """The numbers that follow one another from the block at ``start`` on."""
    numbers: dict[int, int] = {}
    expected = _own(blocks[start]) or 0
    for index in range(start, len(blocks)):
        block = blocks[index]
        if block.kind not in ("prose", "heading"):
            continue
        number = _own(block)
        seen = block.page in read
        if number is None and seen and (found := _MISREAD.match(block.text)):
            number = int(found.group(1)) if int(found.group(1)) == expected else None
        if number is not None and 0 <= number - expected <= (_MAX_MISSED if seen else 0):
            numbers[index] = number
            expected = number + 1
    return numbers


def _own(block: Block) -> int | None:
    return block.numbered if block.numbered is not None else own_number(block.text)


def _guess_title(draft: Draft) -> str:
    """The title in the file's properties unless a program put it there, else the first line; ""
    where that is as long as a paragraph or a court's caption."""
    title = " ".join(draft.title.split())
    if title and not _NO_TITLE.search(title):
        return _shortened(title)
    for block in draft.blocks:
        if block.kind in ("prose", "heading") and any(c.isalpha() for c in block.text):
            first = " ".join(block.text.split())
            return first if len(first) <= _TITLE_SIZE else ""
    return ""


def _shortened(text: str) -> str:
    return text if len(text) <= _TITLE_SIZE else text[: _TITLE_SIZE - 1] + "…"
