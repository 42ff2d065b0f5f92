"""Whether the sender of a payload is of the firm's own Slack, told from the payload alone."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

Payload = Mapping[str, Any]


class Standing(Enum):
    """``UNSURE``: another workspace, perhaps of the same organisation; Slack has to be asked."""

    OURS = "ours"
    STRANGER = "stranger"
    UNSURE = "unsure"


def of_command(form: Payload, ours: frozenset[str]) -> Standing:
    """``team_id`` is where the command was typed: a workspace that installed this app."""
    known = {form.get("team_id"), form.get("enterprise_id")}
    return Standing.OURS if known & ours else Standing.STRANGER


def of_press(payload: Payload, ours: frozenset[str]) -> Standing:
    """``user.team_id`` is the clicker's own workspace, ``team`` that of the channel."""
    home = (payload.get("user") or {}).get("team_id")
    team = payload.get("team") or {}
    organisation = (payload.get("enterprise") or {}).get("id") or team.get("enterprise_id")
    if home:
        return _of_home(home, organisation, ours)
    return Standing.OURS if {team.get("id"), organisation} & ours else Standing.STRANGER


def of_event(body: Payload, ours: frozenset[str]) -> Standing:
    """``user_team`` and ``source_team`` name the sender's workspace in shared channels.

    In a channel shared with another organisation a sender without a workspace is a stranger.
    """
    event = body.get("event") or {}
    home = event.get("user_team") or event.get("source_team") or event.get("team")
    organisation = body.get("enterprise_id")
    if home:
        return _of_home(home, organisation, ours)
    if body.get("is_ext_shared_channel"):
        return Standing.STRANGER
    return Standing.OURS if {body.get("team_id"), organisation} & ours else Standing.STRANGER


def of_profile(user: Payload, ours: frozenset[str]) -> Standing:
    """From ``users.info``; Slack marks members of other organisations as strangers."""
    if user.get("is_stranger") or user.get("is_bot"):
        return Standing.STRANGER
    organisation = (user.get("enterprise_user") or {}).get("enterprise_id")
    known = {user.get("team_id"), organisation}
    return Standing.OURS if known & ours else Standing.STRANGER


def _of_home(home: str, organisation: str | None, ours: frozenset[str]) -> Standing:
    if home in ours:
        return Standing.OURS
    return Standing.UNSURE if organisation in ours else Standing.STRANGER
