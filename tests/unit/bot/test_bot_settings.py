from __future__ import annotations

from pathlib import Path

import pytest

from bot.compose import model_of
from bot.embedded import EmbeddedModel, NoModelFile, find
from bot.settings import BadSettings, Settings, load
from engine.models.client import HostModel
from engine.models.scripted import ScriptedModel

SECRET = "xoxb-very-secret"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    for name in list(os.environ):
        if name.startswith("LAWGAME_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LAWGAME_HOME", str(tmp_path / "home"))


def test_settings_come_from_the_environment_and_the_command_line_goes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAWGAME_MODEL", "scripted")
    monkeypatch.setenv("LAWGAME_ROUNDS", "3")
    made = load(model=None)
    assert (made.model, made.rounds, made.home) == ("scripted", 3, tmp_path / "home")
    assert load(model="embedded").model == "embedded"
    assert made.database == f"sqlite:///{tmp_path / 'home' / 'lawgame.sqlite'}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LAWGAME_ROUNDS", "0"), ("LAWGAME_ROUNDS", "25"), ("LAWGAME_ORBITS", "many"),
        ("LAWGAME_SEED", "-1"), ("LAWGAME_DESK_PORT", "70000"), ("LAWGAME_IDENTITY", "anyone"),
        ("LAWGAME_SCRIPTED_PAUSE", "-1"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings, match=name):
        load()


def test_no_secret_is_in_the_words_of_an_error_or_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LAWGAME_SLACK_BOT_TOKEN", SECRET)
    monkeypatch.setenv("LAWGAME_MODEL_KEY", SECRET)
    monkeypatch.setenv("LAWGAME_DATABASE_URL", f"postgresql://lawgame:{SECRET}@127.0.0.1/lawgame")
    assert SECRET not in repr(load()) + str(load())
    monkeypatch.setenv("LAWGAME_ROUNDS", SECRET)
    with pytest.raises(BadSettings) as refused:
        load()
    assert SECRET not in str(refused.value) and refused.value.__cause__ is None


def test_demo_identity_is_the_default_only_where_no_chat_platform_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert load().demo
    monkeypatch.setenv("LAWGAME_SLACK_BOT_TOKEN", SECRET)
    assert not load().demo and load().slack
    monkeypatch.setenv("LAWGAME_IDENTITY", "demo")
    with pytest.raises(BadSettings, match="anyone could act as anyone"):
        load()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "desk.firm.example"])
def test_demo_identity_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("LAWGAME_DESK_HOST", host)
    with pytest.raises(BadSettings, match="this machine only"):
        load()
    monkeypatch.setenv("LAWGAME_IDENTITY", "system")
    assert load().desk_host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_loopback_is_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("LAWGAME_DESK_HOST", host)
    assert load().desk_host == host


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        ("scripted", ScriptedModel),
        ("http://127.0.0.1:8080/v1", HostModel),
        ("unix:/run/host.sock", HostModel),
        ("embedded", EmbeddedModel),
        ("/models/big.gguf", EmbeddedModel),
    ],
)
def test_a_model_is_a_double_a_file_or_an_address(named: str, kind: type) -> None:
    assert isinstance(model_of(Settings(model=named)), kind)


def test_a_model_file_that_is_not_there_is_said_without_its_folder(tmp_path: Path) -> None:
    with pytest.raises(NoModelFile) as refused:
        find(str(tmp_path / "none.gguf"))
    assert "none.gguf" in str(refused.value) and str(tmp_path) not in str(refused.value)
