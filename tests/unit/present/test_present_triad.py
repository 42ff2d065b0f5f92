"""What the triad's richer turns read like, and that older ones still read."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import Kind
from handlers.posts import Details, Heading, Table
from handlers.present.ruling import UNTRIED
from tests.unit.present.test_present_turns import LABELS, MOVE, SECTION, fact, reading, shown

RICH: dict[str, Any] = {
    **MOVE,
    "turns_on": [fact("F1")],
    "why_standard": "Nobody disputes the dates.",
    "adaptation": "The court asked for conduct.",
    "takes_up": {
        "of": "1.1", "conditions": ["an affidavit is filed"], "facts": [fact("F9")],
        "how": "The officer swore to it.",
    },
    "sections": [
        {**SECTION, "facts": [fact("F1")], "unsupported": False},
        {**SECTION, "facts": [], "unsupported": True},
    ],
    "novelty": {
        "against": 6,
        "nearest": [
            {"of": "1.2", "differs": ["vehicle"]}, {"of": "1.3", "differs": ["vehicle"]},
            {"of": "1.4", "differs": ["determinative F1"]},
        ],
    },
    "checklist": [
        {"item": "Every section rests on a fact on file", "ok": False, "detail": "S2 unsupported"},
        {"item": "What the file lacks is named", "ok": True, "detail": ""},
    ],
}  # fmt: skip
RULING: dict[str, Any] = {
    "stage": "1.2", "labels": LABELS, "outcome": "loss", "conditions": [], "confidence": 0.667,
    "votes": {"loss": 2, "win": 1}, "standard": "good cause", "facts": [],
    "elements": [
        {"id": "E1", "finding": "rejected", "why": "Thin.",
         "votes": {"rejected": 2, "persuasive": 1}}
    ],
    "reasoning": "The record is thin.", "institution": "A full docket.",
    "context": "Trial is near.",
    "profile": "profile 3 (Judge Roe)",
    "profile_effects": [{"pressure": "docket", "effect": "A short way out was welcome."}],
    "dissent": [{"outcome": "win", "why": "Conduct is enough."}],
    "hints": [{"idea": "a stay", "strength": 0.53, "seats": 2}], "reversal_risk": "low",
    "model": {"name": "m", "sha256": "", "simulated": False, "standing": None},
}  # fmt: skip
OLD = ("institution", "context", "profile", "profile_effects", "dissent", "model")


def folded(kind: Kind, data: dict[str, Any]) -> str:
    """The words of what is folded."""
    post = shown(kind, data)
    inner = tuple(one for block in post.body if isinstance(block, Details) for one in block.blocks)
    return reading(type(post)(kind, "", inner))


def open_(kind: Kind, data: dict[str, Any]) -> str:
    post = shown(kind, data)
    body = tuple(block for block in post.body if not isinstance(block, Details))
    return reading(type(post)(kind, "", body))


# The move


def test_all_five_phases_of_a_move_can_be_read() -> None:
    text = folded(Kind.MOVE, RICH)
    heads = ["Case analysis. ", "Research. ", "Adapting to the court. ", "Structure. ",
             "Final checklist."]  # fmt: skip
    places = [text.index(head) for head in heads]
    assert places == sorted(places)


def test_what_counsel_thinks_is_folded() -> None:
    text = open_(Kind.MOVE, RICH)
    assert MOVE["analysis"] not in text and "The court asked for conduct" not in text


def test_a_move_says_why_its_standard_was_chosen() -> None:
    assert shown(Kind.MOVE, RICH).fields["standard of review"] == "good cause"
    assert "Why this standard. Nobody disputes the dates." in open_(Kind.MOVE, RICH)


def test_a_condition_is_taken_up_by_named_facts() -> None:
    text = open_(Kind.MOVE, RICH)
    assert "Takes up the conditions of ruling 1.1\nan affidavit is filed" in text
    assert "Met by F9. The officer swore to it." in text and "Words of F9." in text


def test_a_section_without_a_fact_and_a_gap_are_flagged_in_words() -> None:
    text = open_(Kind.MOVE, RICH)
    assert text.count("Unsupported. No fact on file") == 1
    assert "[Needed: Who read the letter]" in text


def test_newness_is_told_against_the_whole_log() -> None:
    said = "New against 6 failures; nearest 1.2, 1.3: another vehicle; 1.4: F1 newly decisive."
    assert said in open_(Kind.MOVE, RICH)
    first = {**RICH, "novelty": {"against": 0, "nearest": []}}
    assert "Nothing has failed yet" in open_(Kind.MOVE, first)


def test_the_checklist_says_ok_and_not_ok_in_words() -> None:
    assert "1 of 2 ok. Not ok: S2 unsupported." in open_(Kind.MOVE, RICH)
    text = folded(Kind.MOVE, RICH)
    assert "not ok: Every section rests on a fact on file (S2 unsupported)" in text
    assert "ok: What the file lacks is named" in text


# The response


def response(**attack: Any) -> dict[str, Any]:
    made = {
        "tier": "evidentiary", "target": "S1", "element": "E1", "facts": [fact("F3")],
        "authorities": [], "undermines": None, "text": "It is hearsay.", "strength": 0.6, **attack,
    }  # fmt: skip
    return {
        "stage": "1.1", "labels": LABELS, "attacks": [made], "passed_over": ["threshold"],
        "concessions": [{"text": "It paid.", "limit": "until May."}],
    }  # fmt: skip


def test_the_four_tiers_are_named_in_order_with_those_passed_over() -> None:
    text = reading(shown(Kind.RESPONSE, response()))
    assert text.startswith(
        "Threshold: passed over. Evidentiary: 1 attack. Legal theory: passed over. "
        "Equitable: passed over."
    )


def test_an_attack_names_section_element_facts_and_what_it_undermines() -> None:
    under = {"authority": "A1", "how": "confined to its posture"}
    text = reading(shown(Kind.RESPONSE, response(undermines=under)))
    assert "Evidentiary, against section 1 of the move, on E1 The agency knew\n" in text
    assert "Words of F3." in text
    assert "Undermines A1Escobar, 579 U.S. 176: confined to its posture." in text


def test_a_concession_stands_beside_its_limit() -> None:
    [table] = [b for b in shown(Kind.RESPONSE, response()).body if isinstance(b, Table)]
    assert table.rows == (("It paid.", "until May."),)


# The ruling


def test_a_panel_is_spoken_of_as_a_panel_and_never_as_a_chance_of_winning() -> None:
    post = shown(Kind.RULING, RULING)
    assert post.fields["panel"] == "2 of 3 samples: loss; 1: win"
    text = reading(post)
    assert "rejected (2 of 3 samples)" in text and "0.53, 2 of 3 samples" in text
    said = text + " ".join(post.fields.values())
    assert "%" not in said and "probab" not in said and "likel" not in said
    single = {**RULING, "votes": {"loss": 1}, "dissent": []}
    assert "one sample" in shown(Kind.RULING, single).fields["panel"]


def test_the_four_layers_are_told_apart() -> None:
    text = open_(Kind.RULING, RULING)
    for layer in (
        "Doctrine. The record is thin.", "Profile. docket: A short way out was welcome.",
        "Institution. A full docket.", "Context. Trial is near.",
    ):  # fmt: skip
        assert layer in text


def test_a_ruling_names_its_profile_or_that_it_has_none() -> None:
    assert shown(Kind.RULING, RULING).fields["court profile"] == "profile 3 (Judge Roe)"
    off = {**RULING, "profile": None, "profile_effects": []}
    assert shown(Kind.RULING, off).fields["court profile"] == "no court profile"


def test_dissent_is_folded() -> None:
    assert "For win. Conduct is enough." in folded(Kind.RULING, RULING)
    assert "Conduct is enough" not in open_(Kind.RULING, RULING)


@pytest.mark.parametrize("outcome", ["win", "loss", "conditional"])
def test_a_model_that_does_not_discriminate_is_labelled_in_every_ruling(outcome: str) -> None:
    standing = {"discriminates": False, "at": "2026-12-01", "says": "won 4 of 8 either way"}
    model = {**RULING["model"], "standing": standing}
    post = shown(Kind.RULING, {**RULING, "outcome": outcome, "model": model})
    assert post.marks == (
        "In its evaluation of 1 December 2026 this model did not tell a full move from one "
        "without facts: its outcomes are noise.",
    )


def test_an_unevaluated_model_gets_a_quiet_line_and_no_mark() -> None:
    assert shown(Kind.RULING, RULING).marks == ()
    words = UNTRIED.replace("`", "")
    assert words in folded(Kind.RULING, RULING) and words not in open_(Kind.RULING, RULING)


def test_older_turns_still_read() -> None:
    data = {key: value for key, value in RULING.items() if key not in OLD}
    element = {"id": "E1", "finding": "rejected", "why": "Thin."}
    data |= {"votes": {"loss": 1}, "elements": [element], "hints": []}
    post = shown(Kind.RULING, data)
    assert "Thin." in reading(post) and post.fields["court profile"] == "no court profile"
    assert reading(shown(Kind.MOVE, {**MOVE, "sections": []}))


# What the search has come to

ROUND: dict[str, Any] = {
    "stage": "1.2", "labels": LABELS, "outcome": "conditional", "theory": "T.", "vehicle": "motion",
    "standard": "good cause", "facts": ["F1"], "authorities": [], "took_up": "1.1",
    "refused": [{"of": "1.1", "reason": "same"}],
    "failure": {"conditional": True, "why": "E1: thin (returns if: an affidavit)"},
    "instruction": {
        "persuasive": [{"id": "E1", "times": 2}], "rejected": [],
        "receptive": [{"idea": "a stay", "strength": 0.7, "times": 3}],
        "conditions": [{"of": "1.2", "conditions": ["an affidavit."]}],
    },
}  # fmt: skip


def test_a_round_says_what_it_took_up_and_what_the_next_goes_by() -> None:
    text = reading(shown(Kind.ROUND, ROUND))
    assert "It took up the conditions of ruling 1.1." in text and "(of 1.1)" in text
    assert "Persuaded: E1 The agency knew, 2 times." in text
    assert "Receptive to: a stay (strength 0.70, 3 times)" in text
    assert "Open since ruling 1.2: an affidavit." in text
    assert text.count("an affidavit") == 1, "the conditions are told once"
    assert "Rejected" not in text


def test_after_a_win_nothing_is_taught() -> None:
    post = shown(Kind.ROUND, {**ROUND, "outcome": "win", "failure": None})
    assert not [block for block in post.body if isinstance(block, Heading)]


def test_an_orbit_says_which_conditions_are_open_and_which_were_taken_up() -> None:
    data: dict[str, Any] = {
        "orbit": 1, "objective": "Dismissal", "rounds": [], "ranking": [], "achieved": False,
        "pivot": None, "conditional_objectives": ["an affidavit", "a ledger"],
        "conditions": [
            {"of": "1.1", "conditions": ["an affidavit"],
             "taken_up": {"stage": "1.2", "outcome": "loss"}},
            {"of": "1.3", "conditions": ["a ledger"], "taken_up": None},
        ],
    }  # fmt: skip
    text = reading(shown(Kind.ORBIT, data))
    assert "1.1 taken up in 1.2 (loss): an affidavit." in text and "1.3 open: a ledger." in text
    older = {key: value for key, value in data.items() if key != "conditions"}
    assert "a ledger" in reading(shown(Kind.ORBIT, older))
