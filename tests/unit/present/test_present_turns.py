"""What a run's posts read like: every chosen fact verbatim once, ids never left bare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from engine.events import Event, Kind
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Post, Quotation
from handlers.present import SIMULATED, present

LABELS = {"E1": "The agency knew.", "A1": "Escobar, 579 U.S. 176"}
SECTION = {"text": "It knew and paid.", "elements": ["E1"], "authorities": ["A1"]}
MOVE: dict[str, Any] = {
    "stage": "1.2",
    "labels": LABELS,
    "vehicle": "motion to dismiss",
    "standard": "good cause",
    "theory": "Knowing payment is waiver.",
    "frame": "",
    "determinative": ["F1"],
    "gaps": ["Who read the letter."],
    "analysis": "Only the dates are in dispute.",
    "adaptation": "",
    "why_new": "No earlier move rested on F1.",
}


def fact(id: str, title: str = "Audit memorandum") -> dict[str, Any]:
    return {
        "id": id,
        "quotation": f"Words of {id}.",
        "document": "D2",
        "title": title,
        "place": "p. 3",
        "page": 3,
    }


def shown(kind: Kind, data: dict[str, Any]) -> Post:
    return present(Event("R-1/x", kind, "T-1", data, "M-1", "R-1", seq=7))


def reading(post: Post) -> str:
    """The body as plain text, a line a block."""
    return "\n".join("".join(_words(block)) for block in post.body) + "\n"


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)
    elif is_dataclass(value):
        for each in fields(value):
            if each.name not in ("block", "span"):
                yield from _words(getattr(value, each.name))


def quoted(post: Post) -> list[str | None]:
    return [block.fact for block in post.body if isinstance(block, Quotation)]


def move(*sections: list[str]) -> Post:
    made = [{**SECTION, "facts": [fact(id) for id in ids]} for ids in sections]
    return shown(Kind.MOVE, {**MOVE, "turns_on": [fact("F1")], "sections": made})


def test_a_move_quotes_what_it_turns_on_first_and_nothing_twice() -> None:
    post = move(["F1", "F2"], ["F2", "F3"])
    assert quoted(post) == ["F1", "F2", "F3"]
    text = reading(post)
    assert text.index("Words of F1") < text.index("It knew and paid.")
    assert "See F1 above." in text and "See F2 above." in text


def test_counsels_thoughts_come_after_what_counsel_says() -> None:
    text = reading(move(["F2"]))
    assert text.index("Words of F2") < text.index("Who read the letter")
    assert text.index("Who read the letter") < text.index("Only the dates are in dispute")
    assert "Adapting to the court" not in text


def test_elements_and_authorities_are_named() -> None:
    text = reading(move(["F2"]))
    assert "1. E1 The agency knew\n" in text
    assert "Authority: A1Escobar, 579 U.S. 176." in text


def test_a_long_title_is_shortened_below_each_quotation() -> None:
    title = "United States ex rel. Amundsen v. Brellwick Medical Systems, deposition of Castellaw"
    section = {**SECTION, "facts": [fact("F2", title)]}
    post = shown(Kind.MOVE, {**MOVE, "turns_on": [], "sections": [section]})
    [quotation] = [block for block in post.body if isinstance(block, Quotation)]
    assert quotation.source == "United States ex rel. Amundsen v. Brellwick Medical… (D2)"


def test_an_attack_says_what_it_is_against() -> None:
    attack = {"tier": "threshold", "text": "No.", "facts": [], "authorities": [], "strength": 0.5}
    data = {
        "stage": "1.1",
        "labels": LABELS,
        "attacks": [{**attack, "target": "S2"}, {**attack, "target": "E1", "authorities": ["A1"]}],
        "concessions": [],
    }
    post = shown(Kind.RESPONSE, data)
    text = reading(post)
    assert post.title == "Response 1.1: 2 attacks"
    assert "Threshold, against section 2 of the move" in text
    assert "Threshold, against E1 The agency knew\n" in text
    assert "No. Authority: A1Escobar, 579 U.S. 176." in text


def test_every_post_of_a_matter_bears_reminder_legend_and_whether_it_is_played() -> None:
    data = {**MOVE, "turns_on": [], "sections": [], "model": {"simulated": True}}
    post = shown(Kind.MOVE, data)
    assert post.footer == (RESEARCH_ONLY, PRIVILEGE) and post.marks == (SIMULATED,)
    assert shown(Kind.MOVE, {**data, "model": {}}).marks == ()


def test_a_round_says_what_was_tried_and_whether_it_may_return() -> None:
    data = {
        "stage": "1.1",
        "outcome": "loss",
        "theory": "Knowing payment is waiver.",
        "vehicle": "motion to dismiss",
        "standard": "good cause",
        "facts": ["F1"],
        "authorities": ["A1"],
        "refused": [{}, {}],
        "failure": {"conditional": False, "why": "E1 is open."},
    }
    text = reading(shown(Kind.ROUND, data))
    assert "Motion to dismiss (good cause). Knowing payment is waiver. It turned on F1" in text
    assert "2 repeats of failed strategies" in text and "Not again: E1 is open." in text
    forfeited = shown(Kind.ROUND, {**data, "outcome": "forfeited", "failure": None})
    assert "no ruling" in reading(forfeited)


def test_an_orbit_leaves_the_ranking_to_its_pivot() -> None:
    ranking = [{"idea": "Recoupment", "score": 0.4, "viable": False}]
    data = {
        "orbit": 1,
        "objective": "Dismissal",
        "rounds": [],
        "conditional_objectives": [],
        "ranking": ranking,
        "achieved": False,
        "pivot": None,
    }
    assert "0.40, too weak to pursue" in reading(shown(Kind.ORBIT, data))
    assert "Recoupment" not in reading(shown(Kind.ORBIT, {**data, "pivot": {"orbit": 2}}))
