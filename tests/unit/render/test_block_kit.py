from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.render.block_kit import blocks, notification, parts
from bot.render.words import visible
from engine.events import Kind
from engine.matter import Sensitivity
from handlers.posts import (
    PRIVILEGE,
    RESEARCH_ONLY,
    Action,
    AuthorityRef,
    Block,
    Code,
    CodeBlock,
    DeskLink,
    Details,
    Emphasis,
    FactRef,
    Heading,
    Image,
    Instant,
    ListBlock,
    Paragraph,
    PersonRef,
    Post,
    Progress,
    Quotation,
    Span,
    Strong,
    Table,
    Text,
)
from tests.doubles.block_kit import elements, faults, text_of
from tests.doubles.gallery import (
    HOSTILE,
    MOVE,
    OUTCOME,
    PROGRESS,
    RULING,
    THREAD_POSTS,
    hostile_post,
)
from tests.unit.render.snapshots import same

SPANS: tuple[Span, ...] = (
    Text("On this record "),
    Strong("E1"),
    Emphasis(" fails "),
    Code("docs"),
    PersonRef("p1", "Lena"),
    FactRef("F12"),
    AuthorityRef("A2", "Escobar"),
    AuthorityRef("A3"),
    Instant(datetime(2026, 11, 30, 9, 5, tzinfo=UTC)),
    DeskLink("/matters/m1", "on the Desk"),
)
KINDS: dict[str, Block] = {
    "heading": Heading("Actual knowledge"),
    "paragraph": Paragraph(SPANS),
    "bullets": ListBlock((SPANS[:2], (Text("two"),))),
    "numbers": ListBlock(((Text("one"),), (Text("two"),)), ordered=True),
    "quotation": Quotation("They paid.", "Audit memorandum", "p. 3, ¶ 2", "F12"),
    "quotation_of_ours": Quotation("Granted.", "Ruling 1.2", untrusted=False),
    "code": CodeBlock("if a < b:\n    c()"),
    "table": Table(("Id", "Document", "Scope"), (("D1", "Complaint", "on record"), ("D2",))),
    "details": Details("The ranking", (Paragraph((Text("One idea."),)),)),
    "image": Image("chart.png", "Two bars, the second higher"),
}


def page(*body: Block, kind: Kind = Kind.ANSWER, title: str = "Answer") -> Post:
    return Post(kind, title, body, id="p-1")


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_block_is_drawn_as_it_was_looked_at(name: str) -> None:
    drawn = blocks(page(KINDS[name]), people={"p1": "U01"}, desk="https://desk.example")
    assert faults(drawn) == []
    same(name, drawn)


@pytest.mark.parametrize("post", [MOVE, RULING, OUTCOME, PROGRESS], ids=lambda post: post.kind)
def test_posts_are_drawn_as_they_were_looked_at(post: Post) -> None:
    same(f"post_{post.kind}", blocks(post))


@pytest.mark.parametrize("post", THREAD_POSTS, ids=lambda post: post.id)
def test_slack_takes_every_kind_of_post(post: Post) -> None:
    for part in range(parts(post)):
        assert faults(blocks(post, part)) == []


def test_an_empty_post_is_still_a_message_that_slack_takes() -> None:
    post = Post(Kind.RULING, " ", (Paragraph((Text(""),)), ListBlock(()), Quotation("", "")))
    assert parts(post) == 1
    assert faults(blocks(post)) == []


def test_hostile_text_mentions_and_formats_nothing() -> None:
    post = hostile_post()
    drawn = blocks(post)
    assert faults(drawn) == []
    assert not [*elements(drawn, "user"), *elements(drawn, "link"), *elements(drawn, "mrkdwn")]
    shown = text_of(drawn)
    assert "<!channel> a<b && c>d <@U123> *x* _y_ `z`" in shown
    assert "&lt; www.evil.example" in shown and "&amp;" not in shown
    assert "\u202e" not in shown and "\x1b" not in shown
    for element in elements(drawn, "text"):
        if visible(HOSTILE) == element["text"]:
            assert set(element.get("style", {})) <= {"bold", "italic", "code"}


def test_the_one_parsed_field_carries_entities() -> None:
    assert notification(page(title="a<b && <!channel>")) == (
        "Lawgame: a&lt;b &amp;&amp; &lt;!channel&gt;"
    )


def test_a_restricted_post_notifies_without_its_title() -> None:
    post = replace(page(title="Ruling 1.2: loss"), sensitivity=Sensitivity.RESTRICTED)
    assert notification(post) == post.notification
    assert "loss" in notification(replace(post, sensitivity=Sensitivity.CONFIDENTIAL))


def test_only_a_person_known_to_slack_is_mentioned() -> None:
    post = page(Paragraph((PersonRef("p1", "Lena"), PersonRef("p2", "Ed"))))
    drawn = blocks(post, people={"p1": "U01"})
    assert [user["user_id"] for user in elements(drawn, "user")] == ["U01"]
    assert "Ed" in text_of(drawn)
    assert "Lena" in text_of(blocks(post)) and not list(elements(blocks(post), "user"))


def paragraphs(length: int) -> str:
    sentence = "The agency paid the claims though it knew of the audit's findings. "
    text = "".join(sentence * 5 + "\n\n" for _ in range(length // 330 + 1))
    return text[:length]


def test_a_long_ruling_is_split_within_limits_and_rejoins_exactly() -> None:
    quoted, prose = paragraphs(5_000), paragraphs(12_000)
    post = Post(
        Kind.RULING,
        "Ruling 1.1: loss",
        (
            Paragraph((Text(prose),)),
            Quotation(quoted, "Deposition of R. Tanaka", "pp. 12-19", "F31"),
            CodeBlock(quoted),
        ),
        actions=(Action("stop", "Stop", "danger", "run-1"),),
        footer=(RESEARCH_ONLY, PRIVILEGE),
        id="p-1",
    )
    messages = [blocks(post, part) for part in range(parts(post))]
    assert len(messages) > 1
    assert [faults(message) for message in messages] == [[] for _ in messages]
    groups = [group for message in messages for group in elements(message, "rich_text")]
    quotes = [quote for group in groups for quote in elements(group, "rich_text_quote")]
    fences = [fence for group in groups for fence in elements(group, "rich_text_preformatted")]
    assert len(quotes) > 1 and text_of(quotes) == quoted
    assert len(fences) > 1 and text_of(fences) == quoted
    plain = [
        group
        for group in groups
        if not list(elements(group, "rich_text_quote"))
        and not list(elements(group, "rich_text_preformatted"))
    ]
    assert text_of(plain) == prose
    assert text_of(groups).count("Deposition of R. Tanaka, pp. 12-19") == len(quotes)
    assert text_of(groups).count("(continues)") == len(quotes) - 1


def test_every_message_of_a_post_carries_the_legend_and_only_the_last_its_buttons() -> None:
    post = Post(
        Kind.RULING,
        "Ruling 1.1: loss",
        (Paragraph((Text(paragraphs(30_000)),)),),
        actions=(Action("stop", "Stop"),),
        footer=(RESEARCH_ONLY, PRIVILEGE),
        marks=("scripted player",),
    )
    count = parts(post)
    messages = [blocks(post, part) for part in range(count)]
    for message in messages:
        assert text_of(message[-1]) == f"scripted player · {RESEARCH_ONLY} · {PRIVILEGE}"
    assert [len(list(elements(message, "button"))) for message in messages] == [0] * (count - 1) + [
        1
    ]
    assert text_of(messages[1][0]) == f"The Court · continued, 2 of {count}"


def test_more_than_fifty_blocks_become_several_messages() -> None:
    post = page(*(Quotation(f"Fact {n}.", "Complaint", f"¶ {n}", f"F{n}") for n in range(120)))
    messages = [blocks(post, part) for part in range(parts(post))]
    assert [faults(message) for message in messages] == [[], [], []]
    assert all(f"Fact {n}." in text_of(messages) for n in range(120))


def test_a_heading_goes_over_with_what_it_heads() -> None:
    post = page(*(Paragraph((Text(f"{n}"),)) for n in range(46)), Heading("H"), KINDS["code"])
    first, second = (blocks(post, part) for part in range(parts(post)))
    assert "H" not in text_of(first[:-1])
    assert text_of(second).startswith("continued, 2 of 2H")


def test_the_split_is_the_same_whoever_is_known() -> None:
    person = PersonRef("p1", "A name that is long " * 100)
    post = page(*(Paragraph((person, DeskLink("/m", "the Desk"))) for _ in range(20)))
    for part in range(parts(post)):
        known = blocks(post, part, people={"p1": "U01"}, desk="https://desk.example")
        assert len(known) == len(blocks(post, part))


def test_a_list_goes_on_counting_in_its_next_block() -> None:
    post = page(ListBlock(tuple((Text("x" * 900),) for _ in range(7)), ordered=True))
    lists = list(elements(blocks(post), "rich_text_list"))
    assert [each.get("offset", 0) for each in lists] == [0, 3, 6]
    assert faults(blocks(post)) == []


def test_an_item_longer_than_a_block_loses_nothing() -> None:
    words = paragraphs(7_000)
    drawn = blocks(page(ListBlock(((Text("short"),), (Text(words),), (Text("last"),)))))
    assert faults(drawn) == []
    assert "short" + words + "last" in text_of(drawn)


def test_a_button_carries_its_post_and_target() -> None:
    action = Action("stop", "Stop " * 30, "danger", "run-1", "Stop this simulation? " * 30)
    post = replace(page(), actions=(action,))
    [button] = elements(blocks(post), "button")
    assert button["action_id"] == "lawgame:stop"
    assert json.loads(button["value"]) == {"post": "p-1", "value": "run-1"}
    assert button["style"] == "danger" and button["confirm"]["style"] == "danger"
    assert faults(blocks(post)) == []


def test_buttons_of_one_action_stand_in_rows_of_their_own() -> None:
    buttons = tuple(Action("approve", "Approve", value=f"h{n}") for n in range(3))
    many = tuple(Action(f"a{n}", "Do") for n in range(60))
    assert faults(blocks(replace(page(), actions=buttons))) == []
    assert faults(blocks(replace(page(), actions=many))) == []
    assert len(list(elements(blocks(replace(page(), actions=many)), "button"))) == 60


def test_a_value_that_does_not_fit_is_never_cut() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        blocks(replace(page(), actions=(Action("a", "Do", value="v" * 2_000),)))


@pytest.mark.parametrize(
    ("done", "total", "bar"),
    [(0, 12, "▱" * 12), (5, 12, "▰" * 5 + "▱" * 7), (15, 12, "▰" * 12), (0, 0, "▱" * 12)],
)
def test_progress_is_one_line(done: int, total: int, bar: str) -> None:
    post = replace(page(kind=Kind.PROGRESS, title="Moves"), progress=Progress(done, total))
    line = text_of(blocks(post)[0])
    assert line == f"{bar} {done} of {total}  Moves"


def test_a_title_longer_than_a_header_is_whole_in_the_text() -> None:
    title = "Dismissal of every claim " * 10
    post = page(KINDS["code"], kind=Kind.RULING, title=title)
    drawn = blocks(post)
    assert faults(drawn) == [] and not list(elements(drawn, "header"))
    assert title.strip() in text_of(drawn)
