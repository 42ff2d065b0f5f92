"""Downloads of files that people shared with us in Slack."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

import aiohttp

from bot.slack.calls import answer_of
from engine.errors import Refused
from handlers.requests import IncomingFile
from handlers.surface import Ambiguous

if TYPE_CHECKING:
    from slack_sdk.web.async_client import AsyncWebClient

FILE_HOST = "https://files.slack.com"
LARGEST = 100 * 2**20
_CHUNK = 2**18
_HOPS = 3
_TIMEOUT = aiohttp.ClientTimeout(total=300, sock_connect=10, sock_read=30)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]+")


class NotReadable(Refused):
    """Slack gave a sign-in page in place of the file."""

    code = "slack.file_not_readable"
    default_remedy = "Give the Slack app the scope files:read, install it again, then send again."


class NotInSlack(Refused):
    """The file is not kept by Slack, so it was not fetched."""

    code = "slack.file_elsewhere"
    default_remedy = "Download it yourself and upload the file itself."


class TooLarge(Refused):
    """The file is larger than this installation takes."""

    code = "slack.file_too_large"
    default_remedy = "Split the file, or ask your IT team to load it on the server."


class Incomplete(Refused):
    """The file did not arrive whole."""

    code = "slack.file_incomplete"
    default_remedy = "Upload the file again."


class SlackFiles:
    """The token goes to Slack's own hosts only, by scheme, parsed host name and port."""

    def __init__(
        self, client: AsyncWebClient, token: str, api_url: str, largest: int = LARGEST
    ) -> None:
        self._client = client
        self._token = token
        self._allowed = {_origin(urlsplit(FILE_HOST)), _origin(urlsplit(api_url))}
        self._largest = largest

    async def fetch(self, file: IncomingFile, folder: Path) -> Path:
        """The file below ``folder``, streamed. Raises ``NotReadable``, ``NotInSlack``,
        ``TooLarge``, ``Incomplete``, and what :func:`bot.slack.calls.answer_of` raises."""
        if not file.url:
            file = await self._described(file)
        self._check(file.url, file.size)
        target = folder / _safe_name(file)
        partial = target.with_name(f"{target.name}.part")
        try:
            await self._download(file, partial)
            await asyncio.to_thread(partial.replace, target)
        except (aiohttp.ClientError, TimeoutError) as lost:
            raise Ambiguous("The download from Slack broke off.") from lost
        finally:
            await asyncio.to_thread(partial.unlink, missing_ok=True)
        return target

    async def done(self, file: IncomingFile) -> None:
        """What was downloaded lay in the folder of whoever asked."""

    async def _described(self, file: IncomingFile) -> IncomingFile:
        told = (await answer_of(self._client.files_info(file=file.source)))["file"]
        return IncomingFile(
            name=told.get("name") or file.name,
            source=file.source,
            size=told.get("size"),
            url=told.get("url_private_download") or told.get("url_private") or "",
            mimetype=told.get("mimetype") or file.mimetype,
        )

    def _check(self, url: str, size: int | None) -> None:
        if _origin(urlsplit(url)) not in self._allowed:
            raise NotInSlack
        if size is not None and size > self._largest:
            raise TooLarge

    async def _download(self, file: IncomingFile, partial: Path) -> None:
        async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
            url = file.url
            for _ in range(_HOPS):
                headers = {"Authorization": f"Bearer {self._token}"}
                async with session.get(url, headers=headers, allow_redirects=False) as answer:
                    if answer.status in {301, 302, 303, 307, 308}:
                        url = urljoin(url, answer.headers.get("Location", ""))
                        if _origin(urlsplit(url)) not in self._allowed:
                            raise NotReadable
                        continue
                    _refuse_other_than_file(answer, file)
                    await self._write(answer, file, partial)
                    return
            raise NotReadable

    async def _write(
        self, answer: aiohttp.ClientResponse, file: IncomingFile, partial: Path
    ) -> None:
        written = 0
        handle = await asyncio.to_thread(partial.open, "wb")
        try:
            async for chunk in answer.content.iter_chunked(_CHUNK):
                written += len(chunk)
                if written > self._largest:
                    raise TooLarge
                await asyncio.to_thread(handle.write, chunk)
        finally:
            await asyncio.to_thread(handle.close)
        if file.size is not None and written != file.size:
            raise Incomplete


def _refuse_other_than_file(answer: aiohttp.ClientResponse, file: IncomingFile) -> None:
    """Without ``files:read`` Slack answers 200 with its sign-in page."""
    if answer.status in {401, 403, 404}:
        raise NotReadable
    if answer.status >= 400:
        raise Ambiguous("Slack does not give out the file just now.")
    attached = "attachment" in answer.headers.get("Content-Disposition", "")
    html = answer.content_type == "text/html"
    if html and not attached and (file.mimetype != "text/html" or file.size is None):
        raise NotReadable


def _origin(url: SplitResult) -> tuple[str, str, int]:
    """Scheme, host and port; what stands before an ``@`` is a name, not a host."""
    try:
        port = url.port
    except ValueError:
        return "", "", 0
    return url.scheme, url.hostname or "", port or (443 if url.scheme == "https" else 80)


def _safe_name(file: IncomingFile) -> str:
    """The name with the file's id before it: no folder, no control character, none twice."""
    name = _UNSAFE.sub("_", file.name).strip(" .") or "file"
    stem, dot, suffix = name.rpartition(".")
    short = f"{stem[:80]}.{suffix[:16]}" if dot else name[:96]
    return f"{_UNSAFE.sub('_', file.source)[:40]}-{short}"
