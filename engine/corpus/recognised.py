"""Pictures of sheets, and the words that OCR finds on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

UNSURE = 0.6
_GREY = b"P5"
_COLUMN_WORDS = 6
_COLUMN_ROWS = 10
_COLUMN_SHARE = 0.6
_SPACE = 0.7


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its box in pixels from the upper left corner; ``confidence`` is 0 to 1.

    ``line`` tells the line it belongs to, in the program's reading order.
    """

    text: str
    confidence: float
    left: int
    top: int
    right: int
    bottom: int
    line: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Picture:
    """One sheet as a picture, in any format that the OCR program reads.

    ``number`` is the sheet's, ``width`` and ``height`` are in pixels. ``dpi`` is what makes points
    of them; how large type is, the program sees for itself. ``turn`` counts the quarters by which
    the sheet was turned clockwise to be upright.
    """

    number: int
    data: bytes
    width: int
    height: int
    dpi: int
    turn: int = 0


Words = tuple[Word, ...]


def by_line(words: Iterable[Word]) -> list[list[Word]]:
    """The words of each line, in the program's order."""
    return [list(group) for _, group in groupby(words, key=lambda word: word.line)]


def confidence(words: Iterable[Word]) -> float:
    """The mean over all letters, 0 to 1; 0 without words."""
    weighed = [(len(word.text), word.confidence) for word in words]
    letters = sum(count for count, _ in weighed)
    return sum(count * sure for count, sure in weighed) / letters if letters else 0.0


def certain_letters(words: Iterable[Word]) -> float:
    """How much was read, each letter by how sure it is; what tells two readings apart."""
    return sum(len(word.text) * word.confidence for word in words if word.confidence > UNSURE / 2)


def legible(words: Iterable[Word]) -> bool:
    """Whether any of it is a word: pictures without text give single marks of low confidence."""
    return any(
        word.confidence >= UNSURE and sum(c.isalnum() for c in word.text) >= 2 for word in words
    )


def turn_of(line: Sequence[Word]) -> int | None:
    """Quarter turns counter-clockwise by which a line of text was turned; None if untold."""
    if len(line) < 2:
        word = line[0]
        tall = (word.bottom - word.top) > 2 * (word.right - word.left)
        return 1 if tall and len(word.text) > 3 else None
    across = (line[-1].left + line[-1].right - line[0].left - line[0].right) / 2
    down = (line[-1].top + line[-1].bottom - line[0].top - line[0].bottom) / 2
    if abs(across) >= abs(down):
        return 0 if across >= 0 else 2
    return 3 if down > 0 else 1


def page_turn(lines: Iterable[Sequence[Word]]) -> int:
    """The turn of most of the text."""
    letters = [0, 0, 0, 0]
    for line in lines:
        if (turn := turn_of(line)) is not None:
            letters[turn] += sum(len(word.text) for word in line)
    return letters.index(max(letters))


def turned_back(picture: Picture, turn: int) -> Picture | None:
    """The picture turned clockwise by quarters; None if it is not a portable grey map."""
    dots = picture.width * picture.height
    if not picture.data.startswith(_GREY) or len(picture.data) < dots:
        return None
    width, height = picture.width, picture.height
    grey = picture.data[-dots:]
    if turn == 1:
        grey = b"".join(grey[x::width][::-1] for x in range(width))
    elif turn == 2:
        grey = grey[::-1]
    elif turn == 3:
        grey = b"".join(grey[x::width] for x in reversed(range(width)))
    if turn % 2:
        width, height = height, width
    data = grey_map(width, height, grey)
    return Picture(picture.number, data, width, height, picture.dpi, turn)


def grey_map(width: int, height: int, dots: bytes) -> bytes:
    """A portable grey map of rows of dots from the top, a byte each, 0 for black."""
    return b"P5\n%d %d\n255\n" % (width, height) + dots


def in_columns(words: Iterable[Word]) -> bool:
    """Whether lines were read across two columns of running text; cells of a table are shorter."""
    rows = [row for row in by_line(words) if len(row) >= _COLUMN_WORDS]
    if len(rows) < _COLUMN_ROWS:
        return False
    middle = median((row[0].left + row[-1].right) / 2 for row in rows)
    parted = [row for row in rows if _parted_at(middle, row)]
    if len(parted) < _COLUMN_SHARE * len(rows):
        return False
    before = median(sum(word.right < middle for word in row) for row in parted)
    after = median(len(row) for row in parted) - before
    return min(before, after) >= _COLUMN_WORDS / 2


def _parted_at(middle: float, row: Sequence[Word]) -> bool:
    """Whether a gap wider than a space lies over the middle."""
    before = max((word.right for word in row if word.left < middle), default=None)
    after = min((word.left for word in row if word.left >= middle), default=None)
    height = median(word.bottom - word.top for word in row)
    return before is not None and after is not None and after - before > _SPACE * height
