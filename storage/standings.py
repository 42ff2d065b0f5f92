"""What evaluations have found of models."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from storage.tables import model_standing
from storage.work import Work


class Standings:
    """By a model's name and its file's sha256; another file of the same name is another model."""

    def __init__(self, work: Work) -> None:
        self._work = work

    async def add(self, model: str, sha256: str, found: Mapping[str, Any]) -> None:
        """``found`` has ``discriminates``, ``at`` and ``says``."""
        await self._work.connection.execute(
            sa.insert(model_standing).values(
                model=model, sha256=sha256, data=json.dumps(dict(found)), at=self._work.now()
            )
        )

    async def newest(self, model: str, sha256: str) -> dict[str, Any] | None:
        data = await self._work.connection.scalar(
            sa.select(model_standing.c.data)
            .where(model_standing.c.model == model, model_standing.c.sha256 == sha256)
            .order_by(model_standing.c.seq.desc())
            .limit(1)
        )
        return None if data is None else dict(json.loads(data))
