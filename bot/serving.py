"""Serving a home: the one process that holds it, and how the others reach it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bot.holder import Holder, socket_path
from engine.errors import LawgameError

if TYPE_CHECKING:
    from aiohttp import web

    from bot.compose import App
    from bot.settings import Settings
    from bot.terminal.link import Link, LinkServer

ATTACH_SECONDS = 60.0
"""How long a client waits for a house that another process is just opening, or closing: turns in
progress are let finish then."""


class AlreadyServed(LawgameError):
    """This home is served by another process already."""

    code = "serve.already"
    default_remedy = "Use that one, or set LAWGAME_HOME to another folder."


class PortTaken(LawgameError):
    """The Desk's port is in use."""

    code = "serve.port"
    default_remedy = "Set LAWGAME_DESK_PORT to another port, or to 0 for any free one."


@asynccontextmanager
async def attached(settings: Settings) -> AsyncIterator[Link]:
    """A way to the house: in this process if nobody serves it, else over its socket.

    A house opened here serves the socket too, and stays until its other clients are done. Raises
    ``Unreachable`` where another process holds the home and does not answer.
    """
    holder = Holder(settings.home)
    far = await _found(holder, settings)
    if far is not None:
        yield far
        return
    try:
        async with opened(settings) as house:
            yield house.link
            await house.server.idle()
    finally:
        holder.release()


async def _found(holder: Holder, settings: Settings) -> Link | None:
    """The link to whoever serves the home, or None once this process holds it.

    The holder may just be opening the house, or closing it and about to let go.
    """
    from bot.terminal.link import Stopping, Unreachable, connect

    path = socket_path(settings.home, "link")
    deadline = asyncio.get_running_loop().time() + ATTACH_SECONDS
    while not holder.take():
        try:
            return await connect(path)
        except (Unreachable, Stopping):
            if asyncio.get_running_loop().time() > deadline:
                raise
        await asyncio.sleep(0.1)
    return None


@dataclass
class Open:
    app: App
    link: Link
    server: LinkServer


@asynccontextmanager
async def opened(settings: Settings, *, serves: bool = False) -> AsyncIterator[Open]:
    """The house, opened in this process with its socket.

    One that ``serves`` continues the work left behind and delivers to chat platforms; any other
    does so once a client waits for a run.
    """
    from bot.compose import build
    from bot.terminal.link import LinkServer, LocalLink

    app = build(settings)
    link = LocalLink(app.office, app.room, app.go_on)
    server = LinkServer(link)
    try:
        await app.start()
        await server.open(socket_path(settings.home, "link"))
        if serves:
            await app.go_on()
            await app.open_chat()
        yield Open(app, link, server)
    finally:
        await server.close()
        await app.close()


async def serve(settings: Settings) -> int:
    """Until SIGTERM or Ctrl-C; turns in progress are let finish."""
    holder = Holder(settings.home)
    if not holder.take():
        raise AlreadyServed
    try:
        async with opened(settings, serves=True) as house, pages(house.app) as address:
            click.echo(_served(settings, address), err=True)
            await wait_for_stop()
    finally:
        holder.release()
    return 0


def _served(settings: Settings, address: str) -> str:
    lines = [f"The Desk is at {address}"] if settings.demo else []
    if settings.slack and settings.slack_app_token.get_secret_value():
        lines.append("Slack: connected by socket mode.")
    elif settings.slack:
        lines.append(f"Slack: events, commands and buttons are taken at {address}slack/events")
    return "\n".join([*lines, "Ctrl-C ends."])


@asynccontextmanager
async def pages(app: App) -> AsyncIterator[str]:
    """The Desk and, where it is set up, Slack's events, on one port; yields the address."""
    from aiohttp import web

    settings = app.settings
    site = web.Application(client_max_size=64 * 2**20)
    if settings.demo:
        _add_desk(site, app)
    if app.slack is not None:
        site.add_routes(app.slack.routes)
    site.router.add_get("/health", _health)
    runner = web.AppRunner(site, access_log=None, shutdown_timeout=5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.desk_host, settings.desk_port).start()
        except OSError as error:
            raise PortTaken(f"Port {settings.desk_port} cannot be used.") from error
        yield f"http://{settings.desk_host}:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


def _add_desk(site: web.Application, app: App) -> None:
    from bot.desk.pages import Desk
    from bot.desk.signin import DemoIdentity

    home = app.settings.home
    identity = DemoIdentity.from_file(home / "desk.key", app.room)
    desk = Desk(app.office, app.room, identity, home / "uploads")
    site.add_routes(desk.routes())
    site.on_shutdown.append(desk.close)


async def _health(request: web.Request) -> web.Response:
    from aiohttp import web

    return web.json_response({"ok": True})


async def wait_for_stop() -> None:
    """Until SIGTERM or Ctrl-C."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
    print("Stopping; turns in progress are let finish.", file=sys.stderr)
