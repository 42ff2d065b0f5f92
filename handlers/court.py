"""``court``: the profile of a matter's court, off unless somebody switches it on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

from engine.errors import BadRequest
from engine.matter import PRESSURES, CourtProfile, Pressure, Scope
from engine.triad.judges import judge_of
from handlers import judges
from handlers.asking import Asking, NoMatter
from handlers.parser import Asked
from handlers.posts import Post
from handlers.profiled import NOT_SET, PROPOSES, in_force, shown
from handlers.registry import Right
from handlers.replies import Reply, counted, only
from handlers.requests import CommandRequest
from handlers.services import Services
from handlers.standing import standing
from storage.errors import FactNotFound

USUAL = 0.5
LONGEST_REASON = 300
"""Characters of a reason: it stands in every prompt of the judge."""
NOBODY = "none"

_SET = re.compile(
    r"(?P<name>[^\d=]*?)\s*(?:\b(?:to|at)\s+|=\s*|(?<=\s))(?P<weight>[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+))"
    r"(?P<percent>\s*%)?(?:[\s,;:]+(?:because\b[\s,:]*)?(?P<why>.*))?",
    re.I | re.S,
)
_FACT = re.compile(r"\bF\d{1,9}\b")


class WhichPressure(BadRequest):
    """Which pressure, with what weight, and why?"""

    code = "court.pressure"
    default_remedy = (
        f"For example `/lawgame court set docket 0.8 because …`. There are: {', '.join(PRESSURES)}."
    )


class BadWeight(BadRequest):
    """A weight lies between 0 and 1."""

    code = "court.weight"
    default_remedy = "0 does not press on the court at all, 0.5 is a usual court, 1 is decisive."


class NoReason(BadRequest):
    """Why that weight?"""

    code = "court.reason"
    default_remedy = (
        f"Add the reason, of at most {LONGEST_REASON} characters: "
        "`/lawgame court set docket 0.8 because …`. The judge and Lead Counsel will read it."
    )


class OursOnly(BadRequest):
    """The reason names a fact that is ours only, and the judge reads it."""

    code = "court.ours_only"
    default_remedy = "Rest it on facts on record, or on none."


class WhichJudge(BadRequest):
    """Which judge?"""

    code = "court.which_judge"
    default_remedy = "Name the judge: `/lawgame court judge Jane Roe`, or `none`."


class Unchanged(BadRequest):
    """The court's profile is like that already."""

    code = "court.unchanged"
    default_remedy = "`/lawgame court` shows it."


class TooManyWords(BadRequest):
    """That takes no more words."""

    code = "court.words"
    default_remedy = "Type `/lawgame help court` to see what can be said."


async def before(
    services: Services, request: CommandRequest, asked: Asked, inbox: str, name: str
) -> judges.Searched | None:
    """Looking for a judge's decisions takes longer than a transaction may."""
    action, words = _meant(asked)
    if action != "judge" or words.lower() == NOBODY:
        return None
    judge = judge_of(words)
    if judge is None:
        raise WhichJudge
    stands = await standing(services, request.origin, request.matter, Right.WORK, name)
    if stands.matter is None:
        raise NoMatter
    return await judges.search(services, stands.matter, judge)


async def court(asking: Asking, asked: Asked) -> Reply:
    action, words = _meant(asked)
    if words and action not in ("set", "judge"):
        raise TooManyWords
    if action == "show":
        return only(await shown(asking))
    await asking.need(Right.WORK, asking.the_matter)
    if action == "set":
        return only(await _set(asking, words, asked.text("why") or ""))
    if action == "judge":
        return await _judge(asking, words)
    return only(await _ACTIONS[action](asking))


def _meant(asked: Asked) -> tuple[str, str]:
    return asked.argument("action") or "show", (asked.argument("words") or "").strip()


async def _standing(asking: Asking) -> tuple[CourtProfile, bool]:
    found = await asking.unit.court.standing(asking.the_matter.id)
    return (found.profile, found.active) if found else (CourtProfile(), False)


async def _put(
    asking: Asking, action: str, profile: CourtProfile, active: bool, **detail: object
) -> None:
    by, matter = asking.actor.person, asking.the_matter.id
    kept = await asking.unit.court.put(matter, profile, active, by)
    await asking.unit.audit.append(
        by, f"court.{action}", matter, {"version": kept.version, **detail}
    )


async def _on(asking: Asking) -> Post:
    profile, active = await _standing(asking)
    if active:
        raise Unchanged
    await _put(asking, "on", profile, True)
    said = "The next simulation goes by these weights." if profile.pressures else PROPOSES
    return await shown(asking, said, "Every ruling names the version it was made under.")


async def _off(asking: Asking) -> Post:
    profile, active = await _standing(asking)
    if not active:
        raise Unchanged
    await _put(asking, "off", profile, False)
    return await shown(asking, "It is kept, and no agent of the next simulation reads it.")


async def _propose(asking: Asking) -> Post:
    profile, active = await _standing(asking)
    if profile.version and not profile.pressures:
        raise Unchanged
    await _put(asking, "propose", replace(profile, pressures=(), edited=False), active)
    return await shown(asking, PROPOSES)


_ACTIONS: dict[str, Callable[[Asking], Awaitable[Post]]] = {
    "on": _on,
    "off": _off,
    "propose": _propose,
}


async def _set(asking: Asking, words: str, why: str) -> Post:
    name, weight, because = _read(words, why)
    facts = await _named(asking, because)
    profile, active = await _standing(asking)
    before = {one.name: one for one in profile.pressures}
    after = Pressure(name, weight, because, facts)
    if before.get(name) == after:
        raise Unchanged
    made = {one: before.get(one, Pressure(one, USUAL, NOT_SET)) for one in PRESSURES}
    pressures = tuple({**made, name: after}.values())
    edited = replace(profile, pressures=pressures, edited=True)
    await _put(asking, "set", edited, active, pressure=name, weight=weight)
    said = ["The judge and Lead Counsel read the reason; Opposing Counsel does not."]
    if not before:
        said.append(
            "The other weights are a usual court's until they are set; `/lawgame court propose` "
            "has the next simulation propose them all."
        )
    return await shown(asking, *said)


def _read(words: str, why: str) -> tuple[str, float, str]:
    """Pressure, weight and reason. Raises what is wrong with them."""
    said = _SET.fullmatch(words)
    if said is None:
        raise WhichPressure
    name = _pressure(said["name"])
    weight = float(said["weight"].replace(",", ".")) / (100 if said["percent"] else 1)
    if not 0 <= weight <= 1:
        raise BadWeight
    because = " ".join(f"{said['why'] or ''} {why}".split())
    if not re.search(r"[^\W\d_]{2}", because) or len(because) > LONGEST_REASON:
        raise NoReason
    return name, round(weight, 2), because


def _pressure(words: str) -> str:
    """The one of which every word given begins a word. Raises ``WhichPressure``."""
    begun = re.findall(r"[^\W\d_]+", words.lower())
    fits = [
        name
        for name in PRESSURES
        if begun and all(any(w.startswith(one) for w in name.split()) for one in begun)
    ]
    if len(fits) == 1:
        return fits[0]
    raise WhichPressure(f"That may be {' or '.join(fits)}." if len(fits) > 1 else None)


async def _named(asking: Asking, because: str) -> tuple[str, ...]:
    """Facts that a reason names. Raises ``FactNotFound``, ``OursOnly``."""
    ids = tuple(dict.fromkeys(_FACT.findall(because)))
    known = {fact.id: fact for fact in await in_force(asking, ids)}
    for id in ids:
        if id not in known:
            raise FactNotFound
        if known[id].scope is Scope.OURS:
            raise OursOnly
    return ids


async def _judge(asking: Asking, words: str) -> Reply:
    profile, active = await _standing(asking)
    if words.lower() == NOBODY:
        if not profile.judge:
            raise Unchanged
        cleared = replace(profile, judge="", decisions=(), pressures=(), edited=False)
        await _put(asking, "judge", cleared, active)
        return only(await shown(asking, f"No judge is named. {PROPOSES}"))
    found = asking.found
    assert isinstance(found, judges.Searched)
    if found.several or not found.enough:
        return only(judges.refused(asking.the_matter, found), private=True)
    chosen = found.chosen()
    if (profile.judge, profile.decisions) == (found.judge.name, chosen):
        raise Unchanged(remedy="`/lawgame court propose` asks for new weights from them.")
    named = CourtProfile(judge=found.judge.name, decisions=chosen, version=profile.version)
    documents = [one.row.id for one in found.own]
    await _put(asking, "judge", named, active, documents=documents, facts=len(chosen))
    kept = f"{counted(len(chosen), 'fact')} of {found.facts} kept, the most telling of each."
    said = (
        f"{kept} The next simulation proposes the weights from them alone; every reason names "
        "those it rests on."
    )
    post = await shown(asking, said)
    return only(
        replace(
            post,
            body=(*judges.blocks(found), *post.body),
            data={**post.data, "record": judges.data(found)},
        )
    )
