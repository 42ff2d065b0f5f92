"""The small model, loaded once, and the ways to reach it."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest
from aiohttp import web
from openai import AsyncOpenAI

from bot.model_host import create_app
from engine.models.host import ModelService

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


@pytest.fixture(scope="session")
def model_path() -> Path:
    """`LAWGAME_TEST_MODEL`, else the file that the set-up keeps in the user's cache folder."""
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama-cpp-python is not installed")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    named = os.environ.get("LAWGAME_TEST_MODEL")
    path = Path(named) if named else cache / "lawgame" / "models" / FILE
    if not path.is_file():
        pytest.skip(f"there is no model at {path}")
    return path


@pytest.fixture(scope="session")
def sliding_model_path(model_path: Path) -> Path:
    """A model with sliding-window attention, such as Gemma 3; none comes with the set-up."""
    named = os.environ.get("LAWGAME_TEST_SLIDING_MODEL")
    if not named:
        pytest.skip("LAWGAME_TEST_SLIDING_MODEL names no sliding-window model")
    return Path(named)


@pytest.fixture(scope="session")
def service(model_path: Path) -> Iterator[ModelService]:
    """One service for the tests that do not need a cache of their own."""
    service = ModelService(model_path)
    service.start()
    service.loaded.result(120)
    yield service
    service.close()


@pytest.fixture
def small_service(model_path: Path) -> Iterator[ModelService]:
    """An empty cache and a window of 256 tokens."""
    service = ModelService(model_path, window=256)
    service.start()
    service.loaded.result(120)
    yield service
    service.close()


@pytest.fixture
async def base_url(service: ModelService) -> AsyncIterator[str]:
    """The service's HTTP face on loopback, by a runner that does not cancel handlers."""
    runner = web.AppRunner(create_app(service), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.fixture(params=["loopback", "unix"])
async def client(
    request: pytest.FixtureRequest, service: ModelService, tmp_path: Path
) -> AsyncIterator[AsyncOpenAI]:
    """The real client, over loopback and over a Unix socket."""
    runner = web.AppRunner(create_app(service), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    transport = httpx2.AsyncHTTPTransport()
    url = "http://model-host/v1"
    if request.param == "unix":
        path = tmp_path / "host.sock"
        await web.UnixSite(runner, path).start()
        transport = httpx2.AsyncHTTPTransport(uds=str(path))
    else:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    http = httpx2.AsyncClient(transport=transport)
    async with AsyncOpenAI(
        base_url=url, api_key="unused", max_retries=0, timeout=120, http_client=http
    ) as client:
        yield client
    await runner.cleanup()
