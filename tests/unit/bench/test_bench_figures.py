"""Figures are told as they are: what is over its bound says so."""

from __future__ import annotations

import pytest

from tests.bench.figures import Figure, kept, percentile, shown, table


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(n) for n in range(1000, 0, -1)]
    assert percentile(values, 99.9) == 999
    assert percentile(values, 50) == 500
    assert percentile(values, 100) == 1000
    assert percentile(values, 0) == 1
    assert percentile([3.0], 99.9) == 3


@pytest.mark.parametrize(("values", "share"), [([], 50.0), ([1.0], 101.0), ([1.0], -1.0)])
def test_a_percentile_of_nothing_is_refused(values: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="percentile"):
        percentile(values, share)


def test_a_figure_at_its_bound_is_ok_and_one_above_is_over() -> None:
    assert Figure("a", 2.0, 2.0).verdict == "ok"
    assert Figure("a", 2.001, 2.0).verdict == "over"
    assert Figure("a", 2.0).verdict == ""


def test_the_table_shows_name_value_bound_and_verdict() -> None:
    text = table([Figure("a.ratio", 1.0234, 1.1), Figure("why", 12345.6, kept=False)])
    assert text.splitlines() == [
        "figure    value  bound",
        "a.ratio    1.02   1.10  ok",
        "  why    12,346",
    ]


def test_only_kept_figures_are_written_and_rounded() -> None:
    figures = [Figure("a", 1.234567), Figure("b", 2.0, kept=False), Figure("c", 123456.0)]
    assert kept(figures) == {"a": 1.235, "c": 123500.0}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (50.0, "50"), (0.01234, "0.0123"), (12.34, "12.3"), (-1.5, "-1.50")],
)
def test_values_are_shown_without_exponents(value: float, text: str) -> None:
    assert shown(value) == text
