"""``elements``: what an objective comes down to."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import BadRequest, NotFound
from engine.matter import Element, Matter
from engine.triad.elements import as_json
from handlers.asking import Asking
from handlers.authorities import NoSuchAuthority
from handlers.parser import Asked
from handlers.posts import Code, ListBlock, Post, Spans, Strong, Text
from handlers.registry import Right
from handlers.replies import Reply, answer, only


class NoElements(NotFound):
    """No objective has been analysed in this matter yet."""

    code = "elements.none"
    default_remedy = 'Start with `/lawgame simulate "what you want to achieve"`.'


class NoSuchElement(NotFound):
    """There is no element of that id."""

    code = "elements.unknown"
    default_remedy = "`/lawgame elements` lists them."


class EmptyEdit(BadRequest):
    """Say what to change."""

    code = "elements.nothing_to_change"
    default_remedy = (
        'For example `/lawgame elements edit E2 "Materiality to payment" --burden relator`.'
    )


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
