"""What a search is for, and how common its words are: shared by both databases' ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

ENOUGH = 1500
"""Rows that are ranked in some 10 ms."""
_COMMON = 8
"""Words besides that rank: the commonest tell hardly one row from another, and take the longest."""


@dataclass(frozen=True)
class Wanted:
    """Rows of a table, in a matter. ``own`` are conditions on the table, ``of`` on its document."""

    table: sa.Table
    matter: str
    own: tuple[sa.ColumnElement[bool], ...] = ()
    of: tuple[sa.ColumnElement[bool], ...] = ()


@dataclass(frozen=True)
class Frequencies:
    """In how many rows of the matter each word is, and how many rows there are, about."""

    rows: Mapping[str, int]
    total: int

    def parted(self) -> tuple[list[str], list[str]]:
        """The rarest words, as many as are in ``ENOUGH`` rows together, and the next rarest."""
        by_count = sorted(self.rows, key=lambda word: self.rows[word])
        choosing, sum_of_rows = 0, 0
        for word in by_count:
            sum_of_rows += self.rows[word]
            if choosing and sum_of_rows > ENOUGH:
                break
            choosing += 1
        return by_count[:choosing], by_count[choosing : choosing + _COMMON]
