"""The engine's ports without a database, as the evaluation of the search has them."""

from engine.evaluation.memory import MemoryCasefile, MemoryLedger, PlainCitations

__all__ = ["MemoryCasefile", "MemoryLedger", "PlainCitations"]
