"""Typed text to a command of the registry. Forgiving of how people type on a phone."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import BadRequest
from handlers.registry import COMMANDS, Argument, Command, Option, find

LONGEST = 20_000
PREFIX = "/lawgame"
_TOKEN = re.compile(r'((?:--|[—–])[A-Za-z-]+=)?"([^"]*)"|(\S+)')
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_DASHED = re.compile(r"[—–]([A-Za-z-]+)(=.*)?", re.S)
"""Phones turn ``--rounds`` into an em dash; where no option has that name it is a dash."""


class UnknownCommand(BadRequest):
    """There is no such command."""

    code = "command.unknown"


class BadArguments(BadRequest):
    """The command's words do not fit."""

    code = "command.arguments"


@dataclass(frozen=True)
class Asked:
    """A command with its words. A missing argument or option is absent from its mapping."""

    command: Command
    arguments: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str | int | bool] = field(default_factory=dict)

    def argument(self, name: str) -> str | None:
        return self.arguments.get(name)

    def text(self, name: str) -> str | None:
        value = self.options.get(name)
        return None if value is None else str(value)

    def number(self, name: str) -> int | None:
        value = self.options.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def parse(text: str) -> Asked:
    """Raises ``UnknownCommand`` (naming the nearest) and ``BadArguments`` (naming the usage)."""
    if len(text) > LONGEST:
        raise BadArguments(
            f"That is longer than the {LONGEST:,} characters a command may have.",
            remedy="Send what is long as a document.",
        )
    tokens = _tokens(text)
    if tokens and tokens[0].text.lower() == PREFIX:
        tokens = tokens[1:]
    if not tokens:
        tokens = [_Token("help")]
    command = find(tokens[0].text.lower())
    if command is None:
        raise _unknown(tokens[0].text)
    words, options = _options(command, tokens[1:])
    return Asked(command, _arguments(command, words), options)


@dataclass(frozen=True)
class _Token:
    """``option`` is the name before a value in quotes; what is in quotes is never an option."""

    text: str
    quoted: bool = False
    option: str | None = None


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text.translate(_QUOTES)):
        option, quoted, bare = match.groups()
        if option:
            found.append(_Token(quoted, True, option.strip("-—–=")))
        elif quoted or bare:
            found.append(_Token(quoted or bare, bare is None))
    return found


def _unknown(word: str) -> UnknownCommand:
    names = [command.name for command in COMMANDS]
    near = difflib.get_close_matches(word.lower(), names, 1, 0.5)
    shown = word if len(word) <= 40 else word[:40] + "…"
    hint = f"Did you mean `/lawgame {near[0]}`?" if near else "Type `/lawgame help` to see them."
    return UnknownCommand(f"There is no command “{shown}”.", remedy=hint)


def _options(
    command: Command, tokens: Sequence[_Token]
) -> tuple[list[str], dict[str, str | int | bool]]:
    known = {option.name: option for option in command.options}
    words: list[str] = []
    options: dict[str, str | int | bool] = {}
    left = list(tokens)
    while left:
        token = left.pop(0)
        named = _named(token, known)
        if named is None:
            words.append(token.text)
            continue
        name, value = named
        option = known.get(name.lower())
        if option is None:
            raise _unfit(command, f"It has no option --{name[:40]}", near=name, names=list(known))
        if option.kind == "flag":
            options[option.name] = True
            continue
        if value is None:
            if not left or _named(left[0], known) is not None:
                raise _unfit(command, f"--{option.name} needs a value")
            value = left.pop(0).text
        options[option.name] = _value(command, option, value)
    return words, options


def _named(token: _Token, known: Mapping[str, Option]) -> tuple[str, str | None] | None:
    """The option's name and, after ``=``, its value; None for a word of the text."""
    if token.option is not None:
        return token.option, token.text
    if token.quoted:
        return None
    if token.text.startswith("--") and len(token.text) > 2:
        name, given, value = token.text[2:].partition("=")
        return name, value if given else None
    dashed = _DASHED.fullmatch(token.text)
    if dashed and dashed[1].lower() in known:
        return dashed[1], dashed[2][1:] if dashed[2] else None
    return None


def _value(command: Command, option: Option, value: str) -> str | int:
    if option.kind == "int":
        if not re.fullmatch(r"[+-]?\d{1,18}", value):
            raise _unfit(command, f"--{option.name} takes a whole number")
        number = int(value)
        low, high = option.minimum, option.maximum
        if (low is not None and number < low) or (high is not None and number > high):
            limits = f"{low if low is not None else 0} to {high if high is not None else '…'}"
            raise _unfit(command, f"--{option.name} takes a number from {limits}")
        return number
    if option.choices and value.lower() not in option.choices:
        raise _unfit(command, f"--{option.name} is one of {', '.join(option.choices)}")
    return value.lower() if option.choices else value


def _arguments(command: Command, words: Sequence[str]) -> dict[str, str]:
    left = list(words)
    made: dict[str, str] = {}
    for argument in command.arguments:
        if not left:
            if argument.required:
                raise _unfit(command, f"It needs {_article(argument)}")
            break
        if argument.when and not re.match(argument.when, " ".join(left), re.IGNORECASE):
            continue
        if argument.rest:
            made[argument.name] = " ".join(left)
            left = []
        elif argument.choices:
            word = left.pop(0).lower()
            if word not in argument.choices:
                raise _unfit(
                    command,
                    f"{argument.name} is one of {', '.join(argument.choices)}",
                    near=word,
                    names=argument.choices,
                )
            made[argument.name] = word
        else:
            made[argument.name] = left.pop(0)
    if left:
        raise _unfit(command, f"“{left[0][:40]}” is more than it takes; put a text in quotes")
    return made


def _article(argument: Argument) -> str:
    return argument.help


def _unfit(command: Command, what: str, near: str = "", names: Sequence[str] = ()) -> BadArguments:
    close = difflib.get_close_matches(near.lower(), names, 1, 0.6) if near else []
    nearest = f" Nearest: {close[0]}." if close else ""
    return BadArguments(
        f"`{command.name}` cannot be read: {what}.",
        remedy=f"Use `/lawgame {command.usage}`.{nearest}",
    )
