"""Killed at any moment, a run has each turn once, each event once, and the same ending."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.chaos.kills import Plan, Played, play

SHORT = Plan(seed=4, rounds=2, orbits=1, pause=0.15, kills=3)
LONG = Plan(seed=4, rounds=8, orbits=2, pause=0.3, kills=30)


def _same(tmp_path: Path, plan: Plan) -> Played:
    undisturbed = play(tmp_path / "calm", Plan(**{**vars(plan), "kills": 0}), random.Random(0))
    killed = play(tmp_path / "killed", plan, random.Random(plan.seed))
    keys = [key for key, _ in killed.turns]
    assert len(keys) == len(set(keys)), "a turn was repeated"
    told = [key for key, _ in killed.events]
    assert len(told) == len(set(told)), "a post was doubled"
    assert killed.turns == undisturbed.turns
    assert killed.events == undisturbed.events
    assert killed.reason == undisturbed.reason
    return killed


def test_a_run_survives_a_few_kills(tmp_path: Path) -> None:
    assert _same(tmp_path, SHORT).kills


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_run_survives_thirty_kills(tmp_path: Path) -> None:
    assert _same(tmp_path, LONG).kills == LONG.kills
