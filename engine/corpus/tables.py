"""Tables: the row that says what the columns are is context of the others, and no fact itself.

Only a row alone is a fact, so each cell is told behind its column's name; the cells stay verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from engine.corpus.draft import Block

BAR = "|"
CELLS = f" {BAR} "
LONGEST = 1_200
"""Characters of a row that is one fact; what is longer is prose in cells."""

_ROW = re.compile(r"(.*\s)?row \d+")
_HEAD_CELL = 80
_LETTERS_A_DIGIT = 6
_MANY_COLUMNS = 3
_FEW_WORDS, _SOME_WORDS = 2, 4


def told_by_column(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks with every head row marked as ``head``, and its columns' names in the rows below.

    Rows of one table have labels that differ in the row's number alone. A row with another number
    of cells, or too long with the names, stays as it is.
    """
    tables: dict[str, list[int]] = {}
    for index, block in enumerate(blocks):
        if found := _ROW.fullmatch(block.label):
            tables.setdefault(found[1] or "", []).append(index)
    told = list(blocks)
    for indices in tables.values():
        rows = [index for index in indices if blocks[index].kind == "row"]
        if not rows or rows[0] != indices[0]:
            continue
        names = _cells(blocks[rows[0]])
        if not _is_head(names, [_cells(blocks[index]) for index in rows[1:]]):
            continue
        told[rows[0]] = replace(blocks[rows[0]], kind="head")
        for index in rows[1:]:
            text = _named(names, _cells(blocks[index]))
            if text and len(text) <= LONGEST:
                told[index] = replace(blocks[index], text=text)
    return tuple(told)


def _cells(block: Block) -> list[str]:
    return [cell.strip() for cell in block.text.split(BAR)]


def _named(names: Sequence[str], cells: Sequence[str]) -> str:
    """``Invoice: 17 | Paid: May 5``; an empty cell says nothing. "" where the cells do not fit."""
    if len(names) != len(cells):
        return ""
    pairs = zip(names, cells, strict=True)
    return CELLS.join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def _is_head(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: it differs in kind from what stands below.

    Where nothing tells, it is a row like the others, since a fact that is lost weighs more."""
    said = [name for name in names if name]
    if not rows or len(said) < 2 or not all(_may_name(name) for name in said):
        return False
    columns = [
        (name, [row[at] for row in rows if at < len(row) and row[at]])
        for at, name in enumerate(names)
        if name
    ]
    if any(not _has_figure(name) and _figures(cells) for name, cells in columns):
        return True
    if len(said) >= _MANY_COLUMNS:
        return True
    brief = all(len(name.split()) <= _FEW_WORDS for name in said)
    last = [len(cell.split()) for cell in columns[-1][1]]
    return brief and bool(last) and median(last) >= _SOME_WORDS


def _may_name(cell: str) -> bool:
    """Short, no sentence, and not mainly a figure or a date."""
    digits = sum(c.isdigit() for c in cell)
    letters = sum(c.isalpha() for c in cell)
    return (
        len(cell) <= _HEAD_CELL
        and letters > 0
        and digits * _LETTERS_A_DIGIT <= letters
        and cell[-1] not in ".!?;:"
    )


def _has_figure(cell: str) -> bool:
    return any(c.isdigit() for c in cell)


def _figures(cells: Sequence[str]) -> bool:
    """Whether most of them hold one."""
    return 2 * sum(_has_figure(cell) for cell in cells) > len(cells)
