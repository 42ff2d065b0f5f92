"""Words: which are too common to tell one text from another, and which are one word inflected."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files

SHORT = 3
"""Letters of a word that is too short to be cut further."""
_ENDING = re.compile(r"(?:ing|edly|ed|es|s|ly|e)$")


@lru_cache
def ordinary() -> frozenset[str]:
    """Lower-case words whose presence says nothing about a text."""
    text = files("engine.prompts").joinpath("ordinary_words.txt").read_text("utf-8")
    return frozenset(text.split())


def stem(word: str) -> str:
    """One form for a word's inflections, crudely; a figure without its commas."""
    decomposed = unicodedata.normalize("NFKD", word).replace("\u00ad", "")
    word = "".join(c for c in decomposed if not unicodedata.combining(c))
    word = word.casefold().replace(",", "")
    if not word.isalpha() or len(word) <= SHORT:
        return word
    word = re.sub("(?:ies|ied)$", "y", word)
    bare = _ENDING.sub("", word)
    return bare if len(bare) >= SHORT else word
