"""``facts``, ``elements`` and ``authorities``: what an argument is made of."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import BadRequest, NotFound
from engine.matter import Authority, Element, Fact, Matter, Weight
from engine.triad.elements import as_json
from handlers.asking import Asking
from handlers.documents import SCOPES
from handlers.parser import Asked
from handlers.posts import Block, Code, ListBlock, Paragraph, Post, Quotation, Spans, Strong, Text
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, told

SHOWN = 15
"""Facts in one answer: what a phone can be asked to scroll; the rest is found by words."""


class NoElements(NotFound):
    """No objective has been analysed in this matter yet."""

    code = "elements.none"
    default_remedy = 'Start with `/lawgame simulate "what you want to achieve"`.'


class NoSuchElement(NotFound):
    """There is no element of that id."""

    code = "elements.unknown"
    default_remedy = "`/lawgame elements` lists them."


class NoSuchAuthority(NotFound):
    """There is no authority of that id on file."""

    code = "authorities.unknown"
    default_remedy = "`/lawgame authorities` lists them; add it first if it is missing."


class EmptyEdit(BadRequest):
    """Say what to change."""

    code = "elements.nothing_to_change"
    default_remedy = (
        'For example `/lawgame elements edit E2 "Materiality to payment" --burden relator`.'
    )


class WhichCitation(BadRequest):
    """Which authority?"""

    code = "authorities.which"
    default_remedy = (
        'For example `/lawgame authorities add "31 U.S.C. § 3729(b)(4)" --weight binding`.'
    )


async def facts(asking: Asking, asked: Asked) -> Reply:
    matter, words = asking.the_matter, asked.argument("words")
    if words:
        found = list(await asking.unit.facts.search_facts(matter.id, words, None, SHOWN))
        many = counted(len(found), "fact")
        title = f"{many} on “{words[:60]}”" if found else "The file is silent on that"
    else:
        every = await asking.unit.facts.facts(matter.id)
        found, title = list(every[:SHOWN]), f"{counted(len(every), 'fact')} on file"
    body: list[Block] = [_quotation(fact) for fact in found]
    if not words and len(found) == SHOWN:
        body.append(told("These are the first. Add words to find others: `/lawgame facts WORDS`."))
    data = {"facts": [_fact_data(fact) for fact in found]}
    return only(answer(title, *body, matter=matter, data=data))


def _quotation(fact: Fact) -> Quotation:
    source = f"{fact.title} ({fact.document}, {SCOPES[fact.scope]})"
    return Quotation(fact.text, source, fact.place, fact.id)


def _fact_data(fact: Fact) -> dict[str, object]:
    return {
        "id": fact.id,
        "quotation": fact.text,
        "document": fact.document,
        "place": fact.place,
        "scope": str(fact.scope),
    }


async def elements(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    found = list(await asking.unit.elements.list(matter.id, matter.objective))
    if not found:
        raise NoElements
    action, id = asked.argument("action") or "list", asked.argument("element")
    if action == "list":
        return only(_elements_post(matter, found, f"Elements of: {matter.objective}"))
    await asking.need(Right.WORK, matter)
    one = next((e for e in found if e.id == (id or "").upper()), None)
    if one is None:
        raise NoSuchElement
    if action == "remove":
        await asking.unit.elements.remove(matter.id, matter.objective, one.id)
        title = f"{one.id} is out"
    else:
        changed = _changed(one, asked)
        if changed.authority and not await asking.unit.authorities.get(
            matter.id, changed.authority
        ):
            raise NoSuchAuthority
        await asking.unit.elements.change(matter.id, matter.objective, changed)
        title = f"{one.id} changed"
    await asking.unit.audit.append(
        asking.actor.person, f"element.{action}", matter.id, {"element": one.id}
    )
    left = list(await asking.unit.elements.list(matter.id, matter.objective))
    return only(_elements_post(matter, left, f"{title}; the next simulation goes by this"))


def _changed(one: Element, asked: Asked) -> Element:
    changed = replace(
        one,
        name=asked.argument("text") or one.name,
        burden_holder=asked.text("burden") or one.burden_holder,
        standard_of_proof=asked.text("standard") or one.standard_of_proof,
        authority=(asked.text("authority") or one.authority or "").strip().upper() or None,
    )
    if changed == one:
        raise EmptyEdit
    return changed


def _elements_post(matter: Matter, found: list[Element], title: str) -> Post:
    items: list[Spans] = []
    for one in found:
        law = f", {one.authority}" if one.authority else ""
        sides = f"; for {', '.join(one.facts_for)}" if one.facts_for else ""
        sides += f"; against {', '.join(one.facts_against)}" if one.facts_against else ""
        items.append(
            (
                Code(one.id),
                Text(" "),
                Strong(one.name),
                Text(f": burden {one.burden_holder}, {one.standard_of_proof}{law}{sides}"),
            )
        )
    data = {"objective": matter.objective, "elements": [as_json(one) for one in found]}
    return answer(title, ListBlock(tuple(items)), matter=matter, data=data)


async def authorities(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    if (asked.argument("action") or "list") == "list":
        found = await asking.unit.authorities.list(matter.id)
        return only(_authorities_post(matter, list(found), f"{len(found)} authorities on file"))
    await asking.need(Right.WORK, matter)
    citation = asked.argument("citation")
    if not citation:
        raise WhichCitation
    names = asked.text("names")
    year = asked.number("year")
    added = await asking.unit.authorities.add(
        matter.id,
        citation,
        tuple(name.strip() for name in names.split("|")) if names else (),
        year=year,
        court=asked.text("court") or "",
        kind=_kind(citation),
        weight=Weight(asked.text("weight") or "persuasive"),
        holding=asked.text("holding") or "",
    )
    await asking.unit.audit.append(
        asking.actor.person, "authority.added", matter.id, {"authority": added.id}
    )
    return only(_authorities_post(matter, [added], f"{added.id} is on file"))


def _kind(citation: str) -> str:
    """Roughly what is cited; only shown, nothing rests on it."""
    if "§" in citation or "U.S.C" in citation or "C.F.R" in citation:
        return "statute"
    if "Fed. R." in citation or "Rule" in citation:
        return "rule"
    return "case"


def _authorities_post(matter: Matter, found: list[Authority], title: str) -> Post:
    items: list[Spans] = [
        (
            Code(one.id),
            Text(f" {', '.join(one.names)}, " if one.names else " "),
            Strong(one.citation),
            Text(f" ({one.weight})" + (f": {one.holding}" if one.holding else "")),
        )
        for one in found
    ]
    body: tuple[Block, ...] = (
        (ListBlock(tuple(items)),)
        if items
        else (Paragraph((Text("Add one with "), Code("/lawgame authorities add"), Text("."))),)
    )
    data = {
        "authorities": [
            {
                "id": one.id,
                "citation": one.citation,
                "names": list(one.names),
                "year": one.year,
                "court": one.court,
                "kind": one.kind,
                "weight": str(one.weight),
                "holding": one.holding,
            }
            for one in found
        ]
    }
    return answer(title, *body, matter=matter, data=data)
