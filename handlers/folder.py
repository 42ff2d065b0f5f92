"""A whole matter out of a folder with a ``matter.toml``: how a file is brought in at once.

The TOML has ``number``, ``title`` and what else a matter has, and the tables ``[[parties]]``,
``[[documents]]`` (``file``, ``on_record``), ``[[authorities]]`` and ``[[elements]]``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.matter import Authority, Element, Matter, Party, Scope, Sensitivity, Weight
from handlers.intake import take_in
from handlers.requests import IncomingFile
from handlers.services import Services

_TEXTS = ("client", "forum", "stage", "practice", "objective")


class BadFolder(Refused):
    """The folder holds no matter that can be read."""

    code = "folder.unreadable"
    default_remedy = "It needs a matter.toml with at least number and title."


async def load(
    services: Services, folder: Path, by: str, told: Callable[[str], None] = lambda _: None
) -> Matter:
    """The matter, as the folder has it; one whose number is on file already is returned as it is.

    ``by`` is a person's id, who owns it. ``told`` hears each document as it is read. Raises
    ``BadFolder`` and the refusals of documents; a matter half brought in can be brought in again.
    """
    data = _read(folder)
    async with services.house.writing() as unit:
        known = await unit.matters.look_up(str(data["number"]), by)
        matter = next((one for one in known if one.number == data["number"]), None)
        if matter is None:
            matter = await _open(unit.matters.create, data, by)
            law = await _authorities(unit.authorities.add, matter.id, data)
            elements = _elements(data, law)
            await unit.elements.keep(matter.id, matter.objective, elements)
            await unit.audit.append(by, "matter.opened", matter.id, {"from": "folder"})
    for one in data.get("documents", ()):
        told(str(one["title"]))
        path = folder / one["file"]
        scope = Scope.RECORD if one["on_record"] else Scope.OURS
        file = IncomingFile(path.name, str(path))
        await take_in(services, "terminal", matter, by, file, scope)
    return matter


def _read(folder: Path) -> dict[str, Any]:
    try:
        with (folder / "matter.toml").open("rb") as stream:
            data = tomllib.load(stream)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadFolder from error
    if not data.get("number") or not data.get("title"):
        raise BadFolder
    return data


async def _open(create: Any, data: dict[str, Any], by: str) -> Matter:
    client = str(data.get("client", ""))
    made: Matter = await create(
        str(data["number"]),
        str(data["title"]),
        owner=by,
        **{name: str(data.get(name, "")) for name in _TEXTS},
        brief=" ".join(str(data.get("brief", "")).split()),
        sensitivity=Sensitivity(data.get("sensitivity", "confidential")),
        parties=[
            Party(one["role"], one["name"], one["name"] == client)
            for one in data.get("parties", ())
        ],
        consent=bool(data.get("consent", False)),
    )
    return made


async def _authorities(add: Any, matter: str, data: dict[str, Any]) -> dict[str, Authority]:
    found: dict[str, Authority] = {}
    for one in data.get("authorities", ()):
        names = one.get("names") or []
        added: Authority = await add(
            matter,
            one["citation"],
            tuple([names] if isinstance(names, str) else names),
            year=one.get("year"),
            court=one.get("court", ""),
            kind=one.get("kind", "case"),
            weight=Weight(one.get("weight", "persuasive")),
            holding=one.get("holding", ""),
        )
        found[added.citation] = added
    return found


def _elements(data: dict[str, Any], law: dict[str, Authority]) -> list[Element]:
    elements = []
    for number, one in enumerate(data.get("elements", ()), 1):
        authority = law.get(one.get("authority", ""))
        elements.append(
            Element(
                f"E{number}",
                one["name"],
                one["burden_holder"],
                one["standard_of_proof"],
                authority.id if authority else None,
            )
        )
    return elements
