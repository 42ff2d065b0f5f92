"""A firm with its front door, its reading room and a database of its own; no run is played."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.local_files import LocalFiles
from engine.events import Kind
from engine.matter import Matter, Scope
from engine.record import Run
from handlers.asking import LOCAL
from handlers.office import Office
from handlers.posts import Post
from handlers.present import present
from handlers.requests import (
    CommandRequest,
    IncomingFile,
    Origin,
    PressRequest,
    UploadRequest,
)
from handlers.room import Room
from handlers.services import Policy, Services
from storage.blobs import Blobs
from storage.database import open_database
from storage.house import House
from storage.seal import Seal

RECORD_TEXT = (
    "The agency paid every claim submitted between March and December.\n\n"
    "The contracting officer wrote that the agency knew of the calibration shortfall.\n\n"
    "Payments continued for eleven months after the audit was circulated.\n"
)


@dataclass
class Starter:
    on = True
    """Counts what a handler asks of the durable side."""

    started: int = 0
    interrupted: list[str] = field(default_factory=list)

    async def start_owed(self) -> None:
        self.started += 1

    def interrupt(self, run: str) -> None:
        self.interrupted.append(run)


@dataclass
class Firm:
    services: Services
    office: Office
    room: Room
    starter: Starter
    folder: Path

    @property
    def house(self) -> House:
        return self.services.house

    async def person(self, name: str, *roles: str, slack: str = "") -> str:
        async with self.house.writing() as unit:
            person = await unit.people.add(name, roles or ("lawyer",))
            await unit.people.link(person.id, "terminal", LOCAL, name.lower())
            if slack:
                await unit.people.link(person.id, "slack", "T1", slack)
        return person.id

    async def send(self, request: CommandRequest | UploadRequest | PressRequest) -> list[Post]:
        """Have it handled; the posts that answer it."""
        receipt = await self.office.receive(request)
        await self.office.idle()
        return await self.answers(receipt.inbox)

    async def answers(self, inbox: str) -> list[Post]:
        async with self.house.reading() as view:
            posts = [present(stored.event) for stored in await view.events.answers(inbox)]
        return [post for post in posts if not _of_an_upload(post)]

    async def say(self, text: str, who: str = "ada", **more: Any) -> Post:
        """The one post that answers a command."""
        [post] = await self.send(command(text, who, **more))
        return post

    async def upload(
        self, files: dict[str, str], words: str = "", who: str = "ada", **more: Any
    ) -> list[Post]:
        made = [self.file(name, text) for name, text in files.items()]
        request = UploadRequest(origin(who, **_place(more)), tuple(made), words, **more)
        return await self.send(request)

    def file(self, name: str, text: str) -> IncomingFile:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return IncomingFile(name, str(path))

    async def opened(self, number: str = "2026-0417", who: str = "ada", **more: Any) -> Matter:
        """A matter with a document on record."""
        post = await self.say(f'new {number} "Doe v. Acme {number}" --client Acme', who, **more)
        assert post.kind is Kind.ANSWER, post
        id = str(post.data["id"])
        await self.upload({f"{number}.txt": RECORD_TEXT}, who=who, matter=id, scope=Scope.RECORD)
        return await self.matter(id)

    async def matter(self, id: str) -> Matter:
        async with self.house.reading() as view:
            return await view.matters.get_unchecked(id)

    async def runs(self, matter: Matter) -> Sequence[Run]:
        async with self.house.reading() as view:
            return await view.runs.of_matter(matter.id)

    async def audit(self, matter: Matter | None = None) -> list[str]:
        async with self.house.reading() as view:
            return [
                one.action
                for one in await view.audit.entries()
                if matter is None or one.matter == matter.id
            ]


def _of_an_upload(post: Post) -> bool:
    """How far an upload is, is told only on a slow machine."""
    return post.kind is Kind.PROGRESS and str(post.supersedes).startswith("upload ")


def _place(more: dict[str, Any]) -> dict[str, Any]:
    names = ("surface", "tenant", "channel", "thread", "delivery", "person")
    return {name: more.pop(name) for name in names if name in more}


def origin(who: str = "ada", **more: Any) -> Origin:
    made = Origin("terminal", LOCAL, who, uuid.uuid4().hex)
    return replace(made, **more)


def command(text: str, who: str = "ada", **more: Any) -> CommandRequest:
    place = _place(more)
    return CommandRequest(origin(who, **place), text, **more)


def press(post: Post, action: str, who: str = "ada", **more: Any) -> PressRequest:
    return PressRequest(origin(who, **_place(more)), action, post.id, **more)


SLACK = {"surface": "slack", "tenant": "T1"}


@pytest.fixture
async def firm(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Firm]:
    """Ada is a partner, Ben a lawyer, Pat a paralegal; the first two are on Slack too."""
    path = tmp_path / "house.db"
    shutil.copyfile(sqlite_template, path)
    database = open_database(f"sqlite:///{path}")
    starter = Starter()
    services = Services(
        House(database, Seal(), Blobs(tmp_path / "blobs")),
        starter,
        tmp_path / "incoming",
        Policy(demo=True, welcome=frozenset(), rounds=3, orbits=2),
        files={"terminal": LocalFiles(), "slack": LocalFiles()},
    )
    folder = tmp_path / "files"
    folder.mkdir()
    made = Firm(services, Office(services), Room(services.house), starter, folder)
    await made.person("Ada", "lawyer", "partner", slack="U-ADA")
    await made.person("Ben", "lawyer", slack="U-BEN")
    await made.person("Pat", "paralegal", slack="U-PAT")
    yield made
    await made.office.close()
    await database.close()
