"""``record``: a run's whole story, for somebody who was not there.

Told in the conversation, and whole in a Word file, which takes longer to write than a
transaction may last and is therefore written before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.matter import Matter
from engine.record import Run, Turn
from engine.search.history import History
from engine.search.news import REMOVED
from engine.search.rests import spoken_of
from handlers.asking import Asking, NoMatter
from handlers.parser import Asked
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Block, File, Heading, ListBlock, Strong, Text
from handlers.present import SIMULATED
from handlers.present.chronicle import chronicle, fields
from handlers.present.ruling import noise
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only
from handlers.requests import CommandRequest
from handlers.runs import NothingRuns, run_data
from handlers.services import Services
from handlers.standing import standing
from handlers.wordfile import Paper, word

if TYPE_CHECKING:
    from storage.house import Unit
    from storage.marks import Mark

OURS_ALONE = "secret"
"""Of the clerk's turn: words by which a leak would be known, of no use to a reader."""


@dataclass(frozen=True)
class Recorded:
    """What stands of a run. ``asked_by`` is the name of who started it."""

    run: Run
    turns: tuple[Turn, ...]
    marks: Mapping[str, tuple[Mark, ...]]
    asked_by: str

    @property
    def title(self) -> str:
        return f"Record of {self.run.id}: {counted(len(self.turns), 'turn')}"

    def body(self, *, full: bool = False) -> list[Block]:
        history = History.of(self.run, self.turns)
        return chronicle(history, self.asked_by, full) + _marked(self.turns, self.marks)


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> tuple[File, ...]:
    """The record as a Word file. Raises ``NoMatter``, ``NothingRuns``, ``NotAllowed``."""
    stands = await standing(services, request.origin, request.matter, Right.READ, name)
    if stands.matter is None:
        raise NoMatter
    async with services.house.reading() as view:
        found = await _recorded(view, stands.matter, asked.argument("run"))
    if not found.turns:
        return ()
    folder = services.reports / stands.matter.id / inbox
    return (await asyncio.to_thread(_written, folder, found),)


async def record(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    found = await _recorded(asking.unit, matter, asked.argument("run"))
    history = History.of(found.run, found.turns)
    post = answer(
        found.title,
        *found.body(),
        matter=matter,
        run=found.run.id,
        fields=fields(history),
        marks=_marks(history),
        data={
            "run": run_data(found.run),
            "turns": [_turn_data(one, found.marks.get(str(one.key), ())) for one in found.turns],
        },
    )
    files = asking.found if isinstance(asking.found, tuple) else ()
    return only(replace(post, files=files))


async def _recorded(unit: Unit, matter: Matter, id: str | None) -> Recorded:
    """The newest run of the matter, or the named one. Raises ``NothingRuns``."""
    runs = await unit.runs.of_matter(matter.id)
    run = next((r for r in runs if id is None or r.id.lower() == id.lower()), None)
    if run is None:
        raise NothingRuns("There is no such run in this matter." if id else None)
    by = await unit.people.by_id(run.requested_by) if run.requested_by else None
    turns = tuple(await unit.turns.of_run(run.id))
    return Recorded(run, turns, await unit.marks.of_run(run.id), by.name if by else "")


def _marks(history: History) -> tuple[str, ...]:
    """What a reader must know of the model before anything else."""
    model = history.clerks[0].data["model"] if history.clerks else {}
    return (*[SIMULATED] * bool(model.get("simulated")), *noise(model))


def _turn_data(turn: Turn, marks: Sequence[Mark]) -> dict[str, Any]:
    """A turn as it stands, but for words that were taken out of it, of which only how many."""
    hidden = {OURS_ALONE, *REMOVED}
    return {
        "key": str(turn.key),
        "parent": turn.parent,
        "model": turn.model,
        "marks": [{"basis": mark.basis, "why": mark.why} for mark in marks],
        "data": {key: value for key, value in turn.data.items() if key not in hidden},
        "removed": {key: len(turn.data[key]) for key in REMOVED[:2] if turn.data.get(key)},
    }


def _marked(turns: Sequence[Turn], marks: Mapping[str, tuple[Mark, ...]]) -> list[Block]:
    """What rests on what is no longer as it was, a line for each reason."""
    by_reason: dict[str, list[Turn]] = {}
    for turn in turns:
        for mark in marks.get(str(turn.key), ()):
            by_reason.setdefault(mark.why, []).append(turn)
    items = [
        (Strong(said), Text(f": {why}."))
        for why, marked in by_reason.items()
        if (said := spoken_of(marked, named=len(marked)))
    ]
    if not items:
        return []
    return [Heading("No longer as it was read"), ListBlock(tuple(items))]


def _written(folder: Path, found: Recorded) -> File:
    history = History.of(found.run, found.turns)
    paper = Paper(found.title, fields(history), found.body(full=True), (RESEARCH_ONLY, PRIVILEGE))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"record-{found.run.id}.docx"
    path.touch(mode=0o600)
    path.write_bytes(word(paper))
    return File(path.name, str(path))
