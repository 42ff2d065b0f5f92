"""Cases that prose alludes to by a name alone."""

from __future__ import annotations

import pytest

from engine.authorities.mentions import allusions
from engine.authorities.types import Source, placeholder
from engine.matter import Authority
from tests.unit.authorities.test_authorities_checking import CHECK, clean

CASE = placeholder("case")
VARRA = Authority("A1", "Varra v. Quillon Indus., Inc., 612 F.3d 88 (3d Cir. 2010)", (), 2010)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Apply the Zarnecki test.", f"Apply the {CASE} test."),
        ("The familiar Zarnecki balancing factors weigh.", f"The familiar {CASE} balancing"),
        ("Under a Zarnecki-Quarvo framework it fails.", f"Under a {CASE} framework"),
        ("The four Zarnecki factors weigh.", f"The four {CASE} factors"),
        ("Zarnecki (2011) settles it.", f"{CASE} settles it."),
        ("See Zarnecki (9th Cir. 2011).", f"See {CASE}."),
        ("So it was said (Zarnecki, 1998).", f"So it was said ({CASE})."),
        ("See Zarnecki at 115.", f"See {CASE}."),
        ("Zarnecki, at 115-16 n.3 (in part).", f"{CASE} n.3 (in part)."),
        ("It binds (citing Zarnecki).", f"It binds (citing {CASE})."),
        ("Zarnecki's holding is narrow.", f"{CASE}'s holding is narrow."),
        ("Zarnecki requires that it be read.", f"{CASE} requires that"),
        ("Zarnecki forecloses it.", f"{CASE} forecloses it."),
        ("Under Zarnecki, the claim fails.", f"Under {CASE}, the claim fails."),
        ("Zarnecki, supra, says so.", f"{CASE}, says so."),
        ("In re Zarnecki says so.", f"{CASE} says so."),
    ],
)
async def test_a_name_that_nothing_bears_out_goes(text: str, left: str) -> None:
    made = await clean(text, VARRA)
    assert made.text.startswith(left)
    assert "Zarnecki" not in made.text and len(made.removed) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Apply the Varra test.",
        "Varra (2010) and Varra at 91 settle it.",
        "Bell Atl. Corp. v. Twombly, 550 U.S. 544 (2007). Under Twombly, the claim fails.",
        "The Reyes standard was the supervisor's own.",
        "The Lanham Act, the Fifth Circuit test, the Delaware rule and the False Claims Act.",
        "The Business Judgment Rule and the parol evidence rule.",
        "The FDA standard, the ISO 9001 standard and the Charpy test.",
        "The Truman Doctrine (1947) and the Montreal Convention (1999).",
        "Kowalski Dep. at 45. Compl. at 12. Meridian opened at 115 Main Street.",
        "The office opened at 9. On Monday at 12 he left.",
        "Materiality governs. Whoever holds that view is wrong.",
    ],
)
async def test_other_names_stand(text: str) -> None:
    sources = [Source("F1", "Ms. Reyes told her supervisor what standard she used.")]
    assert (await clean(text, VARRA, sources=sources)).text == text


async def test_a_name_of_the_record_is_no_case() -> None:
    text = "The Gravelock test was run twice."
    assert CASE in (await clean(text)).text
    sources = [Source("F9", "Gravelock ran its test in May.")]
    assert (await clean(text, sources=sources)).text == text


async def test_in_a_brief_only_what_is_cited_like_a_case_is_listed() -> None:
    text = "The Zarnecki test is old. So says Quarvo at 12. See Ulbrandt (2011)."
    found = await CHECK.check([(None, text)])
    assert [one.citation.names for one in found] == ["Quarvo", "Ulbrandt"]


def test_leads_are_no_part_of_the_name() -> None:
    assert [name for _, _, name in allusions("See Zarnecki at 115.")] == ["Zarnecki"]
