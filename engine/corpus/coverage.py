"""How much of a document was read: in figures for programs, in sentences for the uploader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.corpus.draft import Sheet
from engine.corpus.ocr import REMEDY
from engine.corpus.types import Coverage

_UNSURE = 0.8


@dataclass
class Findings:
    """Numbers of sheets with something to be told, filled while reading.

    ``damaged`` could not be opened. ``missing`` needed OCR that is not installed, ``failed`` took
    OCR too long or broke it, ``illegible`` gave it no word. ``garbled`` had a text layer that is
    not the page's text; ``layered`` are pictures with a text layer; ``covered`` have text under
    black boxes.
    """

    damaged: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    illegible: list[int] = field(default_factory=list)
    garbled: list[int] = field(default_factory=list)
    layered: list[int] = field(default_factory=list)
    covered: list[int] = field(default_factory=list)


def coverage(sheets: Iterable[Sheet]) -> Coverage:
    """The figures of a document of these sheets; all 0 for none."""
    told = list(sheets)
    return Coverage(
        pages=len(told),
        text=sum(s.source == "text" and not s.blank for s in told),
        ocr=sum(s.source == "ocr" for s in told),
        unread=tuple(s.number for s in told if s.source == "none" and not s.blank),
        blank=tuple(s.number for s in told if s.blank),
        missing=tuple(s.number for s in told if s.missing),
    )


def notes(sheets: Sequence[Sheet], findings: Findings) -> tuple[str, ...]:
    """What was not read and why, what OCR read and how sure it was, and what else is odd."""
    said: list[str] = []
    if findings.missing:
        said.append(
            f"Not read, because OCR is not installed: {told(findings.missing)}, which "
            f"{_are(findings.missing, 'a picture', 'pictures')} or without usable text. {REMEDY}"
        )
    if findings.failed:
        said.append(
            f"Not read, because OCR broke off: {told(findings.failed)}. "
            f"Send {_are(findings.failed, 'it', 'them', verb=False)} again as a clearer scan."
        )
    if findings.illegible:
        said.append(
            f"Not read, because OCR found no words: {told(findings.illegible)} "
            "(a photograph, handwriting, or a poor scan)."
        )
    if findings.damaged:
        said.append(f"Damaged and not read: {told(findings.damaged)}.")
    read = [s for s in sheets if s.source == "ocr"]
    if read:
        said.append(_of_ocr(read))
    if garbled := [n for n in findings.garbled if any(s.number == n for s in read)]:
        said.append(
            f"The text stored in the file is not what {told(garbled)} "
            f"{'shows' if len(garbled) == 1 else 'show'}; OCR was used instead."
        )
    if findings.layered:
        said.append(
            f"{_capital(told(findings.layered))} {_are(findings.layered, 'a scan', 'scans')} with "
            "text that another program's OCR put there; check quotations against the page."
        )
    if findings.covered:
        has = "has" if len(findings.covered) == 1 else "have"
        said.append(
            f"{_capital(told(findings.covered))} {has} text under black boxes; whoever receives "
            "the file can read it."
        )
    return tuple(said)


def _of_ocr(read: Sequence[Sheet]) -> str:
    numbers = [s.number for s in read]
    sure = [s.confidence or 0.0 for s in read]
    were = "was" if len(numbers) == 1 else "were"
    text = f"{_capital(told(numbers))} {were} read by OCR ({sum(sure) / len(sure):.0%} sure"
    poor = [s for s in read if (s.confidence or 0.0) < _UNSURE]
    if poor and len(read) > 1:
        text += f"; less than {_UNSURE:.0%} on {told([s.number for s in poor])}"
    return text + "); check quotations against the page."


def told(numbers: Sequence[int]) -> str:
    """``pages 2-4, 9``; ``page 3`` for one."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    text = ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)
    return f"page {text}" if len(numbers) == 1 else f"pages {text}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _are(numbers: Sequence[int], one: str, many: str, *, verb: bool = True) -> str:
    if len(numbers) == 1:
        return f"is {one}" if verb else one
    return f"are {many}" if verb else many
