from __future__ import annotations

import pytest

from handlers.errand import HANDLERS
from handlers.parser import BadArguments, UnknownCommand, parse
from handlers.registry import COMMANDS, Command


def test_every_command_of_the_registry_has_a_handler_and_no_other() -> None:
    assert set(HANDLERS) == {command.name for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_example_can_be_read(command: Command) -> None:
    assert command.examples
    for example in command.examples:
        assert parse(example).command is command
        assert parse(f"/lawgame {example}").command is command


@pytest.mark.parametrize("text", ["", "  ", "\n", "/lawgame", "/LAWGAME  ", "help", "HELP"])
def test_saying_nothing_asks_for_help(text: str) -> None:
    assert parse(text).command.name == "help"


@pytest.mark.parametrize(
    "text",
    [
        'new 2026-0417 "Doe v. Acme" --client "Acme Inc."',
        "new 2026-0417 “Doe v. Acme” --client “Acme Inc.”",
        "new 2026-0417 „Doe v. Acme“ --client „Acme Inc.“",
        "new 2026-0417 «Doe v. Acme» —client «Acme Inc.»",
        'new 2026-0417 "Doe v. Acme" –client "Acme Inc."',
        'new 2026-0417 "Doe v. Acme" --client="Acme Inc."',
        'new 2026-0417 "Doe v. Acme" —Client=“Acme Inc.”',
        'new --client "Acme Inc." 2026-0417 Doe v. Acme',
        'NEW  2026-0417   Doe   v. Acme\n--CLIENT "Acme Inc."',
        '/lawgame new 2026-0417 Doe v. Acme --client "Acme Inc."',
    ],
)
def test_quotes_and_dashes_are_read_as_phones_type_them(text: str) -> None:
    asked = parse(text)
    assert asked.arguments == {"number": "2026-0417", "title": "Doe v. Acme"}
    assert asked.options == {"client": "Acme Inc."}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("the relator's own e-mail", "the relator's own e-mail"),
        ("the relator’s own e-mail", "the relator’s own e-mail"),
        ("they knew — and paid", "they knew — and paid"),
        ("they knew —and paid", "they knew —and paid"),
        ("“they knew —rounds and paid”", "they knew —rounds and paid"),
        ('"what --rounds means"', "what --rounds means"),
        ("31 U.S.C. § 3729(b)(4)", "31 U.S.C. § 3729(b)(4)"),
        ('a 5" pipe', 'a 5" pipe'),
        ("x --", "x --"),
    ],
)
def test_a_text_that_takes_the_rest_is_left_as_it_was_typed(typed: str, meant: str) -> None:
    asked = parse(f"simulate {typed}")
    assert asked.argument("objective") == meant and asked.options == {}


def test_options_have_their_kinds() -> None:
    asked = parse("simulate dismissal --rounds 4 --orbits=2 —seed 7")
    assert (asked.number("rounds"), asked.number("orbits"), asked.number("seed")) == (4, 2, 7)
    assert asked.number("nothing") is None and asked.text("rounds") == "4"
    assert asked.argument("objective") == "dismissal"


@pytest.mark.parametrize("value", ["1", "24", "+3"])
def test_a_number_within_its_range_is_taken(value: str) -> None:
    assert parse(f"simulate x --rounds {value}").number("rounds") == int(value)


@pytest.mark.parametrize("value", ["0", "25", "-1", "many", "1.5", "9" * 30, "", "1e3"])
def test_a_number_out_of_its_range_is_refused_with_the_range_or_the_usage(value: str) -> None:
    with pytest.raises(BadArguments) as refused:
        parse(f"simulate x --rounds={value}")
    assert "--rounds" in refused.value.message
    assert "/lawgame simulate [OBJECTIVE] [--rounds N]" in refused.value.remedy


@pytest.mark.parametrize(
    ("typed", "near"),
    [("simluate x", "simulate"), ("dox", "docs"), ("Matter", "matters"), ("statu", "status")],
)
def test_a_mistyped_command_suggests_the_nearest(typed: str, near: str) -> None:
    with pytest.raises(UnknownCommand) as refused:
        parse(typed)
    assert f"/lawgame {near}" in refused.value.remedy


def test_an_unknown_command_is_named_briefly_and_leads_to_help() -> None:
    with pytest.raises(UnknownCommand) as refused:
        parse("q" * 500)
    assert len(refused.value.message) < 80 and "/lawgame help" in refused.value.remedy


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("new 2026-1", "title"),
        ("new", "number"),
        ("open", "number"),
        ("docs recrod D1", "list, show, digest, record, ours, reread, remove"),
        ("docs record D1 D2", "“D2” is more than it takes"),
        ("simulate x --round 3", "no option --round"),
        ("simulate x --rounds", "needs a value"),
        ("simulate x --rounds --orbits 2", "needs a value"),
        ("new 1 x --sensitivity secret", "routine, confidential, restricted"),
        ("status now", "more than it takes"),
    ],
)
def test_what_does_not_fit_is_said_with_the_usage(typed: str, said: str) -> None:
    with pytest.raises(BadArguments) as refused:
        parse(typed)
    assert said in refused.value.message
    assert "Use `/lawgame " in refused.value.remedy


def test_a_mistyped_option_or_choice_suggests_the_nearest() -> None:
    with pytest.raises(BadArguments) as option:
        parse("simulate x --round 3")
    assert "Nearest: rounds." in option.value.remedy
    with pytest.raises(BadArguments) as choice:
        parse("docs recrod D1")
    assert "Nearest: record." in choice.value.remedy


def test_choices_are_read_in_any_case() -> None:
    assert parse("DOCS Record d3").arguments == {"action": "record", "document": "d3"}
    assert parse("new 1 x --sensitivity Restricted").text("sensitivity") == "restricted"
