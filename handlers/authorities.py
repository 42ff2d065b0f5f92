"""``authorities``: what may be cited in a matter, what was found of each, and what a run used.

An authority is checked against the house's library before it is filed. What a lawyer adds is on
file either way; the finding is shown wherever it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.authorities.report import Gap, Use, gaps, used
from engine.authorities.types import Verdict
from engine.errors import BadRequest, NotFound
from engine.matter import Authority, Matter, Weight
from engine.record import Run
from handlers.asking import Asking, NoMatter
from handlers.lookup import CASE_KINDS, UNREAD, Looked, cited, look_up, roughly
from handlers.parser import Asked
from handlers.posts import (
    Block,
    Code,
    Details,
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Quotation,
    Spans,
    Strong,
    Table,
    Text,
)
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, text, told
from handlers.requests import CommandRequest
from handlers.services import Services
from handlers.standing import standing

if TYPE_CHECKING:
    from storage.house import Unit

_EXCERPT = 600


class NoSuchAuthority(NotFound):
    """There is no authority of that id on file."""

    code = "authorities.unknown"
    default_remedy = "`/lawgame authorities` lists them; add it first if it is missing."


class WhichCitation(BadRequest):
    """Which authority?"""

    code = "authorities.which"
    default_remedy = (
        'For example `/lawgame authorities add "31 U.S.C. § 3729(b)(4)" --weight binding`, or '
        "`/lawgame authorities remove A3`."
    )


class NoRun(NotFound):
    """No simulation of this matter has run yet."""

    code = "authorities.no_run"
    default_remedy = 'Start one with `/lawgame simulate "what you want to achieve"`.'


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> Looked | None:
    """Check what is to be added; None for any other action. Raises ``ScanUnavailable``."""
    citation = asked.argument("citation")
    if asked.argument("action") != "add" or not citation:
        return None
    stands = await standing(services, request.origin, request.matter, Right.WORK, name)
    if stands.matter is None:
        raise NoMatter
    async with services.house.reading() as view:
        on_file = list(await view.authorities.list(stands.matter.id))
    return await look_up(services, _spoken(citation, asked), on_file)


def _spoken(citation: str, asked: Asked) -> str:
    """The citation with the names and the year that were given beside it."""
    return cited(citation, (asked.text("names") or "").split("|")[0], asked.number("year"))


async def authorities(asking: Asking, asked: Asked) -> Reply:
    action = asked.argument("action") or "list"
    if action == "add":
        return await _add(asking, asked)
    if action == "remove":
        return await _remove(asking, asked)
    matter = asking.the_matter
    found = list(await asking.unit.authorities.list(matter.id))
    if action == "table":
        return only(await _table(asking.unit, matter, found))
    many = "1 authority" if len(found) == 1 else f"{len(found)} authorities"
    return only(_post(matter, found, f"{many} on file"))


async def _add(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    await asking.need(Right.WORK, matter)
    citation = asked.argument("citation")
    if not citation:
        raise WhichCitation
    looked = asking.found
    if not isinstance(looked, Looked):
        looked = Looked(Verdict.NOT_CHECKED, UNREAD, roughly(citation))
    if looked.same and (one := await asking.unit.authorities.get(matter.id, looked.same)):
        again = told(
            f"Nothing was changed. To file it anew: `/lawgame authorities remove {one.id}`, then "
            "add it again."
        )
        return only(_post(matter, [one], f"It is on file already, as {one.id}", again))
    given = tuple(name.strip() for name in (asked.text("names") or "").split("|") if name.strip())
    added = await asking.unit.authorities.add(
        matter.id,
        citation,
        given or looked.names,
        year=asked.number("year") or looked.year,
        court=asked.text("court") or looked.court,
        kind=looked.kind,
        weight=Weight(asked.text("weight") or "persuasive"),
        holding=asked.text("holding") or looked.holding,
        text=looked.text,
        identifier=looked.identifier,
        verdict=looked.verdict,
    )
    await asking.unit.audit.append(
        asking.actor.person,
        "authority.added",
        matter.id,
        {"authority": added.id, "verdict": str(looked.verdict)},
    )
    return only(_post(matter, [added], f"{added.id} is on file", *_finding(added, looked)))


def _finding(added: Authority, looked: Looked) -> list[Block]:
    """What the check found, and the first words of the text that may be quoted."""
    if looked.verdict is Verdict.VERIFIED:
        said = text(f"Verified against {_against(looked)}.")
    elif looked.verdict in (Verdict.NOT_CHECKED, Verdict.OUT_OF_CORPUS):
        said = text(f"Not checked: taken on your word. {_sentence(looked.reason)}")
    else:
        said = told(
            f"The check says {looked.verdict}. {_sentence(looked.reason)} It is on file on your "
            f"word; take it out with `/lawgame authorities remove {added.id}` if it is mistaken."
        )
    if not added.text:
        return [said]
    excerpt = added.text[:_EXCERPT] + ("…" if len(added.text) > _EXCERPT else "")
    return [said, Details("Its text", (Quotation(excerpt, added.citation, untrusted=False),))]


def _against(looked: Looked) -> str:
    if looked.kind in CASE_KINDS:
        return "the firm's table of authorities"
    return f"the official text ({looked.identifier})" if looked.identifier else "the official text"


def _sentence(reason: str) -> str:
    reason = reason.strip()
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}." if reason else ""


async def _remove(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    await asking.need(Right.WORK, matter)
    id = (asked.argument("citation") or "").strip().upper()
    if not id:
        raise WhichCitation
    one = await asking.unit.authorities.get(matter.id, id)
    if one is None:
        raise NoSuchAuthority
    await asking.unit.authorities.remove(matter.id, one.id)
    body: list[Block] = [
        text("The next simulation cannot cite it; what was argued stays as it was.")
    ]
    freed = []
    for element in await asking.unit.elements.list(matter.id, matter.objective):
        if element.authority == one.id:
            await asking.unit.elements.change(
                matter.id, matter.objective, replace(element, authority=None)
            )
            freed.append(element.id)
    if freed:
        body.append(
            told(
                f"{', '.join(freed)} rested on it: name another with "
                f"`/lawgame elements edit {freed[0]} --authority ID`."
            )
        )
    await asking.unit.audit.append(
        asking.actor.person, "authority.removed", matter.id, {"authority": one.id}
    )
    left = list(await asking.unit.authorities.list(matter.id))
    return only(_post(matter, left, f"{one.id} is out", *body))


def _post(matter: Matter, found: Sequence[Authority], title: str, *more: Block) -> Post:
    items: list[Spans] = [
        (
            Code(one.id),
            Text(f" {', '.join(one.names)}, " if one.names else " "),
            Strong(one.citation),
            Text(f" ({one.weight}; {_verdict(one)})" + (f": {one.holding}" if one.holding else "")),
        )
        for one in found
    ]
    body: tuple[Block, ...] = (
        (ListBlock(tuple(items)),)
        if items
        else (Paragraph((Text("Add one with "), Code("/lawgame authorities add"), Text("."))),)
    )
    data = {"authorities": [_data(one) for one in found]}
    return answer(title, *body, *more, matter=matter, data=data)


def _verdict(one: Authority) -> str:
    return one.verdict or str(Verdict.NOT_CHECKED)


def _data(one: Authority) -> dict[str, object]:
    return {
        "id": one.id,
        "citation": one.citation,
        "names": list(one.names),
        "year": one.year,
        "court": one.court,
        "kind": one.kind,
        "weight": str(one.weight),
        "holding": one.holding,
        "identifier": one.identifier,
        "verdict": _verdict(one),
    }


# What the latest run rested on


async def _table(unit: Unit, matter: Matter, found: Sequence[Authority]) -> Post:
    run = next((run for run in await unit.runs.of_matter(matter.id)), None)
    if run is None:
        raise NoRun
    turns = await unit.turns.of_run(run.id)
    by_id = {one.id: one for one in found}
    return _table_post(matter, run, by_id, used(turns), gaps(turns))


def _table_post(
    matter: Matter, run: Run, by_id: Mapping[str, Authority], uses: Sequence[Use],
    missing: Sequence[Gap],
) -> Post:  # fmt: skip
    body: list[Block] = [Heading("Table of authorities")]
    rows = [
        (
            use.id,
            _named(by_id.get(use.id)),
            _worth(by_id.get(use.id)),
            ", ".join(use.where),
        )
        for use in uses
    ]
    body.append(
        Table(("Id", "Authority", "Weight and verdict", "Used in"), tuple(rows))
        if rows
        else text("No authority on file was cited.")
    )
    body.append(Heading("Table of gaps"))
    body.append(
        Table(("Where", "What is needed"), tuple((gap.where, _needed(gap)) for gap in missing))
        if missing
        else text("Nothing was cut out of the argument, and it names nothing that is missing.")
    )
    data = {
        "run": run.id,
        "authorities": [
            {
                **(_data(by_id[use.id]) if use.id in by_id else {"id": use.id}),
                "used": list(use.where),
            }
            for use in uses
        ],
        "gaps": [
            {"where": gap.where, "kind": gap.kind, "needed": gap.needed, "verdict": gap.verdict}
            for gap in missing
        ],
    }
    title = f"Authorities of the latest run: {len(uses)} used, {counted(len(missing), 'gap')}"
    return answer(title, *body, matter=matter, data=data)


def _named(one: Authority | None) -> str:
    if one is None:
        return "no longer on file"
    return cited(one.citation, one.names[0] if one.names else "")


def _worth(one: Authority | None) -> str:
    return f"{one.weight}; {_verdict(one)}" if one else ""


def _needed(gap: Gap) -> str:
    if gap.kind == "proof":
        return gap.needed
    found = f" ({gap.verdict})" if gap.verdict else ""
    if gap.kind == "quotation":
        return f"A source for the words “{gap.needed}”{found}"
    return f"An authority on file in place of “{gap.needed}”{found}"
