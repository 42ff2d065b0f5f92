"""The questions of ``lawgame evaluate retrieval`` and how they are scored."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import bot.samples
from bot.evaluating import Score, questions, scored
from tests.unit.samples.test_brellwick import FOLDER, text_of

QUESTIONS = questions(Path(bot.samples.__file__).parent / "brellwick" / "questions.tsv")


def test_every_answer_stands_in_its_document() -> None:
    for question in QUESTIONS:
        assert question.answers, question.text
        for file, words in question.answers:
            assert (FOLDER / file).is_file()
            assert _squeezed(words) in _squeezed(text_of(file)), (file, words)


def _squeezed(text: str) -> str:
    """Without spaces and the marks of cells and quoted mail."""
    return re.sub(r"[\s|>]", "", text)


def test_questions_are_asked_in_the_files_words_and_in_others() -> None:
    kinds = Counter(question.kind for question in QUESTIONS)
    assert kinds == {"other words": 60, "its own words": 30}
    assert len({question.text for question in QUESTIONS}) == len(QUESTIONS)


def test_scores() -> None:
    assert scored([1, 2, 10, None, 11]) == Score(5, 0.4, 0.6, (1 + 0.5 + 0.1) / 5)
    assert scored([]) == Score(0, 0.0, 0.0, 0.0)
