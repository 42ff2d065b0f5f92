"""An orbit of a run's record: what was tried in which order, what came of it, where it led."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.record import Failure, Json, Role, Turn
from engine.search.history import History, Round
from handlers.posts import (
    Block,
    Code,
    Details,
    Heading,
    ListBlock,
    Paragraph,
    Span,
    Spans,
    Strong,
    Table,
    Text,
)
from handlers.present.move import needed, newness
from handlers.present.naming import facts, headed, joined, listed, named, reasons
from handlers.present.response import aim
from handlers.present.ruling import finding, hint, spread
from handlers.replies import counted, text

BRIEFLY = 240
"""Characters of a turn's prose that a record in a conversation keeps."""
SEARCHED = {Role.LEAD: "Lead Counsel", Role.OPPOSING: "Opposing Counsel"}


@dataclass(frozen=True)
class Telling:
    """A run's turns, and how much of their prose is told: all of it if ``full``."""

    history: History
    full: bool = False

    def brief(self, words: str, most: int = BRIEFLY) -> str:
        return words if self.full else textwrap.shorten(words, most, placeholder=" …")

    def labels(self, orbit: int) -> Mapping[str, Any]:
        """Names of an orbit's elements and of the authorities, as a post's data has them."""
        found = {one["id"]: one["name"] for one in self.history.elements(orbit)}
        law = self.history.authorities.values()
        return {"labels": found | {a.id: ", ".join((*a.names[:1], a.citation)) for a in law}}


def chapter(telling: Telling, orbit: int) -> list[Block]:
    """One orbit: its rounds in a line each, each in full folded, then what was learned of it."""
    history = telling.history
    rounds = history.rounds(orbit)
    body: list[Block] = [Heading(f"Orbit {orbit}: {history.objective(orbit)}")]
    lines = [line for one in rounds for line in _lines(telling, one)]
    body.append(ListBlock(tuple(lines)) if lines else text("No round yet."))
    body += _conditions(history, orbit) + _receptive(history, orbit)
    body += _elements(history, orbit)
    return body + [Details(f"Round {one.stage}", _in_full(telling, one)) for one in rounds]


def _lines(telling: Telling, one: Round) -> list[Spans]:
    lines: list[Spans] = [
        (Code(one.stage), Text(f" sent back: {telling.brief(turn.data['repeat']['reason'])}"))
        for turn in one.refused
    ]
    if one.move is None:
        said = " only repeats were offered; no response, no ruling" * (one.outcome == "forfeited")
        return [*lines, (Code(one.stage), Text(" "), Strong(one.outcome), Text(said))]
    move = one.move.data
    spans: list[Span] = [Code(one.stage), Text(" "), Strong(one.outcome)]
    spans += [Text(f": {move['vehicle']}; {move['standard']}; on "), *facts(move["determinative"])]
    spans.append(Text(f". {move['theory']}"))
    failure = one.summary.data.get("failure") if one.summary is not None else None
    if failure:
        kind = "Open on its conditions" if failure["conditional"] else "Failed"
        spans.append(Text(f" {kind}: {telling.brief(reasons(failure))}"))
    return [*lines, tuple(spans)]


def _elements(history: History, orbit: int) -> list[Block]:
    items = tuple(
        (
            Code(one["id"]),
            Text(f" {one['name'].rstrip('.')}: burden on {one['burden_holder']}, "),
            Text(one["standard_of_proof"]),
        )
        for one in history.elements(orbit)
    )
    return [Details("What had to be decided", (ListBlock(items),))] if items else []


def _conditions(history: History, orbit: int) -> list[Block]:
    """Each conditional ruling's conditions, and the move that took them up, if one did."""
    items = [
        (Code(of.stage), Text(" "), *_met(taken), Text(f": {joined(of.conditions)}."))
        for of, taken in conditions(history, orbit)
    ]
    return [Heading("Conditions the court named"), ListBlock(tuple(items))] if items else []


def conditions(history: History, orbit: int) -> list[tuple[Failure, Round | None]]:
    """The orbit's conditional rulings, each with the round that took its conditions up."""
    rounds = history.rounds(orbit)
    taken = {_takes(one): one for one in rounds if _takes(one)}
    return [
        (failure, taken.get(failure.stage))
        for failure in history.own_failures
        if failure.conditional and failure.stage.startswith(f"{orbit}.")
    ]


def _takes(one: Round) -> str:
    found = one.move.data.get("takes_up") if one.move is not None else None
    return str(found["of"]) if found else ""


def _met(taken: Round | None) -> list[Span]:
    if taken is None or taken.move is None:
        return [Strong("open")]
    by = [fact["id"] for fact in taken.move.data["takes_up"]["facts"]]
    return [Strong(f"taken up in {taken.stage}"), Text(" by "), *facts(by), *_so(taken)]


def _so(taken: Round) -> list[Span]:
    return [Text(f" ({taken.outcome})")] if taken.outcome != "open" else []


def _receptive(history: History, orbit: int) -> list[Block]:
    """What the court would be receptive to, ranked, and whether the engine went there."""
    found = history.by_role(Role.ORBIT, orbit)
    if not found:
        return []
    spent = found[0].data
    ranking = spent["ranking"]
    body: list[Block] = []
    if ranking:
        rows = tuple(
            (
                one["idea"],
                f"{one['score']:.2f}" + ("" if one["viable"] else ", too weak to pursue"),
                ", ".join(one.get("rounds", ())),
            )
            for one in ranking
        )
        body += [
            Heading("What the court was receptive to"),
            Table(("Idea", "Viability", "Heard in"), rows),
        ]
    return [*body, headed("Pivot", _pivot(spent, ranking))]


def _pivot(spent: Json, ranking: list[Json]) -> str:
    if spent["achieved"]:
        return "None: the objective was achieved."
    if not (to := spent.get("pivot")):
        if not any(one["viable"] for one in ranking):
            return "None: no idea that the court was receptive to is supported by the file."
        return "None: this was the last orbit."
    others = len(ranking) - 1
    ahead = f", ahead of {counted(others, 'other idea')}" if others else ""
    supported = f"; the file speaks to it in {', '.join(to['facts'])}" if to.get("facts") else ""
    heard = ", ".join(to.get("rounds", ()))
    return (
        f"After round {spent['rounds'][-1]['stage'] if spent['rounds'] else heard} to orbit "
        f"{to['orbit']}: {to['objective']}. Viability {to['score']:.2f}{ahead}, heard in "
        f"{heard}{supported}."
    )


def _in_full(telling: Telling, one: Round) -> tuple[Block, ...]:
    """Searches, move, response and ruling of a round; each as far as it is settled."""
    frame = telling.labels(one.orbit)
    body: list[Block] = [_search(turn) for turn in one.research]
    if one.move is not None:
        body += _move(telling, frame, one.move.data)
    if one.response is not None:
        body += _response(telling, frame, one.response.data)
    if one.ruling is not None:
        body += _ruling(telling, frame, one.ruling.data)
    return tuple(body) or (text("No turn of it stands."),)


def _search(turn: Turn) -> Block:
    who = SEARCHED.get(Role(turn.key.party), turn.key.party)
    made = turn.data["searches"]
    told = "; ".join(f"“{one['text']}”: {', '.join(one['found']) or 'nothing new'}" for one in made)
    return headed(f"{who} searched the file", f"{told}." if told else "Nothing was asked of it.")


def _move(telling: Telling, frame: Json, move: Json) -> list[Block]:
    why = f" {move['why_standard']}" if move.get("why_standard") else ""
    said = (
        f"{move['vehicle'].capitalize()}, {move['standard']}.{why} {newness(move.get('novelty'))}"
    )
    body: list[Block] = [headed("Move", said.rstrip())]
    if taken := move.get("takes_up"):
        body.append(headed(f"Takes up ruling {taken['of']}", telling.brief(taken["how"])))
    body.append(ListBlock(tuple(_section(telling, frame, one) for one in move["sections"])))
    if move["gaps"]:
        body.append(listed(map(needed, move["gaps"])))
    if bad := [one for one in move.get("checklist", ()) if not one["ok"]]:
        told = "; ".join(f"{one['item']}: {one['detail'] or 'not so'}" for one in bad)
        body.append(headed("Not ok in its final checklist", f"{told}."))
    if move.get("adaptation"):
        body.append(headed("How counsel adapted", telling.brief(move["adaptation"])))
    return body


def _section(telling: Telling, frame: Json, section: Json) -> Spans:
    head = named(frame, section["elements"]) or "Section"
    spans: list[Span] = [Strong(f"{head}: "), Text(telling.brief(section["text"]))]
    if section["facts"]:
        spans += [Text(" Rests on "), *facts([one["id"] for one in section["facts"]])]
    else:
        spans.append(Text(" Unsupported: no fact on file"))
    under = f"; under {', '.join(section['authorities'])}" if section["authorities"] else ""
    return (*spans, Text(f"{under}."))


def _response(telling: Telling, frame: Json, response: Json) -> list[Block]:
    over = response.get("passed_over", ())
    said = f"Passed over: {', '.join(over)}." if over else "Every tier was used."
    body: list[Block] = [headed("Response", said if "passed_over" in response else "")]
    body.append(ListBlock(tuple(_attack(telling, frame, one) for one in response["attacks"])))
    if response["concessions"]:
        rows = tuple((one["text"], one["limit"]) for one in response["concessions"])
        body.append(Table(("Conceded", "Only so far"), rows))
    return body


def _attack(telling: Telling, frame: Json, attack: Json) -> Spans:
    head = f"{attack['tier'].capitalize()}, against {aim(frame, attack)}: "
    spans: list[Span] = [Strong(head), Text(telling.brief(attack["text"]))]
    if attack["facts"]:
        spans += [Text(" By "), *facts([one["id"] for one in attack["facts"]]), Text(".")]
    if under := attack.get("undermines"):
        spans.append(Text(f" {under['authority']} {under['how']}."))
    return (*spans, Text(f" Strength {attack['strength']:.2f}."))


def _ruling(telling: Telling, frame: Json, ruling: Json) -> list[Block]:
    panel = sum(ruling["votes"].values())
    under = ruling.get("profile") or "no court profile"
    said = (
        f"{ruling['outcome'].capitalize()} ({spread(ruling)}), {ruling['standard']}, under "
        f"{under}; reversal risk {ruling['reversal_risk']}. {ruling['reasoning']}"
    )
    body: list[Block] = [headed("Ruling", said)]
    body.append(ListBlock(tuple(finding(frame, one, panel) for one in ruling["elements"])))
    if ruling["facts"]:
        looked = facts([one["id"] for one in ruling["facts"]])
        body.append(Paragraph((Strong("The court looked at "), *looked, Text("."))))
    if ruling["conditions"]:
        body += [Paragraph((Strong("On condition that"),)), listed(ruling["conditions"])]
    if ruling["hints"]:
        hints = tuple(hint(one, panel) for one in ruling["hints"])
        body += [Paragraph((Strong("Receptive to"),)), ListBlock(hints)]
    for name in ("institution", "context"):
        if ruling.get(name):
            body.append(headed(name.capitalize(), telling.brief(ruling[name])))
    for one in ruling.get("profile_effects", ()):
        body.append(headed(f"Profile, {one['pressure']}", telling.brief(one["effect"])))
    for one in ruling.get("dissent", ()):
        body.append(headed(f"Dissent, for {one['outcome']}", telling.brief(one["why"])))
    return body
