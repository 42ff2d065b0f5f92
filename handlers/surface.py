"""The one port behind which every chat platform, page and terminal stands."""

from __future__ import annotations

from typing import Protocol

from engine.errors import Unavailable
from handlers.posts import Post
from storage.places import Place


class TryLater(Unavailable):
    """The chat platform asks to wait."""

    code = "surface.try_later"

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class Ambiguous(Unavailable):
    """The answer was lost: the post may be there or not."""

    code = "surface.ambiguous"


class Gone(Unavailable):
    """The message that was to be changed is not there any more."""

    code = "surface.gone"


class PlaceClosed(Unavailable):
    """The chat platform will not let us post in this conversation."""

    code = "surface.closed"
    default_remedy = "Invite Lawgame to the channel again, then ask anew."


class Surface(Protocol):
    """Shows posts; decides nothing.

    ``show`` returns the platform's own id of what it made. ``key`` names the delivery; a surface
    that can find what it showed under a key does so in ``find``. ``part`` counts from 0 where one
    post becomes several messages.
    """

    name: str

    def parts(self, post: Post) -> int:
        """How many messages the post becomes here; at least 1."""
        ...

    async def show(self, place: Place, post: Post, part: int, key: str) -> str:
        """Raises ``TryLater``, ``Ambiguous``, ``PlaceClosed``."""
        ...

    async def change(self, place: Place, post: Post, part: int, shown: str) -> None:
        """Make what was shown as ``shown`` this post. Raises as ``show``, and ``Gone`` where it
        is not there to be changed: then it is shown anew."""
        ...

    async def find(self, place: Place, key: str, since: float) -> str | None:
        """The id of what was shown under ``key`` at or after ``since`` (Unix seconds), if found."""
        ...


__all__ = ["Ambiguous", "Gone", "Place", "PlaceClosed", "Surface", "TryLater"]
