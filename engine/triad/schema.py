"""The small part of JSON Schema that every model host can enforce while decoding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Schema = dict[str, Any]

SMALL_WINDOW, ROOMIEST = 8192, 4.0
SHORTEST = 80
"""Characters that a text may be cut down to: a few words of prose."""

STRENGTHS: tuple[float, ...] = tuple(round(n * 0.05, 2) for n in range(1, 20))
"""A strength is one of 0.05, 0.10 … 0.95: hosts' grammars ignore bounds of numbers."""


def text(longest: int, shortest: int = 1) -> Schema:
    return {"type": "string", "minLength": shortest, "maxLength": longest}


PROSE = "^[A-Za-z0-9§$“][^{}<>|_~`]*$"
"""An agent's own words begin with a word and hold no markup or code, which small models slip
into. Hosts that enforce patterns keep to it; every answer is validated against it."""


def prose(longest: int) -> Schema:
    return {**text(longest, 15), "pattern": PROSE}


def roomier(schema: Schema, window: int) -> Schema:
    """The same form with texts as long as a larger window affords.

    Lengths are written down for a window of ``SMALL_WINDOW`` tokens; a larger one allows up to
    ``ROOMIEST`` times as much.
    """
    factor = min(ROOMIEST, window / SMALL_WINDOW)
    return smaller(schema, factor) if factor > 1 else schema


def one_of(values: Sequence[str | float | None]) -> Schema:
    return {"enum": list(values)}


def some(item: Schema, least: int, most: int) -> Schema:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}


def ids(values: Sequence[str], least: int, most: int) -> Schema:
    """Ids chosen out of those on file; where there is none, only the empty list fits."""
    if not values:
        return {"type": "array", "items": text(1), "minItems": 0, "maxItems": 0}
    return some(one_of(values), min(least, len(values)), most)


def record(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def smaller(schema: Schema, factor: float = 0.5) -> Schema:
    """The same form with shorter texts, for the second ask after a truncated answer."""
    made = dict(schema)
    if "maxLength" in made:
        made["maxLength"] = max(made.get("minLength", 0), SHORTEST, int(made["maxLength"] * factor))
    if "properties" in made:
        made["properties"] = {k: smaller(v, factor) for k, v in made["properties"].items()}
    if "items" in made:
        made["items"] = smaller(made["items"], factor)
    if "anyOf" in made:
        made["anyOf"] = [smaller(v, factor) for v in made["anyOf"]]
    return made


def longest(schema: Schema) -> int:
    """Characters of the longest answer that fits, about: what ``max_tokens`` is reckoned from."""
    if "enum" in schema:
        return max(len(str(value)) + 2 for value in schema["enum"])
    if "const" in schema:
        return len(str(schema["const"])) + 2
    if "anyOf" in schema:
        return max(longest(option) for option in schema["anyOf"])
    kind = schema.get("type")
    if kind == "object":
        return 2 + sum(len(k) + 4 + longest(v) for k, v in schema["properties"].items())
    if kind == "array":
        most: int = schema["maxItems"]
        return 2 + most * (1 + longest(schema["items"])) if most else 2
    return int(schema.get("maxLength", 8)) + 2
