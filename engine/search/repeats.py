"""What has failed may not be tried again: when is a strategy the same as one that failed?

New words, another frame or added background facts are a repeat; another vehicle, standard or
determinative fact is new, and so is another theory on the same facts (``theories``).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ports import Vectors
from engine.record import Failure, Json, Strategy
from engine.search.bearing import marks
from engine.search.theories import Evidence, Map, evidence, landmarks, said

PATIENCE = 20.0
"""Seconds for vectors, of which a few pass once while their process starts: a move takes longer."""

_MAPS: dict[str, Map] = {}
"""By the name of what makes the vectors: the grounds' own lie still."""


async def repeat_of(
    strategy: Strategy, failures: Sequence[Failure], taken: Json | None, vectors: Vectors
) -> Failure | None:
    """The failure that this strategy repeats, None if it repeats none.

    ``taken`` is what a move takes up (``of``, ``facts``, ``how``): a strategy that was open on
    conditions returns only in a move that takes them up and shows something new. Vectors are
    asked for only where vehicle, standard and facts are a failure's and words leave it open."""
    alike = [
        (failure, evidence(strategy, failure.strategy))
        for failure in failures
        if _on_the_same(strategy, failure.strategy) and not _returns(strategy, failure, taken)
    ]
    open_ones = [(failure, found) for failure, found in alike if not found.settled]
    if not open_ones or any(found.settled and not found.another for _, found in alike):
        return next((failure for failure, found in alike if not found.another), None)
    apart = await _apart(strategy, [failure.strategy for failure, _ in open_ones], vectors)
    for (failure, found), meaning in zip(open_ones, apart, strict=True):
        if not Evidence(found.ground, found.elements, found.apart, meaning).another:
            return failure
    return None


def _on_the_same(one: Strategy, failed: Strategy) -> bool:
    """Vehicle, standard, and no determinative fact that the failed strategy did not rest on."""
    return (one.vehicle, one.standard) == (
        failed.vehicle,
        failed.standard,
    ) and one.facts <= failed.facts


async def _apart(
    one: Strategy, others: Sequence[Strategy], vectors: Vectors
) -> Sequence[float | None]:
    """How far apart in meaning; None where that cannot be told."""
    unknown = [None] * len(others)
    name = vectors.name
    if not name:
        return unknown
    texts = [said(one), *(said(other) for other in others)]
    known = name in _MAPS
    made = await vectors.of(texts if known else [*landmarks(), *texts], PATIENCE)
    if made is None:
        return unknown
    if not known:
        _MAPS[name] = Map(made[: -len(texts)])
    here, *there = made[-len(texts) :]
    return _MAPS[name].apart(here, there)


def _returns(strategy: Strategy, failure: Failure, taken: Json | None) -> bool:
    """Whether a conditional ruling's strategy comes back with something to meet its conditions: a
    fact that it did not rest on, and of which the move speaks."""
    if not failure.conditional or taken is None or taken["of"] != failure.stage:
        return False
    spoken = marks(f"{taken['how']} {strategy.theory} {strategy.argument}")
    return any(
        fact["id"] not in failure.strategy.facts and marks(fact["quotation"]) & spoken
        for fact in taken["facts"]
    )
