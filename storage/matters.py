"""Client-matters, their parties and teams. Reads take a viewer and show nothing else exists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from engine.matter import Matter, Party, Sensitivity
from storage.errors import MatterNotFound, NumberTaken
from storage.ids import new_id
from storage.people import People, PersonRow
from storage.tables import matter, membership, party, screen, thread
from storage.work import Work

_SEALED = ("title", "client", "forum", "stage", "practice", "brief", "objective")
_PLAIN = ("number", "sensitivity", "consent")


@dataclass(frozen=True)
class Member:
    """``role`` is ``owner``, ``member`` or ``reader``."""

    person: PersonRow
    role: str


class Matters:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def create(
        self,
        number: str,
        title: str,
        *,
        owner: str,
        client: str = "",
        forum: str = "",
        stage: str = "",
        practice: str = "",
        brief: str = "",
        objective: str = "",
        sensitivity: Sensitivity = Sensitivity.CONFIDENTIAL,
        parties: Sequence[Party] = (),
        consent: bool = False,
    ) -> Matter:
        """With its thread, and ``owner`` (a person's id) in its team. Raises ``NumberTaken``."""
        made = Matter(
            id=new_id("M"),
            number=number,
            title=title,
            client=client,
            forum=forum,
            stage=stage,
            practice=practice,
            brief=brief,
            objective=objective,
            sensitivity=sensitivity,
            parties=tuple(parties),
            thread=new_id("T"),
            consent=consent,
        )
        values: dict[str, Any] = {
            **{name: self._work.seal.seal(made.id, getattr(made, name)) for name in _SEALED},
            **{name: getattr(made, name) for name in _PLAIN},
        }
        added = await self._work.connection.execute(
            self._work.insert(matter)
            .values(id=made.id, documents=0, facts=0, authorities=0, at=self._work.now(), **values)
            .on_conflict_do_nothing(index_elements=["number"])
            .returning(matter.c.id)
        )
        if added.first() is None:
            raise NumberTaken()
        await self._work.connection.execute(
            sa.insert(thread).values(id=made.thread, matter=made.id, person=None, at="")
        )
        await self._set_parties(made.id, made.parties)
        await self.add_member(made.id, owner, "owner")
        return made

    async def get(self, id: str, viewer: str) -> Matter:
        """Raises ``MatterNotFound``, also when the viewer may not see it."""
        found = await self._read(sa.and_(matter.c.id == id, _visible_to(viewer)))
        if not found:
            raise MatterNotFound()
        return found[0]

    async def get_unchecked(self, id: str) -> Matter:
        """For the engine and the publisher, which decide by other means. Raises
        ``MatterNotFound``."""
        found = await self._read(matter.c.id == id)
        if not found:
            raise MatterNotFound()
        return found[0]

    async def look_up(self, text: str, viewer: str) -> Sequence[Matter]:
        """The matter of that id or number, else all with the text in number or title."""
        wanted = text.strip().casefold()
        seen = await self.list_for(viewer)
        exact = [
            found for found in seen if wanted in (found.id.casefold(), found.number.casefold())
        ]
        if exact or not wanted:
            return exact
        return [
            found
            for found in seen
            if wanted in found.number.casefold() or wanted in found.title.casefold()
        ]

    async def list_for(self, viewer: str) -> list[Matter]:
        """By number."""
        return await self._read(_visible_to(viewer))

    async def update(self, id: str, **fields: object) -> Matter:
        """Set any of the fields of :class:`engine.matter.Matter` but ``id`` and ``thread``.

        Raises ``MatterNotFound``, ``NumberTaken``, and ``TypeError`` on another field."""
        values: dict[str, object] = {}
        parties = fields.pop("parties", None)
        for name, value in fields.items():
            if name not in (*_SEALED, *_PLAIN):
                raise TypeError(f"a matter has no field {name} to set")
            values[name] = self._work.seal.seal(id, str(value)) if name in _SEALED else value
        if "number" in values:
            await self._keep_number_free(id, str(values["number"]))
        if values:
            await self._work.connection.execute(
                sa.update(matter).where(matter.c.id == id).values(**values)
            )
        if isinstance(parties, Sequence):
            await self._work.connection.execute(sa.delete(party).where(party.c.matter == id))
            await self._set_parties(id, parties)
        return await self.get_unchecked(id)

    async def add_member(self, id: str, person: str, role: str = "member") -> None:
        """``role`` is ``owner``, ``member`` or ``reader``; replaces the one the person had."""
        await self._work.connection.execute(
            self._work.insert(membership)
            .values(matter=id, person=person, role=role)
            .on_conflict_do_update(index_elements=["matter", "person"], set_={"role": role})
        )

    async def remove_member(self, id: str, person: str) -> None:
        await self._work.connection.execute(
            sa.delete(membership).where(membership.c.matter == id, membership.c.person == person)
        )

    async def members(self, id: str) -> Sequence[Member]:
        """Those in the team, without whom a screen keeps out, by name."""
        rows = await self._work.connection.execute(
            sa.select(membership.c.person, membership.c.role).where(membership.c.matter == id)
        )
        roles = {row.person: row.role for row in rows}
        everybody = await People(self._work).all()
        return [
            Member(one, roles[one.id])
            for one in everybody
            if one.id in roles and not await self.screened(id, one.id)
        ]

    async def role_of(self, id: str, person: str) -> str | None:
        """None for who is not in the team or is screened off."""
        role: str | None = await self._work.connection.scalar(
            sa.select(membership.c.role)
            .join(matter, matter.c.id == membership.c.matter)
            .where(membership.c.person == person, matter.c.id == id, _visible_to(person))
        )
        return role

    async def screen(self, id: str, person: str) -> None:
        """Put an ethical wall between them: membership counts no longer."""
        await self._work.connection.execute(
            self._work.insert(screen).values(matter=id, person=person).on_conflict_do_nothing()
        )

    async def lift_screen(self, id: str, person: str) -> None:
        await self._work.connection.execute(
            sa.delete(screen).where(screen.c.matter == id, screen.c.person == person)
        )

    async def screened(self, id: str, person: str) -> bool:
        found = await self._work.connection.scalar(
            sa.select(screen.c.person).where(screen.c.matter == id, screen.c.person == person)
        )
        return found is not None

    async def _keep_number_free(self, id: str, number: str) -> None:
        await self._work.lock("matter numbers")
        other = await self._work.connection.scalar(
            sa.select(matter.c.id).where(matter.c.number == number, matter.c.id != id)
        )
        if other is not None:
            raise NumberTaken()

    async def _set_parties(self, id: str, parties: Sequence[Party]) -> None:
        rows = [
            {
                "matter": id,
                "ordinal": ordinal,
                "role": one.role,
                "name": self._work.seal.seal(id, one.name),
                "ours": one.ours,
            }
            for ordinal, one in enumerate(parties)
        ]
        if rows:
            await self._work.connection.execute(sa.insert(party), rows)

    async def _read(self, where: sa.ColumnElement[bool]) -> list[Matter]:
        rows = await self._work.connection.execute(
            sa.select(matter, thread.c.id.label("thread"))
            .join(thread, thread.c.matter == matter.c.id)
            .where(where)
            .order_by(matter.c.number)
        )
        found = [row._asdict() for row in rows]
        parties = await self._parties(where) if found else {}
        return [self._matter(row, parties.get(row["id"], ())) for row in found]

    async def _parties(self, where: sa.ColumnElement[bool]) -> dict[str, tuple[Party, ...]]:
        rows = await self._work.connection.execute(
            sa.select(party)
            .join(matter, matter.c.id == party.c.matter)
            .where(where)
            .order_by(party.c.matter, party.c.ordinal)
        )
        parties: dict[str, tuple[Party, ...]] = {}
        for row in rows:
            name = self._work.seal.open_(row.matter, row.name)
            parties[row.matter] = (*parties.get(row.matter, ()), Party(row.role, name, row.ours))
        return parties

    def _matter(self, row: Mapping[str, Any], parties: tuple[Party, ...]) -> Matter:
        opened = {name: self._work.seal.open_(row["id"], row[name]) for name in _SEALED}
        return Matter(
            id=row["id"],
            number=row["number"],
            sensitivity=Sensitivity(row["sensitivity"]),
            consent=row["consent"],
            thread=row["thread"],
            parties=parties,
            **opened,
        )


def _visible_to(viewer: str) -> sa.ColumnElement[bool]:
    """In the team and not screened off."""
    # Aliases, so that a query which itself reads one of these tables does not correlate it away.
    team, wall = membership.alias("team"), screen.alias("wall")
    member = sa.exists().where(team.c.matter == matter.c.id, team.c.person == viewer)
    kept_out = sa.exists().where(wall.c.matter == matter.c.id, wall.c.person == viewer)
    return sa.and_(member, ~kept_out)
