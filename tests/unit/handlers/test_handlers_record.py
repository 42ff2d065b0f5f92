"""A run's record, read by somebody who was not there: ten questions, answered from it alone."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from bot.render.terminal import Printer
from engine.ports import Ask
from engine.record import Reason, Role, Run, RunState, Turn
from engine.search.turns import conclude
from handlers import errand, record
from handlers.posts import Post
from handlers.present import SIMULATED
from tests.doubles import case
from tests.unit.engine.players import Listening
from tests.unit.handlers.conftest import Firm

WIDE = 5000
"""Columns, so that no line is broken."""
HINT = "stay the case until the agency decides on payment after the audit"
CONDITION = "an affidavit of the contracting officer is filed"
PLAN: dict[str, list[dict[str, Any]]] = {
    "1.1": [{"vehicle": "motion to dismiss", "standard": "clear error", "facts": ["F1"]}],
    "1.2": [
        {"vehicle": "motion to dismiss", "standard": "clear error", "facts": ["F1"]},
        {"vehicle": "motion for summary judgment", "standard": "good cause", "facts": ["F2"]},
    ],
    "1.3": [{"vehicle": "motion for summary judgment", "standard": "good cause", "facts": ["F2"]}],
    "2.1": [{"vehicle": "motion to stay", "standard": "balance of hardships", "facts": ["F5"]}],
}
"""Moves by stage, one for each attempt; the second stage's first repeats the first stage's."""
TAKES_UP = {"of": "1.2", "facts": ["F6"], "how": "The certificate stands in for it."}
OUTCOMES = {"1.1": "loss", "1.2": "conditional", "1.3": "loss", "2.1": "win"}


def as_text(post: Post) -> str:
    """The post as a terminal shows it."""
    out = io.StringIO()
    Printer(out, tty=False, width=WIDE).post(post)
    return out.getvalue()


class Court:
    """Plays the plan: which move is asked for, and how its ruling goes."""

    def __init__(self) -> None:
        self.moved: dict[str, int] = {}
        self.ruled: dict[str, int] = {}

    def __call__(self, ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        line = ask.messages[1].content.rsplit("\n\n", 1)[1]
        stage = next((one for one in PLAN if f" {one}" in line), "")
        if ask.name == Role.LEAD:
            if "takes_up" in data:
                data |= {"takes_up": TAKES_UP if stage == "1.3" else None}
            return data | self._move(stage)
        if ask.name == Role.JUDGE:
            return data | self._ruling(stage, data)
        return data

    def _move(self, stage: str) -> dict[str, Any]:
        attempt = self.moved[stage] = self.moved.get(stage, 0) + 1
        plan = PLAN[stage][min(attempt, len(PLAN[stage])) - 1]
        section = {
            "elements": ["E1"], "facts": plan["facts"], "authorities": ["A1"],
            "text": f"What was paid in {stage} decides it.",
        }  # fmt: skip
        return {
            "determinative": plan["facts"],
            "vehicle": plan["vehicle"],
            "standard": plan["standard"],
            "why_standard": "Nobody disputes the payments.",
            "theory": f"Payment with knowledge, as told in {stage}.",
            "sections": [section],
            "gaps": ["Who read the audit."],
        }

    def _ruling(self, stage: str, data: dict[str, Any]) -> dict[str, Any]:
        """Of a panel's three samples the last dissents."""
        seat = self.ruled[stage] = self.ruled.get(stage, 0) + 1
        outcome = OUTCOMES[stage] if seat < 3 else "loss"
        found = "persuasive" if outcome == "win" else "rejected"
        disposition: dict[str, Any] = {"outcome": outcome}
        if outcome == "conditional":
            disposition["conditions"] = [CONDITION]
        return {
            "elements": [{"id": "E1", "finding": found, "why": f"The audit decides {stage}."}],
            "reasoning": f"On this record {stage} comes out so.",
            "disposition": disposition,
            "hints": [{"idea": HINT, "strength": 0.9}],
        }


@dataclass
class Played:
    firm: Firm
    matter: str
    run: Run
    turns: list[Turn]

    async def told(self, text: str = "record") -> Post:
        return await self.firm.say(text, matter=self.matter)


@pytest.fixture
async def played(firm: Firm) -> AsyncIterator[Played]:
    """The plan played over the small invented case, its turns on a matter's record."""
    matter = await firm.opened()
    run = replace(case.a_run(seed=4, rounds=3, orbits=2), panel=3)
    ports = case.ports(Listening(Court()), run)
    await case.play(run, ports)
    ledger: Any = ports.ledger
    turns = list(ledger.settled.values())
    async with firm.house.writing() as unit:
        ada = await unit.people.by_name("Ada")
        by = ada.id if ada else ""
        row = replace(run, matter=matter.id, thread=matter.thread, requested_by=by)
        await unit.runs.create(row)
        for turn in turns:
            await unit.turns.add(turn)
        await unit.runs.close(run.id, RunState.ENDED, Reason.ACHIEVED)
    yield Played(firm, matter.id, row, turns)


QUESTIONS = {
    "What was sought, and for whom?": (
        "summary judgment for want of materiality", "For Halden Devices (defendant)",
    ),
    "Before which court, at what stage?": ("Before a federal district court; after discovery",),
    "On what file, and who could read what?": (
        "D1 Exhibit 1: 2 facts", "Ours only", "D9 Assessment: 2 facts", "31 U.S.C. § 3729(b)(4)",
    ),
    "What was tried, in which order, and why did each fail?": (
        "1.1", "motion to dismiss; clear error; on", "Failed: E1: The audit decides 1.1.",
        "1.2", "Open on its conditions: E1: The audit decides 1.2.", "Failed: E1: The audit", "2.1",
    ),
    "Which facts decided, in which words and where?": (
        "Payments continued for eleven months after the audit was circulated.",
        "Exhibit 3 (D3), p. 5", "2.1 win",
    ),
    "What was the court receptive to, and when did the engine pivot?": (
        "Receptive to", HINT, "After round 1.3 to orbit 2", "heard in 1.1, 1.2, 1.3",
    ),
    "Which repeats were refused?": (
        "1.2 sent back: Same vehicle (motion to dismiss), standard (clear error)", "in 1.1, which",
    ),
    "Which conditions were named, and were they met?": (
        "taken up in 1.3", CONDITION, "The certificate stands in for it.",
    ),
    "Who judged, how far was the panel of one mind, was the model tried?": (
        "Model", "scripted", "2 of 3 samples: win; 1: loss", "no court profile",
        "was not evaluated",
    ),
    "How did it end and why, and what is untested?": (
        "Achieved.", "Won in 2.1", "motion to stay, balance of hardships", "What is untested",
        "Who read the audit", "Settlement: bargaining",
    ),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
async def test_who_was_not_there_finds_the_answer(played: Played, question: str) -> None:
    said = as_text(await played.told())
    answers = QUESTIONS[question]
    missing = [answer for answer in answers if answer not in said]
    assert answers and not missing, question


async def test_rounds_are_told_in_the_order_in_which_they_were_played(played: Played) -> None:
    said = as_text(await played.told())
    told = [said.index(f"as told in {stage}.") for stage in ("1.1", "1.2", "1.3")]
    assert told == sorted(told)
    assert said.index("Orbit 1:") < said.index("Orbit 2:")


async def test_no_fact_is_named_that_is_not_quoted(played: Played) -> None:
    """But for those that only the firm knows, and those that a search brought and nobody used."""
    post = await played.told()
    said = as_text(post)
    for turn in played.turns:
        for part in (*turn.data.get("sections", ()), *turn.data.get("attacks", ())):
            assert all(fact["quotation"] in said for fact in part["facts"])


async def test_what_is_ours_alone_is_named_and_not_quoted(played: Played) -> None:
    post = await played.told()
    assert case.CANARY not in as_text(post) and "Assessment" in as_text(post)


async def test_the_whole_record_is_in_its_data(played: Played) -> None:
    post = await played.told()
    turns = post.data["turns"]
    assert [one["key"] for one in turns] == [str(turn.key) for turn in played.turns]
    for told, turn in zip(turns, played.turns, strict=True):
        assert (told["parent"], told["model"]) == (turn.parent, turn.model)
        assert "secret" not in told["data"] and "removed_citations" not in told["data"]
    moves = [one["data"] for one in turns if "/lead//" in one["key"]]
    assert any(one["repeat"] for one in moves) and moves[-1]["vehicle"] == "motion to stay"


async def test_the_record_of_a_double_says_so(played: Played) -> None:
    assert SIMULATED in (await played.told()).marks


async def test_a_run_that_goes_on_has_not_ended(played: Played) -> None:
    async with played.firm.house.writing() as unit:
        row = replace(played.run, id="R-2")
        await unit.runs.create(row)
        for turn in played.turns[:6]:
            await unit.turns.add(replace(turn, key=replace(turn.key, run="R-2"), parent=None))
    post = await played.told("record R-2")
    said = as_text(post)
    assert "It has not ended yet." in said and post.fields["ended"] == "not yet"


async def test_an_outcome_that_was_resumed_is_not_the_end(played: Played) -> None:
    """The run went on after it was stopped: only its last word counts."""
    ports = case.ports(None, played.run)
    ledger: Any = ports.ledger
    for turn in played.turns[:4]:
        await ledger.settle(turn)
    await conclude(played.run.id, 0, Reason.STOPPED, "", ports)
    stopped = list(ledger.settled.values())
    async with played.firm.house.writing() as unit:
        row = replace(played.run, id="R-3")
        await unit.runs.create(row)
        for turn in [*stopped, *played.turns[4:6]]:
            await unit.turns.add(replace(turn, key=replace(turn.key, run="R-3"), parent=None))
    assert (await played.told("record R-3")).fields["ended"] == "not yet"


def _read(path: Path) -> str:
    """The file's paragraphs; it is for nobody else on this machine."""
    assert path.stat().st_mode & 0o077 == 0
    return "\n".join(line.text for line in Document(io.BytesIO(path.read_bytes())).paragraphs)


async def test_the_word_file_tells_every_turn_whole(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(errand.BEFORE, "record", record.before)
    post = await played.told()
    [file] = post.files
    text = _read(Path(file.path))
    assert "Won in 2.1" in text and "Payments continued for eleven months" in text
    for turn in played.turns:
        assert all(one["text"] in text for one in turn.data.get("attacks", ()))
    assert case.CANARY not in text
