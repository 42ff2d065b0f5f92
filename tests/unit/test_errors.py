"""Every error that a person can see has a stable code of its own and says what to do next."""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections import Counter

import pytest

from bot.cli import main
from engine.errors import LawgameError
from handlers.registry import find
from tests.unit.test_imports import EVERY

OWN_WORDS = {"FarError"}
"""Its code, message and remedy are another process's own."""


def _imported(module: str) -> None:
    # A native library that this machine has not built is no reason to know nothing of the rest.
    if "native" in module and importlib.util.find_spec("llama_cpp") is None:
        return
    importlib.import_module(module)


@pytest.fixture(scope="module")
def classes() -> list[type[LawgameError]]:
    for module in EVERY:
        if not module.endswith(("__main__", ".env")):
            _imported(module)
    found: list[type[LawgameError]] = []
    waiting: list[type[LawgameError]] = [LawgameError]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if one.__module__.split(".")[0] != "tests" and one not in found:
            found.append(one)
    return found


def test_there_are_many(classes: list[type[LawgameError]]) -> None:
    assert len(classes) > 60


def test_every_error_has_a_code_of_its_own(classes: list[type[LawgameError]]) -> None:
    own = [one for one in classes if one.__name__ not in OWN_WORDS]
    shared = {code for code, many in Counter(one.code for one in own).items() if many > 1}
    assert {one for one in own if one.code in shared} == set()


def test_a_code_is_subject_and_problem(classes: list[type[LawgameError]]) -> None:
    for one in classes:
        assert re.fullmatch(r"[a-z_]+\.[a-z0-9_]+", one.code), one


def test_every_error_says_what_is_wrong_and_what_to_do(classes: list[type[LawgameError]]) -> None:
    for one in classes:
        first = (one.__doc__ or "").strip().splitlines()[0]
        assert first.endswith((".", "?")), one
        assert one.default_remedy.strip(), one


def test_no_remedy_leads_to_a_command_that_is_not_there(
    classes: list[type[LawgameError]],
) -> None:
    for one in classes:
        for name in re.findall(r"`/lawgame ([a-z-]+)", one.default_remedy):
            assert find(name) is not None, (one, name)
        for name in re.findall(r"`lawgame ([a-z-]+)", one.default_remedy):
            assert name in main.commands, (one, name)
