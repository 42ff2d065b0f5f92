"""``lawgame doctor``: what this machine brings, a line each that says ok or what to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click

from bot.settings import Settings

Which = Callable[[str], str | None]


@dataclass(frozen=True)
class Line:
    """``remedy`` is empty where there is nothing to do."""

    subject: str
    told: str
    remedy: str = ""

    def __str__(self) -> str:
        if self.remedy:
            return f"{self.subject}: {self.told}\n    what to do: {self.remedy}"
        return f"{self.subject}: ok, {self.told}"


async def doctor(settings: Settings) -> int:
    """Prints the lines; 0, since the house works without what they name, if with less."""
    for line in examined(settings):
        click.echo(line)
    return 0


def examined(settings: Settings, which: Which = shutil.which) -> Sequence[Line]:
    """What makes retrieval better and what reads scans and old files."""
    from engine.corpus.ocr import available

    return [vectors(settings.vectors), scans(which, available), old_word(which)]


def vectors(on: bool) -> Line:
    """Whether facts are found by meaning too; nothing is loaded to tell."""
    from engine.corpus.vectors.files import MODEL, TOKENIZER, missing, whole
    from engine.models.known import cached_path

    subject = "finding by meaning"
    if not on:
        told = "turned off by LAWGAME_VECTORS; full text finds alone"
        return Line(subject, told, "unset LAWGAME_VECTORS to turn it on.")
    absent = missing()
    if absent:
        told = f"not here: {', '.join(absent)}; full text finds alone"
        return Line(subject, told, "run `make setup`.")
    for known in (MODEL, TOKENIZER):
        if not whole(cached_path(known), known):
            told = f"{known.file} is not the file that Lawgame knows; full text finds alone"
            return Line(subject, told, "run `make setup`, which fetches it anew.")
    return Line(subject, "its model is here")


def scans(which: Which, english: Callable[[], bool]) -> Line:
    """Whether scans and pictures can be read; ``english`` tells whether the data for it is here."""
    from engine.corpus.ocr import PROGRAM

    subject = "scans and pictures"
    remedy = "install it, for instance `apt-get install tesseract-ocr tesseract-ocr-eng`."
    if which(PROGRAM) is None:
        return Line(subject, f"{PROGRAM} is not on PATH; they are refused by name", remedy)
    if not english():
        return Line(subject, f"{PROGRAM} has no data for English", remedy)
    return Line(subject, f"{PROGRAM} is here")


def old_word(which: Which) -> Line:
    """Whether Word's old files can be read."""
    from engine.corpus.readers.doc import PROGRAM

    subject = "old Word files"
    if which(PROGRAM) is None:
        told = f"{PROGRAM} is not on PATH; they are refused by name"
        return Line(subject, told, f"install it, for instance `apt-get install {PROGRAM}`.")
    return Line(subject, f"{PROGRAM} is here")
