"""What each agent reads, word for word: a change of a prompt is seen before it is made.

`LAWGAME_RENEW=1 pytest tests/unit/engine/test_engine_prompts.py` writes the snapshots anew.
"""

from __future__ import annotations

import os
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import bot.samples
from bot.samples import NAMES
from engine.record import Role, Turn, TurnKey
from engine.search.clerk import clerk_turn
from engine.search.history import History, fact_json
from engine.triad import elements, judge, layout, lead, opposing, profile, prompts, research
from engine.triad.vocabulary import Tradition
from engine.words import vocabulary
from tests.doubles import case

DRAWN = Path(__file__).parent / "prompts"
FACTS = {fact.id: fact_json(fact) for fact in case.facts()}


def turn(role: Role, data: dict[str, Any], number: int = 1, **more: Any) -> Turn:
    return Turn(TurnKey("R-1", 1, number, role, **more), data)


async def a_history() -> History:
    """One round lost on a condition, and the next one's move and response."""
    run = case.a_run()
    ports = case.ports(run=run)
    clerk = await clerk_turn(run, 1, History.of(run, ()), ports)
    pressures = [{"name": "docket", "weight": 0.7, "because": "Trials are far off.", "facts": []}]
    clerk["profile"] = {
        "judge": "", "decisions": [], "edited": True, "version": 2, "pressures": pressures,
    }  # fmt: skip
    element = {
        "id": "E1", "name": "The shortfall mattered to payment", "burden_holder": "relator",
        "standard_of_proof": "preponderance of the evidence", "authority": "A1",
        "facts_for": ["F6"], "facts_against": ["F2"], "gaps": ["Who decided to pay."],
    }  # fmt: skip
    searched = {
        "searches": [{"text": "who approved the renewal", "found": ["F7", "F10"]}],
        "facts": [FACTS["F7"]],
        "ours": [FACTS["F10"]],
    }
    move: dict[str, Any] = {
        "analysis": "The agency knew.", "determinative": ["F2"], "adaptation": "None yet.",
        "takes_up": None, "vehicle": "motion for summary judgment",
        "standard": "no genuine dispute of material fact",
        "why_standard": "The papers are the agency's own.", "theory": "It paid and knew.",
        "frame": "A payer is held to its payments.",
        "sections": [
            {"text": "The officer wrote that the agency knew.", "elements": ["E1"],
             "facts": [FACTS["F2"]], "authorities": ["A1"], "unsupported": False},
            {"text": "Nobody else would have acted otherwise.", "elements": ["E1"], "facts": [],
             "authorities": [], "unsupported": True},
        ],
        "gaps": ["A statement of the officer."], "why_new": "It is the first.", "repeat": None,
    }  # fmt: skip
    response = {
        "attacks": [
            {"tier": "evidentiary", "target": "S1", "element": "E1", "facts": [FACTS["F6"]],
             "authorities": [], "undermines": {"authority": "A1", "how": "confined to its posture"},
             "text": "Knowing of a shortfall is not knowing of a false certificate.",
             "strength": 0.6}
        ],
        "passed_over": ["threshold", "legal theory", "equitable"],
        "concessions": [{"text": "It was paid.", "limit": "Not with knowledge of all."}],
    }  # fmt: skip
    ruling: dict[str, Any] = {
        "outcome": "conditional", "conditions": ["The officer's statement is filed."],
        "confidence": 0.667, "votes": {"conditional": 2, "loss": 1},
        "standard": "no genuine dispute of material fact",
        "elements": [{"id": "E1", "finding": "rejected", "why": "Knowledge of what is open."}],
        "facts": [FACTS["F2"]], "reasoning": "The record can be read both ways.",
        "institution": "A trial is far off.", "context": "Public money.",
        "profile_effects": [{"pressure": "docket", "effect": "Leans to deciding now."}],
        "hints": [{"idea": "A stay until the officer has testified.", "strength": 0.7}],
        "reversal_risk": "low",
    }  # fmt: skip
    failure = {
        "stage": "1.1", "theory": move["theory"], "elements": ["E1"], "vehicle": move["vehicle"],
        "standard": move["standard"], "facts": ["F2"], "argument": "", "why": "Open.",
        "rejected": ["E1"], "conditional": True, "conditions": ruling["conditions"],
    }  # fmt: skip
    lesson = {
        "persuasive": [], "rejected": [{"id": "E1", "times": 1}],
        "receptive": [{"idea": ruling["hints"][0]["idea"], "strength": 0.7, "times": 1}],
        "conditions": [{"of": "1.1", "conditions": ruling["conditions"]}],
    }  # fmt: skip
    taken = {
        "of": "1.1", "conditions": ruling["conditions"], "facts": [FACTS["F4"]],
        "how": "The audit says what the officer would.",
    }  # fmt: skip
    turns = [
        turn(Role.CLERK, clerk, 0),
        turn(Role.ELEMENTS, {"objective": run.objective, "elements": [element]}, 0),
        turn(Role.RESEARCH, searched, party="lead"),
        turn(Role.LEAD, move),
        turn(Role.OPPOSING, response),
        turn(Role.JUDGE, ruling),
        turn(Role.ROUND, {"outcome": "conditional", "failure": failure, "instruction": lesson}),
        turn(Role.LEAD, {**move, "takes_up": taken}, 2),
        turn(Role.OPPOSING, response, 2),
    ]
    return History.of(run, turns)


LINES = {
    Role.LEAD: lead.line("1.3"),
    Role.OPPOSING: opposing.line("1.2"),
    Role.JUDGE: judge.line("1.2"),
    Role.RESEARCH: research.line(Role.LEAD, "1.3"),
}


@pytest.mark.parametrize("role", [Role.LEAD, Role.OPPOSING, Role.JUDGE])
async def test_each_agents_prompt_is_as_it_was(role: Role) -> None:
    history = await a_history()
    system, user = layout.messages(history, role, "1.2", LINES[role])
    kept(f"{role}.txt", f"{system.content}\n\n{'=' * 20}\n\n{user.content}\n")


async def test_the_lines_of_the_other_turns_are_as_they_were() -> None:
    history = await a_history()
    lines = [
        elements.line(history, 1),
        profile.line(history),
        LINES[Role.RESEARCH],
        research.line(Role.OPPOSING, "1.3"),
        prompts.line("again", wrong="it was cut off"),
    ]
    kept("lines.txt", "\n\n".join(lines) + "\n")


def kept(name: str, text: str) -> None:
    path = DRAWN / name
    if os.environ.get("LAWGAME_RENEW"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def test_advocates_of_an_english_forum_write_as_kings_counsel() -> None:
    english, american = (prompts.handbook(one) for one in (Tradition.ENGLISH, Tradition.AMERICAN))
    assert "King's Counsel" in english and "King's Counsel" not in american
    assert "elite American advocate" in american


def test_no_prompt_holds_a_word_of_any_sample_matter() -> None:
    """Of the names of parties and people that stand in the samples' matter.toml."""
    said = [one.read_text("utf-8") for one in _prompt_files()]
    words = set(vocabulary(said))
    for name in NAMES:
        folder = Path(bot.samples.__file__).parent / name
        data = tomllib.loads((folder / "matter.toml").read_text("utf-8"))
        named = " ".join([data["title"], data["client"], *(p["name"] for p in data["parties"])])
        own = set(re.findall(r"\b[A-Z][a-z]{3,}", named)) - COMMON
        assert own, name
        assert not own & words, (name, own & words)


COMMON = frozenset({"United", "States", "Court", "Counsel", "Judge", "Federal", "State"})
"""Words of names that name nobody."""


def _prompt_files() -> list[Any]:
    return [one for one in files("engine.prompts").iterdir() if one.name.endswith((".md", ".toml"))]
