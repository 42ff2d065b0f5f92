from __future__ import annotations

from typing import Any

import pytest

from bot.slack.belonging import Standing, of_command, of_event, of_press, of_profile
from tests.unit.slack.payloads import command, mention, press

OURS = frozenset({"T01", "E01"})


@pytest.mark.parametrize(
    ("form", "standing"),
    [
        (command(), Standing.OURS),
        (command(team_id="T02", enterprise_id="E01"), Standing.OURS),
        (command(team_id="T99"), Standing.STRANGER),
        ({}, Standing.STRANGER),
    ],
)
def test_commands(form: dict[str, Any], standing: Standing) -> None:
    assert of_command(form, OURS) is standing


@pytest.mark.parametrize(
    ("body", "standing"),
    [
        (mention(), Standing.OURS),
        (mention(user_team="T01"), Standing.OURS),
        (mention(user_team="T99", source_team="T99"), Standing.STRANGER),
        (mention(team="T99"), Standing.STRANGER),
        (mention(user_team="T02", body={"enterprise_id": "E01"}), Standing.UNSURE),
        (mention(body={"is_ext_shared_channel": True}), Standing.STRANGER),
        (mention(user_team="T01", body={"is_ext_shared_channel": True}), Standing.OURS),
        (mention(body={"team_id": "T99"}), Standing.STRANGER),
    ],
)
def test_events(body: dict[str, Any], standing: Standing) -> None:
    assert of_event(body, OURS) is standing


@pytest.mark.parametrize(
    ("payload", "standing"),
    [
        (press(), Standing.OURS),
        (press(user={"id": "U9", "team_id": "T99"}), Standing.STRANGER),
        (
            press(user={"id": "W9", "team_id": "T02"}, enterprise={"id": "E01"}),
            Standing.UNSURE,
        ),
        (press(user={"id": "W9"}, team={"id": "T02", "enterprise_id": "E01"}), Standing.OURS),
        (press(user={"id": "U9"}, team=None), Standing.STRANGER),
    ],
)
def test_presses(payload: dict[str, Any], standing: Standing) -> None:
    assert of_press(payload, OURS) is standing


@pytest.mark.parametrize(
    ("user", "standing"),
    [
        ({"team_id": "T01"}, Standing.OURS),
        ({"team_id": "T02", "enterprise_user": {"enterprise_id": "E01"}}, Standing.OURS),
        ({"team_id": "T02", "enterprise_user": {"enterprise_id": "E99"}}, Standing.STRANGER),
        ({"team_id": "T01", "is_stranger": True}, Standing.STRANGER),
        ({"team_id": "T01", "is_bot": True}, Standing.STRANGER),
    ],
)
def test_profiles(user: dict[str, Any], standing: Standing) -> None:
    assert of_profile(user, OURS) is standing
