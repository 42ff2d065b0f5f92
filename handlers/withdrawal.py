"""Taking a document out of the file, and saying what rests on what is no longer as it was."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import BadRequest
from engine.matter import Matter
from engine.record import Reason, Run, RunState, Turn
from engine.search.rests import documents_read, reading, resting, spoken_of
from handlers import filed
from handlers.asking import Asking
from handlers.posts import Block, ListBlock, Post, Text
from handlers.replies import Reply, answer, counted, text
from storage.intake import Intake

if TYPE_CHECKING:
    from storage.documents import DocumentRow
    from storage.house import Unit


class RestsOnWithdrawn(BadRequest):
    """This simulation has read a document that was withdrawn since, so it cannot go on."""

    code = "run.rests_on_withdrawn"
    default_remedy = "Start anew with `/lawgame simulate`: the new run reads the file as it is now."


@dataclass(frozen=True)
class Rests:
    """Turns of a run that rest on something, the clerk's too."""

    run: Run
    turns: tuple[Turn, ...]
    every: tuple[Turn, ...]

    @property
    def live(self) -> bool:
        return self.run.state in (RunState.OWED, RunState.RUNNING)


async def resting_on(unit: Unit, matter: Matter, facts: Set[str]) -> list[Rests]:
    """Of all runs of the matter, the oldest first; also those of which nothing rests on it."""
    found = []
    for run in reversed(await unit.runs.of_matter(matter.id)):
        turns = list(await unit.turns.of_run(run.id))
        found.append(Rests(run, tuple(resting(turns, facts)), tuple(turns)))
    return found


def told_of(found: Sequence[Rests]) -> list[str]:
    """``Move 1.2, ruling 1.2 and 3 others of run R-… rest on it.``, a sentence a run."""
    said = []
    for one in found:
        if words := spoken_of(one.turns):
            many = " and " in words or "," in words or words.startswith("The elements")
            said.append(f"{words} of run {one.run.id} rest{'' if many else 's'} on it.")
    return said


async def not_withdrawn(unit: Unit, run: Run) -> None:
    """What was withdrawn is not read by an agent again. Raises ``RestsOnWithdrawn``."""
    gone = {row.id for row in await unit.withdrawals.of_matter(run.matter)}
    if gone and documents_read(await unit.turns.of_run(run.id)) & gone:
        raise RestsOnWithdrawn


async def remove(asking: Asking, id: str, why: str, privileged: bool) -> Reply:
    """Withdraw a document, mark what rests on it, stop the run that reads it."""
    matter, unit = asking.the_matter, asking.unit
    row = await unit.documents.get(matter.id, id)
    facts = await unit.facts.ids_of(row)
    gone = await unit.withdrawals.withdraw(matter.id, id, why, privileged)
    found = await resting_on(unit, matter, facts)
    await _mark(unit, found, row, _why(row, why, privileged))
    elements = await unit.elements.without_facts(matter.id, facts)
    stopped = [one.run for one in found if one.live and (one.turns or reading(one.every))]
    stopped = [run for run in stopped if not _unread(run, found)]
    for run in stopped:
        await unit.runs.ask_stop(run.id)
        if run.state is RunState.OWED and not asking.services.runs.on:
            await unit.runs.close(run.id, RunState.STOPPED, Reason.STOPPED)
    detail = {
        "document": row.id, "sha256": row.sha256, "facts": len(facts), "why": why,
        "privileged": privileged, "turns": sum(len(one.turns) for one in found),
        "runs_stopped": [run.id for run in stopped], "elements": list(elements),
    }  # fmt: skip
    await unit.audit.append(asking.actor.person, "document.remove", matter.id, detail)
    held_in = [
        one.id for one in await unit.documents.list(matter.id)
        if row.within and row.within.rpartition("/")[2] == one.name
    ]  # fmt: skip

    async def afterwards() -> None:
        for run in stopped:
            asking.services.runs.interrupt(run.id)
        async with asking.services.house.writing() as later:
            # A turn that was settled while this was being decided.
            await _mark(later, await resting_on(later, matter, facts), row,
                        _why(row, why, privileged))  # fmt: skip
        await Intake(asking.services.house).empty(gone)

    post = _post(matter, row, len(facts), found, elements, stopped, held_in, privileged)
    return Reply((post,), after=(afterwards,))


def _unread(run: Run, found: Sequence[Rests]) -> bool:
    """A run that has not begun reads the file without the document."""
    every = next(one.every for one in found if one.run.id == run.id)
    return run.state is RunState.OWED and not every


async def _mark(unit: Unit, found: Sequence[Rests], row: DocumentRow, why: str) -> None:
    for one in found:
        await unit.marks.add(one.run.matter, one.turns, row.id, why)


def _why(row: DocumentRow, why: str, privileged: bool) -> str:
    said = f"{row.id} was withdrawn{' as privileged' if privileged else ''}"
    return f"{said}: {why}" if why else said


def _post(
    matter: Matter, row: DocumentRow, facts: int, found: Sequence[Rests],
    elements: Sequence[str], stopped: Sequence[Run], held_in: Sequence[str], privileged: bool,
) -> Post:  # fmt: skip
    said = [f"{counted(facts, 'fact')} of it are no longer found, read or cited."]
    if facts == 1:
        said = ["The one fact of it is no longer found, read or cited."]
    rests = told_of(found)
    said += rests or ["No move, response or ruling rests on it."]
    if elements:
        named = ", ".join(elements)
        said.append(
            f"It was taken out of what speaks to {named}: see whether their wording tells of it."
        )
    said += [
        f"Run {run.id} was reading it and is stopped; it cannot be resumed, start anew."
        for run in stopped
    ]
    said.append(
        "Its file is destroyed."
        if privileged
        else "Its file is kept apart as evidence of what was on file, and read by nobody."
    )
    if rests:
        said.append("The record keeps what was quoted of it, marked.")
    said += [f"{one} holds it too, as an attachment: take that out as well." for one in held_in]
    body: list[Block] = [
        ListBlock((filed.line(row),)),
        ListBlock(tuple((Text(one),) for one in said)),
    ]
    if privileged:
        body.append(
            text("It may also lie in mailboxes, chats and backups, which Lawgame cannot reach.")
        )
    return answer(
        f"{row.id} is out of the file",
        *body,
        matter=matter,
        data={
            "documents": [filed.data(row)],
            "privileged": privileged,
            "rests": [
                {"run": one.run.id, "turns": [str(turn.key) for turn in one.turns]}
                for one in found
                if one.turns
            ],
            "elements": list(elements),
            "stopped": [run.id for run in stopped],
        },
    )
