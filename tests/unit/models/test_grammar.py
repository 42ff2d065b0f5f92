"""The grammar compiler: everything accepted is valid, bounded and compact; nothing is ignored."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.models.grammar import LONGEST_STRING, GrammarUnsupported, compile_schema

_TOKEN = re.compile(
    r'(?P<literal>"(?:\\.|[^"\\])*")|(?P<class>\[(?:\\.|[^\]\\])*\])|(?P<name>[a-z][a-z0-9]*)'
    r"|(?P<other>[()|?]|\{\d+,\d+\})|(?P<space> +)"
)


def to_regex(grammar: str) -> str:
    """Our grammars are not recursive, so each is one regular expression."""
    bodies = dict(line.split(" ::= ", 1) for line in grammar.rstrip("\n").split("\n"))

    def expand(name: str) -> str:
        parts = []
        position = 0
        body = bodies[name]
        while position < len(body):
            found = _TOKEN.match(body, position)
            assert found, body[position:]
            position = found.end()
            text = found.group()
            match found.lastgroup:
                case "literal":
                    plain = text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
                    parts.append(f"(?:{re.escape(plain)})")
                case "name":
                    parts.append(f"(?:{expand(text)})")
                case "other" if text == "(":
                    parts.append("(?:")
                case "class" | "other":
                    parts.append(text)
        return "".join(parts)

    return expand("root")


def closed(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


MOVE = closed(
    theory={"type": "string", "minLength": 1, "maxLength": 12},
    standard={"type": "string", "enum": ["de novo", "clear error", 'abuse of "discretion"']},
    facts={
        "type": "array",
        "minItems": 1,
        "maxItems": 3,
        "items": {"$ref": "#/$defs/fact"},
    },
    gaps={"type": "array", "maxItems": 2, "items": {"type": "string", "maxLength": 5}},
    confidence={"anyOf": [{"type": "number"}, {"type": "null"}]},
    strength={"enum": [0.25, 0.5, 0.75]},
    round={"type": "integer", "minimum": -1, "maximum": 12},
    done={"type": "boolean"},
    kind={"const": "move"},
) | {"$defs": {"fact": {"enum": ["F1", "F10", "F12", "F2"]}}}

_scalars = st.one_of(
    st.builds(
        lambda least, more: {"type": "string", "minLength": least, "maxLength": least + more},
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    st.just({"type": "integer"}),
    st.just({"type": "number"}),
    st.just({"type": "boolean"}),
    st.just({"type": ["string", "null"], "maxLength": 3}),
    st.builds(
        lambda low, span: {"type": "integer", "minimum": low, "maximum": low + span},
        st.integers(-20, 20),
        st.integers(0, 30),
    ),
    st.builds(
        lambda values: {"enum": values},
        st.lists(st.one_of(st.text(max_size=6), st.integers(), st.none()), min_size=1, max_size=6),
    ),
)
_schemas = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.dictionaries(st.text(max_size=5), inner, max_size=3).map(lambda p: closed(**p)),
        st.builds(
            lambda item, least, more: {
                "type": "array",
                "items": item,
                "minItems": least,
                "maxItems": least + more,
            },
            inner,
            st.integers(0, 2),
            st.integers(0, 2),
        ),
        st.lists(inner, min_size=1, max_size=3).map(lambda options: {"anyOf": options}),
    ),
    max_leaves=6,
)


def check(text: str, schema: dict[str, Any]) -> None:
    value = json.loads(text)
    jsonschema.validate(value, schema)
    outside = re.sub(r'"(?:\\.|[^"\\])*"', "", text)
    assert not re.search(r"(?<![,:])\s|\s\s", outside), "free white space"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), schema=_schemas)
def test_whatever_the_grammar_accepts_is_valid(data: st.DataObject, schema: dict[str, Any]) -> None:
    # No lone surrogates: they have no UTF-8 form and are refused, as tested below.
    try:
        json.dumps(schema, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        with pytest.raises(GrammarUnsupported):
            compile_schema(schema)
        return
    pattern = to_regex(compile_schema(schema))
    check(data.draw(st.from_regex(pattern, fullmatch=True)), schema)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_move_obeys_its_schema(data: st.DataObject) -> None:
    pattern = to_regex(compile_schema(MOVE))
    check(data.draw(st.from_regex(pattern, fullmatch=True)), MOVE)


def test_a_valid_answer_is_accepted_and_its_corruptions_are_not() -> None:
    value = {
        "theory": 'He "knew" é\\',
        "standard": 'abuse of "discretion"',
        "facts": ["F12", "F1"],
        "gaps": [],
        "confidence": -0.25,
        "strength": 0.5,
        "round": -1,
        "done": True,
        "kind": "move",
    }
    pattern = re.compile(to_regex(compile_schema(MOVE)))

    def accepts(**changed: Any) -> bool:
        text = json.dumps(value | changed, ensure_ascii=False)
        return pattern.fullmatch(text) is not None

    assert accepts()
    assert accepts(confidence=None)
    assert not accepts(theory="")
    assert not accepts(theory="thirteen long")
    assert not accepts(theory="two\nlines")
    assert not accepts(theory="\u202egnp")
    assert not accepts(facts=[])
    assert not accepts(facts=["F3"])
    assert not accepts(facts=["F1"] * 4)
    assert not accepts(gaps=["a", "b", "c"])
    assert not accepts(round=13)
    assert not accepts(kind="ruling")
    assert not pattern.fullmatch(json.dumps(value, ensure_ascii=False, indent=1))


def test_long_bounds_and_many_ids_stay_small() -> None:
    ids = [f"F{n}" for n in range(1, 1201)]
    schema = closed(
        text={"type": "string", "maxLength": 600},
        facts={"type": "array", "maxItems": 4, "items": {"enum": ids}},
    )
    grammar = compile_schema(schema)
    assert len(grammar) < 40_000
    pattern = re.compile(to_regex(grammar))
    assert all(pattern.fullmatch(f'{{"text": "", "facts": ["{one}"]}}') for one in ids)
    assert not pattern.fullmatch('{"text": "", "facts": ["F1201"]}')
    assert pattern.fullmatch('{"text": "' + "x" * 600 + '", "facts": []}')
    assert not pattern.fullmatch('{"text": "' + "x" * 601 + '", "facts": []}')


def test_a_string_without_a_bound_is_bounded() -> None:
    pattern = re.compile(to_regex(compile_schema({"type": "string"})))
    assert pattern.fullmatch('"' + "x" * LONGEST_STRING + '"')
    assert not pattern.fullmatch('"' + "x" * (LONGEST_STRING + 1) + '"')


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({}, "#"),
        ({"type": "string", "pattern": "^a"}, "#"),
        ({"type": "string", "maxLength": LONGEST_STRING + 1}, "#"),
        ({"type": "string", "minLength": 3, "maxLength": 2}, "#"),
        ({"type": "number", "minimum": 0}, "#"),
        ({"type": "integer", "minimum": 0}, "#"),
        ({"type": "integer", "minimum": 0, "maximum": 5000}, "#"),
        ({"type": "array"}, "#"),
        ({"type": "array", "items": {"type": "null"}, "uniqueItems": True}, "#"),
        ({"type": "object", "properties": {"a": {"type": "null"}}}, "#"),
        (closed(a={"type": "null"}) | {"additionalProperties": True}, "#"),
        (closed(a={"type": "null"}) | {"required": []}, "#"),
        (closed(a={"type": "date"}), "#/properties/a"),
        (closed(a={"oneOf": []}), "#/properties/a"),
        ({"enum": []}, "#"),
        ({"type": "string", "enum": [1]}, "#"),
        ({"enum": ["\ud800"]}, "#"),
        ({"anyOf": []}, "#/anyOf"),
        ({"$ref": "https://example.org/schema"}, "#"),
        ({"$ref": "#/$defs/none"}, "#"),
        ({"$ref": "#"}, "#"),
        (
            {
                "$ref": "#/$defs/a",
                "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/a"}}},
            },
            "#/$defs/a/items",
        ),
    ],
)
def test_what_cannot_be_enforced_is_refused_by_place(schema: dict[str, Any], place: str) -> None:
    with pytest.raises(GrammarUnsupported) as refusal:
        compile_schema(schema)
    assert refusal.value.code == "model.schema"
    assert refusal.value.place == place
