"""Figures, and how they are told: a table for people, a flat object for programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One thing measured. ``bound`` is the most it may be; the unit stands in the name.

    ``kept``: the figure goes into ``bench.json``; others only explain it.
    """

    name: str
    value: float
    bound: float | None = None
    kept: bool = True

    @property
    def verdict(self) -> str:
        """``ok`` or ``over``; empty where nothing bounds the figure."""
        if self.bound is None:
            return ""
        return "ok" if self.value <= self.bound else "over"


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that ``share`` percent of all values do not exceed (nearest rank).

    Raises ValueError for no values or a share outside 0 to 100.
    """
    if not values or not 0 <= share <= 100:
        raise ValueError("a percentile needs values, and a share from 0 to 100")
    rank = max(1, math.ceil(len(values) * share / 100))
    return sorted(values)[rank - 1]


def table(figures: Iterable[Figure]) -> str:
    """Plain text, one figure a line; figures that are not kept are indented below the others."""
    rows = [("figure", "value", "bound", "")]
    for one in figures:
        name = one.name if one.kept else f"  {one.name}"
        bound = "" if one.bound is None else shown(one.bound)
        rows.append((name, shown(one.value), bound, one.verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {bound:>{widths[2]}}  {verdict}".rstrip()
        for name, value, bound, verdict in rows
    )


def kept(figures: Iterable[Figure]) -> dict[str, float]:
    """The flat object of ``bench.json``, rounded to four significant digits."""
    return {one.name: float(f"{one.value:.4g}") for one in figures if one.kept}


def shown(value: float) -> str:
    """Whole numbers whole, others with three significant digits at least and no exponent."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"
