"""How many sides a matter has, by the roles of its parties."""

from __future__ import annotations

import pytest

from engine.matter import Party
from handlers.interests import interests, warning


def parties(*roles: str, ours: int = 0) -> list[Party]:
    return [Party(role, f"{role} Ltd", at == ours) for at, role in enumerate(roles)]


@pytest.mark.parametrize(
    "roles",
    [
        (),
        ("defendant", "plaintiff"),
        ("defendant", "plaintiff", "relator", "agency", "witness", "judge"),
        ("claimant", "first defendant", "second defendant", "solicitors for the defendants"),
        ("defendant", "plaintiff", "counsel for the plaintiff", "expert", "mediator", "non-party"),
        ("appellant", "appellee", "trial counsel for the appellant", "third party"),
        ("plaintiff-appellee", "defendant-appellant"),
    ],
)
def test_two_sides_are_no_reason_to_warn(roles: tuple[str, ...]) -> None:
    assert warning(parties(*roles)) == ""


@pytest.mark.parametrize(
    "roles",
    [
        ("defendant", "plaintiff", "intervenor"),
        ("defendant", "plaintiff", "third-party defendant", "witness"),
        ("appellant", "appellee", "funder"),
        ("claimant", "defendant", "insurer"),
        ("defendant", "plaintiff", "objector to the settlement"),
    ],
)
def test_a_third_interest_is_named_in_the_warning(roles: tuple[str, ...]) -> None:
    said = warning(parties(*roles))
    assert "3 adverse interests" in said and "two sides" in said
    assert all(f"{role} ({role} Ltd)" in said for role in roles if role != "witness")


def test_the_clients_parties_are_one_interest_whatever_they_are_called() -> None:
    ours = [Party("third-party plaintiff", "Acme", True), Party("defendant", "Acme Sub", True)]
    found = interests([*ours, Party("plaintiff", "Doe"), Party("co-defendant", "Roe")])
    assert [one.parties for one in found] == [("Acme", "Acme Sub", "Roe"), ("Doe",)]
    assert [one.ours for one in found] == [True, False]
