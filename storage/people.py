"""People, their roles in the firm, and who they are on each platform."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from storage.ids import new_id
from storage.tables import identity, person, role
from storage.work import Work


@dataclass(frozen=True)
class PersonRow:
    """``roles`` are the person's roles in the firm, sorted."""

    id: str
    name: str
    roles: tuple[str, ...] = ()


class People:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(self, name: str, roles: Iterable[str] = (), id: str | None = None) -> PersonRow:
        added = PersonRow(id or new_id("P"), name, tuple(sorted(set(roles))))
        at = self._work.now()
        await self._work.connection.execute(
            sa.insert(person).values(id=added.id, name=added.name, at=at)
        )
        await self._set_roles(added.id, added.roles)
        return added

    async def set_roles(self, id: str, roles: Iterable[str]) -> None:
        await self._work.connection.execute(sa.delete(role).where(role.c.person == id))
        await self._set_roles(id, sorted(set(roles)))

    async def link(self, id: str, surface: str, tenant: str, external: str) -> None:
        """The person is ``external`` on that platform from now on, whoever it was before."""
        keys = {"surface": surface, "tenant": tenant, "external_id": external}
        statement = self._work.insert(identity).values(**keys, person=id)
        await self._work.connection.execute(
            statement.on_conflict_do_update(index_elements=list(keys), set_={"person": id})
        )

    async def find(self, surface: str, tenant: str, external: str) -> PersonRow | None:
        found = await self._read(
            person.c.id.in_(
                sa.select(identity.c.person).where(
                    identity.c.surface == surface,
                    identity.c.tenant == tenant,
                    identity.c.external_id == external,
                )
            )
        )
        return found[0] if found else None

    async def externals(self, id: str, surface: str, tenant: str) -> Sequence[str]:
        """What a person is called on a platform."""
        rows = await self._work.connection.scalars(
            sa.select(identity.c.external_id)
            .where(identity.c.person == id)
            .where(identity.c.surface == surface, identity.c.tenant == tenant)
            .order_by(identity.c.external_id)
        )
        return list(rows)

    async def by_id(self, id: str) -> PersonRow | None:
        found = await self._read(person.c.id == id)
        return found[0] if found else None

    async def by_name(self, name: str) -> PersonRow | None:
        """Somebody of that name, in any case of letters; None too if several bear it."""
        wanted = name.strip().casefold()
        found = [row for row in await self.all() if row.name.casefold() == wanted]
        return found[0] if len(found) == 1 else None

    async def all(self) -> Sequence[PersonRow]:
        """By name."""
        return await self._read(sa.true())

    async def _set_roles(self, id: str, roles: Sequence[str]) -> None:
        if roles:
            rows = [{"person": id, "role": name} for name in roles]
            await self._work.connection.execute(sa.insert(role), rows)

    async def _read(self, where: sa.ColumnElement[bool]) -> list[PersonRow]:
        rows = await self._work.connection.execute(
            sa.select(person.c.id, person.c.name, role.c.role)
            .select_from(sa.outerjoin(person, role))
            .where(where)
            .order_by(person.c.name, person.c.id, role.c.role)
        )
        names: dict[str, str] = {}
        roles: dict[str, list[str]] = {}
        for row in rows:
            names[row.id] = row.name
            roles.setdefault(row.id, [])
            if row.role is not None:
                roles[row.id].append(row.role)
        return [PersonRow(id, name, tuple(roles[id])) for id, name in names.items()]
