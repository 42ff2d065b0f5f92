"""How the record reads to an agent: each thing that happened as one entry of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.matter import Authority, Fact, FactState
from engine.record import Failure, Json, Turn
from engine.triad.quoting import label, one_line, quotation


@dataclass(frozen=True)
class Entry:
    """``short`` stands in for ``text`` once the entry's round is condensed; "" drops it.

    ``round`` groups what is condensed together; an entry without one is never condensed.
    """

    text: str
    short: str | None = None
    round: tuple[int, int] | None = None


_SAID: Mapping[str | None, str] = {
    FactState.CORRECTED: " [wording corrected by counsel]",
    FactState.DISPUTED: " [disputed]",
}
"""What agents are told of a fact's state. A lawyer's note on it is work product: what stands on
record is read by all agents, and what one agent reads may go into a served move."""


def quoted(fact: Fact) -> str:
    return _quoted(fact.id, fact.text, f"{label(fact.title)}, {label(fact.place)}", fact.state)


def _quoted(id: str, text: str, source: str, state: str | None) -> str:
    return f'{id}: "{quotation(text)}" ({source}){_SAID.get(state, "")}'


def facts(heading: str, found: Iterable[Fact]) -> str:
    return "\n".join([heading, *(quoted(fact) for fact in found)])


def authorities(found: Iterable[Authority]) -> str:
    lines = ["AUTHORITIES ON FILE"]
    for one in found:
        named = f"{', '.join(one.names)}, " if one.names else ""
        year = f" ({one.year})" if one.year else ""
        holding = f": {one.holding}" if one.holding else ""
        said = one_line(f"{named}{one.citation}{year} [{one.weight}]{holding}")
        lines.append(f"{one.id}: {said}")
    return "\n".join(lines)


def elements(heading: str, found: Sequence[dict[str, Any]], visible: Iterable[str]) -> str:
    """Elements with facts on record only; gaps are Lead Counsel's and not shown here."""
    seen, lines = set(visible), [heading]
    for one in found:
        sides = "".join(
            f"; {side} {', '.join(f for f in one[key] if f in seen)}"
            for side, key in (("for", "facts_for"), ("against", "facts_against"))
            if any(f in seen for f in one[key])
        )
        law = f", {one['authority']}" if one["authority"] else ""
        lines.append(
            f"{one['id']}: {one_line(one['name'])} (burden: {one['burden_holder']}; "
            f"{one['standard_of_proof']}{law}{sides})"
        )
    return "\n".join(lines)


def gaps(found: Sequence[dict[str, Any]]) -> str:
    lines = [f"{one['id']}: {one_line('; '.join(one['gaps']))}" for one in found if one["gaps"]]
    return "\n".join(["GAPS WE SEE (ours only)", *lines]) if lines else ""


def move(turn: Turn, data: Json, known: Iterable[str] = ()) -> str:
    """A move as served: without its gaps and its case for being new.

    Facts that the reader's trunk does not show (``known``) are quoted with it.
    """
    lines = [
        f"MOVE {turn.key.stage} BY LEAD COUNSEL",
        f"theory: {data['theory']}",
        f"vehicle: {data['vehicle']}",
        f"standard: {data['standard']}",
        f"determinative: {', '.join(data['determinative'])}",
    ]
    if data.get("frame"):
        lines.append(f"frame: {data['frame']}")
    for number, section in enumerate(data["sections"], 1):
        rests = "; ".join(
            ", ".join(part)
            for part in (
                section["elements"],
                [fact["id"] for fact in section["facts"]],
                section["authorities"],
            )
            if part
        )
        lines.append(f"S{number} ({rests}): {section['text']}")
    seen = set(known)
    unseen = {f["id"]: f for s in data["sections"] for f in s["facts"] if f["id"] not in seen}
    lines += [
        _quoted(f["id"], f["quotation"], label(f["place"]), f.get("state")) for f in unseen.values()
    ]
    return "\n".join(lines)


def response(turn: Turn) -> str:
    lines = [f"RESPONSE {turn.key.stage} BY OPPOSING COUNSEL"]
    for attack in turn.data["attacks"]:
        named = ", ".join([f["id"] for f in attack["facts"]] + list(attack["authorities"]))
        rests = f" ({named})" if named else ""
        lines.append(f"{attack['tier']} against {attack['target']}{rests}: {attack['text']}")
    for point in turn.data["concessions"]:
        lines.append(f"concedes: {point['text']}, limited: {point['limit']}")
    return "\n".join(lines)


def ruling(turn: Turn) -> str:
    data = turn.data
    lines = [f"RULING {turn.key.stage}: {data['outcome']} under {data['standard']}"]
    lines += [f"{e['id']} {e['finding']}: {e['why']}" for e in data["elements"]]
    lines.append(f"reasoning: {data['reasoning']}")
    lines += [f"condition: {text}" for text in data["conditions"]]
    lines += [f"receptive to: {h['idea']} (strength {h['strength']:.2f})" for h in data["hints"]]
    return "\n".join(lines)


def refused(turn: Turn) -> str:
    return (
        f"SENT BACK {turn.key.stage}: your move is a repeat. {turn.data['repeat']['reason']} "
        "Choose another vehicle, standard or determinative fact."
    )


def failure(one: Failure) -> str:
    return f"{strategy(one)} Theory: {one.strategy.theory}. Why: {one.why}"


def strategy(one: Failure) -> str:
    """What a failure bars: all that stays of it in words once its round is condensed."""
    kind = "CONDITIONAL" if one.conditional else "FAILED"
    tried = one.strategy
    facts = ", ".join(sorted(tried.facts))
    return f"{kind} {one.stage}: {tried.vehicle}; {tried.standard}; {facts}."


def objective(orbit: int, text: str) -> str:
    return f"OBJECTIVE OF ORBIT {orbit}: {one_line(text)}"
