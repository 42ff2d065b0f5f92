"""One spelling for a reporter, and where a case may be filed."""

from __future__ import annotations

import pytest

from engine.authorities.reporters import known, places, usual


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("F. Supp. 2d", "F.Supp.2d"), ("F.Supp.2d", "F.Supp.2d"), ("F Supp 2d", "F.Supp.2d"),
        ("U. S.", "U.S."), ("US", "U.S."), ("United States Reports", "U.S."), ("S.Ct.", "S.Ct."),
        ("s ct", "S.Ct."), ("L. Ed. 2d", "L.Ed.2d"), ("1 Cranch", "Cranch"), ("F. 3rd", "F.3d"),
        ("F. App\u2019x", "F.App'x"), ("Federal Reporter, Third Series", "F.3d"),
        ("Cal. App. 4th", "Cal.App.4th"), ("WL", "WL"), ("N. Y. S. 2d", "N.Y.S.2d"),
    ],
)  # fmt: skip
def test_one_spelling(said: str, expected: str) -> None:
    assert usual(said) == expected
    assert usual(expected) == expected
    assert known(said)


@pytest.mark.parametrize("said", ["Foo. Rep.", "Fed. Air Rptr. 3d", "Zorb. App. 3d", "U.S.C.", ""])
def test_what_nobody_prints_is_not_known(said: str) -> None:
    assert not known(said)


def test_nominative_reporters_are_volumes_of_the_united_states_reports() -> None:
    assert places("U. S.", "5", "137") == (("U.S.", "5", "137"), ("Cranch", "1", "137"))
    assert places("1 Cranch", "1", "137") == (("Cranch", "1", "137"), ("U.S.", "5", "137"))
    assert places("Wall.", "16", "36")[1] == ("U.S.", "83", "36")
    assert places("F. 3d", "925", "1339") == (("F.3d", "925", "1339"),)
    assert places("Black", "9", "1") == (("Black", "9", "1"),), "it has two volumes only"
