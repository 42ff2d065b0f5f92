"""Taking one turn: find it on the record, else think and settle. Idempotent, whoever repeats it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from engine.authorities.types import Source
from engine.ports import Card, Ports
from engine.record import Failure, Json, Reason, Role, Run, RunState, Turn, TurnKey, Usage
from engine.search import closing, news, pivot
from engine.search.clerk import clerk_turn, scope_of
from engine.search.failure_log import failure_of, novelty, refusal, strategy_of
from engine.search.history import History, Round, failure_json, rests_on
from engine.search.learning import instruction
from engine.search.repeats import repeat_of
from engine.triad import elements, judge, layout, lead, opposing, panel, profile, research
from engine.triad.asking import LEAST_ANSWER, PromptTooLong, Structured, ask
from engine.triad.checklist import checklist
from engine.triad.prose import cleaned
from engine.triad.schema import Schema
from engine.triad.withhold import withheld

ANSWER_SHARE = 8
"""An eighth of the window is kept for an answer as long as older rounds can be condensed."""

Thought = tuple[Json, Usage]
Thinker = Callable[["Desk"], Awaitable[Thought]]


class Desk:
    """What one turn is thought over: its key, its run so far, and the ports."""

    def __init__(self, key: TurnKey, run: Run, history: History, ports: Ports, card: Card) -> None:
        self.key, self.run, self.history, self.ports, self.card = key, run, history, ports, card

    async def ask(self, schema: Schema, line: str) -> Structured:
        """Condenses further when the prompt, counted, leaves too little room for the answer."""
        *shares, last = layout.TIGHTER
        for share in shares:
            with suppress(PromptTooLong):
                return await self._ask(schema, line, share, self.card.window // ANSWER_SHARE)
        return await self._ask(schema, line, last, LEAST_ANSWER)

    async def _ask(self, schema: Schema, line: str, share: float, least: int) -> Structured:
        return await ask(
            self.ports.model,
            self.card,
            layout.messages(self.history, self._reader, self.key.stage, line, share),
            schema,
            key=self.key,
            seed=self.run.seed,
            salt=self.run.matter,
            least=least,
        )

    @property
    def _reader(self) -> Role:
        """Whose information set the turn is thought with: a search is made for somebody."""
        return Role(self.key.party) if self.key.party else self.key.role

    async def cleaned(self, data: Json) -> Json:
        parties = [p["name"] for turn in self.history.clerks for p in turn.data["parties"]]
        on_file = list(self.history.authorities.values())
        return await cleaned(data, self.ports.citations, on_file, parties, self._sources())

    def _sources(self) -> list[Source]:
        """What the agent has read and may quote: the facts that it was shown."""
        role = self._reader
        if role in (Role.LEAD, Role.OPPOSING):
            shown = [*self.history.shown(role).values()]
        else:
            rested = [f for t in self.history.turns for f in rests_on(t)]
            shown = [*self.history.common.values(), *(self.history.facts[f] for f in rested)]
        if role is Role.LEAD:
            shown += self.history.ours.values()
        return [Source(fact.id, fact.text) for fact in shown]


async def take(key: TurnKey, ports: Ports) -> Turn:
    """The settled turn of ``key``: what is on the record stands.

    Raises what retrieval, the model and the check of its answer raise; then nothing is settled.
    """
    if (stored := await ports.ledger.find(key)) is not None:
        return stored
    run = await ports.ledger.run(key.run)
    history = History.of(run, await ports.ledger.turns(key.run))
    card = await ports.model.card()
    desk = Desk(key, run, history, ports, card)
    await ports.ledger.tell(news.starting(desk.history, key))
    data, usage = await _THINKERS[key.role](desk)
    parent = _parent(history, key)
    asked = usage.prompt > 0
    turn = Turn(key, data, parent, usage, card.name if asked else "")
    return await ports.ledger.settle(turn, news.settled(history, turn), _failures(history, turn))


def _parent(history: History, key: TurnKey) -> str | None:
    """The turn before; of a panel's samples, which are taken at once, the same for all."""
    before = [
        t for t in history.turns if not (key.seat and t.key.seat and t.key.stage == key.stage)
    ]
    return str(before[-1].key) if before else None


async def conclude(run_id: str, generation: int, reason: Reason, code: str, ports: Ports) -> None:
    """Settle the outcome of this generation of a run and close the run."""
    run = await ports.ledger.run(run_id)
    history = History.of(run, await ports.ledger.turns(run_id))
    last = history.turns[-1].key if history.turns else TurnKey(run_id, 1, 0, Role.CLERK)
    key = TurnKey(run_id, last.orbit, 0, Role.OUTCOME, attempt=generation)
    if await ports.ledger.find(key) is None:
        data = closing.outcome(history, reason, code)
        parent = str(last) if history.turns else None
        turn = Turn(key, data, parent)
        await ports.ledger.settle(turn, news.settled(history, turn))
    state = RunState.STOPPED if reason in (Reason.STOPPED, Reason.HELD) else RunState.ENDED
    await ports.ledger.close_run(run_id, state, reason)


async def _clerk(desk: Desk) -> Thought:
    return await clerk_turn(desk.run, desk.key.orbit, desk.history, desk.ports), Usage()


async def _elements(desk: Desk) -> Thought:
    orbit, casefile = desk.key.orbit, desk.ports.casefile
    objective = desk.history.objective(orbit)
    usage = Usage()
    found = list(await casefile.elements(desk.run.matter, objective))
    if not found:
        answer = await desk.ask(
            elements.schema(desk.history, orbit), elements.line(desk.history, orbit)
        )
        usage = answer.usage
        found = elements.read(dict(await desk.cleaned(answer.data)))
        await casefile.keep_elements(desk.run.matter, objective, found)
    return {"objective": objective, "elements": [elements.as_json(one) for one in found]}, usage


async def _profile(desk: Desk) -> Thought:
    """Proposed from the file, once; a lawyer's word that came meanwhile stands."""
    clerk, casefile = desk.history.clerks[0].data, desk.ports.casefile
    standing = profile.from_json(clerk["profile"])
    answer = await desk.ask(profile.schema(desk.history), profile.line(desk.history))
    proposed = profile.read(await desk.cleaned(answer.data), standing)
    kept = profile.as_json(await casefile.keep_profile(desk.run.matter, proposed))
    scope = scope_of(
        desk.run.matter, profile.digest(kept), desk.run.objective, str(clerk["record"])
    )
    return {"profile": kept, "scope": scope}, answer.usage


async def _research(desk: Desk) -> Thought:
    role = Role(desk.key.party)
    answer = await desk.ask(research.schema(), research.line(role, desk.key.stage))
    found = await research.read(answer.data, role, desk.history, desk.ports.casefile)
    return await desk.cleaned(found), answer.usage


async def _lead(desk: Desk) -> Thought:
    history, orbit = desk.history, desk.key.orbit
    answer = await desk.ask(lead.schema(history, orbit), lead.line(desk.key.stage))
    move = dict(await desk.cleaned(lead.read(answer.data, history, orbit)))
    strategy = strategy_of(move)
    failures = history.failures if history.switches.failure_log else []
    failed = await repeat_of(strategy, failures, move["takes_up"], desk.ports.vectors)
    move["repeat"] = refusal(strategy, failed) if failed else None
    move["novelty"] = novelty(strategy, failures)
    move["checklist"] = checklist(move, history, orbit)
    return move, answer.usage


async def _opposing(desk: Desk) -> Thought:
    move = _this_round(desk).move
    assert move is not None
    answer = await desk.ask(opposing.schema(desk.history, move.data), opposing.line(desk.key.stage))
    return await desk.cleaned(opposing.read(answer.data, desk.history)), answer.usage


async def _judge(desk: Desk) -> Thought:
    this = _this_round(desk)
    assert this.move is not None and this.response is not None
    if desk.run.panel > 1 and not desk.key.seat:
        return panel.ruling([seat.data for seat in this.seats]), Usage()
    history, orbit = desk.history, desk.key.orbit
    form = judge.schema(history, orbit, this.move.data, this.response.data)
    answer = await desk.ask(form, judge.line(desk.key.stage))
    return await desk.cleaned(judge.read(answer.data, history, orbit)), answer.usage


async def _round(desk: Desk) -> Thought:
    this = _this_round(desk)
    if this.move is None or this.ruling is None:
        refused = [turn.data["repeat"] for turn in this.refused]
        return {"outcome": "forfeited", "refused": refused, "failure": None}, Usage()
    # As it was served: a later run, without the same documents, reads what this one lost with.
    served = withheld(this.move.data, desk.history.secret)
    failure = failure_of(served, this.ruling.data, this.stage)
    move = this.move.data
    return {
        "outcome": this.outcome,
        "theory": move["theory"],
        "vehicle": move["vehicle"],
        "standard": move["standard"],
        "facts": list(move["determinative"]),
        "authorities": list(dict.fromkeys(a for s in move["sections"] for a in s["authorities"])),
        "refused": [turn.data["repeat"] for turn in this.refused],
        "took_up": move["takes_up"]["of"] if move["takes_up"] else None,
        "instruction": instruction(_with_failure(desk, failure), desk.key.orbit),
        "failure": failure_json(failure) if failure else None,
    }, Usage()


def _with_failure(desk: Desk, failure: Failure | None) -> History:
    """The history as it will be once this round is settled: its condition stands open then."""
    data = {"outcome": "", "failure": failure_json(failure) if failure else None}
    return History.of(desk.run, [*desk.history.turns, Turn(desk.key, data)])


async def _orbit(desk: Desk) -> Thought:
    orbit, history = desk.key.orbit, desk.history
    ranked = await pivot.rank(history, orbit, desk.ports.casefile)
    return closing.orbit(history, orbit, ranked, pivot.choose(ranked)), Usage()


def _this_round(desk: Desk) -> Round:
    return desk.history.round(desk.key.orbit, desk.key.round)


def _failures(history: History, turn: Turn) -> list[Failure]:
    if turn.key.role is not Role.ROUND or not turn.data["failure"]:
        return []
    move = history.round(turn.key.orbit, turn.key.round)
    assert move.move is not None and move.ruling is not None
    served = withheld(move.move.data, history.secret)
    failure = failure_of(served, move.ruling.data, turn.key.stage)
    return [] if failure is None else [replace(failure, scope=history.scope)]


_THINKERS: dict[Role, Thinker] = {
    Role.CLERK: _clerk,
    Role.PROFILE: _profile,
    Role.ELEMENTS: _elements,
    Role.RESEARCH: _research,
    Role.LEAD: _lead,
    Role.OPPOSING: _opposing,
    Role.JUDGE: _judge,
    Role.ROUND: _round,
    Role.ORBIT: _orbit,
}
