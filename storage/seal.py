"""The one object through which privileged text goes on its way into the database and out of it.

A seal by key, one a matter, takes this object's place later; callers need not change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

# PostgreSQL holds no NUL in a text, and neither database a half of a surrogate pair.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Seal:
    """Identity for now, but that characters no database holds become U+FFFD."""

    def seal(self, matter: str | None, text: str) -> str:
        return _UNSTORABLE.sub("\ufffd", text)

    def open_(self, matter: str | None, text: str) -> str:
        return text

    def seal_bytes(self, matter: str, data: bytes) -> bytes:
        return data

    def open_bytes(self, matter: str, data: bytes) -> bytes:
        return data

    def seal_json(self, matter: str | None, value: Mapping[str, Any] | Sequence[Any]) -> str:
        """JSON keeps every character: what is not ASCII is written as an escape."""
        return self.seal(matter, json.dumps(value, separators=(",", ":"), allow_nan=False))

    def open_json(self, matter: str | None, text: str) -> Any:
        return json.loads(self.open_(matter, text))
