"""What can be typed next, from the command registry, the person's matters and ids seen."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from bot.render.words import one_line
from handlers.doors import MatterLine
from handlers.posts import Post
from handlers.registry import COMMANDS, Command, find

_ID = re.compile(r"[A-Z]{1,2}\d{1,6}")
_TAKES_IDS = frozenset({"document", "element", "authority", "fact"})


class SeenIds:
    """Ids of documents, facts, elements and authorities in the posts that went by, in order."""

    def __init__(self) -> None:
        self._seen: dict[str, None] = {}

    def look(self, post: Post) -> None:
        for id in _ids(post.data):
            self._seen.pop(id, None)
            self._seen[id] = None

    def starting(self, word: str) -> list[str]:
        return [id for id in reversed(self._seen) if id.startswith(word.upper())]


def _ids(value: Any) -> Iterable[str]:
    if isinstance(value, str) and _ID.fullmatch(value):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _ids(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _ids(inner)


class CommandCompleter(Completer):
    """``matters`` is asked only when a matter is to be named."""

    def __init__(
        self,
        seen: SeenIds,
        matters: Callable[[], Awaitable[Sequence[MatterLine]]],
        extra: Mapping[str, str],
    ) -> None:
        self._seen = seen
        self._matters = matters
        self._extra = extra

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        words, word = _words(document)
        if not words:
            known = {command.name: command.summary for command in COMMANDS} | dict(self._extra)
            return _fitting(word, known.items())
        command = find(words[0])
        return _fitting(word, self._after(command, words, word)) if command else []

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        words, word = _words(document)
        if words == ["open"]:
            for matter in await self._matters():
                if matter.number.startswith(word):
                    yield _completion(word, matter.number, matter.title)
            return
        for completion in self.get_completions(document, complete_event):
            yield completion

    def _after(
        self, command: Command, words: Sequence[str], word: str
    ) -> Iterable[tuple[str, str]]:
        last = words[-1]
        option = next((each for each in command.options if f"--{each.name}" == last), None)
        if option:
            yield from ((choice, option.help) for choice in option.choices)
            if option.name in _TAKES_IDS:
                yield from ((id, "") for id in self._seen.starting(word))
            return
        if word.startswith("-"):
            yield from ((f"--{each.name}", each.help) for each in command.options)
            return
        place = len(words) - 1
        for argument in command.arguments[place : place + 1]:
            yield from ((choice, argument.help) for choice in argument.choices)
            if argument.name == "command":
                yield from ((each.name, each.summary) for each in COMMANDS)
            elif argument.name in _TAKES_IDS:
                yield from ((id, argument.help) for id in self._seen.starting(word))


def _words(document: Document) -> tuple[list[str], str]:
    """The finished words before the cursor, without ``/lawgame``, and the one being typed."""
    text = document.text_before_cursor.lstrip()
    text = re.sub(r"^/?lawgame\s+", "", text)
    words = text.split()
    word = "" if not text or text[-1].isspace() else words.pop()
    return words, word.removeprefix("/") if not words else word


def _fitting(word: str, offered: Iterable[tuple[str, str]]) -> Iterable[Completion]:
    for name, help in offered:
        if name.lower().startswith(word.lower()):
            yield _completion(word, name, help)


def _completion(word: str, text: str, help: str) -> Completion:
    return Completion(text, start_position=-len(word), display_meta=one_line(help))
