"""What a check found and what a run rested on, put together."""

from __future__ import annotations

from typing import Any

from engine.authorities.report import (
    Gap,
    Line,
    Use,
    counts,
    gaps,
    lines,
    used,
    worst_first,
)
from engine.authorities.types import PLACEHOLDER, Checked, Citation, Verdict
from engine.record import Role, Turn, TurnKey

PAGE = (
    "As held in Brown v. Board of Education,\n"
    "347 U.S. 483, 74 S. Ct. 686 (1954),\n\n"
    "and in Id. at 5, it is so."
)


def checked(
    text: str,
    verdict: Verdict,
    *,
    whole: str = "",
    page: int | None = 3,
    source: str = PAGE,
    kind: str = "case",
) -> Checked:
    start = source.index(text)
    around = source.index(whole) if whole else start
    span = (around, around + len(whole or text))
    citation = Citation(start, start + len(text), text, kind, text, "pattern", whole=span)
    return Checked(citation, verdict, "because", "A1", "quoted", page)


def test_a_citation_is_shown_with_what_belongs_to_it_and_nothing_of_its_neighbour() -> None:
    whole = PAGE[PAGE.index("Brown") : PAGE.index(" (1954)") + 7]
    first = checked("347 U.S. 483", Verdict.VERIFIED, whole=whole)
    second = checked("74 S. Ct. 686", Verdict.NOT_CHECKED, whole=whole)
    found = lines([first, second], [(3, PAGE)])
    assert found[0].text == "Brown v. Board of Education, 347 U.S. 483"
    assert found[1].text == "74 S. Ct. 686 (1954)"
    assert [line.place for line in found] == ["p. 3", "p. 3"]
    assert found[0].as_json() == {
        "text": found[0].text, "kind": "case", "place": "p. 3", "verdict": "verified",
        "reason": "because", "authority": "A1",
    }  # fmt: skip
    assert found[0].quotation == "quoted"


def test_a_text_without_pages_is_placed_by_its_paragraphs() -> None:
    found = lines(
        [
            checked("347 U.S. 483", Verdict.VERIFIED, page=None),
            checked("Id. at 5", Verdict.VERIFIED, page=None, kind="id"),
        ],
        [(None, PAGE)],
    )
    assert [line.place for line in found] == ["¶ 2", "¶ 3"]


def test_a_span_that_does_not_fit_its_page_costs_nothing_but_the_names() -> None:
    odd = Checked(Citation(900, 912, "347 U.S. 483", "case", "", "p", whole=(800, 912)),
                  Verdict.VERIFIED, "", page=9)  # fmt: skip
    assert lines([odd], [(3, PAGE)])[0].text == "347 U.S. 483"


def test_the_worst_comes_first_and_the_brief_s_order_stays() -> None:
    verdicts = [Verdict.VERIFIED, Verdict.NOT_CHECKED, Verdict.WRONG_PAGE, Verdict.WRONG_CASE,
                Verdict.NOT_CHECKED]  # fmt: skip
    made = [Line(str(n), "case", "", v, "", "", "") for n, v in enumerate(verdicts)]
    assert [line.text for line in worst_first(made)] == ["3", "2", "1", "4", "0"]
    assert list(counts(made).items()) == [
        (Verdict.WRONG_CASE, 1),
        (Verdict.WRONG_PAGE, 1),
        (Verdict.NOT_CHECKED, 2),
        (Verdict.VERIFIED, 1),
    ]
    assert counts([]) == {}


def turn(role: Role, round: int, **data: Any) -> Turn:
    return Turn(TurnKey("R-1", 1, round, role), data)


TURNS = [
    turn(Role.ELEMENTS, 0, elements=[
        {"authority": "A2", "gaps": ["No certificate"]}, {"authority": None, "gaps": []},
    ]),
    turn(Role.LEAD, 1, sections=[{"authorities": ["A10", "A2"]}, {"authorities": ["A2"]}],
         gaps=["no certificate", f"{PLACEHOLDER}."], removed_citations=["1 F.3d 1"]),
    turn(Role.OPPOSING, 1, attacks=[{"authorities": ["A2"]}], removed_citations=[
        {"text": "2 F.3d 2", "verdict": "wrong case"}, {"text": "1  F.3d\n1"},
    ], removed_quotations=["It is so"]),
    turn(Role.JUDGE, 1, elements=[{"id": "E1", "finding": "met", "why": ""}]),
    turn(Role.ROUND, 1, authorities=["A10", "A2"]),
    turn(Role.LEAD, 2, sections=[{"authorities": ["A2"]}], gaps=[]),
]  # fmt: skip


def test_an_authority_is_listed_with_every_place_where_it_was_used() -> None:
    assert used(TURNS) == [
        Use("A2", ("elements 1", "move 1.1", "response 1.1", "move 1.2")),
        Use("A10", ("move 1.1",)),
    ]
    assert used([]) == []


def test_a_gap_is_listed_once_with_what_is_needed() -> None:
    assert gaps(TURNS) == [
        Gap("elements 1", "proof", "No certificate"),
        Gap("move 1.1", "citation", "1 F.3d 1"),
        Gap("response 1.1", "citation", "2 F.3d 2", "wrong case"),
        Gap("response 1.1", "quotation", "It is so"),
    ]
