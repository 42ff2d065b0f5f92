"""Citations checked against the matter alone, where no library is loaded."""

from __future__ import annotations

from engine.authorities.checking import CheckedCitations
from engine.authorities.worker import CitationScanner
from engine.ports import NoLibrary


class ScannedCitations(CheckedCitations):
    def __init__(self, scanner: CitationScanner) -> None:
        super().__init__(scanner, NoLibrary())
