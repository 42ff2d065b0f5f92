"""Matters of any size, generated: words spread as they are in prose, from a seed."""

from __future__ import annotations

import bisect
import itertools
import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.corpus.types import FactText, Page, Passage, Place
from engine.matter import Matter, Scope
from engine.words import ordinary, vocabulary
from storage.documents import BATCH
from storage.house import House, Unit

DOCUMENTS = 20
"""Every second one is ours only."""
FACTS, PASSAGES = 10, 2
"""On a page; a passage holds the facts of its part of the page."""
OBJECTIVE = "summary judgment for want of materiality, since the agency paid with actual knowledge"
BRIEF = (
    "The relator says that certificates of calibration were false. The agency's auditors reported "
    "the shortfall, the contracting officer released the invoice, and the agency went on paying "
    "for eleven months and renewed the contract. The parties dispute what was known and when."
)
QUESTIONS = (
    "what did the agency know of the shortfall",
    "when was the contract renewed",
    "did the relator report to her manager",
    "payment of the invoice after the audit",
    "certificate signed before the inspection",
)
_THEMES = """
agency contract payment invoice certificate audit relator officer knowledge report letter material
claim court order notice shipment inspection employee manager meeting record witness statement
email damages defendant plaintiff supplier delivery quality release renewal objection auditor knew
paid shortfall calibration month dispute
"""
_PARTS = "ba co di fe gu la mi no pe qua ri sto tu ver wy zan tor len mus pri cal dro"
_RARE, _OWN = 30_000, 15_000
_T = TypeVar("_T")


class Prose:
    """Sentences with a few words that are everywhere and many that are almost nowhere.

    ``own`` adds rare words of which prose without it holds none.
    """

    def __init__(self, seed: int, own: bool = False) -> None:
        self._chance = random.Random(seed)
        made = ["".join(parts) for parts in itertools.product(_PARTS.split(), repeat=4)]
        random.Random(0).shuffle(made)
        rare = made[: _RARE + _OWN] if own else made[:_RARE]
        self._words = [*sorted(ordinary()), *_THEMES.split(), *rare]
        weights = (1 / (rank + 10) for rank in range(len(self._words)))
        self._sums = list(itertools.accumulate(weights))

    def sentence(self) -> str:
        chance = self._chance
        words = [self._word() for _ in range(chance.randint(8, 24))]
        day = f"{chance.randint(1, 28)} May {chance.randint(2015, 2024)}"
        return f"{' '.join(words).capitalize()} on {day}."

    def question(self) -> str:
        """A theme and some words of the file, as people ask."""
        return f"{self._chance.choice(QUESTIONS)} {self._word()} {self._word()}"

    def _word(self) -> str:
        return self._words[bisect.bisect(self._sums, self._chance.random() * self._sums[-1])]


async def fill(house: House, matter: Matter, pages: int, seed: int = 1) -> None:
    """``DOCUMENTS`` documents of ``pages`` pages together, on record and ours only by turns."""
    prose = {Scope.RECORD: Prose(seed), Scope.OURS: Prose(seed + 1, own=True)}
    each = max(1, pages // DOCUMENTS)
    for number in range(1, DOCUMENTS + 1):
        scope = Scope.OURS if number % 2 else Scope.RECORD
        async with house.writing() as unit:
            await _document(unit, matter, number, scope, each, prose[scope])


async def _document(
    unit: Unit, matter: Matter, number: int, scope: Scope, pages: int, prose: Prose
) -> None:
    name, sha256 = f"exhibit-{number}.pdf", f"{number:064x}"
    row = await unit.documents.begin(matter.id, name, sha256, sha256, scope, "P-BENCH")
    sheets: list[Page] = []
    passages: list[Passage] = []
    facts: list[FactText] = []
    for page in range(1, pages + 1):
        place = Place(page, None, True, f"p. {page}")
        texts = [prose.sentence() for _ in range(FACTS)]
        for part in _parts(texts, PASSAGES):
            passages.append(Passage(len(passages) + 1, " ".join(part), place))
            for text in part:
                facts.append(FactText(len(facts) + 1, text, place, "sentence", len(passages)))
        sheets.append(Page(page, " ".join(texts)))
    for some_pages in _batches(sheets):
        await unit.documents.add_pages(row, some_pages)
    for some_passages in _batches(passages):
        await unit.documents.add_passages(row, some_passages)
    for some_facts in _batches(facts):
        await unit.documents.add_facts(row, some_facts)
    await unit.documents.publish(
        row,
        title=f"Exhibit {number}",
        media="application/pdf",
        words=vocabulary(one.text for one in facts),
    )


def _parts(texts: list[str], many: int) -> Iterator[list[str]]:
    size = -(-len(texts) // many)
    return (texts[at : at + size] for at in range(0, len(texts), size))


def _batches(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (rows[at : at + BATCH] for at in range(0, len(rows), BATCH))
