"""Whether a document that comes in says what one on file says: the same, or an earlier version."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.corpus.kinship import Kin, kin, resemblance
from engine.corpus.types import ReadDocument
from storage.errors import DocumentNotFound

if TYPE_CHECKING:
    from storage.house import House

_WORD = re.compile(r"[^\W_]+")
_NOT_QUITE = 0.99
"""The most that is said of a version: sketches do not see a single changed figure."""


async def kin_of(house: House, matter: str, read: ReadDocument) -> dict[str, Any]:
    """``{"same": [id]}``, ``{"versions": [{"document", "share"}]}`` or ``{}``.

    The same is what has the same words in the same order, whatever the format."""
    async with house.reading() as view:
        sketches = await view.documents.sketches(matter)
    found = await asyncio.to_thread(kin, read.sketch, sketches)
    if found is None:
        return {}
    kind, id = found
    if kind is Kin.SAME:
        mine = await asyncio.to_thread(_fingerprint, [page.text for page in read.pages])
        try:
            other = await _texts(house, matter, id)
        except DocumentNotFound:  # withdrawn meanwhile
            return {}
        if mine == await asyncio.to_thread(_fingerprint, other):
            return {"same": [id]}
    share = min(resemblance(read.sketch, sketches[id]), _NOT_QUITE)
    return {"versions": [{"document": id, "share": round(share, 2)}]}


async def _texts(house: House, matter: str, id: str) -> list[str]:
    async with house.reading() as view:
        row = await view.documents.get(matter, id)
        texts: list[str] = []
        first = 0
        while pages := await view.documents.pages(row, first):
            texts += [page.text for page in pages]
            first = pages[-1].number + 1
    return texts


def _fingerprint(texts: Iterable[str]) -> bytes:
    digest = hashlib.sha256()
    for text in texts:
        for word in _WORD.finditer(text):
            digest.update(word.group().casefold().encode(errors="surrogatepass") + b" ")
    return digest.digest()
