"""Whether Slack would take blocks: slack_sdk's models, and what they let pass.

The models neither count blocks nor refuse unknown keys and empty texts; both are checked here
after Slack's Block Kit reference, for the kinds of block that Lawgame uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block

Json = Mapping[str, Any]

_KEYS = {
    "header": {"text"},
    "context": {"elements"},
    "actions": {"elements"},
    "rich_text": {"elements"},
    "rich_text_section": {"elements"},
    "rich_text_quote": {"elements"},
    "rich_text_preformatted": {"elements"},
    "rich_text_list": {"elements", "style", "offset"},
    "text": {"text", "style"},
    "user": {"user_id"},
    "link": {"url", "text"},
    "date": {"timestamp", "format", "fallback"},
    "button": {"action_id", "text", "value", "style", "confirm"},
    "plain_text": {"text", "emoji"},
}
_INLINE = {"text", "user", "link", "date"}
_INSIDE = {
    "rich_text": {
        "rich_text_section",
        "rich_text_quote",
        "rich_text_preformatted",
        "rich_text_list",
    },
    "rich_text_section": _INLINE,
    "rich_text_quote": _INLINE,
    "rich_text_preformatted": _INLINE,
    "rich_text_list": {"rich_text_section"},
    "context": {"plain_text"},
    "actions": {"button"},
}
_MOST = {"context": 10, "actions": 25}
_BLOCKS = {"header", "context", "actions", "rich_text"}
_STYLES = {"bold", "italic", "code"}


def faults(blocks: Sequence[Json]) -> list[str]:
    """What Slack would refuse; empty when nothing."""
    found = ["more than 50 blocks"] if len(blocks) > 50 else []
    found += [f"{block['type']} is no block" for block in blocks if block["type"] not in _BLOCKS]
    found += ["more text than a message takes"] if len(text_of(blocks)) > 12_000 else []
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    found += ["a block_id twice"] if len(ids) != len(set(ids)) else []
    for block in blocks:
        found += _element({key: value for key, value in block.items() if key != "block_id"})
        try:
            [parsed] = Block.parse_all([dict(block)])
            parsed.validate_json()
        except (SlackObjectFormationError, ValueError) as error:
            found.append(str(error))
        if block["type"] == "rich_text" and len(text_of([block])) > 3_000:
            found.append("more than 3,000 characters in one block")
    return found


def text_of(node: Any) -> str:
    """All text of a block in its order, joined by nothing."""
    return "".join(_texts(node))


def elements(node: Any, kind: str) -> Iterator[Json]:
    """The elements of a kind, at any depth."""
    if isinstance(node, Mapping):
        if node.get("type") == kind:
            yield node
        for value in node.values():
            yield from elements(value, kind)
    elif isinstance(node, list):
        for each in node:
            yield from elements(each, kind)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get("text"), str):
            yield node["text"]
        for key in ("text", "elements", "confirm"):
            if not isinstance(node.get(key), str):
                yield from _texts(node.get(key))
    elif isinstance(node, list | tuple):
        for each in node:
            yield from _texts(each)


def _element(node: Json) -> Iterator[str]:
    kind = node["type"]
    if kind not in _KEYS:
        yield f"{kind} is unknown"
        return
    unknown = set(node) - _KEYS[kind] - {"type"}
    if unknown:
        yield f"{kind} has no {', '.join(sorted(unknown))}"
    if kind in {"text", "plain_text", "link"} and not node["text"]:
        yield f"{kind} is empty"
    if kind == "text" and not set(node.get("style", {})) <= _STYLES:
        yield "a style is unknown"
    inside = node.get("elements")
    if inside is not None:
        if not 0 < len(inside) <= _MOST.get(kind, 1_000):
            yield f"{kind} has {len(inside)} elements"
        for each in inside:
            if each["type"] not in _INSIDE[kind]:
                yield f"{each['type']} stands in {kind}"
            yield from _element(each)
    if kind == "actions":
        ids = [each["action_id"] for each in inside or ()]
        if len(ids) != len(set(ids)):
            yield "an action_id twice in one block"
    if kind == "button" and (len(node["text"]["text"]) > 75 or len(node["value"]) > 2_000):
        yield "a button is too long"
