"""One process holds a home; the others are its clients, or wait for their turn."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path

import pytest

from bot import serving
from bot.holder import ForeignFolder, Holder, runtime_folder, socket_path
from bot.local_files import LocalFiles, NoSuchFile
from bot.serving import AlreadyServed, PortTaken, attached, opened, pages, serve
from bot.settings import Settings
from bot.terminal.link import LocalLink, SocketLink, Unreachable
from engine.errors import LawgameError
from handlers.requests import CommandRequest, IncomingFile, Origin


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", model="scripted", identity="demo", desk_port=0)


def asking(text: str = "matters", person: str | None = "Lena Hart") -> CommandRequest:
    return CommandRequest(
        Origin("terminal", "local", "tester", uuid.uuid4().hex, person=person), text
    )


def test_one_holds_a_home_until_it_lets_go(tmp_path: Path) -> None:
    first, second = Holder(tmp_path / "home"), Holder(tmp_path / "home")
    assert first.take() and not second.take()
    first.release()
    assert second.take()
    second.release()


def test_sockets_have_short_paths_of_their_own(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 100)
    assert len(str(socket_path(deep, "link"))) < 100
    assert socket_path(deep, "link") == socket_path(deep, "link")
    assert (
        len({socket_path(deep, "link"), socket_path(deep, "model"), socket_path(tmp_path, "link")})
        == 3
    )


def test_a_runtime_folder_of_somebody_else_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("bot.holder.tempfile.gettempdir", lambda: str(tmp_path))
    assert runtime_folder().stat().st_mode & 0o077 == 0
    somebody = runtime_folder().stat().st_uid + 1
    monkeypatch.setattr("bot.holder.os.getuid", lambda: somebody)
    with pytest.raises(ForeignFolder):
        runtime_folder()


async def test_the_first_opens_the_house_and_the_next_goes_to_it(settings: Settings) -> None:
    async with attached(settings) as first:
        assert isinstance(first, LocalLink)
        async with attached(settings) as second:
            assert isinstance(second, SocketLink)
            lines = [line async for line in second.send(asking(), wait=False)]
            assert len(lines) == 3
            with pytest.raises(AlreadyServed):
                await serve(settings)
    assert not socket_path(settings.home, "link").exists()


async def test_a_holder_that_does_not_answer_is_said_in_words(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "ATTACH_SECONDS", 0.0)
    holder = Holder(settings.home)
    assert holder.take()
    with pytest.raises(Unreachable) as refused:
        async with attached(settings):
            pass
    assert refused.value.remedy
    holder.release()


async def test_who_waits_for_a_house_that_closes_opens_it_next(settings: Settings) -> None:
    holder = Holder(settings.home)
    assert holder.take()

    async def wait() -> type:
        async with attached(settings) as link:
            return type(link)

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0.3)
    holder.release()
    assert await waiting is LocalLink


async def test_a_house_that_cannot_be_opened_says_why_and_lets_go(settings: Settings) -> None:
    settings.home.mkdir(parents=True)
    (settings.home / "lawgame.sqlite").write_bytes(b"not a database at all" * 100)
    for _ in range(2):
        with pytest.raises(LawgameError) as refused:
            async with attached(settings):
                pass
        assert refused.value.code.startswith("storage.")
    holder = Holder(settings.home)
    assert holder.take()
    holder.release()


async def test_a_port_in_use_is_said_in_words(settings: Settings) -> None:
    async with opened(settings) as house, pages(house.app) as address:
        taken = settings.model_copy(update={"desk_port": int(address.rsplit(":", 1)[1].strip("/"))})
        house.app.settings = taken
        with pytest.raises(PortTaken, match=str(taken.desk_port)):
            async with pages(house.app):
                pass


async def test_a_stranger_is_told_at_once(settings: Settings) -> None:
    """And does not wait for an answer that nobody gives."""
    async with opened(settings) as house:
        async with asyncio.timeout(20):
            with pytest.raises(LawgameError) as refused:
                async for _ in house.link.send(asking(person="Nobody"), wait=True):
                    pass
        assert refused.value.code == "rights.unknown_person"


# Files of this machine


async def test_a_file_that_is_there_is_where_it_says(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x")
    assert await LocalFiles().fetch(IncomingFile("a.txt", str(path)), tmp_path) == path


@pytest.mark.parametrize("what", ["missing", "folder", "outside", "link", "dots"])
async def test_a_file_that_may_not_be_read_is_refused_without_its_folder(
    tmp_path: Path, what: str
) -> None:
    inside = tmp_path / "uploads"
    (inside / "folder").mkdir(parents=True)
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    (inside / "link").symlink_to(secret)
    paths = {
        "missing": inside / "missing", "folder": inside / "folder", "outside": secret,
        "link": inside / "link", "dots": inside / ".." / "secret.txt",
    }  # fmt: skip
    with pytest.raises(NoSuchFile) as refused:
        await LocalFiles(inside).fetch(IncomingFile(f"{what}.txt", str(paths[what])), inside)
    assert f"{what}.txt" in str(refused.value) and str(tmp_path) not in str(refused.value)
