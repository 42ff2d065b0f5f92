"""A run's record as a story: who sought what on which file, how it ended, then orbit by orbit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.record import Json, Role
from engine.search.history import History, Round, fact_json, rests_on
from handlers.posts import Block, Code, Details, Heading, ListBlock, Paragraph, Spans, Strong, Text
from handlers.present.chapter import Telling, chapter, conditions
from handlers.present.naming import facts, headed, joined, listed, quotations
from handlers.present.ruling import NO_PROFILE, noise, standing
from handlers.replies import counted, text, told

DECIDED = 6
"""Facts that a record in a conversation quotes in the open; the others are folded."""


def chronicle(history: History, asked_by: str = "", full: bool = False) -> list[Block]:
    """The record's body. ``full`` tells every turn's prose whole, for a file.

    It is the firm's own: Lead Counsel's thoughts stand in it, and which documents are ours only;
    of their words none is quoted."""
    if not history.clerks:
        return [text("Nothing is settled yet.")]
    telling = Telling(history, full)
    orbits = [turn.key.orbit for turn in history.clerks]
    body = _ending(history) + _sought(history, asked_by)
    body += _decided(history, None if full else DECIDED)
    for orbit in dict.fromkeys(orbits):
        body += chapter(telling, orbit)
    return body + _untested(history) + _file(history) + _court(history) + _argued(history, full)


UNTOLD: Json = {
    "title": "the matter", "forum": "", "stage": "", "brief": "", "parties": (), "facts": (),
    "ours": (), "barred": (), "advice": (), "authorities": (), "model": {"name": "not recorded"},
}  # fmt: skip
"""What the clerk's turn of an older release may lack."""


def _clerk(history: History) -> Json:
    return {**UNTOLD, **history.clerks[0].data}


def fields(history: History) -> dict[str, str]:
    """What a reader wants to know at a glance."""
    if not history.clerks:
        return {}
    run, clerk = history.run, _clerk(history)
    rounds = [one for one in history.rounds() if one.summary is not None]
    wins = Counter(one.outcome for one in rounds)
    found = {
        "ended": _how(history),
        "rounds": ", ".join(f"{n} {name}" for name, n in wins.items()) or "none yet",
        "court": "; ".join(filter(None, (clerk["forum"], clerk["stage"]))) or "not said",
        "court profile": _profile_name(history),
        "panel": counted(run.panel, "sample"),
        "model": str(clerk["model"]["name"]),
        "seed": str(run.seed),
    }
    return found


def _how(history: History) -> str:
    last = history.turns[-1]
    if last.key.role is not Role.OUTCOME:
        return "not yet"
    return str(last.data["reason"]).replace("_", " ")


def _ending(history: History) -> list[Block]:
    last = history.turns[-1]
    if last.key.role is not Role.OUTCOME:
        return [Heading("How it ended"), text("It has not ended yet.")]
    data = last.data
    said = f"{_how(history).capitalize()}"
    body: list[Block] = [Heading("How it ended"), headed(said, data["says"])]
    won = [one for one in history.rounds() if one.outcome == "win" and one.move is not None]
    body += [_winning(one) for one in won[-1:]]
    if data["compared"]:
        body.append(text(data["compared"]))
    if data["code"]:
        body.append(Paragraph((Text("It broke off with "), Code(data["code"]), Text("."))))
    return body


def _winning(one: Round) -> Block:
    assert one.move is not None
    move = one.move.data
    said = f": {move['vehicle']}, {move['standard']}. {move['theory']} It turned on "
    turned = facts(move["determinative"])
    return Paragraph((Strong(f"Won in {one.stage}"), Text(said), *turned, Text(".")))


def _sought(history: History, asked_by: str) -> list[Block]:
    run, clerk = history.run, _clerk(history)
    ours = [one for one in clerk["parties"] if one["ours"]]
    others = [one for one in clerk["parties"] if not one["ours"]]
    body: list[Block] = [Heading("What was sought"), text(run.objective)]
    before = "; ".join(filter(None, (clerk["forum"], clerk["stage"])))
    lines = [
        f"For {_people(ours)}." if ours else "",
        f"Before {before}." if before else "",
        f"In {clerk['title'].rstrip('.')}." + (f" Asked by {asked_by}." if asked_by else ""),
        f"At most {counted(run.rounds, 'round')} an orbit, {counted(run.orbits, 'orbit')}.",
    ]
    body.append(text(" ".join(filter(None, lines))))
    told_of = [headed("The case", clerk["brief"])] if clerk["brief"] else []
    told_of += [headed("Others named in it", f"{_people(others)}.")] if others else []
    return (
        [*body, Details("The case as the agents were told it", tuple(told_of))] if told_of else body
    )


def _people(parties: Iterable[Json]) -> str:
    return "; ".join(f"{one['name']} ({one['role']})" for one in parties)


def _decided(history: History, most: int | None) -> list[Block]:
    """The facts that moves turned on, first those of a win, then the most used."""
    used = _deciding(history)
    if not used:
        return []
    shown = list(used)[:most]
    body: list[Block] = [Heading("Facts that decided")]
    body += quotations(fact_json(history.facts[one]) for one in shown)
    tries = tuple((Code(one), Text(f" {'; '.join(used[one])}")) for one in shown)
    return [*body, Details("In which rounds, and what came of it", (ListBlock(tries),))]


def _deciding(history: History) -> dict[str, list[str]]:
    """Each determinative fact with the rounds that turned on it, as ``1.2 loss``."""
    used: dict[str, list[str]] = {}
    for one in history.rounds():
        for id in one.move.data["determinative"] if one.move is not None else ():
            if id in history.facts:
                used.setdefault(id, []).append(f"{one.stage} {one.outcome}")
    won = {id for id, tries in used.items() if any(one.endswith(" win") for one in tries)}
    return dict(sorted(used.items(), key=lambda item: (item[0] not in won, -len(item[1]))))


def _untested(history: History) -> list[Block]:
    """What a reader must not take for settled."""
    items: list[Spans] = []
    for orbit in dict.fromkeys(turn.key.orbit for turn in history.clerks):
        items += [
            (Strong("Condition left open: "), Text(f"{joined(of.conditions)} ({of.stage})"))
            for of, taken in conditions(history, orbit)
            if taken is None
        ]
    over = history.by_role(Role.OUTCOME)
    if over and over[-1].data["next"]:
        items.append((Strong("Idea not tried: "), Text(over[-1].data["next"])))
    bare = [
        f"{one.stage} section {n}"
        for one in history.rounds()
        for n, part in enumerate(one.move.data["sections"] if one.move else (), 1)
        if part.get("unsupported")
    ]
    if bare:
        items.append((Strong("Argued without a fact on file: "), Text(", ".join(bare))))
    gaps = [gap for one in history.rounds() if one.move for gap in one.move.data["gaps"]]
    items += [(Strong("Missing on the file: "), Text(gap)) for gap in dict.fromkeys(gaps)]
    limits = [(Text(one),) for one in (over[-1].data["limits"] if over else ())]
    body: list[Block] = [Heading("What is untested")] if items or limits else []
    body += [ListBlock(tuple(items))] if items else []
    return body + (
        [Details("What no simulation can know", (ListBlock(tuple(limits)),))] * bool(limits)
    )


def _file(history: History) -> list[Block]:
    """Documents that were read, how many facts of each, and who could read them."""
    body: list[Block] = []
    for title, found in (("On record", history.facts), ("Ours only", history.ours)):
        documents: dict[str, list[str]] = {}
        for fact in found.values():
            documents.setdefault(f"{fact.document} {fact.title}", []).append(fact.id)
        if documents:
            body.append(Paragraph((Strong(f"{title}. "), Text(counted(len(found), "fact")))))
            body.append(
                listed(f"{name}: {counted(len(ids), 'fact')}" for name, ids in documents.items())
            )
    law = [
        f"{one.id} {', '.join((*one.names[:1], one.citation))}"
        for one in history.authorities.values()
    ]
    if law:
        body += [Paragraph((Strong("Authorities on file"),)), listed(law)]
    clerk = _clerk(history)
    if clerk.get("more_on_file"):
        body.append(text("The record holds more facts than the agents were shown at the start."))
    if clerk["barred"]:
        lost = counted(len(clerk["barred"]), "failure")
        body.append(text(f"{lost} of earlier runs stood in the log: none of them may be repeated."))
    if clerk.get("advice"):
        body.append(
            text(f"Lead Counsel knew {counted(len(clerk['advice']), 'round')} of earlier runs.")
        )
    return [Heading("On what file"), *body]


def _court(history: History) -> list[Block]:
    """Which model judged, under which profile, and what is known of either."""
    run, model = history.run, _clerk(history)["model"]
    hash = f", SHA-256 {model['sha256'][:12]}…" if model.get("sha256") else ""
    doubled = " (the scripted double, no model)" if model.get("simulated") else ""
    body: list[Block] = [
        Heading("Who judged"),
        Paragraph(
            (Text("Model "), Code(model["name"]), Text(f"{doubled}{hash}. "), *_seats(run.panel))
        ),
    ]
    body += [Paragraph((Strong(one),)) for one in noise(model)]
    if words := standing(model):
        body.append(told(words))
    profile = history.profile(history.clerks[-1].key.orbit)
    if not profile or not profile["pressures"]:
        return [*body, text("The court had no profile: doctrine, institution and context alone.")]
    items = tuple(
        (Strong(f"{one['name']} {one['weight']:.2f}: "), Text(one["because"]))
        for one in profile["pressures"]
    )
    by = "set by a lawyer" if profile["edited"] else "proposed from the file"
    return [*body, Details(f"The court's {_profile_name(history)}, {by}", (ListBlock(items),))]


def _seats(panel: int) -> Spans:
    return (Text(f"Each ruling was made by {counted(panel, 'sample')} of the judge."),)


def _profile_name(history: History) -> str:
    profile = history.profile(history.clerks[-1].key.orbit)
    if not profile or not profile["pressures"]:
        return NO_PROFILE
    judge = f" ({profile['judge']})" if profile["judge"] else ""
    return f"profile {profile['version']}{judge}"


def _argued(history: History, full: bool) -> list[Block]:
    """Every other fact that either side rested on, verbatim, so that no id is left bare."""
    quoted = set(list(_deciding(history))[: None if full else DECIDED])
    rested = dict.fromkeys(
        [one for turn in history.turns for one in rests_on(turn)] + list(_deciding(history))
    )
    rest = [history.facts[one] for one in rested if one in history.facts and one not in quoted]
    if not rest:
        return []
    said = tuple(quotations(fact_json(one) for one in rest))
    return [Details(f"{counted(len(rest), 'other fact')} that counsel rested on", said)]
