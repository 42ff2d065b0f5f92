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

    Facts that the reader has not been shown (``known``) are quoted with it.
    """
    lines = [
        f"MOVE {turn.key.stage} BY LEAD COUNSEL",
        f"theory: {data['theory']}",
        f"vehicle: {data['vehicle']}",
        f"standard: {data['standard']}; {data.get('why_standard', '')}".rstrip("; "),
        f"determinative: {', '.join(data['determinative'])}",
    ]
    if data.get("frame"):
        lines.append(f"frame: {data['frame']}")
    for number, section in enumerate(data["sections"], 1):
        lines.append(f"S{number} ({_rests(section)}): {section['text']}")
    taken = data.get("takes_up")
    if taken:
        shown = ", ".join(fact["id"] for fact in taken["facts"])
        lines += [f"condition of ruling {taken['of']}: {one}" for one in taken["conditions"]]
        lines.append(f"condition taken up by {shown}: {taken['how']}")
    cited = [fact for section in data["sections"] for fact in section["facts"]]
    return "\n".join(lines + _unseen(cited + (taken["facts"] if taken else []), known))


def _rests(section: Json) -> str:
    facts = [fact["id"] for fact in section["facts"]] or ["UNSUPPORTED: no fact on file"]
    parts = (section["elements"], facts, section["authorities"])
    return "; ".join(", ".join(part) for part in parts if part)


def _unseen(cited: Iterable[Json], known: Iterable[str]) -> list[str]:
    """Cited facts that the reader has not been shown, quoted."""
    seen = set(known)
    unseen = {fact["id"]: fact for fact in cited if fact["id"] not in seen}
    return [
        _quoted(f["id"], f["quotation"], label(f["place"]), f.get("state")) for f in unseen.values()
    ]


def response(turn: Turn, known: Iterable[str] = ()) -> str:
    lines = [f"RESPONSE {turn.key.stage} BY OPPOSING COUNSEL"]
    for attack in turn.data["attacks"]:
        named = ", ".join([f["id"] for f in attack["facts"]] + list(attack["authorities"]))
        rests = f" ({named})" if named else ""
        aimed = "/".join(one for one in (attack["target"], attack.get("element")) if one)
        under = attack.get("undermines")
        undermined = f" {under['authority']} is {under['how']}:" if under else ""
        lines.append(f"{attack['tier']} against {aimed}{rests}:{undermined} {attack['text']}")
    for point in turn.data["concessions"]:
        lines.append(f"concedes: {point['text']}, limited: {point['limit']}")
    cited = [fact for attack in turn.data["attacks"] for fact in attack["facts"]]
    return "\n".join(lines + _unseen(cited, known))


def ruling(turn: Turn, hints: bool = True) -> str:
    data = turn.data
    votes = data["votes"]
    panel = f" ({', '.join(f'{n} {name}' for name, n in votes.items())})" if len(votes) > 1 else ""
    lines = [f"RULING {turn.key.stage}: {data['outcome']}{panel} under {data['standard']}"]
    lines += [f"{e['id']} {e['finding']}: {e['why']}" for e in data["elements"]]
    lines.append(f"reasoning: {data['reasoning']}")
    lines += [f"{name}: {data[name]}" for name in ("institution", "context") if data.get(name)]
    lines += [f"{one['pressure']}: {one['effect']}" for one in data.get("profile_effects", ())]
    lines += [f"condition: {text}" for text in data["conditions"]]
    if hints:
        lines += [
            f"receptive to: {h['idea']} (strength {h['strength']:.2f})" for h in data["hints"]
        ]
    return "\n".join(lines)


def instruction(stage: str, data: Json) -> str:
    """What the orbit's rulings so far ask of the next move; "" if they teach nothing."""
    lines = []
    for key, said in (("persuasive", "persuaded"), ("rejected", "was rejected")):
        if data[key]:
            counted = ", ".join(f"{one['id']} (x{one['times']})" for one in data[key])
            lines.append(f"{said}: {counted}")
    if data["receptive"]:
        ideas = "; ".join(f"{one['idea']} ({one['strength']:.2f})" for one in data["receptive"])
        lines.append(f"the court would hear: {ideas}")
    for one in data["conditions"]:
        conditions = "; ".join(one["conditions"])
        lines.append(f"open since ruling {one['of']}, to be taken up if the file can: {conditions}")
    return "\n".join([f"INSTRUCTION AFTER ROUND {stage}", *lines]) if lines else ""


def advice(found: Sequence[Json]) -> str:
    """Earlier runs before another profile, objective or record: told, and no bar."""
    lines = ["EARLIER RUNS OF THIS MATTER, as advice: what lost there may be tried here"]
    for one in found:
        why = f" Why: {one['why']}" if one["why"] else ""
        lines.append(
            f"{one['outcome']} with {one['vehicle']}; {one['standard']}. "
            f"Theory: {one['theory']}.{why}"
        )
    return "\n".join(one_line(line) for line in lines)


def searched(turn: Turn) -> str:
    """What counsel asked the file before writing, and what it found."""
    asked = "; ".join(one["text"] for one in turn.data["searches"])
    head = f"YOU SEARCHED THE FILE {turn.key.stage}: {one_line(asked)}" if asked else ""
    found = [fact_line(one) for one in turn.data["facts"]]
    ours = [f"{fact_line(one)} [known to us only]" for one in turn.data["ours"]]
    return "\n".join([head, *found, *ours]) if head else ""


def fact_line(fact: Json) -> str:
    source = f"{label(fact['title'])}, {label(fact['place'])}"
    return _quoted(fact["id"], fact["quotation"], source, fact.get("state"))


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
