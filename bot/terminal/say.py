"""One-shot requests from a command line: what ``lawgame say`` and ``lawgame press`` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from bot.closing import closing
from bot.render.terminal import Printer
from bot.terminal.answers import Asked, End
from bot.terminal.link import Link
from engine.errors import LawgameError
from engine.events import Kind
from handlers.doors import Shown
from handlers.posts import Paragraph, Post, Text

REFUSED = 2


async def say(
    link: Link, requests: Sequence[Asked], *, wait: bool, as_json: bool, out: TextIO
) -> int:
    """Send each request when the one before it is answered; print the posts.

    Returns 0, or 2 if an ``error`` post answered or the house could not be asked; what would have
    followed is then not sent.
    """
    printer = Printer(out, as_json=as_json)
    try:
        for request in requests:
            if not await _ask(link, request, wait, printer):
                return REFUSED
    except LawgameError as error:
        printer.post(problem(error))
        return REFUSED
    finally:
        printer.close()
    return 0


async def _ask(link: Link, request: Asked, wait: bool, printer: Printer) -> bool:
    ok = True
    async with closing(link.send(request, wait=wait)) as lines:
        async for line in lines:
            if isinstance(line, Shown):
                printer.post(line.post)
            elif isinstance(line, End):
                ok = line.ok
    return ok


def problem(error: LawgameError) -> Post:
    """The error as the post that the house would have answered with."""
    return Post(
        Kind.ERROR,
        error.message,
        (Paragraph((Text(error.remedy),)),),
        data={"code": error.code, "message": error.message, "remedy": error.remedy},
    )
