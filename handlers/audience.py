"""Posting is reading: who stands behind a conversation, and whether they may read a matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import LawgameError
from engine.matter import Sensitivity
from handlers.posts import Post
from handlers.surface import Place

if TYPE_CHECKING:
    from storage.house import House


class Audience:
    """A conversation may read a matter once somebody of its team has had it shown there.

    A restricted matter's words never go to a chat platform.
    """

    def __init__(self, house: House) -> None:
        self._house = house

    async def may_read(self, place: Place, post: Post) -> bool:
        if post.matter is None:
            return True
        async with self._house.reading() as view:
            try:
                matter = await view.matters.get_unchecked(post.matter)
            except LawgameError:
                return False
            if matter.sensitivity is Sensitivity.RESTRICTED:
                return False
            if place.person:
                person = await view.people.find(place.surface, place.tenant, place.person)
                return person is not None and bool(await view.matters.role_of(matter.id, person.id))
            return True
