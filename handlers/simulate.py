"""``simulate``, ``stop``, ``resume`` and ``status``: the runs of a matter."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from engine.errors import BadRequest, NotFound
from engine.events import Kind
from engine.matter import Matter, Scope
from engine.record import Reason, Role, Run, RunState
from engine.search.clerk import NothingOnRecord
from handlers.asking import Asking
from handlers.interests import warning
from handlers.parser import Asked
from handlers.posts import Action, Block, Code, ListBlock, Paragraph, Spans, Strong, Text
from handlers.record import record as record
from handlers.registry import Right
from handlers.replies import Reply, answer, counted, only, text, told
from handlers.runs import NothingRuns, run_data
from handlers.uploads import stop_uploads, under_way
from handlers.withdrawal import not_withdrawn


class NoObjective(BadRequest):
    """Say what is to be achieved."""

    code = "simulate.no_objective"
    default_remedy = 'For example `/lawgame simulate "dismissal for want of materiality"`.'


class AlreadyRunning(BadRequest):
    """A simulation of this matter is running."""

    code = "simulate.running"
    default_remedy = "Wait for it, or stop it with `/lawgame stop`."


class NothingToResume(NotFound):
    """There is no stopped or failed simulation in this matter."""

    code = "run.nothing_to_resume"
    default_remedy = 'Start one with `/lawgame simulate "objective"`.'


async def simulate(asking: Asking, asked: Asked) -> Reply:
    matter, policy = asking.the_matter, asking.services.policy
    objective = " ".join((asked.argument("objective") or matter.objective).split())
    if not objective:
        raise NoObjective
    await asking.unit.runs.alone(matter.id)
    runs = await asking.unit.runs.of_matter(matter.id)
    if any(_live(run) for run in runs):
        raise AlreadyRunning
    if not any(
        document.scope is Scope.RECORD and document.facts
        for document in await asking.unit.documents.list(matter.id)
    ):
        raise NothingOnRecord
    seed = asked.number("seed")
    if seed is None:
        seed = policy.seed if policy.seed is not None else secrets.randbelow(1 << 31)
    run = Run(
        id=f"R-{secrets.token_hex(4)}",
        matter=matter.id,
        thread=matter.thread,
        objective=objective[:1000],
        rounds=asked.number("rounds") or policy.rounds,
        orbits=asked.number("orbits") or policy.orbits,
        seed=seed,
        panel=asked.number("panel") or 1,
        requested_by=asking.actor.person,
    )
    await asking.unit.runs.create(run)
    if objective != matter.objective:
        await asking.unit.matters.update(matter.id, objective=objective[:1000])
    await asking.unit.audit.append(
        asking.actor.person, "run.asked", matter.id, {"run": run.id, "seed": run.seed}
    )
    return _started(run, matter, "Simulation started", asking)


def _live(run: Run) -> bool:
    return run.state in (RunState.OWED, RunState.RUNNING)


def _started(run: Run, matter: Matter, title: str, asking: Asking) -> Reply:
    rounds, orbits = counted(run.rounds, "round"), counted(run.orbits, "orbit")
    body: list[Block] = [
        text(f"Objective: {run.objective}"),
        text(f"{rounds} an orbit, at most {orbits}. Run {run.id}, seed {run.seed}."),
    ]
    if run.panel > 1:
        body.append(text(f"A panel: {run.panel} samples of the judge make each ruling."))
    if warned := warning(matter.parties):
        body.append(Paragraph((Strong("Before you rely on it: "), Text(warned))))
    if not asking.services.runs.on:
        body.append(told("It begins once the house is open: run `lawgame serve`, or `--wait`."))
    post = answer(
        title,
        *body,
        matter=matter,
        kind=Kind.ACK,
        run=run.id,
        data={
            "run": run.id,
            "objective": run.objective,
            "rounds": run.rounds,
            "orbits": run.orbits,
            "seed": run.seed,
            "panel": run.panel,
            "warnings": [warned] if warned else [],
        },
    )
    return Reply((post,), after=(asking.services.runs.start_owed,))


def stop_action(run: str) -> Action:
    return Action("stop", "Stop", "danger", run)


async def stop(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    going = under_way(asking, asked.argument("run"))
    run = await _run(asking, asked.argument("run"), (RunState.OWED, RunState.RUNNING))
    if run is None and not going:
        raise NothingRuns
    await asking.need(Right.WORK, matter)
    halted = await stop_uploads(asking, going) if going else Reply(())
    return halted.and_then(await _stopped(asking, run)) if run is not None else halted


async def _stopped(asking: Asking, run: Run) -> Reply:
    matter = asking.the_matter
    fresh = await asking.unit.runs.ask_stop(run.id)
    await asking.unit.audit.append(
        asking.actor.person, "run.stop_asked", matter.id, {"run": run.id, "fresh": fresh}
    )
    said = "Stopping: the turn in progress is cut short." if fresh else "It is stopping already."
    if run.state is RunState.OWED and not asking.services.runs.on:
        await asking.unit.runs.close(run.id, RunState.STOPPED, Reason.STOPPED)
        said = "Stopped before it began."
    post = answer(
        said, text(f"Asked by {asking.actor.name}."), matter=matter, kind=Kind.ACK, run=run.id,
        data={"run": run.id, "stopping": True},
    )  # fmt: skip

    async def interrupt() -> None:
        asking.services.runs.interrupt(run.id)

    return Reply((post,), private=not fresh, after=(interrupt,))


async def resume(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    await asking.unit.runs.alone(matter.id)
    run = await _run(asking, asked.argument("run"), (RunState.STOPPED, RunState.ENDED), True)
    if any(_live(one) for one in await asking.unit.runs.of_matter(matter.id)):
        raise AlreadyRunning
    if run is None or not await asking.unit.runs.owe_again(run.id):
        raise NothingToResume
    await not_withdrawn(asking.unit, run)
    await asking.need(Right.WORK, matter)
    await asking.unit.audit.append(asking.actor.person, "run.resumed", matter.id, {"run": run.id})
    return _started(run, matter, "Going on with the simulation", asking)


async def _run(
    asking: Asking, id: str | None, states: Sequence[RunState], resumable: bool = False
) -> Run | None:
    """The newest run of the matter in one of the states, or the named one if it is."""
    for run in await asking.unit.runs.of_matter(asking.the_matter.id):
        if id is not None and run.id.lower() != id.lower():
            continue
        failed = run.state is RunState.ENDED and run.reason == "failed"
        if run.state in states and (not resumable or run.state is RunState.STOPPED or failed):
            return run
    return None


async def status(asking: Asking, asked: Asked) -> Reply:
    matter = asking.the_matter
    runs = await asking.unit.runs.of_matter(matter.id)
    documents = await asking.unit.documents.list(matter.id)
    on_record = sum(1 for one in documents if one.scope is Scope.RECORD)
    fields = {"documents": f"{len(documents)}, of which {on_record} on record"}
    items: list[Spans] = [await _status_line(asking, run) for run in runs[:10]]
    body: list[Block] = [ListBlock(tuple(items))] if items else []
    data = {"runs": [run_data(run) for run in runs]}
    if going := under_way(asking):
        fields["uploads"] = f"{len(going)} going on"
    live = [run for run in runs if _live(run)]
    actions = tuple(stop_action(run.id) for run in live[:1])
    title = "A simulation is running" if live else "Nothing is running"
    return only(answer(title, *body, matter=matter, fields=fields, data=data, actions=actions))


async def _status_line(asking: Asking, run: Run) -> Spans:
    turns = await asking.unit.turns.of_run(run.id)
    asked = sum(1 for turn in turns if turn.key.role is Role.JUDGE and not turn.key.seat)
    said = str(run.reason or run.state).replace("_", " ")
    return (
        Code(run.id),
        Text(" "),
        Strong(said),
        Text(f": {asked} of at most {run.rounds * run.orbits} rulings. {run.objective}"),
    )
