"""bot → handlers → engine, handlers → storage → engine, manifests → handlers; nothing else."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "handlers", "engine", "storage", "manifests")
MAY = {
    "engine": set(),
    "storage": {"engine"},
    "handlers": {"engine", "storage"},
    "manifests": {"handlers", "engine", "storage"},
    "bot": {"handlers", "engine", "manifests"},
}
COMPOSITION = "bot.compose"
"""The one module of bot that wires storage in."""

FOREIGN = {
    "engine": {"aiohttp", "slack_sdk", "slack_bolt", "sqlalchemy", "alembic", "click", "rich"},
    "handlers": {"aiohttp", "slack_sdk", "slack_bolt", "sqlalchemy", "alembic", "dbos", "openai"},
    "storage": {"aiohttp", "slack_sdk", "slack_bolt", "dbos", "openai"},
    "manifests": {"aiohttp", "slack_sdk", "slack_bolt", "sqlalchemy", "dbos", "openai"},
    "bot": {"sqlalchemy", "alembic", "dbos"},
}
"""What no module of a room imports, wherever in the module."""


def modules(room: str) -> Iterator[str]:
    for path in sorted((ROOT / room).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "versions" not in parts and "samples" not in parts[1:-1]:
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


EVERY = [module for room in ROOMS for module in modules(room)]


@lru_cache
def tree(module: str) -> ast.Module:
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    return ast.parse(Path(spec.origin).read_text("utf-8"))


@lru_cache
def imports(module: str, *, typing: bool = True) -> frozenset[str]:
    """What is named in the module's import statements, in functions too; ``typing`` False leaves
    out what is imported for type checkers alone."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree(module)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute"
            found.add(str(node.module))
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif not typing and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
    return frozenset(found)


def rooms_of(names: frozenset[str]) -> set[str]:
    return {name.split(".")[0] for name in names} & set(ROOMS)


def test_there_is_something_to_walk() -> None:
    assert len(EVERY) > 150
    assert {module.split(".")[0] for module in EVERY} == set(ROOMS)


@pytest.mark.parametrize("module", EVERY)
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    room = module.split(".")[0]
    allowed = MAY[room] | {room} | ({"storage"} if module == COMPOSITION else set())
    assert rooms_of(imports(module)) <= allowed


@pytest.mark.parametrize("module", EVERY)
def test_a_module_imports_nothing_foreign_to_its_room(module: str) -> None:
    foreign = {name.split(".")[0] for name in imports(module)} & FOREIGN[module.split(".")[0]]
    assert foreign == set()


def test_one_module_of_the_engine_knows_dbos() -> None:
    knows = [m for m in EVERY if any(name.split(".")[0] == "dbos" for name in imports(m))]
    assert knows == ["engine.durable"]


def test_the_composition_is_the_only_door_from_bot_to_storage() -> None:
    doors = [m for m in modules("bot") if "storage" in rooms_of(imports(m))]
    assert doors == [COMPOSITION]


@lru_cache
def reached(module: str) -> frozenset[str]:
    """Every module of ours that importing ``module`` may lead to, functions' imports too."""
    known, waiting = set[str](), [module]
    while waiting:
        for name in imports(waiting.pop(), typing=False):
            if name in set(EVERY) and name not in known:
                known.add(name)
                waiting.append(name)
    return frozenset(known)


def test_the_engine_reaches_no_other_room() -> None:
    for module in modules("engine"):
        assert rooms_of(reached(module)) <= {"engine"}


def test_storage_reaches_the_engine_alone() -> None:
    for module in modules("storage"):
        assert rooms_of(reached(module)) <= {"engine", "storage"}


def test_handlers_and_manifests_reach_no_surface() -> None:
    for module in (*modules("handlers"), *modules("manifests")):
        assert "bot" not in rooms_of(reached(module))


HEAVY = ("sqlalchemy", "slack_bolt", "slack_sdk", "dbos", "openai", "alembic", "aiohttp",
         "llama_cpp", "pypdfium2", "eyecite", "pydantic", "apscheduler")  # fmt: skip


@pytest.mark.parametrize("module", ["bot.cli", "bot.holder", "handlers.registry"])
def test_a_command_line_starts_without_the_heavy_imports(module: str) -> None:
    """All of them take seconds; a client of a running house needs none."""
    told = f"import sys, {module}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
