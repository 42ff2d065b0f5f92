"""A read document as JSON lines, so that the receiver never parses more than one page at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.corpus.errors import BY_CODE, Corrupt, DocumentRefused
from engine.corpus.types import (
    Coverage,
    FactText,
    Page,
    Passage,
    Place,
    ReadDocument,
    Suspicion,
)

LONGEST_LINE = 256 * 1024


def encode(document: ReadDocument) -> Iterator[str]:
    """Lines of at most about ``LONGEST_LINE`` characters: the head, then pages, passages and
    facts, then the end."""
    for line in _whole_lines(document):
        if len(line) <= LONGEST_LINE:
            yield line
        else:
            half = LONGEST_LINE // 2  # quoted a second time it may double
            for start in range(0, len(line), half):
                last = start + half >= len(line)
                yield json.dumps(["last part" if last else "part", line[start : start + half]])


def _whole_lines(document: ReadDocument) -> Iterator[str]:
    head = {
        "media": document.media,
        "title_guess": document.title_guess,
        "characters": document.characters,
        "notes": document.notes,
        "coverage": asdict(document.coverage),
        "suspicions": [asdict(suspicion) for suspicion in document.suspicions],
        "sketch": document.sketch,
    }
    yield _line("head", head)
    for page in document.pages:
        yield _line("page", asdict(page))
    for passage in document.passages:
        yield _line("passage", asdict(passage))
    for fact in document.facts:
        yield _line("fact", asdict(fact))
    yield _line("end", {})


def encode_progress(done: int, total: int) -> str:
    """One line that says how many of all pages are read."""
    return _line("progress", {"done": done, "total": total})


def encode_refusal(refusal: DocumentRefused) -> str:
    """One line with the code and the words for the person."""
    return _line(
        "refused", {"code": refusal.code, "detail": refusal.detail, "remedy": refusal.remedy}
    )


def _line(kind: str, value: dict[str, Any]) -> str:
    return json.dumps([kind, value], ensure_ascii=True)


@dataclass
class Decoder:
    """Takes the lines of one reading; ``document()`` when the end has come.

    ``progress`` are the pages done and in all, as told last.
    """

    name: str
    progress: tuple[int, int] = (0, 0)
    _parts: list[str] = field(default_factory=list)
    _head: dict[str, Any] = field(default_factory=dict)
    _pages: list[Page] = field(default_factory=list)
    _passages: list[Passage] = field(default_factory=list)
    _facts: list[FactText] = field(default_factory=list)
    complete: bool = False

    def feed(self, line: bytes) -> None:
        """Take one line. Raises the refusal that the line carries; ValueError if it is none."""
        kind, value = json.loads(line)
        if kind in ("part", "last part"):
            self._parts.append(value)
            if kind == "part":
                return
            kind, value = json.loads("".join(self._parts))
            self._parts.clear()
        if kind == "page":
            self._pages.append(Page(**value))
        elif kind == "passage":
            self._passages.append(Passage(**{**value, "place": Place(**value["place"])}))
        elif kind == "fact":
            self._facts.append(FactText(**{**value, "place": Place(**value["place"])}))
        elif kind == "head":
            self._head = value
        elif kind == "progress":
            self.progress = (int(value["done"]), int(value["total"]))
        elif kind == "end":
            self.complete = True
        elif kind == "refused":
            refused = BY_CODE.get(value["code"], Corrupt)
            raise refused(self.name, detail=value["detail"], remedy=value["remedy"])
        else:
            raise ValueError(f"unknown line {kind!r}")

    def document(self) -> ReadDocument:
        """The document. Raises Corrupt if the reading broke off."""
        if not self.complete:
            raise Corrupt(self.name)
        return ReadDocument(
            media=self._head["media"],
            pages=tuple(self._pages),
            passages=tuple(self._passages),
            facts=tuple(self._facts),
            title_guess=self._head["title_guess"],
            characters=self._head["characters"],
            notes=tuple(self._head["notes"]),
            coverage=_coverage(self._head["coverage"]),
            suspicions=tuple(Suspicion(**one) for one in self._head["suspicions"]),
            sketch=tuple(self._head["sketch"]),
        )


def _coverage(value: dict[str, Any]) -> Coverage:
    lists = {key: tuple(value[key]) for key in ("unread", "blank", "missing")}
    return Coverage(**{**value, **lists})
