"""Reading a document on file anew, for the pages that had no text when it came in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.corpus.coverage import told
from engine.corpus.types import ReadDocument, Suspicion
from handlers.filed import coverage_of
from handlers.posts import Code, FactRef, Spans, Text
from handlers.replies import counted
from storage.intake import Added, Intake

if TYPE_CHECKING:
    from handlers.services import Services
    from storage.documents import DocumentRow


@dataclass(frozen=True)
class Gained:
    """What a new reading added to ``row``, as it is now; ``suspicions`` are those of new pages."""

    row: DocumentRow
    added: Added
    suspicions: tuple[Suspicion, ...] = ()


def unread(row: DocumentRow) -> tuple[int, ...]:
    """Sheets without any text that are not blank."""
    return tuple(row.coverage.get("unread", ()))


def untried(row: DocumentRow) -> tuple[int, ...]:
    """Those that nobody tried to read, for want of an OCR program; of a document that was filed
    before that was noted, all that may be."""
    return tuple(row.coverage.get("missing", unread(row)))


async def add_reading(
    services: Services, by: str, row: DocumentRow, read: ReadDocument, words: Sequence[str],
    going_on: Callable[[], None],
) -> Gained:  # fmt: skip
    """Add to the document what the reading has on pages that had no text.

    Raises ``DocumentNotFound`` when it was withdrawn meanwhile, and what ``going_on`` raises:
    the pages added by then stay."""
    intake = Intake(services.house)
    added = await intake.add(
        row, read.pages, read.passages, read.facts, words=words, going_on=going_on
    )
    async with services.house.writing() as unit:
        before = await unit.documents.get(row.matter, row.id)
        coverage = merged(before.coverage, coverage_of(read))
        after = await unit.rereading.finish(row, coverage, read.sketch)
        detail = {"document": row.id, "pages": list(added.pages), "facts": added.facts}
        await unit.audit.append(by, "document.reread", row.matter, detail)
    return Gained(after, added, _of_pages(read, added.pages))


def merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The coverage of a document after it was read anew: what once had text, has it still.

    OCR may fail on a page that it has read before."""
    lost = sorted(set(after["unread"]) - set(before.get("unread", ())))
    if not lost:
        return dict(after)
    kept = {
        key: [number for number in after[key] if number not in lost]
        for key in ("unread", "missing")
    }
    note = f"What was read before of {told(lost)} stands, although it could not be read again."
    return {**after, **kept, "ocr": after["ocr"] + len(lost), "notes": [*after["notes"], note]}


def told_of(gained: Gained) -> Spans:
    """``D3 pages 2-3 have text now; 14 facts added, F61 to F74``."""
    row, added = gained.row, gained.added
    left = unread(row)
    rest = f"; still not read: {told(left)}" if left else ""
    if not added.pages:
        return (Code(row.id), Text(f" no page was gained{rest}"))
    have = "has" if len(added.pages) == 1 else "have"
    said = f" {told(added.pages)} {have} text now; {counted(added.facts, 'fact')} added"
    spans: list[Text | Code | FactRef] = [Code(row.id), Text(said)]
    if added.facts:
        spans += [Text(", "), FactRef(f"F{added.first}")]
    if added.facts > 1:
        spans += [Text(" to "), FactRef(f"F{added.last}")]
    return (*spans, Text(rest)) if rest else tuple(spans)


def data(gained: Gained) -> dict[str, object]:
    added = gained.added
    return {
        "document": gained.row.id,
        "pages": list(added.pages),
        "facts": added.facts,
        "first": f"F{added.first}" if added.facts else "",
        "last": f"F{added.last}" if added.facts else "",
        "unread": list(unread(gained.row)),
    }


def file_of(services: Services, row: DocumentRow) -> Path:
    """The document's file as it came in. Raises ``BlobMissing``."""
    services.house.blobs.open(row.matter, row.blob).close()
    return services.house.blobs.path(row.matter, row.blob)


def _of_pages(read: ReadDocument, pages: Sequence[int]) -> tuple[Suspicion, ...]:
    """Suspicions on those pages; what is in the file's name or properties was told before."""
    places = {one.place.label for one in read.passages if one.place.page in pages}
    places |= {one.place.label for one in read.facts if one.place.page in pages}
    places |= {f"p. {number}" for number in pages}
    return tuple(one for one in read.suspicions if one.where in places)
