"""``lawgame demo``: the sample matter, played through the same doors as any other."""

from __future__ import annotations

import sys
from importlib.resources import as_file, files

import click

from bot.cli import REFUSED, origin
from bot.holder import Holder
from bot.serving import AlreadyServed, opened, pages, wait_for_stop
from bot.settings import Settings
from handlers.folder import load
from handlers.requests import CommandRequest, Origin
from handlers.seats import seat, share
from handlers.services import Services

SAMPLE = "brellwick"


async def demo(settings: Settings, *, rounds: int, orbits: int, seed: int, leave: bool) -> int:
    """Bring the sample in, simulate, show the Desk; 0, or 2 if the simulation was refused."""
    from bot.terminal.say import say

    holder = Holder(settings.home)
    if not holder.take():
        raise AlreadyServed
    try:
        async with opened(settings, serves=True) as house, pages(house.app) as address:
            here = origin(None)
            matter = await _sample(house.app.services, here)
            await share(house.app.services, matter)
            click.echo(f"The Desk is at {address}", err=True)
            text = f"/lawgame simulate --rounds {rounds} --orbits {orbits} --seed {seed}"
            request = CommandRequest(here, text, matter)
            code = await say(house.link, [request], wait=True, as_json=False, out=sys.stdout)
            if not leave and code != REFUSED:
                click.echo(f"Read it at {address}; Ctrl-C ends.", err=True)
                await wait_for_stop()
            return code
    finally:
        holder.release()


async def _sample(services: Services, here: Origin) -> str:
    """The sample matter's id; brought in at the first time."""
    actor = await seat(services, here)
    with as_file(files("bot.samples") / SAMPLE) as folder:
        matter = await load(services, folder, actor.person, lambda one: click.echo(one, err=True))
    return matter.id
