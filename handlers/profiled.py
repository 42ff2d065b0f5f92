"""How a matter's court profile reads: its weights, what they rest on, and how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.matter import CourtProfile, Fact, FactState, Scope
from engine.record import RunState
from engine.search.history import fact_json
from engine.triad.profile import as_json
from handlers.asking import Asking
from handlers.posts import Block, Heading, Instant, ListBlock, Paragraph, Post, Spans, Strong, Text
from handlers.present.court import called, pressures
from handlers.replies import answer, counted, text, told
from storage.court import ENGINE

if TYPE_CHECKING:
    from storage.court import Version

SHOWN = 12
"""Earlier versions in one answer; all of them are in its data."""
NOT_SET = "not set; a usual court"
PROPOSES = (
    "The next simulation proposes the weights from this matter's court, stage, parties and "
    "documents, and posts them with their reasons."
)


async def shown(asking: Asking, *said: str) -> Post:
    """The whole profile as it stands, after what was said of it; no change is left out of
    ``data``."""
    matter = asking.the_matter
    versions = await asking.unit.court.versions(matter.id)
    if not versions:
        none: dict[str, Any] = {"active": False, "profile": None, "facts": [], "versions": []}
        hint = told(f"`/lawgame court on` switches it on. {PROPOSES}")
        return answer("The court profile is off", hint, matter=matter, data={"court": none})
    newest, names = versions[0], await _people(asking, versions)
    profile = as_json(newest.profile)
    ids = list(dict.fromkeys(id for one in newest.profile.pressures for id in one.facts))
    facts = [f for f in await in_force(asking, ids) if f.scope is Scope.RECORD]
    gone = [id for id in ids if id not in {fact.id for fact in facts}]
    quoted = [fact_json(fact) for fact in facts]
    set_by = (Text(f"Set by {names[newest.by]}, "), Instant(newest.at), Text("."))
    body: list[Block] = [told(one) for one in said]
    body += [*pressures(profile, quoted, gone), Paragraph(set_by), *await _behind(asking, newest)]
    if not newest.profile.pressures and PROPOSES not in " ".join(said):
        body.append(text(f"It has no weights yet. {PROPOSES}"))
    body += [*_history(versions, names), *await _going(asking)]
    state = "on" if newest.active else "off"
    data = {
        "court": {
            **_data(newest, names),
            "facts": quoted,
            "gone": gone,
            "versions": [_data(one, names) for one in versions],
        }
    }
    return answer(f"The court's {called(profile)} is {state}", *body, matter=matter, data=data)


def _data(one: Version, names: dict[str, str]) -> dict[str, Any]:
    return {
        "active": one.active,
        "by": one.by,
        "name": names[one.by],
        "at": one.at.isoformat(),
        "profile": as_json(one.profile),
    }


async def _people(asking: Asking, versions: Sequence[Version]) -> dict[str, str]:
    names = {ENGINE: "a simulation"}
    for by in {one.by for one in versions} - {ENGINE}:
        person = await asking.unit.people.by_id(by)
        names[by] = person.name if person else by
    return names


async def _behind(asking: Asking, newest: Version) -> list[Block]:
    """Where a named judge's profile comes from, and what of that is left."""
    decisions = newest.profile.decisions
    if not decisions:
        return []
    of = await asking.unit.court.documents_of(asking.the_matter.id, decisions)
    said = f"It is made from {counted(len(decisions), 'fact')} of the judge's decisions"
    said += f" in {', '.join(of)}." if of else "."
    if lost := len(decisions) - sum(of.values()):
        said += f" {counted(lost, 'fact')} of them no longer on record: name the judge again."
    return [text(said)]


async def _going(asking: Asking) -> list[Block]:
    runs = await asking.unit.runs.of_matter(asking.the_matter.id)
    going = [run.id for run in runs if run.state is RunState.RUNNING]
    return [text(f"Run {id} goes by it from its next orbit on.") for id in going]


def _history(versions: Sequence[Version], names: dict[str, str]) -> list[Block]:
    items: list[Spans] = []
    for at, one in enumerate(versions[:SHOWN]):
        before = versions[at + 1] if at + 1 < len(versions) else None
        changed = "; ".join(_changes(before, one))
        head = (Strong(f"Version {one.profile.version}"), Text(f", {names[one.by]}, "))
        items.append((*head, Instant(one.at), Text(f": {changed}")))
    if more := len(versions) - SHOWN:
        items += [(Text(f"and {counted(more, 'version')} before"),)] if more > 0 else []
    return [Heading("How it came about"), ListBlock(tuple(items))]


def _changes(before: Version | None, after: Version) -> list[str]:
    """What a version changed of the one before it, in words."""
    old = before.profile if before else CourtProfile()
    new, was_on = after.profile, bool(before and before.active)
    said = [f"switched {'on' if after.active else 'off'}"] if after.active != was_on else []
    if (old.judge, old.decisions) != (new.judge, new.decisions):
        said.append(f"judge {new.judge} named" if new.judge else "no judge named")
    if old.pressures and not new.pressures:
        said.append("weights to be proposed anew")
    weights = {one.name: one for one in old.pressures}
    for one in new.pressures:
        was = weights.get(one.name)
        if was is None and one.because != NOT_SET:
            said.append(f"{one.name} {one.weight:.2f}")
        elif was is not None and was.weight != one.weight:
            said.append(f"{one.name} {was.weight:.2f} → {one.weight:.2f}")
        elif was is not None and was != one:
            said.append(f"{one.name}: another reason")
    return said or ["as it was"]


async def in_force(asking: Asking, ids: Sequence[str]) -> list[Fact]:
    """Those of the facts that are in force."""
    matter, unit = asking.the_matter, asking.unit
    known = {row.id for row in await unit.documents.list(matter.id)} if ids else set()
    found = [await unit.facts.fact(matter.id, id) for id in ids]
    return [
        fact
        for fact in found
        if fact and fact.document in known and fact.state is not FactState.INADMISSIBLE
    ]
