"""Text to tokens and back, and messages to a prompt.

Thread-safe: prompts are counted and tokenised beside the decode thread, which alone closes it.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.models.host import template
from engine.models.host.errors import ModelFailed, ModelNotReady
from engine.models.host.model import Model
from engine.models.host.native import library
from engine.models.host.requests import ChatMessage

# llama_token_attr, llama.h
_UNKNOWN: Final = 1 << 0
_CONTROL: Final = 1 << 3
_USER_DEFINED: Final = 1 << 4

_ANCHOR: Final = "\n"


class Vocabulary:
    """The vocabulary of an open `Model` with its chat template."""

    def __init__(self, model: Model) -> None:
        self._lib: Any = library()
        self._lock = threading.Lock()
        self.handle: Any = self._lib.llama_model_get_vocab(model.handle)
        self.size = int(self._lib.llama_vocab_n_tokens(self.handle))
        self._buffer = ctypes.create_string_buffer(1 << 12)
        attributes = [int(self._lib.llama_vocab_get_attr(self.handle, t)) for t in range(self.size)]
        self.control: frozenset[int] = frozenset(
            token for token, bits in enumerate(attributes) if bits & (_CONTROL | _UNKNOWN)
        )
        bos = int(self._lib.llama_vocab_bos(self.handle))
        self._bos = bos if self._lib.llama_vocab_get_add_bos(self.handle) and bos >= 0 else None
        marks = {token: self._text(token) for token in self.control}
        source = model.metadata.get("tokenizer.chat_template")
        eos = int(self._lib.llama_vocab_eos(self.handle))
        self.template = template.ChatTemplate(
            source or template.fallback(marks.values()),
            bos=self._text(bos) if bos >= 0 else "",
            eos=self._text(eos) if eos >= 0 else "",
        )
        self._breaks = _breaks(
            self._text(token) for token, bits in enumerate(attributes) if bits & _USER_DEFINED
        )
        self._space_added = (
            model.metadata.get("tokenizer.ggml.model") == "llama"
            and model.metadata.get("tokenizer.ggml.add_space_prefix") != "false"
        )

    def prompt(self, messages: Sequence[ChatMessage]) -> list[int]:
        """The tokens of a whole prompt; the same messages always give the same tokens.

        Raises `TemplateRefused`, or `ModelNotReady` once the model is closed.
        """
        tokens: list[int] = []
        for piece in self.template.pieces(messages):
            tokens += self.own(piece.text) if piece.own else self.content(piece.text)
        if self._bos is not None and tokens[:1] != [self._bos]:
            tokens.insert(0, self._bos)
        return tokens

    def own(self, text: str) -> list[int]:
        """Tokens of a template's own text, control tokens recognised."""
        return self._tokenize(text, special=True)

    def content(self, text: str) -> list[int]:
        """Tokens of plain text: no control token, whatever the text spells.

        The library never makes control tokens here but does make user-defined ones; those that a
        template may use as turn marks are cut after their first character.
        """
        tokens: list[int] = []
        for part in cut(text, self._breaks):
            tokens += self._plain(part)
        return tokens

    def piece(self, token: int) -> bytes:
        """The bytes of one token as text; a control token has none."""
        with self._lock:
            return self._piece(token, special=False)

    def is_end(self, token: int) -> bool:
        """Whether the token ends an answer."""
        return bool(self._lib.llama_vocab_is_eog(self.handle, token))

    def close(self) -> None:
        """Refuse further use; called before the model is freed."""
        with self._lock:
            self.handle = None

    def _text(self, token: int) -> str:
        return self._piece(token, special=True).decode("utf-8", "replace")

    def _piece(self, token: int, *, special: bool) -> bytes:
        if self.handle is None:
            raise ModelNotReady
        size = self._lib.llama_token_to_piece(
            self.handle, token, self._buffer, len(self._buffer), 0, special
        )
        if size < 0:
            self._buffer = ctypes.create_string_buffer(-size)
            return self._piece(token, special=special)
        return self._buffer.raw[:size]

    def _plain(self, text: str) -> list[int]:
        if not self._space_added:
            return self._tokenize(text, special=False)
        # Such vocabularies put a space before every text; one after an anchor is left as it is.
        anchor = self._tokenize(_ANCHOR, special=False)
        tokens = self._tokenize(_ANCHOR + text, special=False)
        if tokens[: len(anchor)] == anchor:
            return tokens[len(anchor) :]
        return self._tokenize(text, special=False)

    def _tokenize(self, text: str, *, special: bool) -> list[int]:
        data = text.encode("utf-8")
        room = len(data) + 8
        array = (self._lib.llama_token * room)()
        with self._lock:
            if self.handle is None:
                raise ModelNotReady
            count = self._lib.llama_tokenize(
                self.handle, data, len(data), array, room, False, special
            )
        if count < 0:
            raise ModelFailed("The text could not be turned into tokens.")
        return list(array[:count])


def _breaks(texts: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern for turn-mark-like user-defined tokens: bracketed, no white space."""
    marks = {text for text in texts if re.fullmatch(r"[<\[]\S*[>\]]", text) and len(text) > 2}
    if not marks:
        return None
    return re.compile("|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True)))


def cut(text: str, marks: re.Pattern[str] | None) -> list[str]:
    """Split ``text`` inside every match of ``marks``, so that no part holds a whole one."""
    if marks is None:
        return [text]
    parts: list[str] = []
    start = 0
    position = 0
    while found := marks.search(text, position):
        position = found.start() + 1
        parts.append(text[start:position])
        start = position
    parts.append(text[start:])
    return parts
