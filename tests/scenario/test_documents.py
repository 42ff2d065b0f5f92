"""The life of documents and facts in the open house."""

from __future__ import annotations

import zipfile
from pathlib import Path

from engine.events import Kind
from engine.record import Role
from handlers.posts import Post
from handlers.requests import IncomingFile, PressRequest
from tests.scenario.conftest import DOCUMENTS, OBJECTIVE, Opened, Opening


async def until(house: Opened, matter: str, kind: Kind) -> Post:
    [line] = [one for one in await house.app.room.matters(house.who) if one.id == matter]
    async for shown in house.app.room.follow(house.who, line.thread):
        if shown.post.kind is kind:
            return shown.post
    raise AssertionError("the thread ended")


async def test_what_is_withdrawn_in_the_middle_is_never_read_again(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening(scripted_pause=0.2) as house:
        matter = await house.matter(tmp_path)
        [ack] = await house.say(f'simulate "{OBJECTIVE}" --rounds 2 --orbits 1', matter=matter)
        await until(house, matter, Kind.MOVE)
        [gone] = await house.say('docs remove D2 --privileged --why "clawed back"', matter=matter)
        assert gone.data["stopped"] == [ack.run]
        outcome = await until(house, matter, Kind.OUTCOME)
        assert outcome.data["reason"] == "stopped"
        asked = PressRequest(house._origin(), "resume", outcome.id)
        [refused], ok = await house.send(asked)
        assert not ok and refused.data["code"] == "run.rests_on_withdrawn"
        [record] = await house.say("record", matter=matter)
        marked = [t for t in record.data["turns"] if t["marks"]]
        assert marked and {m["basis"] for t in marked for m in t["marks"]} == {"D2"}
        text = f'simulate "{OBJECTIVE}" --rounds 1 --orbits 1'
        posts = await house.say(text, matter=matter, wait=True)
        async with house.app.house.reading() as view:
            turns = await view.turns.of_run(str(posts[0].run))
            assert list(await view.audit.verify()) == []
        clerk = next(turn for turn in turns if turn.key.role is Role.CLERK)
        assert "D2" not in {fact["document"] for fact in clerk.data["facts"]}
        assert DOCUMENTS["audit.txt"][:40] not in str([turn.data for turn in turns])
        files = [path.read_bytes() for path in (tmp_path / "home/blobs").rglob("*")
                 if path.is_file()]  # fmt: skip
        assert DOCUMENTS["audit.txt"].encode() not in files


async def test_what_lawyers_say_of_facts_reaches_the_agents(
    opening: Opening, tmp_path: Path
) -> None:
    async with opening() as house:
        matter = await house.matter(tmp_path)
        [found] = await house.say("facts", matter=matter)
        wrong, disputed, out = (one["id"] for one in found.data["facts"][:3])
        await house.say(f'facts correct {wrong} "The zebra certificates were false."',
                        matter=matter)  # fmt: skip
        await house.say(f"facts dispute {disputed} --why quagga", matter=matter)
        [quoted] = [one["quotation"] for one in found.data["facts"] if one["id"] == out]
        await house.say(f"facts inadmissible {out}", matter=matter)
        text = f'simulate "{OBJECTIVE}" --rounds 1 --orbits 1'
        posts = await house.say(text, matter=matter, wait=True)
        async with house.app.house.reading() as view:
            turns = await view.turns.of_run(str(posts[0].run))
        clerk = next(turn for turn in turns if turn.key.role is Role.CLERK)
        read = {fact["id"]: fact for fact in clerk.data["facts"]}
        assert read[wrong]["quotation"] == "The zebra certificates were false."
        assert (read[disputed]["state"], read[disputed]["note"]) == ("disputed", "quagga")
        assert out not in read and quoted not in str([turn.data for turn in turns])


async def test_an_archive_comes_in_while_the_thread_shows_how_far_it_is(
    opening: Opening, tmp_path: Path
) -> None:
    path = tmp_path / "exhibits.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in DOCUMENTS.items():
            archive.writestr(f"vol 1/{name}", f"Copy. {text}")
    async with opening() as house:
        house.app.services.uploads.patience = 0.0
        house.app.services.uploads.pace = 0.01
        matter = await house.matter(tmp_path)
        file = IncomingFile("exhibits.zip", str(path))
        posts = await house.say("", matter=matter, files=(file,))
        *progress, answer = posts
        assert progress and all(post.kind is Kind.PROGRESS for post in progress)
        assert answer.title == f"{len(DOCUMENTS)} documents added, ours only"
        assert {d["within"] for d in answer.data["documents"]} == {"exhibits.zip/vol 1"}
        live = [post for post in await house.told(matter) if post.line == answer.supersedes]
        assert [post.kind for post in live] == [Kind.PROGRESS, Kind.ANSWER], "one live line"
        assert live[0].data["ended"] is True
