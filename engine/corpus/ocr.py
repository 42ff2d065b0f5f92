"""Words of a picture, read by the ``tesseract`` program in a process of its own.

The picture goes in by standard input, a table comes out by standard output; there are no files
between. Limits on memory and processor time are those of the calling process, which its children
inherit; time on the clock is bounded for each picture.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache

from engine.corpus.recognised import (
    UNSURE,
    Picture,
    Word,
    Words,
    by_line,
    certain_letters,
    confidence,
    in_columns,
    page_turn,
    turned_back,
)

PROGRAM = "tesseract"
LANGUAGE = "eng"
AT_ONCE = 2
DPI = 300
REMEDY = (
    "Ask whoever runs Lawgame to install tesseract-ocr with its English data, then send the "
    "file again."
)

_COLUMNS = 12
_WORD_LEVEL = "5"
_FEW = 5
_ONE_COLUMN = "4"  # the way that keeps numbers which hang before a paragraph
_COLUMNED = "3"
_TURNED = "1"
_UPSIDE_DOWN = 2
_PIECE = 1024 * 1024


@cache
def available() -> bool:
    """Whether the program and its data for English are there."""
    program = shutil.which(PROGRAM)
    if program is None:
        return False
    try:
        done = subprocess.run(
            [program, "--list-langs"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=30, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return False
    return LANGUAGE in done.stdout.decode(errors="replace").split()


def read_all(pictures: Iterable[Picture], seconds: float) -> Iterator[tuple[Picture, Words | None]]:
    """Read pictures, two at once, in their order; None for one that could not be read.

    A picture comes back as it was read best, which may be turned. ``seconds`` bounds each reading.
    A picture is taken from ``pictures`` only when its turn has come.
    """
    running: deque[_Reading] = deque()
    try:
        for picture in pictures:
            running.append(_Reading(picture, seconds, _ONE_COLUMN))
            if len(running) == AT_ONCE:
                yield _finished(running.popleft(), seconds)
        while running:
            yield _finished(running.popleft(), seconds)
    finally:
        for left in running:
            left.stop()


def _finished(reading: _Reading, seconds: float) -> tuple[Picture, Words | None]:
    words = reading.words()
    if words is None:
        return reading.picture, None
    if len(words) < _FEW or confidence(words) < UNSURE:
        return _turned(reading.picture, words, seconds)
    if in_columns(words):
        again = _Reading(reading.picture, seconds, _COLUMNED).words() or ()
        words = max(words, again, key=certain_letters)
    return reading.picture, words


def _turned(picture: Picture, words: Words, seconds: float) -> tuple[Picture, Words]:
    """The picture turned to where it is read best, if it lies on its side or stands on its head."""
    best = picture, words
    again = _Reading(picture, seconds, _TURNED).words() or ()
    if certain_letters(again) > certain_letters(words):
        best = picture, again
    turn = page_turn(by_line(best[1]))
    if not turn and confidence(best[1]) < UNSURE:
        turn = _UPSIDE_DOWN
    if turn and (upright := turned_back(picture, turn)) is not None:
        words = _Reading(upright, seconds, _ONE_COLUMN).words() or ()
        if certain_letters(words) > certain_letters(best[1]) * 0.9:
            best = upright, words
    return best


class _Reading:
    """One run of the program."""

    def __init__(self, picture: Picture, seconds: float, layout: str) -> None:
        self.picture = picture
        self._until = time.monotonic() + seconds
        self._process = subprocess.Popen(
            [PROGRAM, "stdin", "stdout", "--dpi", str(DPI), "--psm", layout, "-l", LANGUAGE, "tsv"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},
        )  # fmt: skip
        self._feed(memoryview(picture.data))

    def _feed(self, data: memoryview) -> None:
        """Hand the picture over, as long as there is time and the program takes it."""
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        os.set_blocking(pipe, False)
        try:
            while data and (left := self._until - time.monotonic()) > 0:
                if select.select([], [pipe], [], left)[1]:
                    data = data[os.write(pipe, data[:_PIECE]) :]
        except BrokenPipeError:
            pass  # it gave up on the picture; its exit says so
        self._process.stdin.close()
        self._process.stdin = None

    def words(self) -> Words | None:
        """Wait for the end; None if it failed or took too long."""
        try:
            out, _ = self._process.communicate(timeout=max(0.0, self._until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.stop()
            return None
        return None if self._process.returncode else tuple(_parsed(out.decode(errors="replace")))

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()


def _parsed(table: str) -> Iterator[Word]:
    for row in table.splitlines():
        cells = row.split("\t", _COLUMNS - 1)
        if len(cells) < _COLUMNS or cells[0] != _WORD_LEVEL or not cells[11].strip():
            continue
        left, top, width, height = (int(cell) for cell in cells[6:10])
        yield Word(
            text=cells[11].strip(),
            confidence=min(1.0, max(0.0, float(cells[10]) / 100)),
            left=left,
            top=top,
            right=left + width,
            bottom=top + height,
            line=(int(cells[2]), int(cells[3]), int(cells[4])),
        )
