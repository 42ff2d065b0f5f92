"""A chat platform in memory, which can fail as platforms do."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from handlers.posts import Post
from handlers.surface import Ambiguous, Place


@dataclass
class Message:
    place: Place
    post: Post
    part: int
    key: str
    id: str


@dataclass(frozen=True)
class Lost:
    """The call is carried out and its answer lost."""


Trouble = Exception | Lost


@dataclass
class MemorySurface:
    """``troubles`` befall the next calls of ``show`` and ``change``, one each; None is no trouble.

    ``calls`` lists every call by name, also those that failed.
    """

    name: str = "slack"
    messages: list[Message] = field(default_factory=list)
    troubles: deque[Trouble | None] = field(default_factory=deque)
    calls: list[str] = field(default_factory=list)

    def parts(self, post: Post) -> int:
        return int(post.fields.get("parts", "1"))

    async def show(self, place: Place, post: Post, part: int, key: str) -> str:
        self.calls.append("show")
        trouble = self._raise_unless_lost()
        made = Message(place, post, part, key, f"{place.channel}.{len(self.messages) + 1}")
        self.messages.append(made)
        if trouble:
            raise Ambiguous
        return made.id

    async def change(self, place: Place, post: Post, part: int, shown: str) -> None:
        self.calls.append("change")
        trouble = self._raise_unless_lost()
        [message] = [each for each in self.messages if each.id == shown]
        message.post = post
        if trouble:
            raise Ambiguous

    async def find(self, place: Place, key: str, since: float) -> str | None:
        self.calls.append("find")
        return next((each.id for each in self.messages if each.key == key), None)

    def titles(self, channel: str) -> list[str]:
        return [each.post.title for each in self.messages if each.place.channel == channel]

    def _raise_unless_lost(self) -> Lost | None:
        trouble = self.troubles.popleft() if self.troubles else None
        if isinstance(trouble, Exception):
            raise trouble
        return trouble
