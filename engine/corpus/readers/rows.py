"""CSV: every line is a row; a file that is none is read as text."""

from __future__ import annotations

import csv
import io

from engine.corpus.draft import Block, Draft
from engine.corpus.errors import TooLarge
from engine.corpus.limits import Limits
from engine.corpus.readers import text as plain
from engine.corpus.sniff import CSV
from engine.corpus.tables import CELLS, LONGEST


def read(data: bytes, name: str, limits: Limits) -> Draft:
    """Read a CSV file; row 1 is the first line, usually the headings. Raises TooLarge."""
    text, notes = plain.decode(data)
    if len(text) > limits.max_characters:
        raise TooLarge(name, detail=f"over {limits.max_characters:,} characters")
    try:
        dialect: type[csv.Dialect] | str = csv.Sniffer().sniff(text[:8192], delimiters=",;\t|")
    except csv.Error:
        dialect = "excel"
    try:
        rows = list(csv.reader(io.StringIO(text), dialect))
    except csv.Error:
        return plain.read(data, name, limits)
    blocks = tuple(
        row_block(row, f"row {number}")
        for number, row in enumerate(rows, start=1)
        if any(cell.strip() for cell in row)
    )
    return Draft(CSV, blocks, notes=notes)


def row_block(cells: list[str], label: str, page: int = 0) -> Block:
    """A row as a block; one whose cells hold whole paragraphs is cut into sentences like prose."""
    text = row_text(cells)
    return Block(text, kind="row" if len(text) <= LONGEST else "prose", page=page, label=label)


def row_text(cells: list[str]) -> str:
    """Cells of a row as one line, parted by bars; empty cells keep their place."""
    return CELLS.join(" ".join(cell.split()) for cell in cells).strip()
