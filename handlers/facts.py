"""``facts``: finding them, correcting them, and saying what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.errors import BadRequest
from engine.matter import Fact, FactState, Matter
from engine.search.history import History
from engine.search.rests import wording_read
from handlers.asking import Asking
from handlers.filed import SCOPES
from handlers.parser import Asked
from handlers.posts import Block, Instant, ListBlock, Post, Quotation, Spans, Strong, Text
from handlers.present.turns import said_of
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, text, told
from handlers.withdrawal import Rests, resting_on, told_of
from storage.errors import FactNotFound

if TYPE_CHECKING:
    from storage.facts import Change

SHOWN = 15
"""Facts in one answer: what a phone can be asked to scroll; the rest is found by words."""
_STATES = {
    "correct": FactState.CORRECTED,
    "dispute": FactState.DISPUTED,
    "inadmissible": FactState.INADMISSIBLE,
    "restore": FactState.STANDS,
}
_BECAME = {
    FactState.CORRECTED: "was corrected",
    FactState.DISPUTED: "is disputed",
    FactState.INADMISSIBLE: "is inadmissible",
    FactState.STANDS: "has the document's own wording again",
}
_FOLLOWS = {
    FactState.CORRECTED: "The next simulation reads the corrected wording, and is told that it is "
    "corrected.",
    FactState.DISPUTED: "The next simulation still reads it, and is told that it is disputed.",
    FactState.INADMISSIBLE: "No agent of the next simulation reads it.",
    FactState.STANDS: "The next simulation reads it as the document has it.",
}


class WhichWording(BadRequest):
    """What is the correct wording?"""

    code = "facts.wording"
    default_remedy = 'For example `/lawgame facts correct F12 "The audit was circulated in June"`.'


class NothingChanges(BadRequest):
    """The fact is like that already."""

    code = "facts.unchanged"
    default_remedy = "`/lawgame facts history F12` shows what was said of a fact."


async def facts(asking: Asking, asked: Asked) -> Reply:
    action, id = asked.argument("action"), asked.argument("fact")
    words = asked.argument("words") or ""
    if action is None or id is None:
        return only(await _found(asking, id, words))
    if action == "history":
        return only(await _history(asking, id))
    await asking.need(Right.WORK, asking.the_matter)
    return only(await _changed(asking, id, _STATES[action], words, asked.text("why") or ""))


async def _found(asking: Asking, id: str | None, words: str) -> Post:
    matter, unit = asking.the_matter, asking.unit
    if id is not None and not words:
        fact = await unit.facts.fact(matter.id, id)
        if fact is None:
            raise FactNotFound
        found, title = [fact], f"{fact.id}, from {fact.document}"
    elif words or id:
        query = f"{id or ''} {words}".strip()
        found = list(await unit.facts.search_facts(matter.id, query, None, SHOWN))
        many = counted(len(found), "fact")
        title = f"{many} on “{query[:60]}”" if found else "The file is silent on that"
    else:
        found = list(await unit.facts.facts(matter.id, limit=SHOWN))
        title = f"{counted(await unit.facts.count(matter.id), 'fact')} on file"
    body: list[Block] = [_quotation(fact) for fact in found]
    if not words and len(found) == SHOWN:
        body.append(told("These are the first. Add words to find others: `/lawgame facts WORDS`."))
    data = {"facts": [_data(fact) for fact in found]}
    return answer(title, *body, matter=matter, data=data)


def _quotation(fact: Fact) -> Quotation:
    source = f"{fact.title} ({fact.document}, {SCOPES[fact.scope]})"
    return Quotation(fact.text, source, fact.place + said_of(fact.state, fact.note), fact.id)


def _data(fact: Fact) -> dict[str, object]:
    return {
        "id": fact.id,
        "quotation": fact.text,
        "document": fact.document,
        "place": fact.place,
        "scope": str(fact.scope),
        "state": str(fact.state),
        "note": fact.note,
    }


async def _changed(asking: Asking, id: str, state: FactState, words: str, why: str) -> Post:
    matter, unit = asking.the_matter, asking.unit
    wording = " ".join(words.split()) if state is FactState.CORRECTED else ""
    note = " ".join((why if state is FactState.CORRECTED else f"{why} {words}").split())
    if state is FactState.CORRECTED and not wording:
        raise WhichWording
    own, changes = await unit.facts.history(matter.id, id)
    if _same(own, changes, state, wording, note):
        raise NothingChanges
    fact = await unit.facts.change(matter.id, id, state, asking.actor.person, wording, note)
    became = f"{fact.id} {_BECAME[state]}"
    found = await resting_on(unit, matter, {fact.id})
    found = await _marked(asking, fact, found, f"{became}: {note}" if note else became)
    await unit.audit.append(
        asking.actor.person, f"fact.{state}", matter.id,
        {"fact": fact.id, "note": note, "turns": sum(len(one.turns) for one in found)},
    )  # fmt: skip
    return await _post(asking, fact, became, own, found)


def _same(own: str, changes: Sequence[Change], state: FactState, wording: str, note: str) -> bool:
    """Whether all is said already: the state, the wording, and the note if there is a new one."""
    before = changes[-1] if changes else None
    if state is FactState.STANDS:
        return before is None or before.state is FactState.STANDS
    if before is None or before.state is not state:
        return state is FactState.CORRECTED and wording == own and before is None
    return note in ("", before.note) and wording in ("", before.text or own)


async def _marked(asking: Asking, fact: Fact, found: Sequence[Rests], why: str) -> list[Rests]:
    """Those whose turns are marked; what has read the fact as it stands now is not."""
    marked = []
    for one in found:
        history = History.of(one.run, one.every)
        stands = fact.state is FactState.STANDS
        if stands and wording_read(history, fact.id) == fact.text:
            await asking.unit.marks.take_off(one.turns, fact.id)
            continue
        await asking.unit.marks.add(one.run.matter, one.turns, fact.id, why)
        marked.append(one)
    return marked


async def _post(asking: Asking, fact: Fact, became: str, own: str, found: Sequence[Rests]) -> Post:
    matter = asking.the_matter
    elements = await asking.unit.elements.list(matter.id, matter.objective)
    named = [one.id for one in elements if fact.id in (*one.facts_for, *one.facts_against)]
    said = [_FOLLOWS[fact.state], *told_of(found)]
    if named:
        said.append(f"Elements that name it: {', '.join(named)}.")
    said += [
        f"Run {one.run.id} goes on with what it read at its start." for one in found if one.live
    ]
    body: list[Block] = [_quotation(fact)]
    if fact.text != own:
        body += [text("In the document:"), Quotation(own, f"{fact.title} ({fact.document})",
                                                     fact.place, fact.id)]  # fmt: skip
    body.append(ListBlock(tuple((Text(one),) for one in said)))
    data = {
        "facts": [_data(fact)],
        "rests": [
            {"run": one.run.id, "turns": [str(turn.key) for turn in one.turns]}
            for one in found
            if one.turns
        ],
        "elements": named,
    }
    return answer(became, *body, matter=matter, data=data)


async def _history(asking: Asking, id: str) -> Post:
    matter: Matter = asking.the_matter
    own, changes = await asking.unit.facts.history(matter.id, id)
    fact = await asking.unit.facts.fact(matter.id, id)
    assert fact is not None
    items: list[Spans] = []
    for one in changes:
        person = await asking.unit.people.by_id(one.by)
        who = person.name if person else one.by
        note = f": {one.note}" if one.note else ""
        wording = f" “{one.text}”" if one.text else ""
        items.append((Strong(str(one.state)), Text(f"{wording}{note}. {who}, "), Instant(one.at)))
    source = f"{fact.title} ({fact.document}, {SCOPES[fact.scope]})"
    body: list[Block] = [Quotation(own, source, fact.place, fact.id)]
    body.append(ListBlock(tuple(items)) if items else text("Nothing was said of it."))
    data = {
        "facts": [_data(fact)],
        "original": own,
        "history": [
            {
                "state": str(one.state),
                "text": one.text,
                "note": one.note,
                "by": one.by,
                "at": one.at.isoformat(),
            }
            for one in changes
        ],
    }
    return answer(f"What was said of {fact.id}", *body, matter=matter, data=data)
