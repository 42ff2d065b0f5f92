"""Words: which are too common to tell one text from another, and which are one word inflected."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

SHORT = 3
"""Letters of a word that is too short to be cut further."""
WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
"""A figure with its points and commas is one word; parts of a hyphenated word are several, and
so are a name and its possessive, or ``name-memorandum`` would carry the name through."""
_ENDING = re.compile(r"(?:ing|edly|ed|es|s|ly|e)$")
_YS = re.compile(r"(?:ies|ied)$")


@lru_cache
def ordinary() -> frozenset[str]:
    """Lower-case words whose presence says nothing about a text."""
    text = files("engine.prompts").joinpath("ordinary_words.txt").read_text("utf-8")
    return frozenset(text.split())


def stem(word: str) -> str:
    """One form for a word's inflections, crudely; a figure without its commas."""
    if not word.isascii():
        decomposed = unicodedata.normalize("NFKD", word).replace("\u00ad", "")
        word = "".join(c for c in decomposed if not unicodedata.combining(c))
    word = word.casefold().replace(",", "")
    if not word.isalpha() or len(word) <= SHORT:
        return word
    word = _YS.sub("y", word)
    bare = _ENDING.sub("", word)
    return bare if len(bare) >= SHORT else word


def whole(text: str) -> str:
    """Letters with their accents, and no hyphen that is only there to break a line."""
    return unicodedata.normalize("NFC", text.replace("\u00ad", ""))


def vocabulary(texts: Iterable[str]) -> list[str]:
    """The distinct words of texts as they are written, capitals kept, sorted.

    Not their stems: a stem is made where words are compared, so that a better rule for stems
    also holds for what was stored before.
    """
    return sorted({word for text in texts for word in WORD.findall(whole(text))})
