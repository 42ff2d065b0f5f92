"""Texts to the word pieces of uncased BERT models, from the vocabulary of a ``tokenizer.json``."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_LONGEST_WORD = 100
_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
_PARTS = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+|[^\w\s]|_")


class WordPieces:
    """``encode`` gives ids between the marks of a text's beginning and end."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._ids = dict(vocabulary)
        self._unknown = self._ids["[UNK]"]
        self._first, self._last = self._ids["[CLS]"], self._ids["[SEP]"]
        # Files repeat their words.
        self._of_word = lru_cache(maxsize=50_000)(self._pieces)

    @classmethod
    def load(cls, path: Path) -> WordPieces:
        return cls(json.loads(path.read_text("utf-8"))["model"]["vocab"])

    def encode(self, text: str, most: int) -> list[int]:
        """At most ``most`` ids, marks included."""
        found: list[int] = []
        for word in _words(text):
            found += self._of_word(word)
            if len(found) >= most - 2:
                break
        return [self._first, *found[: most - 2], self._last]

    def _pieces(self, word: str) -> list[int]:
        """The longest piece each time; a word that cannot be made of pieces is unknown."""
        if len(word) > _LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            mark = "##" if start else ""
            for end in range(len(word), start, -1):
                piece = self._ids.get(mark + word[start:end])
                if piece is not None:
                    found.append(piece)
                    start = end
                    break
            else:
                return [self._unknown]
        return found


def _words(text: str) -> list[str]:
    """In small letters without accents; every punctuation mark is a word."""
    if not text.isascii():
        text = "".join(
            " " if c.isspace() else c
            for c in text
            if c.isspace() or unicodedata.category(c)[0] != "C"
        )
        plain = unicodedata.normalize("NFD", text.lower())
        text = "".join(c for c in plain if unicodedata.category(c) != "Mn")
    return _PARTS.findall(text.lower())
