"""A whole matter out of a folder with a ``matter.toml``: how a file is brought in at once.

The TOML has ``number``, ``title`` and what else a matter has, and the tables ``[[parties]]``,
``[[documents]]`` (``file``, ``on_record``), ``[[authorities]]`` and ``[[elements]]``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import Refused
from engine.matter import Authority, Element, Matter, Party, Scope, Sensitivity, Weight
from handlers.intake import NotTaken, take_in
from handlers.requests import IncomingFile
from handlers.services import Services

_NEEDED = {
    "parties": ("role", "name"),
    "documents": ("file",),
    "authorities": ("citation",),
    "elements": ("name", "burden_holder", "standard_of_proof"),
}
_Kind = TypeVar("_Kind", Sensitivity, Weight)
_TEXTS = ("client", "forum", "stage", "practice", "objective")


class BadFolder(Refused):
    """The folder holds no matter that can be read."""

    code = "folder.unreadable"
    default_remedy = "It needs a matter.toml with at least number and title."


async def load(
    services: Services, folder: Path, by: str, told: Callable[[str], None] = lambda _: None
) -> Matter:
    """The matter with its documents, as the folder has it; one whose number is on file already is
    returned as it is, its missing documents brought in.

    ``by`` is a person's id, who owns it. ``told`` hears each document as it is read. Raises
    ``BadFolder`` and the refusals of documents; a matter half brought in can be brought in again.
    """
    matter = await open_matter(services, folder, by)
    await bring_documents(services, folder, matter, by, told)
    return matter


async def open_matter(services: Services, folder: Path, by: str) -> Matter:
    """The matter alone, with parties, authorities and elements. Raises ``BadFolder``."""
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
    return matter


def documents_of(folder: Path) -> list[str]:
    """The names of the files that are the matter's documents. Raises ``BadFolder``."""
    return [Path(one["file"]).name for one in _read(folder).get("documents", ())]


async def bring_documents(
    services: Services,
    folder: Path,
    matter: Matter,
    by: str,
    told: Callable[[str], None] = lambda _: None,
) -> None:
    """The folder's documents that the matter has not got. Raises their refusals."""
    for one in _read(folder).get("documents", ()):
        path = folder / one["file"]
        title = str(one.get("title", ""))
        told(title or path.name)
        scope = Scope.RECORD if one.get("on_record") is True else Scope.OURS
        file = IncomingFile(path.name, str(path))
        async with aclosing(take_in(services, "terminal", matter, by, file, scope, title)) as came:
            async for one in came:
                if isinstance(one, NotTaken):
                    raise one.error


def _read(folder: Path) -> dict[str, Any]:
    try:
        with (folder / "matter.toml").open("rb") as stream:
            data = tomllib.load(stream)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadFolder from error
    if not data.get("number") or not data.get("title"):
        raise BadFolder
    for table, needed in _NEEDED.items():
        for one in data.get(table, ()):
            if not all(isinstance(one.get(name), str) for name in needed):
                raise BadFolder(f"In matter.toml each of [[{table}]] needs {', '.join(needed)}.")
    for one in data.get("documents", ()):
        if not (folder / one["file"]).resolve().is_relative_to(folder.resolve()):
            raise BadFolder("In matter.toml a document lies outside the folder.")
    return data


def _one_of(kind: type[_Kind], value: str) -> _Kind:
    try:
        return kind(value)
    except ValueError as error:
        names = ", ".join(one.value for one in kind)
        raise BadFolder(f"In matter.toml {kind.__name__.lower()} is one of {names}.") from error


async def _open(create: Any, data: dict[str, Any], by: str) -> Matter:
    client = str(data.get("client", ""))
    made: Matter = await create(
        str(data["number"]),
        str(data["title"]),
        owner=by,
        **{name: str(data.get(name, "")) for name in _TEXTS},
        brief=" ".join(str(data.get("brief", "")).split()),
        sensitivity=_one_of(Sensitivity, data.get("sensitivity", "confidential")),
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
            weight=_one_of(Weight, one.get("weight", "persuasive")),
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
