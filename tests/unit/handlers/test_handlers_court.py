"""``court``: switching it on, weighing a pressure, naming a judge from what is on file."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import Event, Kind
from engine.matter import PRESSURES, CourtProfile, Matter, Pressure, Scope
from engine.record import RunState
from engine.triad.profile import as_json
from handlers.judges import DECISIONS, FACTS, MOST_FACTS
from handlers.posts import Post, to_json
from handlers.present.court import court_profile
from tests.unit.handlers.conftest import Firm

COURT = "UNITED STATES DISTRICT COURT\n\nEASTERN DISTRICT OF ARDEN\n\n"


def decision(number: int, sentences: int = 16, by: str = "JANE B. ROE") -> str:
    """An order of its own words, so that none is taken for a version of another."""
    said = "\n\n".join(
        f"The court finds that ledger {number}{n} of vessel {number * 7 + n} was sealed in week "
        f"{number * 13 + n} because clerk {number * 17 + n * 3} had signed crate {n * 11 + number}."
        for n in range(sentences)
    )
    return (
        f"{COURT}OPINION AND ORDER\n\nNo. {number}-cv-11\n\n{by}, United States District Judge:\n\n"
        f"{said}\n\nSO ORDERED.\n"
    )


async def filed(
    firm: Firm, matter: Matter, texts: dict[str, str], scope: Scope = Scope.RECORD
) -> None:
    for name, text in texts.items():
        await firm.upload({name: text}, matter=matter.id, scope=scope)


async def record_of(firm: Firm, count: int = DECISIONS, **more: Any) -> Matter:
    matter = await firm.opened()
    await filed(firm, matter, {f"order{n}.txt": decision(n, **more) for n in range(1, count + 1)})
    return matter


def words(post: Post) -> str:
    return str(to_json(post)["body"])


def weights(post: Post) -> dict[str, float]:
    return {one["name"]: one["weight"] for one in post.data["court"]["profile"]["pressures"]}


async def test_it_is_off_until_it_is_switched_on_and_says_what_a_run_will_do(firm: Firm) -> None:
    matter = await firm.opened()
    off = await firm.say("court", matter=matter.id)
    assert off.title == "The court profile is off"
    assert off.data["court"] == {"active": False, "profile": None, "facts": [], "versions": []}
    on = await firm.say("court on", matter=matter.id)
    assert on.kind is Kind.ANSWER and on.thread == matter.thread
    assert on.title == "The court's profile 1 is on"
    assert "next simulation proposes the weights" in words(on)
    court = on.data["court"]
    assert court["active"] and court["profile"] == as_json(CourtProfile(version=1))
    assert (court["name"], len(court["versions"])) == ("Ada", 1)
    async with firm.house.reading() as view:
        standing = await view.court.standing(matter.id)
    assert standing is not None and standing.active


async def test_switching_twice_changes_nothing(firm: Firm) -> None:
    matter = await firm.opened()
    assert (await firm.say("court off", matter=matter.id)).data["code"] == "court.unchanged"
    await firm.say("court on", matter=matter.id)
    assert (await firm.say("court on", matter=matter.id)).data["code"] == "court.unchanged"
    off = await firm.say("court off", matter=matter.id)
    assert off.title == "The court's profile 2 is off"
    said = [one for one in await firm.audit(matter) if one.startswith("court.")]
    assert said == ["court.on", "court.off"]


async def test_a_lawyer_weighs_one_pressure_and_the_others_are_a_usual_courts(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("court on", matter=matter.id)
    post = await firm.say("court set docket 0.8 because the list is full", matter=matter.id)
    profile = post.data["court"]["profile"]
    assert profile["edited"] and profile["version"] == 2 and post.data["court"]["active"]
    assert weights(post) == {**dict.fromkeys(PRESSURES, 0.5), "docket": 0.8}
    because = {one["name"]: one["because"] for one in profile["pressures"]}
    assert because["docket"] == "the list is full"
    assert because["remedial caution"] == "not set; a usual court"
    again = await firm.say("court set docket 0.3 because it has emptied", matter=matter.id)
    assert "docket 0.80 → 0.30" in words(again) and "Ada" in words(again)
    assert [one["profile"]["version"] for one in again.data["court"]["versions"]] == [3, 2, 1]


async def test_switched_off_it_is_edited_and_stays_off(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("court set docket 0.8 because the list is full", matter=matter.id)
    assert not post.data["court"]["active"] and post.title.endswith("is off")


@pytest.mark.parametrize(
    ("said", "name", "weight"),
    [
        ("docket 0.8 because x is so", "docket", 0.8),
        ("reversal .75 because x is so", "risk of reversal", 0.75),
        ("Risk of Reversal to 0,25 because x is so", "risk of reversal", 0.25),
        ("cred 1 x is so", "credibility of the litigants", 1.0),
        ("litigants = 0 because: x is so", "credibility of the litigants", 0.0),
        ("remedial 60% because x is so", "remedial caution", 0.6),
        ('def inst 0.333 --why "x is so"', "deference to institutions", 0.33),
    ],
)
async def test_a_pressure_is_named_by_any_unambiguous_beginning(
    firm: Firm, said: str, name: str, weight: float
) -> None:
    matter = await firm.opened()
    post = await firm.say(f"court set {said}", matter=matter.id)
    assert weights(post)[name] == weight
    [one] = [one for one in post.data["court"]["profile"]["pressures"] if one["weight"] != 0.5]
    assert one["because"] == "x is so"


@pytest.mark.parametrize(
    ("said", "code", "tells"),
    [
        ("set", "court.pressure", "docket"),
        ("set docket", "court.pressure", "docket"),
        ("set docket high because so", "court.pressure", "docket"),
        ("set weather 0.8 because of the rain", "court.pressure", "deference"),
        ("set re 0.8 because of the rain", "court.pressure", "risk of reversal or remedial"),
        ("set docket 1.5 because of the rain", "court.weight", "between 0 and 1"),
        ("set docket -0.1 because of the rain", "court.weight", "between 0 and 1"),
        ("set docket 0.8", "court.reason", "because"),
        ("set docket 0.8 because", "court.reason", "because"),
        ("set docket 0.8 because ...", "court.reason", "because"),
        (f"set docket 0.8 because {'so ' * 101}", "court.reason", "300"),
        ("set docket 0.8 because F99 says so", "fact.not_found", ""),
        ("judge", "court.which_judge", "Jane Roe"),
        ("judge the Honorable Judge", "court.which_judge", "Jane Roe"),
        ("judge none", "court.unchanged", ""),
        ("on please", "court.words", "help court"),
        ("switch", "command.arguments", "propose"),
    ],
)
async def test_what_cannot_be_said_of_a_court(firm: Firm, said: str, code: str, tells: str) -> None:
    matter = await firm.opened()
    post = await firm.say(f"court {said}", matter=matter.id)
    assert post.data["code"] == code
    assert tells in post.data["message"] + post.data["remedy"]
    assert not [one for one in await firm.audit(matter) if one.startswith("court.")]


async def test_the_same_weight_and_reason_are_not_set_twice(firm: Firm) -> None:
    matter = await firm.opened()
    text = "court set docket 0.8 because the list is full"
    await firm.say(text, matter=matter.id)
    assert (await firm.say(text, matter=matter.id)).data["code"] == "court.unchanged"
    other = await firm.say("court set docket 0.8 because it was cut", matter=matter.id)
    assert "docket: another reason" in words(other)


async def test_a_reason_rests_on_facts_on_record_which_are_quoted(firm: Firm) -> None:
    matter = await firm.opened()
    post = await firm.say("court set docket 0.8 because F1 and F2 show it", matter=matter.id)
    [docket] = [o for o in post.data["court"]["profile"]["pressures"] if o["name"] == "docket"]
    assert docket["facts"] == ["F1", "F2"]
    assert [fact["id"] for fact in post.data["court"]["facts"]] == ["F1", "F2"]
    assert "calibration shortfall" in words(post)
    await firm.say("docs remove D1 --why mistake", matter=matter.id)
    shown = await firm.say("court", matter=matter.id)
    assert shown.data["court"]["gone"] == ["F1", "F2"]
    assert "no longer on record" in words(shown) and "calibration" not in words(shown)


async def test_a_reason_names_no_fact_that_is_ours_only(firm: Firm) -> None:
    matter = await firm.opened()
    secret = {"memo.txt": "Our engineer conceded that two devices failed in April."}
    await filed(firm, matter, secret, Scope.OURS)
    post = await firm.say("court set docket 0.8 because F4 shows it", matter=matter.id)
    assert post.data["code"] == "court.ours_only"
    assert "engineer" not in str(to_json(post))


async def test_asking_for_new_weights_keeps_the_switch_and_clears_the_weights(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("court on", matter=matter.id)
    assert (await firm.say("court propose", matter=matter.id)).data["code"] == "court.unchanged"
    await firm.say("court set docket 0.8 because the list is full", matter=matter.id)
    post = await firm.say("court propose", matter=matter.id)
    court = post.data["court"]
    assert court["active"] and not court["profile"]["pressures"] and not court["profile"]["edited"]
    assert "weights to be proposed anew" in words(post)


async def test_a_proposal_of_a_run_is_shown_as_a_simulations(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("court on", matter=matter.id)
    made = CourtProfile(tuple(Pressure(one, 0.7, "as F1 shows", ("F1",)) for one in PRESSURES))
    async with firm.house.writing() as unit:
        await unit.court.propose(matter.id, made)
    post = await firm.say("court", matter=matter.id)
    assert post.data["court"]["by"] == "engine"
    assert "Set by a simulation" in words(post) and "stronger than in a usual court" in words(post)


async def test_who_reads_the_matter_reads_it_and_only_who_works_on_it_changes_it(
    firm: Firm,
) -> None:
    matter = await firm.opened()
    ben = await firm.person("Cleo", "lawyer")
    async with firm.house.writing() as unit:
        await unit.matters.add_member(matter.id, ben, "reader")
    assert (await firm.say("court", "cleo", matter=matter.id)).kind is Kind.ANSWER
    for text in ("on", "set docket 0.8 because so", "judge Jane Roe", "judge none", "propose"):
        refused = await firm.say(f"court {text}", "cleo", matter=matter.id)
        assert refused.data["code"] == "rights.denied"
    stranger = await firm.say("court", "ben", matter=matter.id)
    assert stranger.data["code"] in ("rights.denied", "matter.not_found", "request.not_found")
    assert not [one for one in await firm.audit(matter) if one.startswith("court.")]


async def test_a_run_that_is_going_is_told_of(firm: Firm) -> None:
    matter = await firm.opened()
    await firm.say("simulate dismissal", matter=matter.id)
    [run] = await firm.runs(matter)
    async with firm.house.writing() as unit:
        await unit.runs.mark_running(run.id, run.generation)
    assert (await firm.runs(matter))[0].state is RunState.RUNNING
    post = await firm.say("court on", matter=matter.id)
    assert f"Run {run.id} goes by it from its next orbit on" in words(post)


# A named judge


async def test_a_judge_is_named_from_the_decisions_on_record(firm: Firm) -> None:
    matter = await record_of(firm)
    await firm.say("court on", matter=matter.id)
    await firm.say("court set docket 0.8 because the list is full", matter=matter.id)
    post = await firm.say("court judge Hon. Jane Roe", matter=matter.id)
    assert post.kind is Kind.ANSWER
    record = post.data["record"]
    assert [one["document"] for one in record["decisions"]] == ["D2", "D3", "D4"]
    assert record["found"]["decisions"] == 3 and record["found"]["facts"] >= FACTS
    profile = post.data["court"]["profile"]
    assert profile["judge"] == "Hon. Jane Roe" and post.data["court"]["active"]
    assert not profile["pressures"] and not profile["edited"]
    assert 0 < len(profile["decisions"]) <= MOST_FACTS
    async with firm.house.reading() as view:
        facts = [await view.facts.fact(matter.id, one) for one in profile["decisions"]]
    assert {fact.document for fact in facts if fact} == {"D2", "D3", "D4"}
    assert "judge Hon. Jane Roe named" in words(post)
    assert "of the judge's decisions in D2, D3, D4" in words(post)
    shown = await firm.say("court", matter=matter.id)
    assert shown.title == "The court's profile 3 (Hon. Jane Roe) is on"
    again = await firm.say("court judge Hon. Jane Roe", matter=matter.id)
    assert again.data["code"] == "court.unchanged"
    cleared = await firm.say("court judge none", matter=matter.id)
    profile = cleared.data["court"]["profile"]
    assert (profile["judge"], profile["decisions"], profile["version"]) == ("", [], 4)
    said = [one for one in await firm.audit(matter) if one.startswith("court.")]
    assert said == ["court.on", "court.set", "court.judge", "court.judge"]


async def test_at_most_so_many_facts_are_kept_from_each_decision_in_turn(firm: Firm) -> None:
    matter = await firm.opened()
    long = {"long.txt": decision(1, 2 * MOST_FACTS)}
    await filed(firm, matter, long | {f"{n}.txt": decision(n, 16) for n in (2, 3)})
    post = await firm.say("court judge Roe", matter=matter.id)
    kept = post.data["court"]["profile"]["decisions"]
    assert len(kept) == MOST_FACTS == len(set(kept))
    async with firm.house.reading() as view:
        facts = [await view.facts.fact(matter.id, one) for one in kept]
        short = [await view.documents.get(matter.id, one) for one in ("D3", "D4")]
    of = [fact.document for fact in facts if fact]
    assert [of.count(row.id) for row in short] == [row.facts for row in short]


async def test_a_thin_record_is_refused_saying_how_thin(firm: Firm) -> None:
    matter = await record_of(firm, 2)
    post = await firm.say("court judge Judge Roe", matter=matter.id)
    assert post.kind is Kind.ERROR and post.data["code"] == "court.thin_record"
    assert "2 decisions of 3 needed" in post.data["message"]
    assert post.data["needed"] == {"decisions": DECISIONS, "facts": FACTS}
    assert [one["document"] for one in post.data["decisions"]] == ["D2", "D3"]
    assert all(one["title"] in words(post) for one in post.data["decisions"])
    assert "docs record" in post.data["remedy"]
    async with firm.house.reading() as view:
        assert await view.court.standing(matter.id) is None
    assert "court.judge" not in await firm.audit(matter)


async def test_three_short_orders_are_too_thin(firm: Firm) -> None:
    matter = await record_of(firm, 3, sentences=5)
    post = await firm.say("court judge Judge Roe", matter=matter.id)
    assert post.data["code"] == "court.thin_record"
    found = post.data["found"]
    assert found["decisions"] == DECISIONS and 15 <= found["facts"] < FACTS
    assert f"{found['facts']} facts of {FACTS} needed" in post.data["message"]


async def test_what_only_names_a_judge_is_no_decision_of_his(firm: Firm) -> None:
    matter = await firm.opened()
    said = "As Judge Roe held, the ledger was sealed in week {n} and nobody opened it.\n\n"
    prose = "".join(said.format(n=n) for n in range(30))
    brief = f"{COURT}The Honorable Jane B. Roe\n\nDEFENDANT'S MOTION TO DISMISS\n\n{prose}"
    letter = (
        f"4 May 2021\n\nThe Honorable Jane Roe\n\nUnited States District Judge\n\n"
        f"Re: the order of 2 May\n\nDear Judge Roe:\n\nWe write about crates.\n\n{prose[:900]}"
    )
    proposed = (
        f"{COURT}[PROPOSED] ORDER\n\nHon. Jane Roe, District Judge:\n\n{prose[:700]}SO ORDERED."
    )
    other = decision(9, by="PETER LOW").replace("ledger 90", "what Judge Roe calls ledger 90")
    texts = {"brief": brief, "letter": letter, "proposed": proposed, "other": other}
    await filed(firm, matter, {f"{name}.txt": text for name, text in texts.items()})
    post = await firm.say("court judge Jane Roe", matter=matter.id)
    assert post.data["found"] == {"decisions": 0, "facts": 0}
    assert post.data["naming"] == ["D2", "D3", "D4", "D5"]
    low = await firm.say("court judge Peter Low", matter=matter.id)
    assert low.data["found"]["decisions"] == 1
    nobody = await firm.say("court judge Marlowe J", matter=matter.id)
    assert nobody.data["naming"] == [] and "No document on file" in words(nobody)


async def test_decisions_that_are_ours_only_or_there_twice_do_not_count(firm: Firm) -> None:
    matter = await record_of(firm, 2)
    await filed(firm, matter, {"third.txt": decision(3)}, Scope.OURS)
    await filed(firm, matter, {"copy.txt": decision(1).replace("No. 1-", "No.  1-")})
    post = await firm.say("court judge Jane Roe", matter=matter.id)
    assert post.data["ours"] == ["D4"] and "docs record D4" in words(post)
    assert post.data["found"]["decisions"] == 2
    assert [(one["document"], one["same"]) for one in post.data["decisions"]] == [
        ("D2", None), ("D3", None), ("D5", "D2"),
    ]  # fmt: skip
    await firm.say("docs record D4", matter=matter.id)
    assert (await firm.say("court judge Jane Roe", matter=matter.id)).kind is Kind.ANSWER


async def test_two_judges_of_one_name_are_not_mixed(firm: Firm) -> None:
    matter = await record_of(firm, 3)
    await filed(firm, matter, {"his.txt": decision(8, by="PETER ROE")})
    post = await firm.say("court judge Roe", matter=matter.id)
    assert post.data["code"] == "court.several_judges"
    hers = await firm.say("court judge J. Roe", matter=matter.id)
    assert [one["document"] for one in hers.data["record"]["decisions"]] == ["D2", "D3", "D4"]


async def test_decisions_taken_out_later_are_told_of(firm: Firm) -> None:
    matter = await record_of(firm, 3)
    await firm.say("court judge Roe", matter=matter.id)
    await firm.say("docs remove D4 --why mistake", matter=matter.id)
    post = await firm.say("court", matter=matter.id)
    assert "in D2, D3." in words(post) and "no longer on record" in words(post)


# What a run proposes


def proposed(**more: Any) -> Event:
    made = CourtProfile(
        tuple(Pressure(one, 0.25, "as the order shows", ("F41",)) for one in PRESSURES), version=3
    )
    fact = {
        "id": "F41", "quotation": "An injunction is refused.", "document": "D12",
        "title": "Order of 4 May", "place": "p. 2", "page": 2,
    }  # fmt: skip
    data = {"profile": {**as_json(made), **more}, "scope": "abc", "facts": [fact]}
    return Event("R-1/1.0/profile//0/0", Kind.FINDING, "T-1", data, "M-1", "R-1")


def test_a_proposal_is_posted_with_reasons_and_the_facts_they_rest_on() -> None:
    post = court_profile(proposed())
    assert post.kind is Kind.FINDING and post.title == "Court profile 3 proposed"
    assert all(one.capitalize() in words(post) for one in PRESSURES)
    assert "weaker than in a usual court: as the order shows" in words(post)
    assert "An injunction is refused." in words(post) and "court set" in words(post)
    named = court_profile(proposed(judge="Judge Roe", decisions=["F41", "F42"]))
    assert named.title == "Court profile 3 (Judge Roe) proposed" and "2 facts" in words(named)
    kept = court_profile(proposed(edited=True))
    assert kept.title == "Court profile 3 as a lawyer set it"
