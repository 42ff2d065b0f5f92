"""Answers obey their schema while they are decoded, whatever the model would rather say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from engine.models.grammar import GrammarUnsupported, compile_schema
from engine.models.host import ChatMessage, GenerationRequest, ModelService, Sampling
from engine.models.host.model import Model
from engine.models.host.sampling import Sampler
from engine.models.host.vocabulary import Vocabulary

pytestmark = pytest.mark.model


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


FACTS = [f"F{n}" for n in range(1, 201)]
MOVE: dict[str, Any] = closed(
    theory={"type": "string", "minLength": 1, "maxLength": 60},
    standard={"enum": ["de novo", "abuse of discretion", "clear error", "plausibility"]},
    sections={
        "type": "array",
        "minItems": 1,
        "maxItems": 2,
        "items": closed(
            text={"type": "string", "maxLength": 80},
            facts={
                "type": "array",
                "minItems": 1,
                "maxItems": 3,
                "items": {"$ref": "#/$defs/fact"},
            },
        ),
    },
    strength={"anyOf": [{"enum": [0.25, 0.5, 0.75]}, {"type": "null"}]},
    round={"type": "integer", "minimum": 1, "maximum": 8},
) | {"$defs": {"fact": {"enum": FACTS}}}
BIG: dict[str, Any] = closed(
    text={"type": "string", "maxLength": 2000},
    facts={"type": "array", "maxItems": 64, "items": {"enum": [f"F{n}" for n in range(1200)]}},
    reason={"type": "string", "minLength": 20, "maxLength": 600},
    count={"type": "number"},
)


@pytest.fixture(scope="module")
def vocabulary(model_path: Path) -> Iterator[Vocabulary]:
    model = Model(model_path)
    vocabulary = Vocabulary(model)
    yield vocabulary
    vocabulary.close()
    model.close()


@pytest.mark.parametrize("seed", range(10))
def test_a_hot_model_obeys(service: ModelService, seed: int) -> None:
    request = GenerationRequest(
        (
            ChatMessage("system", "You are Lead Counsel. Answer in JSON."),
            ChatMessage("user", "The agency kept paying though it knew. Move to dismiss."),
        ),
        700,
        Sampling(temperature=1.0, top_k=0, seed=seed),
        schema=MOVE,
    )
    done = service.submit(request).result(240)
    assert done.finish == "stop"
    jsonschema.validate(json.loads(done.text), MOVE)


@pytest.mark.parametrize("schema", [MOVE, BIG, {"type": "array", "items": {"type": "boolean"}}])
def test_the_library_lets_only_valid_text_through(
    vocabulary: Vocabulary, schema: dict[str, Any]
) -> None:
    """Random logits instead of a model: the grammar alone decides."""
    chance = np.random.default_rng(5)
    for seed in range(3):
        grammar = compile_schema(schema)
        data = b""
        with Sampler(vocabulary.handle, vocabulary.size, Sampling(), seed, grammar) as sampler:
            for _ in range(3000):
                logits = chance.normal(size=vocabulary.size).astype(np.float32)
                logits[: len(vocabulary.control)] += 2  # the end should come some time
                logits[vocabulary.content('"')[0]] += 4
                token = sampler.pick(logits)
                if vocabulary.is_end(token):
                    break
                sampler.accept(token)
                data += vocabulary.piece(token)
            else:
                pytest.fail("a bounded grammar did not end")
        jsonschema.validate(json.loads(data), schema)


def test_a_cut_answer_says_so(service: ModelService) -> None:
    request = GenerationRequest(
        (ChatMessage("user", "Go."),), 5, Sampling(temperature=0), schema=MOVE
    )
    done = service.submit(request).result(120)
    assert (done.finish, done.completion_tokens) == ("length", 5)


def test_an_unsupported_schema_is_refused_at_once(service: ModelService) -> None:
    request = GenerationRequest(
        (ChatMessage("user", "Go."),), 5, schema={"type": "string", "pattern": "x"}
    )
    with pytest.raises(GrammarUnsupported):
        service.submit(request)
