"""The two doubles and the embedded host, behind the one port that the engine knows."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import pytest_asyncio

from bot.embedded import EmbeddedModel
from engine.models.known import DEFAULT, MODELS, cached_path
from engine.models.script import ScriptModel
from engine.models.scripted import ScriptedModel
from engine.ports import Answer, Ask, Model


class Endless(ScriptModel):
    """A script whose every line answers what is asked: the player's answer, said literally."""

    def __init__(self) -> None:
        super().__init__([])
        self._player = ScriptedModel()

    async def ask(self, ask: Ask) -> Answer:
        said = json.loads((await self._player.ask(ask)).text)
        self._lines = iter([said])
        return await super().ask(ask)


@dataclass(frozen=True)
class Host:
    """``slow`` is a model whose answers take long enough to be cut short."""

    model: Model
    slow: Model


def _gguf() -> Path:
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama-cpp-python is not installed")
    named = os.environ.get("LAWGAME_TEST_MODEL")
    path = Path(named) if named else cached_path(MODELS[DEFAULT])
    if not path.is_file():
        pytest.skip(f"there is no model at {path.name}")
    return path


@pytest_asyncio.fixture(
    loop_scope="module",
    scope="module",
    params=["script", "scripted", pytest.param("embedded", marks=pytest.mark.model)],
)
async def host(request: pytest.FixtureRequest) -> AsyncIterator[Host]:
    if request.param == "script":
        yield Host(Endless(), ScriptedModel(pause=600))
        return
    if request.param == "scripted":
        yield Host(ScriptedModel(), ScriptedModel(pause=600))
        return
    # A Unix socket's path is short, pytest's folders are long.
    with TemporaryDirectory() as folder:
        model = EmbeddedModel(str(_gguf()), Path(folder) / "model.sock")
        yield Host(model, model)
        await model.close()


@pytest.fixture
def model(host: Host) -> Model:
    return host.model
