"""Slack's wire markup back to the text a person typed.

Slack sends ``&``, ``<`` and ``>`` as entities and wraps people, channels, commands to all and
links in angle brackets (its "formatting text" reference).
"""

from __future__ import annotations

import re

_ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}
_ENTITY = re.compile(r"&(amp|lt|gt);")
_MARKUP = re.compile(r"<([^<>]*)>|&(amp|lt|gt);")


def mentions(text: str, user: str) -> bool:
    return bool(user) and _mention(user).search(text) is not None


def without_mention(text: str, user: str) -> str:
    """The text less the mention of ``user``; every other mention stays."""
    return _mention(user).sub(" ", text).strip() if user else text


def readable(text: str) -> str:
    """Entities and markup made plain, each once: ``&amp;lt;`` is the text ``&lt;``.

    ``<@U1|lena>`` reads ``@lena``; a mention without a name keeps its id, ``<@U1>``.
    """
    return _MARKUP.sub(_plain, text)


def _mention(user: str) -> re.Pattern[str]:
    return re.compile(rf"\s*<@{re.escape(user)}(?:\|[^<>]*)?>\s*")


def _plain(match: re.Match[str]) -> str:
    if match[1] is None:
        return _ENTITIES[match[2]]
    target, bar, label = _unescape(match[1]).partition("|")
    match target[:1]:
        case "@":
            return f"@{label}" if label else f"<{target}>"
        case "#":
            return f"#{label or target[1:]}"
        case "!":
            return label or f"@{target[1:]}"
        case _ if not bar:
            return target.removeprefix("mailto:")
        case _:
            return label if target.rstrip("/").endswith(label) else f"{label} ({target})"


def _unescape(text: str) -> str:
    return _ENTITY.sub(lambda match: _ENTITIES[match[1]], text)
