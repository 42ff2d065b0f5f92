"""A firm's table of authorities: what is reported where, one row a place.

A table is CSV with the columns ``reporter, volume, page, names`` and, if wanted, ``year, court,
holding, text``, in any order; or public case-law metadata (see ``engine.authorities.metadata``); or
a folder of such files. Rows are read one after the other, so that a large table is never held as a
whole. A row that cannot be used is handed on as a ``BadRow``, for the firm to correct.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.authorities.metadata import NotMetadata, cases_in
from engine.authorities.opening import Opened, opened
from engine.authorities.place import BadPlace, make_case
from engine.errors import Refused
from engine.ports import ReportedCase

NEEDED = ("reporter", "volume", "page", "names")
OPTIONAL = ("year", "court", "holding", "text")
HEADER = ", ".join((*NEEDED, *OPTIONAL))
READER = "1"
"""Raised when the same file would be read differently: then it is loaded anew."""

_CALLED = {
    "name": "names",
    "case": "names",
    "case name": "names",
    "case names": "names",
    "vol": "volume",
    "first page": "page",
    "date": "year",
}
_KINDS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson")
_PACKED = (".gz", ".bz2", ".xz")
_LONGEST_CELL = 1 << 24


class NoSuchTable(Refused):
    """There is no table of authorities there."""

    code = "authorities.no_table"
    default_remedy = (
        "Name a CSV file, a JSON file of case-law metadata, or a folder that holds such files."
    )


class MissingColumn(Refused):
    """The table of authorities lacks a column."""

    code = "authorities.missing_column"
    default_remedy = (
        f"Its first line is to name the columns: {HEADER}. The last four may be left out."
    )


class UnreadableTable(Refused):
    """The table of authorities cannot be read."""

    code = "authorities.table_unreadable"
    default_remedy = "Save it as CSV in UTF-8, or as JSON or JSON lines, and load it again."


@dataclass(frozen=True, slots=True)
class BadRow:
    """``where`` is like ``table.csv row 12``; ``why`` says what is wrong and what is wanted."""

    where: str
    why: str


class Table:
    """The rows of a file or folder, in order; iterate once.

    ``total`` and ``done`` are bytes on the disk, for a progress bar. Raises ``NoSuchTable`` when
    there is nothing to read; iterating raises ``MissingColumn`` and ``UnreadableTable``.
    """

    def __init__(self, path: Path) -> None:
        self.files = _files(path)
        self.name = path.resolve().name
        self.total = sum(file.stat().st_size for file in self.files)
        self._before = 0
        self._open: Opened | None = None

    @property
    def done(self) -> int:
        return self._before + (self._open.position() if self._open else 0)

    def digest(self) -> str:
        """SHA-256 of all files' names and contents, and of how they are read."""
        told = hashlib.sha256(READER.encode())
        for file in self.files:
            with file.open("rb") as stream:
                content = hashlib.file_digest(stream, "sha256").hexdigest()
            told.update(f"{file.name}\0{content}\n".encode(errors="surrogatepass"))
        return told.hexdigest()

    def __iter__(self) -> Iterator[ReportedCase | BadRow]:
        seen: set[int] = set()
        for file in self.files:
            for row in self._rows(file):
                if isinstance(row, ReportedCase):
                    same = hash((row.reporter, row.volume, row.page, row.names))
                    if same in seen:
                        continue
                    seen.add(same)
                yield row
            self._before += file.stat().st_size

    def _rows(self, file: Path) -> Iterator[ReportedCase | BadRow]:
        try:
            with opened(file) as stream:
                self._open = stream
                if stream.begins in ("{", "["):
                    for where, found in cases_in(stream.lines):
                        yield (
                            BadRow(f"{file.name} {where}", found)
                            if isinstance(found, str)
                            else found
                        )
                else:
                    yield from _csv_rows(stream.lines, file.name)
        except (OSError, EOFError, UnicodeError, NotMetadata, csv.Error) as error:
            raise UnreadableTable(f"{file.name} cannot be read as a table.") from error
        finally:
            self._open = None


def _files(path: Path) -> Sequence[Path]:
    if path.is_file():
        return (path,)
    found = [one for one in sorted(path.rglob("*")) if _fits(one)] if path.is_dir() else []
    if not found:
        raise NoSuchTable(f"There is no table of authorities at {path.name or path}.")
    return tuple(found)


def _fits(path: Path) -> bool:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _PACKED:
        suffixes.pop()
    return (
        path.is_file()
        and not path.name.startswith(".")
        and suffixes[-1:] != []
        and (suffixes[-1] in _KINDS)
    )


def _csv_rows(lines: Iterator[str], name: str) -> Iterator[ReportedCase | BadRow]:
    csv.field_size_limit(_LONGEST_CELL)
    first = next((line for line in lines if line.strip()), "")
    by = _delimiter(first)
    columns = _columns(next(csv.reader([first], delimiter=by, skipinitialspace=True), []), name)
    rows = csv.reader(lines, delimiter=by, skipinitialspace=True)
    for number, cells in enumerate(rows, 2):
        if not any(cell.strip() for cell in cells):
            continue
        try:
            yield _case(_cells(columns, cells))
        except BadPlace as bad:
            yield BadRow(f"{name} row {number}", str(bad))


def _delimiter(line: str) -> str:
    """The one that parts the header into the most columns that we know."""
    return max(",;\t", key=lambda by: sum(one in NEEDED for one in map(_column, line.split(by))))


def _column(told: str) -> str:
    plain = " ".join(re.sub(r"[_\W]+", " ", told).lower().split())
    return _CALLED.get(plain, plain)


def _columns(header: Sequence[str], name: str) -> Sequence[str]:
    columns = [_column(cell) for cell in header]
    missing = [column for column in NEEDED if column not in columns]
    if missing:
        told = " and ".join(f"“{column}”" for column in missing)
        raise MissingColumn(f"{name} has no column {told}.")
    return columns


def _cells(columns: Sequence[str], cells: Sequence[str]) -> Mapping[str, str]:
    """Surplus cells belong to the last column, if that is one of free text: somebody did not put
    a case's name with a comma in quotes."""
    plain = [" ".join(cell.split()) for cell in cells]
    while plain and not plain[-1] and len(plain) > len(columns):
        plain.pop()
    if len(plain) > len(columns):
        if columns[-1] not in ("names", "holding", "text"):
            raise BadPlace("has more cells than the header; put names with a comma in quotes")
        last = len(columns) - 1
        plain[last:] = [", ".join(plain[last:])]
    return dict(zip(columns, plain, strict=False))


def _case(cells: Mapping[str, str]) -> ReportedCase:
    return make_case(
        cells.get("reporter", ""),
        cells.get("volume", ""),
        cells.get("page", ""),
        cells.get("names", "").split("|"),
        year=cells.get("year", ""),
        court=cells.get("court", ""),
        holding=cells.get("holding", ""),
        text=cells.get("text", ""),
    )
