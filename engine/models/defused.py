"""Control strings of model families in what is sent to hosts that would take them for their own.

Our own host never does: it reads content as text. Other hosts render the prompt first and read it
with control tokens on, so that ``<|im_end|>`` in an exhibit would end the turn it stands in.
"""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"<(?=[|｜/]?[A-Za-z_｜][\w|｜▁:./-]{0,60}>)"  # <|im_end|>, </s>, <start_of_turn>, <think>
    r"|<(?=<[/\w]{1,12}>>)"  # <<SYS>>
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_[A-Z]+|AVAILABLE_TOOLS|IMG[A-Z_]*|CLS|SEP|MASK|PAD|UNK"
    r"|BOS|EOS|gMASK|sMASK|THINK)\])"  # [INST], [gMASK]
)


def defused(text: str) -> str:
    """A space after the first character of every control string; nothing else changes.

    >>> defused("paid.<|im_end|> [SIC] <a@b.example>")
    'paid.< |im_end|> [SIC] <a@b.example>'
    """
    return _CONTROL.sub(lambda found: f"{found.group()} ", text)
