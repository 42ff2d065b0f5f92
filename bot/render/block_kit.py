"""A post as Slack's Block Kit. Pure: the same post is always the same messages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.render import limits
from bot.render.rich_text import Drawn, Json, Reader, draw
from bot.render.split import cut, shorten
from bot.render.words import NAMES, one_line, visible
from engine.events import Kind
from engine.matter import Sensitivity
from handlers.posts import Action, Heading, Paragraph, Post, Progress, Span, Strong, Text

ACTION_PREFIX = "lawgame:"
_SPEAKERS = frozenset({Kind.MOVE, Kind.RESPONSE, Kind.RULING})
_HEADED = frozenset(Kind) - {Kind.ACK, Kind.ANSWER, Kind.PROGRESS, Kind.NOTICE, Kind.ERROR}
_BAR = 12


def parts(post: Post) -> int:
    """How many messages the post takes; at least 1."""
    return len(_pages(post, Reader()))


def blocks(
    post: Post, part: int = 0, *, people: Mapping[str, str] | None = None, desk: str = ""
) -> list[Json]:
    """The blocks of one of the post's messages.

    ``people`` maps the house's person to Slack's user id: only those are mentioned. ``desk`` is
    the Desk's address, "" where it has none. Buttons stand on the last message, the reminder and
    legend on every one. Raises ``ValueError`` for an action whose value does not fit.
    """
    pages = _pages(post, Reader(people or {}, desk))
    page = [drawn.block for drawn in pages[part]]
    top = _lead(post, part, len(pages)) + ([] if part else _header(post))
    actions = _actions(post) if part == len(pages) - 1 else []
    return [*top, *page, *actions, *_context(post)]


def notification(post: Post) -> str:
    """Text for the phone's lock screen: no content; the title only when nothing is restricted."""
    restricted = post.sensitivity is Sensitivity.RESTRICTED
    text = post.notification if restricted or not post.title else f"Lawgame: {post.title}"
    return _escape(shorten(one_line(text), limits.NOTIFICATION))


def _escape(text: str) -> str:
    """For the one field that Slack parses as its own markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _pages(post: Post, reader: Reader) -> list[list[Drawn]]:
    drawn: list[Drawn] = []
    if post.progress:
        drawn += draw(_progress_line(post.title, post.progress), reader)
    elif not _header(post) and post.title:
        drawn += draw(Heading(one_line(post.title)), reader)
    if post.fields:
        drawn += draw(_fields(post.fields), reader)
    for block in post.body:
        drawn += draw(block, reader)
    if post.files:
        names = ", ".join(file.name for file in post.files)
        drawn += draw(Paragraph((Strong("Files: "), Text(names))), reader)
    frame = len(_actions(post)) + len(_context(post)) + 2
    room = (
        limits.MESSAGE - 2 * limits.HEADER - sum(map(len, post.footer)) - sum(map(len, post.marks))
    )
    return _pack(drawn, max(room, limits.TEXT), limits.BLOCKS - frame)


def _pack(drawn: Sequence[Drawn], characters: int, count: int) -> list[list[Drawn]]:
    """Greedy pages; a heading at a page's foot goes over to the next page with what it heads."""
    pages: list[list[Drawn]] = [[]]
    used = 0
    for each in drawn:
        page = pages[-1]
        if page and (used + each.size > characters or len(page) == count):
            carried: list[Drawn] = []
            while len(page) > 1 and page[-1].leads:
                carried.insert(0, page.pop())
            pages.append(carried)
            used = sum(one.size for one in carried)
        pages[-1].append(each)
        used += each.size
    return pages


def _header(post: Post) -> list[Json]:
    title = one_line(post.title)
    if post.kind not in _HEADED or not 0 < len(title) <= limits.HEADER:
        return []
    return [{"type": "header", "text": _plain(title)}]


def _lead(post: Post, part: int, total: int) -> list[Json]:
    """Who speaks, and that this goes on from the message before."""
    words = [NAMES[post.kind]] if post.kind in _SPEAKERS else []
    if part:
        words.append(f"continued, {part + 1} of {total}")
    return [{"type": "context", "elements": [_plain(" · ".join(words))]}] if words else []


def _progress_line(title: str, progress: Progress) -> Paragraph:
    total = max(progress.total, 1)
    full = round(_BAR * min(max(progress.done, 0), total) / total)
    bar = "▰" * full + "▱" * (_BAR - full)
    return Paragraph((Text(f"{bar} {progress.done} of {progress.total}  "), Strong(title)))


def _fields(fields: Mapping[str, str]) -> Paragraph:
    spans: list[Span] = []
    for name, value in fields.items():
        spans += [Strong(f"{name}: "), Text(f"{value}\n")]
    last = spans[-1]
    assert isinstance(last, Text)
    return Paragraph((*spans[:-1], Text(last.text.removesuffix("\n"))))


def _context(post: Post) -> list[Json]:
    lines = " · ".join(one_line(line) for line in (*post.marks, *post.footer) if line)
    if not lines:
        return []
    pieces = cut(lines, limits.CONTEXT_TEXT)[:10]
    return [{"type": "context", "elements": [_plain(piece) for piece in pieces]}]


def _actions(post: Post) -> list[Json]:
    """Rows of buttons; an action id stands once a row, as Slack asks."""
    rows: list[list[Action]] = []
    for action in post.actions:
        row = rows[-1] if rows else []
        crowded = len(row) == limits.ACTIONS_A_BLOCK
        if not rows or crowded or any(action.id == other.id for other in row):
            rows.append([])
        rows[-1].append(action)
    return [
        {"type": "actions", "elements": [_button(post, action) for action in row]} for row in rows
    ]


def _button(post: Post, action: Action) -> Json:
    value = json.dumps({"post": post.id, "value": action.value}, separators=(",", ":"))
    if len(value) > limits.BUTTON_VALUE:
        raise ValueError(f"the value of the action {action.id!r} does not fit a button")
    button: Json = {
        "type": "button",
        "action_id": f"{ACTION_PREFIX}{action.id}",
        "text": _plain(shorten(one_line(action.label), limits.BUTTON_LABEL)),
        "value": value,
    }
    if action.style != "plain":
        button["style"] = action.style
    if action.confirm:
        button["confirm"] = {
            "title": _plain("Are you sure?"),
            "text": _plain(shorten(visible(action.confirm), limits.CONFIRM_TEXT)),
            "confirm": _plain(shorten(one_line(action.label), limits.CONFIRM_BUTTON)),
            "deny": _plain("Cancel"),
        }
        if action.style != "plain":
            button["confirm"]["style"] = action.style
    return button


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text, "emoji": False}
