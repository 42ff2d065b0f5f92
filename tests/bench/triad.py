"""A six-round run on the real small model: what the host evaluated, and all its prompts' tokens.

``python -m tests.bench.triad HOME MATTER OUT`` prints the counts and leaves the tokens in OUT for
the floor.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx2

from bot.holder import socket_path
from engine.ports import Message
from tests.bench import trie
from tests.bench.homes import Home, simulate
from tests.bench.playing import RunFailed, playing
from tests.bench.watched import Heard

ROUNDS = 6
LEAST_RECORD = 2000
"""Tokens that all agents' prompts begin with, so that the record is worth keeping warm."""


async def measure(home: Home, out: Path) -> dict[str, Any]:
    """Counts are tokens, times seconds; raises ``RunFailed`` when it is not the run wanted."""
    async with playing(home.settings()) as house:
        kinds = await house.play(home.say(simulate(ROUNDS)))
        heard = house.model.heard
        prompts = await tokens(socket_path(home.folder, "model"), [h.ask.messages for h in heard])
    if kinds.get("round") != ROUNDS:
        raise RunFailed(f"{kinds.get('round', 0)} rounds were played instead of {ROUNDS}")
    if trie.trunk(prompts) < LEAST_RECORD:
        raise RunFailed(f"the record has {trie.trunk(prompts)} tokens, less than {LEAST_RECORD}")
    for one, prompt in zip(heard, prompts, strict=True):
        if one.answer.usage.prompt != len(prompt):
            raise RunFailed("the host counted a prompt otherwise than it tokenises it")
    played = {"prompts": prompts, "answers": [_answer(h) for h in heard]}
    await asyncio.to_thread(out.write_text, json.dumps(played))
    return {
        "asked": len(heard),
        "evaluated": sum(h.answer.usage.evaluated for h in heard),
        "generated": sum(h.answer.usage.completion for h in heard),
        "nodes": trie.nodes(prompts),
        "longest": max(map(len, prompts)),
        "record": trie.trunk(prompts),
        "wall": heard[-1].ended - heard[0].began,
        "thinking": sum(h.ended - h.began for h in heard),
        "turns": kinds["move"] + kinds["response"] + kinds["ruling"],
    }


async def tokens(socket: Path, asked: Sequence[Sequence[Message]]) -> list[list[int]]:
    """The tokens of each prompt, from the host that answered it."""
    transport = httpx2.AsyncHTTPTransport(uds=str(socket))
    found: list[list[int]] = []
    async with httpx2.AsyncClient(transport=transport, base_url="http://model-host") as client:
        for messages in asked:
            body = {"messages": [vars(message) for message in messages]}
            answer = await client.post("/tokenize", json=body)
            found.append(answer.raise_for_status().json()["tokens"])
    return found


def _answer(heard: Heard) -> dict[str, Any]:
    return {"text": heard.answer.text, "tokens": heard.answer.usage.completion}


if __name__ == "__main__":
    folder, matter, out = sys.argv[1:]
    print(json.dumps(asyncio.run(measure(Home(Path(folder), matter), Path(out)))))
