"""How a document on file reads: one line, what of it was read, whom it resembles, its data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.corpus.coverage import told
from engine.corpus.types import Page, ReadDocument
from engine.matter import Scope
from handlers.posts import Code, ListBlock, Spans, Strong, Text
from handlers.replies import counted

if TYPE_CHECKING:
    from storage.documents import DocumentRow

SCOPES = {Scope.RECORD: "on record", Scope.OURS: "ours only"}
EXHIBITS = 5
"""Labels of exhibits in one line; all are in the data."""


LINES = 60
"""Items of a list in one post; what is beyond is counted, and all of it in the data."""


def listed(items: Sequence[Spans]) -> ListBlock:
    """The first of them, and how many more there are."""
    more = len(items) - LINES
    shown = tuple(items[:LINES])
    return ListBlock(shown if more <= 0 else (*shown, (Text(f"and {more:,} more"),)))


def coverage_of(read: ReadDocument) -> dict[str, Any]:
    """What is stored of how much was read: counts of sheets, numbers of those without text,
    ranges of Bates numbers (``[[first, last], …]``), labels of exhibits, notes."""
    covered = read.coverage
    return {
        "notes": list(read.notes),
        "pages": covered.pages,
        "text": covered.text,
        "ocr": covered.ocr,
        "unread": list(covered.unread),
        "blank": list(covered.blank),
        "missing": list(covered.missing),
        "bates": bates_ranges(read.pages),
        "exhibits": list(dict.fromkeys(page.exhibit for page in read.pages if page.exhibit)),
    }


def bates_ranges(pages: Sequence[Page]) -> list[list[str]]:
    """First and last Bates number of every unbroken range, in the order of the sheets."""
    ranges: list[list[str]] = []
    for label in (page.bates for page in pages if page.bates):
        if ranges and _follows(ranges[-1][1], label):
            ranges[-1][1] = label
        elif not ranges or label != ranges[-1][1]:
            ranges.append([label, label])
    return ranges


def _follows(before: str, label: str) -> bool:
    prefix, digits = _parted(before)
    other, more = _parted(label)
    return bool(digits and more) and prefix == other and int(more) == int(digits) + 1


def _parted(label: str) -> tuple[str, str]:
    prefix = label.rstrip("0123456789")
    return prefix, label[len(prefix) :]


def line(row: DocumentRow, *, again: bool = False) -> Spans:
    pages = f"{counted(row.pages, 'page')}, " if row.coverage.get("pages") or _is_pdf(row) else ""
    known = "; was on file already" if again else ""
    name = "" if row.name == row.title else f" ({row.name})"
    within = f", from {row.within}" if row.within else ""
    facts = counted(row.facts, "fact")
    return (
        Code(row.id),
        Text(" "),
        Strong(row.title),
        Text(f"{name}{within}: {SCOPES[row.scope]}, {pages}{facts}{known}{_partly(row)}"),
    )


def _is_pdf(row: DocumentRow) -> bool:
    return row.media.endswith("pdf")


def _partly(row: DocumentRow) -> str:
    unread = row.coverage.get("unread") or ()
    return f"; not read: {told(unread)}" if unread else ""


def coverage_words(row: DocumentRow) -> str:
    """``10 pages: 7 with text, 2 by OCR, 1 blank; not read: page 3. Bates …``; "" if there is
    nothing to say."""
    covered = row.coverage
    parts: list[str] = []
    if covered.get("pages"):
        kinds = [
            f"{covered[key]} {word}"
            for key, word in (("text", "with text"), ("ocr", "by OCR"))
            if covered.get(key)
        ]
        if covered.get("blank"):
            kinds.append(f"{len(covered['blank'])} blank")
        said = f"{counted(covered['pages'], 'page')}: {', '.join(kinds) or 'none read'}"
        parts.append(said + _partly(row))
    if covered.get("bates"):
        ranges = [first if first == last else f"{first} to {last}" for first, last in
                  covered["bates"]]  # fmt: skip
        parts.append(f"Bates {_some(ranges)}")
    if covered.get("exhibits"):
        parts.append(_some(covered["exhibits"]))
    return "; ".join(parts)


def _some(labels: Sequence[str]) -> str:
    more = len(labels) - EXHIBITS
    return ", ".join(labels[:EXHIBITS]) + (f" and {more} more" if more > 0 else "")


def kin_words(row: DocumentRow) -> list[str]:
    """``same text as D3 (another file)``, ``looks like a later version of D3 (84% the same)``."""
    said = [f"same text as {one} (another file)" for one in row.kin.get("same", ())]
    said += [
        f"looks like a later version of {one['document']} ({one['share']:.0%} the same)"
        for one in row.kin.get("versions", ())
    ]
    return said


def data(row: DocumentRow) -> dict[str, object]:
    covered: Mapping[str, Any] = {
        key: value for key, value in row.coverage.items() if key != "notes"
    }
    return {
        "id": row.id,
        "name": row.name,
        "title": row.title,
        "media": row.media,
        "scope": str(row.scope),
        "pages": row.pages,
        "facts": row.facts,
        "sha256": row.sha256,
        "notes": list(row.coverage.get("notes", ())),
        "coverage": covered,
        "within": row.within,
        "kin": dict(row.kin),
    }
