"""The host's small parts: the fair queue, capacity, addresses, the file's hash, seeds."""

from __future__ import annotations

import hashlib
import socket
import threading
from pathlib import Path

import pytest

from engine.models.host.address import ListenRefused, make_way, parse_address
from engine.models.host.capacity import bytes_per_token, plan
from engine.models.host.errors import ModelMismatch, ModelNotReady, ModelUnreadable
from engine.models.host.model_file import check_magic, sha256
from engine.models.host.queueing import FairQueue
from engine.models.host.sampling import settle_seed


def test_salts_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in ("a1", "a2", "a3", "b1", "c1"):
        assert queue.put(item[0], item)
    assert len(queue) == 5
    assert [queue.take() for _ in range(5)] == ["a1", "b1", "c1", "a2", "a3"]


def test_an_item_can_leave_the_queue() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("a", "a1")
    queue.put("a", "a2")
    assert queue.remove("a", "a1")
    assert not queue.remove("a", "a1")
    assert not queue.remove("b", "b1")
    assert queue.take() == "a2"


def test_closing_wakes_the_consumer_and_returns_the_rest() -> None:
    queue: FairQueue[str] = FairQueue()
    taken: list[str | None] = []
    consumer = threading.Thread(target=lambda: taken.append(queue.take()))
    consumer.start()
    assert queue.close() == []
    consumer.join(10)
    assert taken == [None]
    assert not queue.put("a", "a1")

    other: FairQueue[str] = FairQueue()
    other.put("a", "a1")
    assert other.close() == ["a1"]
    assert other.take() is None


def test_the_small_model_gets_three_windows() -> None:
    per_token = bytes_per_token(layers=30, kv_heads=3, key_length=64, value_length=64)
    assert per_token == 23_040
    capacity = plan(trained=8192, per_token=per_token)
    assert (capacity.window, capacity.cells) == (8192, 24_576)
    assert capacity.cache_bytes < 1 << 30


def test_a_large_model_gets_what_the_budget_allows() -> None:
    capacity = plan(trained=131_072, per_token=500_000)
    assert capacity.window == capacity.cells == 2048
    asked = plan(trained=131_072, per_token=500_000, window=10_000)
    assert asked.window == 10_000
    assert asked.cells == 10_240, "whole steps of 256, and at least the window"
    assert plan(trained=512, per_token=10, window=10_000).window == 512


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("unix:/run/user/1/host.sock", "unix:/run/user/1/host.sock"),
        ("127.0.0.1:0", "127.0.0.1:0"),
        ("localhost:81", "127.0.0.1:81"),
        ("[::1]:81", "[::1]:81"),
        ("10.1.2.3:81", "10.1.2.3:81"),
        ("[fd00::7]:81", "[fd00::7]:81"),
    ],
)
def test_addresses_inside_the_house(text: str, shown: str) -> None:
    assert str(parse_address(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0:81",
        "[::]:81",
        "8.8.8.8:81",
        "169.254.1.1:81",
        "example.org:81",
        "127.0.0.1",
        "127.0.0.1:99999",
        "127.0.0.1:-1",
        "",
    ],
)
def test_addresses_outside_are_refused(text: str) -> None:
    with pytest.raises(ListenRefused):
        parse_address(text)


def test_only_a_dead_socket_makes_way(tmp_path: Path) -> None:
    path = tmp_path / "s"
    make_way(path)
    with socket.socket(socket.AF_UNIX) as live:
        live.bind(str(path))
        live.listen()
        with pytest.raises(ListenRefused):
            make_way(path)
    make_way(path)
    assert not path.exists()
    path.write_text("a file of somebody's")
    with pytest.raises(ListenRefused):
        make_way(path)
    assert path.exists()


def test_the_file_is_checked_before_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    with pytest.raises(ModelUnreadable):
        check_magic(path)
    path.write_bytes(b"PK\x03\x04 not a model")
    with pytest.raises(ModelUnreadable):
        check_magic(path)
    path.write_bytes(b"GGUF and more")
    check_magic(path)
    digest = hashlib.sha256(b"GGUF and more").hexdigest()
    assert sha256(path) == sha256(path, expected=digest.upper()) == digest
    with pytest.raises(ModelMismatch):
        sha256(path, expected="00")
    with pytest.raises(ModelNotReady):
        sha256(path, stopped=lambda: True)


def test_a_seed_is_taken_literally_and_never_the_librarys_random_one() -> None:
    assert settle_seed(7) == 7
    assert settle_seed(0xFFFFFFFF) == 0
    assert 0 <= settle_seed(-1) < 0xFFFFFFFF
    assert 0 <= settle_seed(None) < 0xFFFFFFFF
