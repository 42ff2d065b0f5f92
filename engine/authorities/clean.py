"""``Citations`` of the engine's ports, over the scanner in its own process."""

from __future__ import annotations

from collections.abc import Sequence

from engine.authorities.types import AllowedAuthority, Checked, Source
from engine.authorities.worker import CitationScanner
from engine.matter import Authority
from engine.ports import Cleaned


class ScannedCitations:
    def __init__(self, scanner: CitationScanner) -> None:
        self._scanner = scanner

    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        """Raises ``ScanUnavailable``."""
        allowed = [AllowedAuthority(one.id, one.citation, one.names) for one in on_file]
        scrubbed = await self._scanner.scrub_many(texts, allowed, parties)
        return [Cleaned(one.text, tuple(c.text for c in one.removed)) for one in scrubbed]

    async def check(
        self,
        pages: Sequence[tuple[int | None, str]],
        on_file: Sequence[Authority] = (),
        parties: Sequence[str] = (),
        sources: Sequence[Source] = (),
    ) -> Sequence[Checked]:
        return ()

    async def close(self) -> None:
        await self._scanner.close()
