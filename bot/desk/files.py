"""A post's file to the browser: to be saved, or, if it is a picture, to be shown."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from engine.errors import NotFound
from handlers.posts import File

# SVG is not among them: it can carry a script.
_PICTURES = {".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}


class FileGone(NotFound):
    """The file is no longer there."""

    code = "desk.file_gone"
    default_remedy = "Ask for it again in the matter's thread."


async def send_file(file: File) -> web.FileResponse:
    """``file`` of a post that the person may read. Raises ``FileGone``."""
    path = Path(file.path)
    if not await asyncio.to_thread(path.is_file):
        raise FileGone
    kind = _PICTURES.get(path.suffix.lower())
    shown = "inline" if kind else "attachment"
    return web.FileResponse(
        path,
        headers={
            "Content-Type": kind or "application/octet-stream",
            "Content-Disposition": f"{shown}; filename*=UTF-8''{quote(file.name, safe='')}",
        },
    )
