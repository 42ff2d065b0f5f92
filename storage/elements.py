"""The elements that an objective comes down to."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from engine.matter import Element
from storage.errors import ElementNotFound
from storage.tables import element
from storage.work import Work


class Elements:
    def __init__(self, work: Work) -> None:
        self._work = work

    async def list(self, matter: str, objective: str) -> Sequence[Element]:
        rows = await self._work.connection.execute(
            sa.select(element.c.data)
            .where(element.c.matter == matter, element.c.objective == _digest(objective))
            .order_by(element.c.ordinal)
        )
        return [_element(self._work.seal.open_json(matter, row.data)) for row in rows]

    async def keep(self, matter: str, objective: str, elements: Sequence[Element]) -> None:
        """Store them unless the objective has some already."""
        await self._work.lock(f"elements {matter}")
        if await self.list(matter, objective) or not elements:
            return
        rows = [
            {
                "matter": matter,
                "objective": _digest(objective),
                "ordinal": ordinal,
                "id": one.id,
                "data": self._work.seal.seal_json(matter, asdict(one)),
            }
            for ordinal, one in enumerate(elements)
        ]
        await self._work.connection.execute(sa.insert(element), rows)

    async def change(self, matter: str, objective: str, changed: Element) -> None:
        """Put ``changed`` in the place of the element of its id. Raises ``ElementNotFound``."""
        done = await self._work.connection.execute(
            sa.update(element)
            .where(*_one(matter, objective, changed.id))
            .values(data=self._work.seal.seal_json(matter, asdict(changed)))
        )
        if done.rowcount != 1:
            raise ElementNotFound()

    async def without_facts(self, matter: str, facts: Set[str]) -> Sequence[str]:
        """Take the facts out of all elements of the matter; the ids of those that named any."""
        rows = await self._work.connection.execute(
            sa.select(element.c.seq, element.c.id, element.c.data)
            .where(element.c.matter == matter)
            .order_by(element.c.seq)
        )
        changed: list[str] = []
        for row in rows.all():
            data = self._work.seal.open_json(matter, row.data)
            sides = {
                name: [one for one in data[name] if one not in facts]
                for name in ("facts_for", "facts_against")
            }
            if any(sides[name] != data[name] for name in sides):
                changed.append(row.id)
                await self._work.connection.execute(
                    sa.update(element)
                    .where(element.c.seq == row.seq)
                    .values(data=self._work.seal.seal_json(matter, {**data, **sides}))
                )
        return list(dict.fromkeys(changed))

    async def remove(self, matter: str, objective: str, id: str) -> None:
        """Raises ``ElementNotFound``."""
        done = await self._work.connection.execute(
            sa.delete(element).where(*_one(matter, objective, id))
        )
        if done.rowcount != 1:
            raise ElementNotFound()


def _digest(objective: str) -> str:
    return hashlib.sha256(objective.encode(errors="surrogatepass")).hexdigest()


def _one(matter: str, objective: str, id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        element.c.matter == matter,
        element.c.objective == _digest(objective),
        element.c.id == id,
    )


def _element(data: dict[str, Any]) -> Element:
    lists = ("facts_for", "facts_against", "gaps")
    return Element(**{**data, **{name: tuple(data[name]) for name in lists}})
