"""``lawgame evaluate``: what the engine is worth, in figures, on questions with known answers.

The questions on the sample matter stand in ``questions.tsv`` beside its documents: a kind, the
question, and one or more answers, each a document's file and words of the fact that answers. Half
of them are put in other words than the file's, as somebody asks who has not read it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import click

from bot.cli import origin
from bot.serving import opened
from bot.settings import Settings, load
from engine.ports import NoVectors, Vectors
from handlers.folder import load as bring_in
from handlers.seats import seat
from handlers.services import Services
from handlers.vectors import Finding, Vectoriser

SAMPLES = ("brellwick",)
DEPTH = 10


@dataclass(frozen=True)
class Question:
    """``answers`` are (file, words that stand in one fact of it and in no other)."""

    kind: str
    text: str
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Score:
    """Shares of questions with an answer among the first 5 and 10 found, and the mean of one over
    the first answer's rank, 0 beyond the tenth."""

    questions: int
    hit5: float
    hit10: float
    mrr: float


def questions(path: Path) -> list[Question]:
    """Of a file of tab-separated lines under a head line."""
    found = []
    for line in path.read_text("utf-8").splitlines()[1:]:
        kind, text, *answers = line.split("\t")
        parts = (answer.partition(": ") for answer in answers)
        found.append(Question(kind, text, tuple((file, words) for file, _, words in parts)))
    return found


def scored(ranks: Sequence[int | None]) -> Score:
    """Of the first answers' ranks, counted from 1."""
    count = max(1, len(ranks))
    hits = [rank for rank in ranks if rank is not None and rank <= DEPTH]
    return Score(
        len(ranks),
        sum(rank <= 5 for rank in hits) / count,
        len(hits) / count,
        sum(1 / rank for rank in hits) / count,
    )


async def retrieval() -> int:
    """Retrieval of facts by words and, where its model is here, also by meaning."""
    for name in SAMPLES:
        with tempfile.TemporaryDirectory(prefix="lawgame-") as home:
            settings = load(home=Path(home), model="scripted", database_url="", slack_bot_token="")
            await _sample(settings, name)
    return 0


async def _sample(settings: Settings, name: str) -> None:
    async with opened(settings) as house:
        services, vectors = house.app.services, house.app.vectors
        actor = await seat(services, origin(None))
        with as_file(files("bot.samples") / name) as folder:
            matter = await bring_in(services, folder, actor.person)
            asked = questions(folder / "questions.tsv")
        vectoriser = Vectoriser(services.house, vectors)
        while vectors.name and await vectoriser.step():
            pass
        ways: dict[str, Vectors] = {"full text": NoVectors()}
        if vectors.name:
            ways["hybrid"] = vectors
        click.echo(f"{len(asked)} questions on the sample matter {name}\n")
        click.echo(f"{'':24}{'questions':>10}{'hit@5':>8}{'hit@10':>8}{'MRR':>8}")
        for way, finding in ways.items():
            ranks = await _ranks(services, finding, matter.id, asked)
            kinds = dict.fromkeys(one.kind for one in asked)
            for kind in (*kinds, ""):
                of = [r for r, one in zip(ranks, asked, strict=True) if kind in ("", one.kind)]
                click.echo(_line(f"{way}, {kind or 'all'}", scored(of)))
        if not vectors.name:
            click.echo("\nHybrid retrieval is off: `lawgame doctor` says why.")


async def _ranks(
    services: Services, vectors: Vectors, matter: str, asked: Sequence[Question]
) -> list[int | None]:
    finding = Finding(services.house, vectors)
    async with services.house.reading() as view:
        names = {row.id: row.name for row in await view.documents.list(matter)}
    ranks: list[int | None] = []
    for one in asked:
        found = await finding.facts(matter, one.text, DEPTH)
        ranks.append(
            next(
                (
                    rank
                    for rank, fact in enumerate(found, 1)
                    if any(
                        names[fact.document] == file and words in fact.text
                        for file, words in one.answers
                    )
                ),
                None,
            )
        )
    return ranks


def _line(name: str, score: Score) -> str:
    figures = "".join(f"{value:8.3f}" for value in (score.hit5, score.hit10, score.mrr))
    return f"{name:24}{score.questions:>10}{figures}"
