"""JSON Schema to GBNF, llama.cpp's grammar notation, for the schemas structured answers use.

Every string a compiled grammar accepts is JSON that is valid under the schema, and is bounded: no
white space is free, one space follows each comma and colon, as models are used to write it.
Nothing is silently ignored: a keyword that the grammar could not enforce is refused. Supported:

- ``object``: properties in declared order, all required, ``additionalProperties`` false
- ``array``: ``items``, ``minItems``, ``maxItems`` (default `DEFAULT_ITEMS`)
- ``string``: ``minLength``, ``maxLength`` (default and limit `LONGEST_STRING`), and a ``pattern``
  of two character classes, ``^[first][others]*$``
- ``integer`` (with both bounds: an enumeration), ``number``, ``boolean``, ``null``
- ``enum``, ``const``, ``anyOf``, a list of types, ``$defs`` and local ``$ref`` (not recursive)

Strings hold no control characters, no line or paragraph separators and no bidirectional
overrides; the only escapes are those of quotation mark and backslash.
GBNF: https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import LawgameError

LONGEST_STRING: Final = 2000  # llama.cpp refuses longer repetitions (MAX_REPETITION_THRESHOLD)
DEFAULT_ITEMS: Final = 64
LONGEST_RANGE: Final = 1000

_ANNOTATIONS: Final = frozenset(
    {"$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples"}
)
_KEYWORDS: Final[Mapping[str, frozenset[str]]] = {
    "object": frozenset({"properties", "required", "additionalProperties"}),
    "array": frozenset({"items", "minItems", "maxItems"}),
    "string": frozenset({"minLength", "maxLength", "pattern"}),
    "integer": frozenset({"minimum", "maximum"}),
    "number": frozenset(),
    "boolean": frozenset(),
    "null": frozenset(),
}
_NEVER: Final = r'"\\\x00-\x1F\x7F-\x9F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF\uFEFF\uFFFE-\uFFFF'
_CHARACTER: Final = f'[^{_NEVER}] | "\\\\" ["\\\\]'
_TWO_CLASSES: Final = re.compile(r"\^\[([^\]\\^][^\]\\]*)\]\[\^([^\]\\]*)\]\*\$")
_INTEGER: Final = '"-"? ("0" | [1-9] [0-9]{0,14})'
_NUMBER: Final = _INTEGER + ' ("." [0-9]{1,15})?'


class GrammarUnsupported(LawgameError):
    """The schema asks for something that cannot be enforced while decoding."""

    code = "model.schema"
    default_remedy = "Simplify the schema at the named place; bounds and enumerations always work."

    def __init__(self, problem: str, *, place: str) -> None:
        super().__init__(f"The schema cannot be enforced at {place}: {problem}.")
        self.place = place


def compile_schema(schema: Mapping[str, Any]) -> str:
    """The grammar, root rule ``root``, whose strings are exactly bounded answers to ``schema``.

    Raises `GrammarUnsupported`, naming the place as a JSON pointer from ``#``.
    """
    return _Compiler(schema).grammar()


class _Compiler:
    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self._names: dict[str, str] = {}  # body → rule name: like parts share one rule
        self._open: list[str] = []

    def grammar(self) -> str:
        root = self._compile(self._schema, "#")
        rules = [f"{name} ::= {body}" for body, name in self._names.items()]
        return "\n".join([f"root ::= {root}", *rules]) + "\n"

    def _rule(self, body: str) -> str:
        return self._names.setdefault(body, f"r{len(self._names)}")

    def _compile(self, schema: object, place: str) -> str:
        """The name of a rule that matches ``schema``."""
        if not isinstance(schema, Mapping):
            raise GrammarUnsupported("a schema must be an object", place=place)
        keywords = set(schema) - _ANNOTATIONS
        if "$ref" in keywords:
            _only(keywords, {"$ref"}, place)
            return self._reference(schema["$ref"], place)
        if "anyOf" in keywords:
            _only(keywords, {"anyOf"}, place)
            return self._any_of(schema["anyOf"], f"{place}/anyOf")
        if "const" in keywords:
            _only(keywords, {"const", "type"}, place)
            return self._values([schema["const"]], schema.get("type"), place)
        if "enum" in keywords:
            _only(keywords, {"enum", "type"}, place)
            return self._values(schema["enum"], schema.get("type"), place)
        kind = schema.get("type")
        if isinstance(kind, list):
            own = {key: value for key, value in schema.items() if key != "type"}
            return self._any_of([_narrowed(own, one) for one in kind], place)
        if not isinstance(kind, str) or kind not in _KEYWORDS:
            raise GrammarUnsupported("it names no type that is known", place=place)
        _only(keywords, _KEYWORDS[kind] | {"type"}, place)
        return self._typed(kind, schema, place)

    def _typed(self, kind: str, schema: Mapping[str, Any], place: str) -> str:
        match kind:
            case "object":
                return self._object(schema, place)
            case "array":
                return self._array(schema, place)
            case "string":
                least, most = _bounds(schema, "Length", LONGEST_STRING, place)
                if most > LONGEST_STRING:
                    raise GrammarUnsupported(f"maxLength is over {LONGEST_STRING}", place=place)
                if "pattern" in schema:
                    return self._two_classes(schema["pattern"], least, most, place)
                text = f"{self._rule(_CHARACTER)}{{{least},{most}}}" if most else ""
                return self._rule(f'"\\"" {text} "\\""')
            case "integer":
                return self._integer(schema, place)
            case "number":
                return self._rule(_NUMBER)
            case "boolean":
                return self._rule('"true" | "false"')
        return self._rule('"null"')

    def _two_classes(self, pattern: object, least: int, most: int, place: str) -> str:
        found = _TWO_CLASSES.fullmatch(pattern) if isinstance(pattern, str) else None
        if found is None or most < 1:
            raise GrammarUnsupported("its pattern is not two character classes", place=place)
        first, excluded = found.groups()
        others = self._rule(f"[^{excluded}{_NEVER}]")
        rest = f"{others}{{{max(0, least - 1)},{most - 1}}}" if most > 1 else ""
        return self._rule(f'"\\"" [{first}] {rest} "\\""')

    def _reference(self, target: object, place: str) -> str:
        if not isinstance(target, str) or not target.startswith("#"):
            raise GrammarUnsupported("only references within the schema work", place=place)
        if target in self._open or target == "#":
            raise GrammarUnsupported("a recursive schema has no bound", place=place)
        found: Any = self._schema
        for part in target.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, Mapping) or key not in found:
                raise GrammarUnsupported(f"{target} leads nowhere", place=place)
            found = found[key]
        self._open.append(target)
        rule = self._compile(found, target)
        self._open.pop()
        return rule

    def _any_of(self, options: object, place: str) -> str:
        if not isinstance(options, Sequence) or not options:
            raise GrammarUnsupported("it lists no alternative", place=place)
        rules = [self._compile(one, f"{place}/{n}") for n, one in enumerate(options)]
        return self._rule(" | ".join(dict.fromkeys(rules)))

    def _values(self, values: object, kind: object, place: str) -> str:
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise GrammarUnsupported("an enumeration must list at least one value", place=place)
        kinds = kind if isinstance(kind, list) else [kind]
        texts = []
        for value in values:
            if kind is not None and not any(_is(value, one) for one in kinds):
                raise GrammarUnsupported("a value is not of the type", place=place)
            texts.append(_json(value, place))
        return self._rule(_alternatives(sorted(set(texts))))

    def _object(self, schema: Mapping[str, Any], place: str) -> str:
        properties = schema.get("properties", {})
        if not isinstance(properties, Mapping):
            raise GrammarUnsupported("properties must be an object", place=place)
        if set(schema.get("required", ())) != set(properties):
            raise GrammarUnsupported("every property, and none else, must be required", place=place)
        if schema.get("additionalProperties") is not False:
            raise GrammarUnsupported("additionalProperties must be false", place=place)
        parts: list[str] = []
        for name, value in properties.items():
            rule = self._compile(value, f"{place}/properties/{name}")
            comma = ", " if parts else ""
            parts.append(f"{_literal(comma + _json(name, place) + ': ')} {rule}")
        return self._rule(" ".join(['"{"', *parts, '"}"']))

    def _array(self, schema: Mapping[str, Any], place: str) -> str:
        if "items" not in schema:
            raise GrammarUnsupported("an array needs items", place=place)
        least, most = _bounds(schema, "Items", DEFAULT_ITEMS, place)
        if most == 0:
            return self._rule('"[]"')
        item = self._compile(schema["items"], f"{place}/items")
        more = f' (", " {item}){{{max(0, least - 1)},{most - 1}}}' if most > 1 else ""
        filled = f"{item}{more}"
        return self._rule(f'"[" {filled} "]"' if least else f'"[" ({filled})? "]"')

    def _integer(self, schema: Mapping[str, Any], place: str) -> str:
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is None and high is None:
            return self._rule(_INTEGER)
        if not _is(low, "integer") or not _is(high, "integer"):
            raise GrammarUnsupported("an integer needs both bounds or none", place=place)
        assert isinstance(low, int) and isinstance(high, int)
        if not 0 <= high - low <= LONGEST_RANGE:
            raise GrammarUnsupported(
                f"an integer's bounds must span 0 to {LONGEST_RANGE}", place=place
            )
        return self._rule(_alternatives(sorted(str(n) for n in range(low, high + 1))))


def _only(found: set[str], allowed: set[str] | frozenset[str], place: str) -> None:
    if extra := sorted(found - allowed):
        raise GrammarUnsupported(f"{', '.join(extra)} is not supported there", place=place)


def _narrowed(schema: Mapping[str, Any], kind: object) -> Mapping[str, Any]:
    """One type's share of a schema that lists several types."""
    keep = _KEYWORDS.get(kind, frozenset()) if isinstance(kind, str) else frozenset()
    others = frozenset().union(*_KEYWORDS.values()) - keep
    return {"type": kind} | {key: value for key, value in schema.items() if key not in others}


def _bounds(schema: Mapping[str, Any], noun: str, default: int, place: str) -> tuple[int, int]:
    least = schema.get(f"min{noun}", 0)
    most = schema.get(f"max{noun}", max(default, least) if _is(least, "integer") else default)
    if not _is(least, "integer") or not _is(most, "integer") or not 0 <= least <= most:
        raise GrammarUnsupported(f"min{noun} and max{noun} are no range", place=place)
    return int(least), int(most)


def _is(value: object, kind: object) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
    return False


def _json(value: object, place: str) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise GrammarUnsupported("a value is not JSON", place=place) from error
    return text


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _alternatives(texts: Sequence[str]) -> str:
    """Sorted distinct texts as a tree of shared beginnings, so that few stay open at a time."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text[:1], []).append(text)
    branches = []
    for members in groups.values():
        shared = _beginning(members[0], members[-1])
        rests = [text[len(shared) :] for text in members if text != shared]
        branch = _literal(shared)
        if rests:
            ends = "?" if shared in members else ""
            branch += f" ({_alternatives(rests)}){ends}"
        branches.append(branch)
    return " | ".join(branches)


def _beginning(first: str, last: str) -> str:
    """What the first and the last of sorted texts share, and with them all between."""
    length = 0
    for one, other in zip(first, last, strict=False):
        if one != other:
            break
        length += 1
    return first[:length]
