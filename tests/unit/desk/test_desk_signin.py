from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.desk.signin import COOKIE, DemoIdentity, KeyTooShort, Session, signing_key
from handlers.doors import Person
from tests.doubles.house import House


class Local:
    """A transport whose other end is at ``address``."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str, default: object = None) -> object:
        return (self._address, 9) if name == "peername" else default


def asked(cookie: str = "", address: str = "127.0.0.1") -> web.Request:
    return make_mocked_request(
        "GET", "/", headers={"Cookie": f"{COOKIE}={cookie}"}, transport=Local(address)
    )


def kept(identity: DemoIdentity, session: Session) -> str:
    response = web.Response()
    identity.keep(asked(), response, session)
    return response.cookies[COOKIE].value


def identity(clock: float = 1000.0, key: bytes = b"k" * 32) -> DemoIdentity:
    return DemoIdentity(key, House(persons=[Person("ann", "Ann", ())]), lambda: clock)


def test_the_cookie_brings_the_session_back() -> None:
    session = Session("s1", "ann")
    assert identity().session(asked(kept(identity(), session))) == session


@pytest.mark.parametrize("change", ["x", ".", ""])
def test_a_changed_cookie_is_nobody(change: str) -> None:
    good = kept(identity(), Session("s1", "ann"))
    assert identity().session(asked(change + good[1:])).person is None
    assert identity().session(asked(good[:-1] + ("A" if good[-1] != "A" else "B"))).person is None


def test_another_houses_cookie_is_nobody() -> None:
    cookie = kept(identity(key=b"x" * 32), Session("s1", "ann"))
    assert identity().session(asked(cookie)).person is None


def test_a_form_token_is_not_a_cookie_signature() -> None:
    session = Session("s1", "ann")
    body, _, _ = kept(identity(), session).partition(".")
    assert identity().session(asked(f"{body}.{identity().token(session)}")).person is None


def test_a_cookie_ends_after_seven_days() -> None:
    cookie = kept(identity(), Session("s1", "ann"))
    assert identity(1000.0 + 8 * 24 * 3600).session(asked(cookie)).person is None


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "", "nonsense"])
def test_from_elsewhere_nobody_is_chosen(address: str) -> None:
    with pytest.raises(Exception, match="only on the machine"):
        identity().session(asked(address=address))


async def test_choosing_makes_a_new_session() -> None:
    first, second = await identity().choose("ann"), await identity().choose("ann")
    assert first.person == second.person == "ann" and first.id != second.id


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = signing_key(path)
    assert len(key) == 32 and signing_key(path) == key
    assert path.stat().st_mode & 0o077 == 0


def test_a_short_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(KeyTooShort):
        signing_key(tmp_path / "key")
