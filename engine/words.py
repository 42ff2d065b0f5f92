"""Ordinary English words: too common to tell one text from another."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache
def ordinary() -> frozenset[str]:
    """Lower-case words whose presence says nothing about a text."""
    text = files("engine.prompts").joinpath("ordinary_words.txt").read_text("utf-8")
    return frozenset(text.split())
