"""What each thing that happened reads like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.events import Event, Kind
from engine.ports import Ask
from engine.record import Role
from handlers.posts import (
    PRIVILEGE,
    RESEARCH_ONLY,
    Block,
    Details,
    Post,
    Quotation,
    from_json,
    to_json,
)
from handlers.present import present
from tests.doubles import case
from tests.doubles.gallery import HOSTILE
from tests.unit.engine.players import Listening, losing

MODEL = {"name": "m", "sha256": "0" * 64, "simulated": False}
FACT = {
    "id": "F12", "quotation": "The agency paid.", "document": "D3", "title": "Ledger",
    "place": "row 4", "page": None,
}  # fmt: skip
FRAME = {
    "run": "R-1", "stage": "1.2", "orbit": 1, "round": 2, "model": MODEL, "usage": {},
    "labels": {"E1": "Materiality", "A1": "False Claims Act, 31 U.S.C. § 3729"},
}  # fmt: skip


def event(kind: Kind, **data: Any) -> Event:
    return Event("k", kind, "T-1", {**FRAME, **data}, "M-1", "R-1", seq=7)


EVENTS = {
    Kind.PROGRESS: event(Kind.PROGRESS, says="Lead Counsel prepares", done=2, total=9, ended=False),
    Kind.ELEMENTS: event(
        Kind.ELEMENTS,
        objective="dismissal",
        elements=[
            {
                "id": "E1", "name": "Materiality", "burden_holder": "relator",
                "standard_of_proof": "preponderance of the evidence", "authority": "A1",
                "facts_for": ["F12"], "facts_against": ["F3"], "gaps": ["an affidavit"],
            }
        ],
    ),
    Kind.MOVE: event(
        Kind.MOVE,
        theory="They knew and they paid.", vehicle="motion to dismiss", standard="clear error",
        determinative=["F12"], frame="A patient payer.", analysis="Thin.", adaptation="None.",
        sections=[
            {"text": "It paid.", "elements": ["E1"], "facts": [FACT], "authorities": ["A1"],
             "unsupported": False}
        ],
        gaps=["an affidavit"], why_new="First.", repeat=None,
        removed={"citations": 1, "quotations": 0},
    ),
    Kind.RESPONSE: event(
        Kind.RESPONSE,
        attacks=[
            {"tier": "threshold", "target": "E1", "text": "No standing.", "facts": [FACT],
             "authorities": ["A1"], "strength": 0.4}
        ],
        concessions=[{"text": "It paid.", "limit": "until May."}],
        removed={"citations": 0, "quotations": 0},
    ),
    Kind.RULING: event(
        Kind.RULING,
        outcome="conditional", conditions=["an affidavit is filed"], confidence=None,
        votes={"conditional": 1}, standard="clear error",
        elements=[{"id": "E1", "finding": "rejected", "why": "thin"}], facts=[FACT],
        reasoning="The record is thin.", hints=[{"idea": "a stay", "strength": 0.8}],
        reversal_risk="low", removed={"citations": 0, "quotations": 0},
    ),
    Kind.ROUND: event(
        Kind.ROUND,
        outcome="loss", theory="They knew.", vehicle="motion to dismiss", standard="clear error",
        facts=["F12"], authorities=["A1"], refused=[{"of": "1.1", "reason": "same"}],
        failure={"why": "E1: thin", "conditional": False},
    ),
    Kind.ORBIT: event(
        Kind.ORBIT,
        objective="dismissal", rounds=[{"stage": "1.1", "outcome": "forfeited"}],
        conditional_objectives=["an affidavit is filed"], viable=True, achieved=False, pivot=None,
        ranking=[{"idea": "a stay", "score": 0.71, "viable": True}],
    ),
    Kind.PIVOT: event(
        Kind.PIVOT,
        objective="a stay", idea="a stay", orbit=2, rounds=["1.1"], score=0.71, facts=["F12"],
        ranking=[{"idea": "a stay", "score": 0.71, "viable": True}],
    ),
    Kind.OUTCOME: event(
        Kind.OUTCOME,
        reason="not_viable", code="", says="We would not pursue it.", compared="", next=None,
        orbits=[{"orbit": 1, "objective": "dismissal", "rounds": []}], limits=["Settlement"],
        seed=4, rounds=1,
    ),
}  # fmt: skip
GOLDEN = {
    Kind.PROGRESS: ("Lead Counsel prepares",),
    Kind.ELEMENTS: ("dismissal", "Materiality", "relator", "preponderance", "an affidavit", "F3"),
    Kind.MOVE: (
        "Move 1.2: motion to dismiss", "They knew and they paid.", "A patient payer.", "It paid.",
        "Materiality", "an affidavit", "Thin.", "First.", "1 citation",
    ),
    Kind.RESPONSE: (
        "Response 1.2", "1 attack", "Threshold", "Materiality", "No standing.", "0.40",
        "until May.",
    ),
    Kind.RULING: (
        "Ruling 1.2: conditional", "The record is thin.", "rejected", "an affidavit is filed",
        "a stay", "0.80",
    ),
    Kind.ROUND: ("Round 1.2: loss", "They knew.", "Not again", "E1: thin", "F12", "A1"),
    Kind.ORBIT: ("Orbit 1 spent", "1 round", "forfeited", "an affidavit is filed", "a stay"),
    Kind.PIVOT: ("Pivot to orbit 2", "a stay", "0.71", "F12", "1.1"),
    Kind.OUTCOME: ("Outcome: not viable", "We would not pursue it.", "dismissal", "Settlement"),
}  # fmt: skip


def words(value: Any) -> Iterator[str]:
    """Every text of a post's title, body and fields."""
    if isinstance(value, Post):
        yield from words([value.title, list(value.body), dict(value.fields)])
    elif isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from words(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words(one)
    elif hasattr(value, "__dict__"):
        yield from words(vars(value))


def quoted(blocks: tuple[Block, ...]) -> Iterator[Quotation]:
    for block in blocks:
        if isinstance(block, Quotation):
            yield block
        elif isinstance(block, Details):
            yield from quoted(block.blocks)


@pytest.mark.parametrize("kind", EVENTS, ids=str)
def test_every_kind_says_what_happened(kind: Kind) -> None:
    post = present(EVENTS[kind])
    said = " | ".join(words(post))
    for expected in GOLDEN[kind]:
        assert expected in said
    assert post.kind is kind and post.data == EVENTS[kind].data
    assert from_json(to_json(post)) == post


@pytest.mark.parametrize("kind", EVENTS, ids=str)
def test_every_post_has_its_place_its_reminder_and_on_a_matter_the_legend(kind: Kind) -> None:
    post = present(EVENTS[kind])
    assert (post.id, post.run, post.thread, post.matter) == ("P7", "R-1", "T-1", "M-1")
    assert post.footer == (RESEARCH_ONLY, PRIVILEGE)
    assert present(replace(EVENTS[kind], matter=None)).footer == (RESEARCH_ONLY,)


@pytest.mark.parametrize("kind", EVENTS, ids=str)
def test_a_notification_says_nothing_of_the_content(kind: Kind) -> None:
    note = present(EVENTS[kind]).notification
    content = ("dismiss", "paid", "stay", "Materiality", "affidavit", "F12", "thin")
    assert note and not any(word in note for word in content)


@pytest.mark.parametrize("kind", EVENTS, ids=str)
def test_what_a_double_played_is_marked(kind: Kind) -> None:
    data = {**EVENTS[kind].data, "model": {**MODEL, "simulated": True}}
    assert present(replace(EVENTS[kind], data=data)).marks
    assert not present(EVENTS[kind]).marks


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.RESPONSE, Kind.RULING], ids=str)
def test_chosen_facts_are_quoted_with_their_places(kind: Kind) -> None:
    [quotation] = quoted(present(EVENTS[kind]).body)
    assert (quotation.text, quotation.place, quotation.fact) == ("The agency paid.", "row 4", "F12")
    assert quotation.untrusted and "Ledger" in quotation.source


@pytest.mark.parametrize("reason", ["stopped", "failed", "achieved", "exhausted", "not_viable"])
def test_what_can_go_on_has_a_button_for_it(reason: str) -> None:
    data = {**EVENTS[Kind.OUTCOME].data, "reason": reason, "code": "turn.window"}
    actions = present(replace(EVENTS[Kind.OUTCOME], data=data)).actions
    assert [a.id for a in actions] == (["resume"] if reason in ("stopped", "failed") else [])
    assert all(action.value == "R-1" for action in actions)


def test_progress_has_a_stop_until_it_is_over() -> None:
    going = present(EVENTS[Kind.PROGRESS])
    assert [action.id for action in going.actions] == ["stop"]
    assert going.progress is not None and (going.progress.done, going.progress.total) == (2, 9)
    over = replace(EVENTS[Kind.PROGRESS], data={**EVENTS[Kind.PROGRESS].data, "ended": True})
    assert present(over).actions == ()


def test_a_forfeited_round_says_that_only_repeats_were_offered() -> None:
    data = {**FRAME, "outcome": "forfeited", "refused": [], "failure": None}
    post = present(replace(EVENTS[Kind.ROUND], data=data))
    assert "forfeited" in post.title and "repeats" in " ".join(words(post))


def test_an_outcome_supersedes_the_one_before_it() -> None:
    event = replace(EVENTS[Kind.OUTCOME], supersedes="k0", replaces=3)
    post = present(event)
    assert post.supersedes == "P3" and "Supersedes the outcome in P3." in post.marks


def test_a_superseded_outcome_says_so_and_offers_nothing() -> None:
    stopped = replace(EVENTS[Kind.OUTCOME], data={**EVENTS[Kind.OUTCOME].data, "reason": "stopped"})
    assert [action.id for action in present(stopped).actions] == ["resume"]
    post = present(replace(stopped, replaced_by=9))
    assert post.superseded_by == "P9" and post.actions == ()
    assert any("ended in P9" in mark for mark in post.marks)


# Hostile text stays text


def _hostile(value: Any, key: str = "") -> Any:
    """The same data with every free text made hostile."""
    if isinstance(value, dict):
        return {k: _hostile(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_hostile(v, key) for v in value]
    return HOSTILE if isinstance(value, str) and key in FREE else value


FREE = {
    "theory", "frame", "text", "analysis", "adaptation", "gaps", "why_new", "limit", "why", "idea",
    "reasoning", "conditions", "quotation", "title", "place", "name", "objective", "says",
    "conditional_objectives", "reason",
}  # fmt: skip


@pytest.mark.parametrize("kind", [k for k in EVENTS if k is not Kind.OUTCOME], ids=str)
def test_hostile_text_makes_no_block_span_or_button_of_its_own(kind: Kind) -> None:
    tame = present(EVENTS[kind])
    wild = present(replace(EVENTS[kind], data=_hostile(dict(EVENTS[kind].data))))
    assert _shape(wild) == _shape(tame)
    assert from_json(to_json(wild)) == wild


def _shape(value: Any) -> Any:
    if isinstance(value, Post):
        return [
            _shape(list(value.body)),
            [action.id for action in value.actions],
            len(value.fields),
        ]
    if isinstance(value, list | tuple):
        return [_shape(one) for one in value]
    if hasattr(value, "__dict__"):
        return [type(value).__name__, *(_shape(one) for one in vars(value).values())]
    return None


async def test_every_kind_that_a_run_tells_can_be_presented() -> None:
    def told(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.LEAD and "1.2" in ask.messages[1].content[-60:]:
            data |= {"vehicle": "motion to stay", "standard": "good cause"}
            data["determinative"] = ["F1"]
        return data

    seen: set[Kind] = set()
    for seed in range(1, 4):
        run = case.a_run(seed, 3, 2)
        ports = case.ports(Listening(told), run)
        await case.play(run, ports)
        ledger: Any = ports.ledger
        for number, one in enumerate(ledger.events.values(), 1):
            post = present(replace(one, seq=number))
            assert post.title and post.kind is one.kind
            seen.add(one.kind)
    assert seen == set(EVENTS)
