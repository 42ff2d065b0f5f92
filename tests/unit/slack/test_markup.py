from __future__ import annotations

import pytest

from bot.slack.markup import mentions, readable, without_mention


@pytest.mark.parametrize(
    ("wire", "typed"),
    [
        ("a&lt;b &amp;&amp; c&gt;d", "a<b && c>d"),
        ("&amp;lt;", "&lt;"),
        ("&quot;", "&quot;"),
        ("<@U01|lena> and <@W02>", "@lena and <@W02>"),
        ("<#C01|matter-acme> <#C02>", "#matter-acme #C02"),
        ("<!channel> <!here|here> <!subteam^S1|@partners>", "@channel here @partners"),
        ("<http://acme.com|acme.com>", "acme.com"),
        ("<https://x.example/?a=1&amp;b=2>", "https://x.example/?a=1&b=2"),
        ("<https://x.example|our site>", "our site (https://x.example)"),
        ("<mailto:l@x.example|l@x.example>", "l@x.example"),
        ("“Acme”: 31 U.S.C. § 3729", "“Acme”: 31 U.S.C. § 3729"),
        ("if a < b", "if a < b"),
    ],
)
def test_wire_text_reads_as_typed(wire: str, typed: str) -> None:
    assert readable(wire) == typed


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<@U0BOT> assign <@U02>", "assign <@U02>"),
        ("<@U0BOT|lawgame>\n simulate", "simulate"),
        ("please <@U0BOT> stop", "please stop"),
        ("<@U0BOTTOM> status", "<@U0BOTTOM> status"),
    ],
)
def test_only_our_own_mention_goes(text: str, left: str) -> None:
    assert without_mention(text, "U0BOT") == left


def test_a_mention_is_of_exactly_that_user() -> None:
    assert mentions("so <@U0BOT|law> stop", "U0BOT")
    assert not mentions("so <@U0BOTTOM> stop", "U0BOT")
    assert not mentions("<@>", "")
