"""The model host's HTTP face: OpenAI's chat API over one `ModelService`, in a process of its own.

    python -m bot.model_host --model FILE.gguf --listen unix:/path   (or 127.0.0.1:0)

It prints one JSON line ``{"listening": …}`` once it listens, in the notation of ``--listen``; the
model loads meanwhile and ``GET /health`` answers 503 until it is there. A client that goes away
ends its generation. Nothing that a request or an answer says is ever logged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ipaddress
import json
import logging
import os
import signal
import sys
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from engine.errors import LawgameError
from engine.models.host import (
    Generation,
    GenerationRequest,
    ModelInfo,
    ModelNotReady,
    ModelRequestInvalid,
    ModelService,
    wire,
)
from engine.models.host.address import Address, ListenRefused, make_way, parse_address
from engine.models.host.model_file import check_magic

SERVICE: Final = web.AppKey("service", ModelService)
LARGEST_BODY: Final = 8 << 20  # bytes
_WATCH_SECONDS: Final = 0.1
_PARENT_SECONDS: Final = 1.0
_log = logging.getLogger(__name__)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


# --- the application ---------------------------------------------------------------------------


def create_app(service: ModelService) -> web.Application:
    """The routes over a service that was started; the caller closes the service afterwards."""
    app = web.Application(middlewares=[_errors, _same_house], client_max_size=LARGEST_BODY)
    app[SERVICE] = service
    app.router.add_post("/v1/chat/completions", _chat)
    app.router.add_get("/v1/models", _models)
    app.router.add_post("/tokenize", _tokenize)
    app.router.add_get("/health", _health)
    app.router.add_get("/metrics", _metrics)
    return app


@web.middleware
async def _errors(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Every failure in OpenAI's error shape, without a word of what was asked."""
    try:
        return await handler(request)
    except LawgameError as error:
        return web.json_response(wire.error_body(error), status=wire.status_of(error))
    except web.HTTPException as error:
        body = {"message": error.reason, "type": "invalid_request_error", "code": "model.request"}
        return web.json_response({"error": body | {"param": None}}, status=error.status)
    except Exception as error:
        _log.error("a request failed: %s", type(error).__name__)
        failure = LawgameError("The model host failed on this request.")
        return web.json_response(wire.error_body(failure), status=500)


@web.middleware
async def _same_house(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Refuse web pages: a browser can be led here by a name that resolves to this machine."""
    transport = request.transport
    address = transport.get_extra_info("sockname") if transport is not None else None
    if isinstance(address, tuple) and not _is_literal(request.host):
        raise web.HTTPForbidden(reason="Address this host by its IP address or as localhost")
    return await handler(request)


async def _chat(request: web.Request) -> web.StreamResponse:
    call = wire.parse_chat(await _body(request))
    service = request.app[SERVICE]
    info = await _loaded(service)
    if call.stream:
        return await _chat_stream(request, service, info, call)
    future = await _submit(service, call.request)
    async with _while_connected(request, service, future):
        done = await asyncio.shield(asyncio.wrap_future(future))
    return web.json_response(wire.completion(_key(), int(time.time()), info, done))


async def _chat_stream(
    request: web.Request, service: ModelService, info: ModelInfo, call: wire.ChatCall
) -> web.StreamResponse:
    loop = asyncio.get_running_loop()
    texts: asyncio.Queue[str | None] = asyncio.Queue()
    future = await _submit(
        service, call.request, lambda text: _from_thread(loop, texts.put_nowait, text)
    )
    future.add_done_callback(lambda _done: _from_thread(loop, texts.put_nowait, None))
    head = (_key(), int(time.time()), info)
    headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
    response = web.StreamResponse(headers=headers)
    async with _while_connected(request, service, future):
        try:
            await response.prepare(request)
            await _event(response, wire.chunk(*head, {"role": "assistant", "content": ""}))
            while (text := await texts.get()) is not None:
                await _event(response, wire.chunk(*head, {"content": text}))
            try:
                done = future.result()
            except LawgameError as error:
                await _event(response, wire.error_body(error))
            else:
                await _event(response, wire.chunk(*head, {}, done.finish))
                if call.usage_in_stream:
                    await _event(response, wire.usage_chunk(*head, done))
                await response.write(b"data: [DONE]\n\n")
            await response.write_eof()
        except ConnectionError:
            _log.debug("a client left while its answer was streamed")
    return response


async def _models(request: web.Request) -> web.Response:
    return web.json_response(wire.models(await _loaded(request.app[SERVICE])))


async def _tokenize(request: web.Request) -> web.Response:
    messages = wire.parse_messages(await _body(request))
    service = request.app[SERVICE]
    info = await _loaded(service)
    tokens = await asyncio.to_thread(service.tokens, messages)
    answer = {"count": len(tokens), "tokens": tokens, "window": info.window}
    return web.json_response(answer)


async def _health(request: web.Request) -> web.Response:
    loaded = request.app[SERVICE].loaded
    if not loaded.done():
        return web.json_response({"status": "loading"}, status=503)
    failed = loaded.exception() is not None
    answer = {"status": "failed" if failed else "ok"}
    return web.json_response(answer, status=503 if failed else 200)


async def _metrics(request: web.Request) -> web.Response:
    service = request.app[SERVICE]
    counts = service.counts
    lines = ["# TYPE lawgame_model_queued gauge", f"lawgame_model_queued {service.queued}"]
    for name in ("requests", "cancelled", "failed"):
        lines += _counter(f"lawgame_model_{name}_total", getattr(counts, name))
    for name in ("prompt", "cached", "evaluated", "generated"):
        lines += _counter(f"lawgame_model_{name}_tokens_total", getattr(counts, name))
    return web.Response(text="\n".join(lines) + "\n")


# --- what the routes share ---------------------------------------------------------------------


async def _body(request: web.Request) -> object:
    # A page of another origin can only send simple content types without asking first.
    if request.content_type != "application/json":
        raise ModelRequestInvalid("Send application/json.", param="body")
    try:
        return json.loads(await request.read())
    except (ValueError, RecursionError) as error:
        raise ModelRequestInvalid("The body is not valid JSON.", param="body") from error


async def _loaded(service: ModelService) -> ModelInfo:
    return await asyncio.shield(asyncio.wrap_future(service.loaded))


async def _submit(
    service: ModelService,
    request: GenerationRequest,
    on_text: Callable[[str], None] | None = None,
) -> Future[Generation]:
    """Submit off the loop, since tokenising takes a while; leave no orphan if cancelled."""
    pending = asyncio.ensure_future(asyncio.to_thread(service.submit, request, on_text))
    try:
        return await asyncio.shield(pending)
    except asyncio.CancelledError:
        pending.add_done_callback(
            lambda done: None if done.exception() else service.cancel(done.result())
        )
        raise


@contextlib.asynccontextmanager
async def _while_connected(
    request: web.Request, service: ModelService, future: Future[Generation]
) -> AsyncIterator[None]:
    """Cancel the generation when the client goes away or the handler ends early."""

    async def watch() -> None:
        # aiohttp tells a handler of this only by cancelling it, if its runner was so made.
        while request.transport is not None and not request.transport.is_closing():  # noqa: ASYNC110
            await asyncio.sleep(_WATCH_SECONDS)
        service.cancel(future)

    watcher = asyncio.create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
        service.cancel(future)


def _from_thread(
    loop: asyncio.AbstractEventLoop, call: Callable[[str | None], None], text: str | None
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to tell
        loop.call_soon_threadsafe(call, text)


async def _event(response: web.StreamResponse, data: dict[str, Any]) -> None:
    await response.write(b"data: " + json.dumps(data).encode() + b"\n\n")


def _key() -> str:
    return f"chatcmpl-{uuid.uuid4().hex}"


def _counter(name: str, value: int) -> list[str]:
    return [f"# TYPE {name} counter", f"{name} {value}"]


def _is_literal(host: str) -> bool:
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost"
    return True


# --- the process -------------------------------------------------------------------------------


async def serve(
    model_path: Path,
    listen: str,
    *,
    expected_sha256: str | None = None,
    window: int | None = None,
    threads: int | None = None,
    parent_pid: int | None = None,
    announce: Callable[[str], None] = lambda line: print(line, flush=True),
) -> None:
    """Listen, load and answer until SIGTERM, SIGINT or the end of process ``parent_pid``.

    ``announce`` gets the JSON line. Raises `ListenRefused`, `ModelUnreadable`, `ModelMismatch`,
    `TemplateRefused` or `ModelFailed`.
    """
    address = parse_address(listen)
    check_magic(model_path)
    service = ModelService(
        model_path, expected_sha256=expected_sha256, window=window, threads=threads
    )
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    runner = web.AppRunner(create_app(service), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        bound = await _listen(runner, address)
        announce(json.dumps({"listening": str(bound)}))
        service.loaded.add_done_callback(
            lambda done: loop.call_soon_threadsafe(stop.set) if done.exception() else None
        )
        service.start()
        watcher = asyncio.create_task(_watch_parent(parent_pid, stop))
        await stop.wait()
        watcher.cancel()
    finally:
        # The service first: its waiting requests are then answered, and the runner can end.
        await asyncio.to_thread(service.close)
        await runner.cleanup()
        if address.path is not None:
            address.path.unlink(missing_ok=True)
    if service.loaded.done() and not isinstance(service.loaded.exception(), ModelNotReady):
        service.loaded.result()


async def _listen(runner: web.AppRunner, address: Address) -> Address:
    try:
        if address.path is None:
            await web.TCPSite(runner, address.host, address.port).start()
            return Address(host=address.host, port=runner.addresses[0][1])
        make_way(address.path)
        mask = os.umask(0o177)  # the socket is for this user alone from its first moment
        try:
            await web.UnixSite(runner, address.path).start()
        finally:
            os.umask(mask)
    except OSError as error:
        raise ListenRefused(
            f"{address} cannot be listened on: {error.strerror or error}."
        ) from error
    return address


async def _watch_parent(pid: int | None, stop: asyncio.Event) -> None:
    if pid is None:
        return
    child = os.getppid() == pid  # a child is handed to another parent when its own ends
    while (os.getppid() == pid) if child else _exists(pid):  # noqa: ASYNC110
        await asyncio.sleep(_PARENT_SECONDS)
    stop.set()


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run the host; 0 after a clean end, 2 with a plain error on standard error."""
    parser = argparse.ArgumentParser(prog="lawgame model-host", description="Serve one model.")
    parser.add_argument("--model", type=Path, required=True, help="the GGUF file")
    parser.add_argument("--listen", default="127.0.0.1:0", help="unix:/path or address:port")
    parser.add_argument("--sha256", help="refuse a file with any other sha256")
    parser.add_argument("--window", type=int, help="tokens of one request at most")
    parser.add_argument("--threads", type=int, help="processor threads (default: all)")
    parser.add_argument("--parent-pid", type=int, help="end when this process ends")
    options = parser.parse_args(argv)
    try:
        asyncio.run(
            serve(
                options.model,
                options.listen,
                expected_sha256=options.sha256,
                window=options.window,
                threads=options.threads,
                parent_pid=options.parent_pid,
            )
        )
    except LawgameError as error:
        print(f"{error.message} [{error.code}]\n{error.remedy}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
