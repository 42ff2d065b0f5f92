"""``search``: the United States Code, the rules and the Constitution as the firm has loaded them.

It needs no matter. Asked in a matter's thread it is answered there, for the team to see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import NotAllowed, NotFound
from engine.law.codes import CONST, USC
from engine.law.excerpts import cut, excerpt
from engine.law.names import words_of
from engine.law.query import telling
from engine.law.ranking import search as searching
from engine.law.reference import wanted
from engine.matter import Matter
from engine.ports import LawSection
from handlers.asking import Asking
from handlers.parser import Asked
from handlers.posts import Block, Details, ListBlock, Post, Quotation, Spans, Strong, Table, Text
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, told
from handlers.requests import CommandRequest
from handlers.services import Services
from handlers.standing import standing
from storage.law import LawLoad

FOUND = 10
"""Sections in an answer's data; the first ``SHOWN`` are quoted."""
SHOWN = 5
_QUOTED = 700
_WHOLE = 8_000
"""Characters of a section in an answer's data."""
_WHERE = re.compile(
    r"\s*(?:the\s+)?(?:(?P<code>(?:u\.?s\.?|united states)[\s-]*code|usc)|"
    r"(?:u\.?s\.?\s+)?(?P<const>const(?:itution)?\.?))(?!\w)[\s:,]*",
    re.I,
)


class NothingLoaded(NotFound):
    """The United States Code is not loaded."""

    code = "law.nothing_loaded"
    default_remedy = (
        "On the machine that Lawgame runs on: `lawgame load us-code PATH` with the official XML "
        "files of the Office of the Law Revision Counsel, zipped or not; then search again."
    )


_NO_CONSTITUTION = (
    "The Constitution is not loaded.",
    "On the machine that Lawgame runs on: `lawgame load constitution PATH` with its JSON file; "
    "then search again.",
)


@dataclass(frozen=True)
class Searched:
    """What was found before the transaction."""

    matter: Matter | None
    loads: tuple[LawLoad, ...]
    code: str
    query: str
    found: tuple[LawSection, ...]


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> Searched:
    """Search outside the transaction. Raises ``NothingLoaded``."""
    matter = await _matter(services, request, name)
    code, query = place_and_words(asked.argument("query") or "")
    async with services.house.reading() as view:
        loads = tuple(await view.law.loads())
        if query and not [one for one in loads if (one.code == CONST) == (code == CONST)]:
            raise _nothing(code)
        found = tuple(await searching(view.law, query, code, FOUND)) if query else ()
    return Searched(matter, loads, code, query, found)


def _nothing(code: str) -> NothingLoaded:
    if code != CONST:
        return NothingLoaded()
    message, remedy = _NO_CONSTITUTION
    return NothingLoaded(message, remedy=remedy)


async def _matter(services: Services, request: CommandRequest, name: str) -> Matter | None:
    """The matter in whose thread it is asked, if the asker may read there."""
    try:
        return (await standing(services, request.origin, request.matter, Right.READ, name)).matter
    except NotAllowed:
        if request.matter:
            raise
        return None


def place_and_words(query: str) -> tuple[str, str]:
    """``us code false claims`` is the Code and what to look for in it.

    >>> place_and_words("constitution art. I")
    ('const', 'art. I')
    """
    found = _WHERE.match(query)
    if found is None:
        return USC, query.strip()
    return (CONST if found["const"] else USC), query[found.end() :].strip()


async def search(asking: Asking, asked: Asked) -> Reply:
    searched = asking.found
    if not isinstance(searched, Searched):
        raise NothingLoaded
    matter = searched.matter
    if matter is not None and (place := asking.place()) is not None:
        await asking.unit.threads.bind(matter.thread, place)
    return only(_results(searched) if searched.query else _status(matter, searched.loads))


def _results(searched: Searched) -> Post:
    words = telling(words_of(wanted(searched.query, searched.code).rest))
    shown, others = searched.found[:SHOWN], searched.found[SHOWN:]
    body: list[Block] = []
    if missing := _not_there(searched):
        body.append(told(missing))
    body += [
        Quotation(excerpt(one.text, words, _QUOTED), _source(one), _place(one), untrusted=False)
        for one in shown
    ]
    if others:
        body.append(Details("More", (ListBlock(tuple(_line(one) for one in others)),)))
    if shown:
        body.append(
            told(f'Put one on file in a matter: `/lawgame authorities add "{shown[0].citation}"`.')
        )
    else:
        body.append(told("`/lawgame search` alone shows what is loaded."))
    many = counted(len(searched.found), "provision" if searched.code == CONST else "section")
    about = searched.query if len(searched.query) <= 80 else searched.query[:79] + "…"
    title = f"{many} on “{about}”" if searched.found else f"Nothing that is loaded fits “{about}”"
    data = {"query": searched.query, "results": [_data(one) for one in searched.found]}
    return answer(title, *body, matter=searched.matter, data=data)


def _not_there(searched: Searched) -> str:
    """A word on a citation whose title is not loaded."""
    ids = wanted(searched.query, searched.code).identifiers
    titles = {match[1] for id in ids if (match := re.match(r"/us/usc/t(\w+)/", id))}
    loaded = {one.title for one in searched.loads}
    if len(titles) == 1 and not titles & loaded:
        return f"Title {titles.pop()} of the United States Code is not loaded."
    return ""


def _source(one: LawSection) -> str:
    return f"{one.citation}. {one.heading}" if one.heading else one.citation


def _place(one: LawSection) -> str:
    """Whether it stands, and as of when."""
    parts = [one.status, _as_of(one.release)]
    return ", ".join(part for part in parts if part)


def _as_of(release: str) -> str:
    return f"release point {release}" if release[:1].isdigit() else release


def _line(one: LawSection) -> Spans:
    gone = f" ({one.status})" if one.status else ""
    return (Strong(one.citation), Text(f" {one.heading}{gone}"))


def _data(one: LawSection) -> dict[str, str]:
    return {
        "id": one.identifier,
        "citation": one.citation,
        "heading": one.heading,
        "text": cut(one.text, _WHOLE),
        "release": one.release,
        "status": one.status,
    }


def _status(matter: Matter | None, loads: Sequence[LawLoad]) -> Post:
    data = {
        "loaded": [
            {
                "code": one.code,
                "title": one.title,
                "heading": one.heading,
                "release": one.release,
                "sections": one.rows,
                "at": one.at.isoformat(),
            }
            for one in loads
        ]
    }
    if not loads:
        hint = told(NothingLoaded.default_remedy)
        return answer("No law is loaded yet", hint, matter=matter, data=data)
    rows = tuple(
        (
            one.heading if one.code == CONST else f"{one.title} {one.heading}",
            one.release,
            f"{one.rows:,}",
            f"{one.at:%Y-%m-%d}",
        )
        for one in loads
    )
    table = Table(("Title", "Release point", "Sections", "Loaded"), rows)
    hint = told(
        "Search with `/lawgame search us code WORDS` or `/lawgame search constitution WORDS`; a "
        "citation, an act's name or a question will do."
    )
    return answer("The law that is loaded", table, hint, matter=matter, data=data)
