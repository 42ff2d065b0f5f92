"""From a command and a file to rulings in the thread."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import pytest

from engine.events import Kind
from engine.models.scripted import ScriptedModel
from engine.ports import Answer, Ask
from engine.record import Role
from handlers.posts import PRIVILEGE, RESEARCH_ONLY, Post
from tests.scenario.conftest import CANARY, DOCUMENTS, OBJECTIVE, Opening

ORDER = re.compile(r"A(?:E(?:MRVN|N)+OP?)+X")
LETTERS = {
    Kind.ACK: "A", Kind.ELEMENTS: "E", Kind.MOVE: "M", Kind.RESPONSE: "R", Kind.RULING: "V",
    Kind.ROUND: "N", Kind.ORBIT: "O", Kind.PIVOT: "P", Kind.OUTCOME: "X",
}  # fmt: skip


async def test_a_matter_is_played_from_the_upload_to_the_outcome(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening() as house:
        matter = await house.matter(tmp_path)
        text = f'/lawgame simulate "{OBJECTIVE}" --rounds 2 --orbits 2 --seed 5'
        posts = await house.say(text, matter=matter, wait=True)
        said = [post for post in posts if post.kind is not Kind.PROGRESS]
        assert ORDER.fullmatch("".join(LETTERS[post.kind] for post in said))
        assert posts[0].kind is Kind.ACK and posts[-1].kind is Kind.OUTCOME
        assert posts[1].kind is Kind.PROGRESS
        run = posts[0].run
        assert {post.run for post in posts} == {run}
        assert all(post.footer == (RESEARCH_ONLY, PRIVILEGE) for post in posts)
        assert all(post.marks for post in said[1:]), "a double played it, and it says so"
        _pivots_when_it_can(said)
        await _cites_what_is_there(house.app, matter, said)
        status = (await house.say("/lawgame status", matter=matter))[0]
        assert status.data["runs"][0]["state"] == "ended"
        record = (await house.say("/lawgame record", matter=matter, wait=True))[0]
        keys = [turn["key"] for turn in record.data["turns"]]
        assert len(keys) == len(set(keys))
        async with house.app.house.reading() as view:
            assert list(await view.audit.verify()) == []


def _pivots_when_it_can(said: list[Post]) -> None:
    for at, post in enumerate(said):
        if post.kind is Kind.ORBIT:
            last = post.data["orbit"] == 2
            viable = any(one["viable"] for one in post.data["ranking"])
            due = viable and not last and not post.data["achieved"]
            assert (said[at + 1].kind is Kind.PIVOT) == due


async def _cites_what_is_there(app: Any, matter: str, said: list[Post]) -> None:
    """Every cited id is a quotation of the document, at that place, that all agents may read."""
    texts = {name: text for name, text in DOCUMENTS.items() if name != "memo.txt"}
    async with app.house.reading() as view:
        names = {d.id: d.name for d in await view.documents.list(matter)}
        stored = {fact.id: fact for fact in await view.facts.facts(matter)}
    cited = 0
    for post in said:
        data = post.data
        parts = [*data.get("sections", ()), *data.get("attacks", ()), data]
        for fact in (f for part in parts for f in part.get("facts", ()) if isinstance(f, dict)):
            cited += 1
            assert fact["quotation"] in texts[names[fact["document"]]]
            assert stored[fact["id"]].text == fact["quotation"]
            assert stored[fact["id"]].place == fact["place"]
    assert cited > 5


async def test_what_only_the_firm_knows_is_in_no_served_turn(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening() as house:
        matter = await house.matter(tmp_path)
        await house.say(f'simulate "{OBJECTIVE}" --rounds 2 --orbits 1', matter=matter, wait=True)
        [run] = await _runs(house.app, matter)
        async with house.app.house.reading() as view:
            turns = await view.turns.of_run(run.id)
        clerk = next(turn for turn in turns if turn.key.role is Role.CLERK)
        assert CANARY in str(clerk.data["ours"]), "Lead Counsel knows it"
        for turn in turns:
            if turn.key.role in (Role.OPPOSING, Role.JUDGE, Role.ELEMENTS):
                assert CANARY not in str(turn.data).lower()


async def _runs(app: Any, matter: str) -> Any:
    async with app.house.reading() as view:
        return await view.runs.of_matter(matter)


async def test_stopped_in_the_middle_and_resumed_it_ends_as_if_undisturbed(
    opening: Opening, tmp_path: Path
) -> None:
    text = f'simulate "{OBJECTIVE}" --rounds 2 --orbits 1 --seed 5'
    async with opening(home=tmp_path / "other") as house:
        matter = await house.matter(tmp_path)
        await house.say(text, matter=matter, wait=True)
        undisturbed = _ending((await house.outcomes(matter))[0])
    async with opening(scripted_pause=0.3) as house:
        matter = await house.matter(tmp_path)
        ack = (await house.say(text, matter=matter))[0]
        await _until(house, matter, Kind.MOVE)
        stopped = await house.say("stop", matter=matter, wait=True)
        assert [post.kind for post in stopped if post.kind is not Kind.PROGRESS] == [
            Kind.ACK, Kind.OUTCOME,
        ]  # fmt: skip
        assert stopped[-1].data["reason"] == "stopped"
        [first] = await house.outcomes(matter)
        [resume] = first.actions
        assert resume.id == "resume"
        going_on = await house.press(first, "resume", wait=True)
        assert going_on[0].kind is Kind.ACK and going_on[0].run == ack.run
        outcomes = await house.outcomes(matter)
        earlier, last = outcomes
        assert (last.supersedes, earlier.superseded_by) == (earlier.id, last.id)
        assert not earlier.actions and any("went on" in mark for mark in earlier.marks)
        assert last.superseded_by is None
        assert _ending(outcomes[1]) == undisturbed
        kinds = [(p.kind, p.data.get("stage")) for p in await house.told(matter)]
        turns = [k for k in kinds if k[0] in (Kind.MOVE, Kind.RESPONSE, Kind.RULING)]
        assert len(turns) == len(set(turns)), "no turn was told twice"


def _ending(outcome: Post) -> dict[str, Any]:
    """What an outcome says, without the ids that no two homes share."""
    return {k: v for k, v in outcome.data.items() if k not in ("run", "labels", "usage")}


async def _until(house: Any, matter: str, kind: Kind) -> None:
    [line] = [one for one in await house.app.room.matters(house.who) if one.id == matter]
    async for shown in house.app.room.follow(house.who, line.thread):
        if shown.post.kind is kind:
            return


# A process that restarts is gone with its parked workflow; here that one is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_restart_in_the_middle_goes_on_by_itself(
    opening: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'simulate "{OBJECTIVE}" --rounds 2 --orbits 1 --seed 5'
    async with opening(scripted_pause=0.2) as house:
        matter = await house.matter(tmp_path)
        await house.say(text, matter=matter)
        await _until(house, matter, Kind.RESPONSE)
    gc.collect()
    seeds = _listened(monkeypatch)
    async with opening() as house:
        await _until(house, matter, Kind.OUTCOME)
        [outcome] = await house.outcomes(matter)
        assert outcome.data["reason"] in ("achieved", "exhausted", "not_viable")
        [run] = await _runs(house.app, matter)
        assert run.state == "ended" and run.generation == 0
        async with house.app.house.reading() as view:
            keys = [event.event.key for event in await view.events.of_run(run.id)]
        assert len(keys) == len(set(keys))
        assert seeds and len(seeds) == len(set(seeds)), "no turn is thought by two at once"


def _listened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Seeds of what the player is asked from now on; each turn has its own."""
    seeds: list[int] = []
    asking = ScriptedModel.ask

    async def listening(self: ScriptedModel, ask: Ask) -> Answer:
        seeds.append(ask.seed)
        return await asking(self, ask)

    monkeypatch.setattr(ScriptedModel, "ask", listening)
    return seeds


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_any_seed_reaches_a_typed_ending(opening: Opening, tmp_path: Path, seed: int) -> None:
    async with opening() as house:
        matter = await house.matter(tmp_path)
        text = f'simulate "{OBJECTIVE}" --rounds 1 --orbits 2'
        posts = await house.say(text, matter=matter, wait=True, seed=seed)
        assert posts[0].data["seed"] == seed
        assert posts[-1].data["reason"] in ("achieved", "exhausted", "not_viable")
