"""Chat templates rendered so that content can never become a control token.

A template sees unguessable marks where contents belong. What it renders is split at the marks:
the text between them is the template's own and may name control tokens, each content is plain
text and may not. Contents therefore stay byte-exact even where a template trims them.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.models.host.errors import TemplateRefused
from engine.models.host.requests import ChatMessage

CHATML: Final = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
# Gemma has no system turn: what the system says opens the first user turn.
GEMMA: Final = (
    "{{ bos_token }}{% set ns = namespace(lead='') %}{% for m in messages %}"
    "{% if m['role'] == 'system' %}{% set ns.lead = ns.lead + m['content'] + '\n\n' %}"
    "{% else %}<start_of_turn>{{ 'model' if m['role'] == 'assistant' else 'user' }}\n"
    "{{ ns.lead + m['content'] }}<end_of_turn>\n{% set ns.lead = '' %}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text; ``own`` if it is the template's and may become control tokens."""

    text: str
    own: bool


def fallback(markers: Iterable[str]) -> str:
    """A template for a file that has none, told by the control tokens it knows.

    Raises `TemplateRefused` if they are of no known family.
    """
    known = set(markers)
    if "<|im_start|>" in known:
        return CHATML
    if "<start_of_turn>" in known:
        return GEMMA
    raise TemplateRefused(
        "The model file has no chat template and its control tokens are of no known family.",
        remedy="Use an instruction-tuned model whose file has a chat template.",
    )


class ChatTemplate:
    """One compiled template.

    A template may insert a default system message when the first message is not one; that text
    is the template's own. No clock is offered to it: the same messages always give one prompt.
    """

    def __init__(self, source: str, *, bos: str = "", eos: str = "") -> None:
        environment = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
        )
        environment.globals["raise_exception"] = _refuse
        self.source = source
        self._names = {"bos_token": bos, "eos_token": eos}
        self._mark = f"content{secrets.token_hex(16)}n"
        self._split = re.compile(f"{self._mark}([0-9]+)e")
        try:
            self._template = environment.from_string(source)
        except TemplateError as error:
            raise TemplateRefused("The model file's chat template cannot be read.") from error

    def pieces(self, messages: Sequence[ChatMessage]) -> list[Piece]:
        """The prompt up to the place where the answer begins, in order, empty pieces left out.

        Raises `TemplateRefused` if the template refuses the roles or leaves a message out.
        """
        marked = [
            {"role": message.role, "content": f"{self._mark}{index}e"}
            for index, message in enumerate(messages)
        ]
        try:
            rendered = self._template.render(
                messages=marked,
                add_generation_prompt=True,
                enable_thinking=False,
                tools=None,
                **self._names,
            )
        except TemplateRefused:
            raise
        except Exception as error:  # a template is a program: it can fail in any way
            raise TemplateRefused from error
        parts = self._split.split(rendered)
        placed = {int(index) for index in parts[1::2]}
        if placed != set(range(len(messages))):
            raise TemplateRefused("The model's chat template leaves out one of the messages.")
        result = []
        for position, part in enumerate(parts):
            own = position % 2 == 0
            text = part if own else messages[int(part)].content
            if text:
                result.append(Piece(text, own))
        return result


def _refuse(message: str) -> NoReturn:
    raise TemplateRefused(f"The model's chat template refuses: {message}")
