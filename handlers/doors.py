"""The two doors of the house that every surface uses: one to ask through, one to read through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from handlers.posts import Post
from handlers.requests import CommandRequest, PressRequest, UploadRequest


@dataclass(frozen=True)
class Receipt:
    """``fresh`` is false when the same delivery was received before. ``inbox`` is its row's id."""

    inbox: str
    fresh: bool


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    roles: tuple[str, ...]


@dataclass(frozen=True)
class MatterLine:
    """A matter in a list: ``thread`` is where its posts are."""

    id: str
    number: str
    title: str
    thread: str


@dataclass(frozen=True)
class Shown:
    """A post with its place in the order of all events; ``inbox`` is the request it answers.

    ``at`` is when it happened, where the house knows it.
    """

    seq: int
    post: Post
    inbox: str | None = None
    at: datetime | None = None


class FrontDoor(Protocol):
    async def receive(self, request: CommandRequest | UploadRequest | PressRequest) -> Receipt:
        """Commit the request to the inbox, then have it handled; returns after the commit."""
        ...


class ReadingRoom(Protocol):
    """Reads as one person; what that person may not read is as if it were not there."""

    async def people(self) -> Sequence[Person]: ...

    async def matters(self, person: str) -> Sequence[MatterLine]: ...

    async def lobby(self, person: str) -> str:
        """The thread of a person's own answers that belong to no matter."""
        ...

    async def posts(self, person: str, thread: str, after: int = 0) -> Sequence[Shown]:
        """In order; of one run's or one upload's progress only the newest post."""
        ...

    def follow(self, person: str, thread: str, after: int = 0) -> AsyncIterator[Shown]:
        """As :meth:`posts`, then what happens next, until closed."""
        ...

    async def latest(self) -> int:
        """The newest place in the order of all events, 0 when nothing has happened."""
        ...

    def watch(self, person: str, after: int = 0) -> AsyncIterator[Shown]:
        """What happened after ``after`` in every thread that the person may read, then what
        happens next, in order, every progress post too, until closed."""
        ...
