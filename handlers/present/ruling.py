"""The court's ruling: outcome, reasons in four layers, and how far the panel was of one mind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from engine.events import Event, Kind
from handlers.posts import (
    Block,
    Code,
    Details,
    Emphasis,
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Spans,
    Strong,
    Text,
)
from handlers.present.naming import Data, headed, label, listed, quotations, removed
from handlers.replies import counted, told

NOISE = (
    "In its evaluation of {at} this model did not tell a full move from one without facts: "
    "its outcomes are noise."
)
UNTRIED = "This model's judging was not evaluated (`lawgame evaluate judge`)."
NO_PROFILE = "no court profile"
_LAYERS = (("Institution", "institution"), ("Context", "context"))


def ruling(event: Event) -> Post:
    data = event.data
    panel = sum(data["votes"].values())
    body: list[Block] = [headed("Doctrine", data["reasoning"])]
    body.append(ListBlock(tuple(finding(data, one, panel) for one in data["elements"])))
    if data["conditions"]:
        body += [Heading("On condition that"), listed(data["conditions"])]
    if data["hints"]:
        hints = tuple(hint(one, panel) for one in data["hints"])
        body += [Heading("The court would be receptive to"), ListBlock(hints)]
    body += _layers(data)
    if data["facts"]:
        body += [Heading("What the court looked at"), *quotations(data["facts"])]
    body += _dissent(data) + _made(data) + removed(data)
    fields = {
        "panel": spread(data),
        "standard of review": data["standard"],
        "court profile": data.get("profile") or NO_PROFILE,
        "reversal risk": data["reversal_risk"],
    }
    return Post(
        Kind.RULING,
        f"Ruling {data['stage']}: {data['outcome']}",
        tuple(body),
        fields=fields,
        marks=noise(data.get("model") or {}),
        notification="The simulated court has ruled.",
    )


def finding(data: Data, one: Data, panel: int) -> Spans:
    """One element: what was found of it, by how many of the panel, and why."""
    votes = one.get("votes") or {}
    agreed = f" ({votes.get(one['finding'], 0)} of {panel} samples)" if votes else ""
    return (
        Code(one["id"]),
        Text(f" {label(data, one['id'])}: "),
        Strong(one["finding"]),
        Text(f"{agreed}. {one['why']}"),
    )


def hint(one: Data, panel: int) -> Spans:
    said = f" (strength {one['strength']:.2f}"
    if one.get("seats"):
        said += f", {one['seats']} of {panel} samples"
    return (Text(one["idea"]), Emphasis(f"{said})"))


def spread(data: Data) -> str:
    """How far the panel's samples agree: ``2 of 3 samples: loss; 1: win``. No chance of winning."""
    votes: Mapping[str, int] = data["votes"]
    panel = sum(votes.values())
    if panel < 2:
        return "one sample, no confidence stated"
    outcome = data["outcome"]
    others = "".join(f"; {n}: {name}" for name, n in votes.items() if name != outcome)
    return f"{votes.get(outcome, 0)} of {panel} samples: {outcome}{others}"


def _layers(data: Data) -> list[Block]:
    """What moved the court beside the law. Older rulings have none of it."""
    effects = data.get("profile_effects", ())
    said = "; ".join(f"{one['pressure']}: {one['effect'].rstrip('.')}" for one in effects)
    blocks: list[Block] = [headed("Profile", f"{said}.")] if said else []
    if data.get("profile") and not said:
        blocks.append(headed("Profile", f"{data['profile']} moved nothing that it names."))
    return blocks + [headed(name, data[key]) for name, key in _LAYERS if data.get(key)]


def _dissent(data: Data) -> list[Block]:
    others = data.get("dissent", ())
    if not others:
        return []
    said = tuple(Paragraph((Strong(f"For {one['outcome']}. "), Text(one["why"]))) for one in others)
    return [Details(f"Dissent of {counted(len(others), 'sample')}", said)]


def _made(data: Data) -> list[Block]:
    """The judge that was asked, and what is known of its judging."""
    model = data.get("model") or {}
    if not model.get("name"):
        return []
    said: list[Block] = [Paragraph((Text("Ruled by "), Code(model["name"]), Text(".")))]
    if words := standing(model):
        said.append(told(words))
    if found := (model.get("standing") or {}).get("says"):
        said.append(Paragraph((Text(found),)))
    return [Details("How this ruling was made", tuple(said))]


def noise(model: Data) -> tuple[str, ...]:
    """The mark that a ruling of a model bears which cannot tell argument from nothing."""
    found = model.get("standing")
    return (NOISE.format(at=day(found["at"])),) if found and not found["discriminates"] else ()


def standing(model: Data) -> str:
    """What is known of the model's judging, in the house's words; "" of turns from before that
    was asked, and of what is marked as noise anyway."""
    if "standing" not in model or noise(model):
        return ""
    if model["standing"] is None:
        return UNTRIED
    at = day(model["standing"]["at"])
    return f"In its evaluation of {at} this model told a full move from one without facts."


def day(iso: str) -> str:
    """``1 December 2026`` of ``2026-12-01…``."""
    try:
        at = date.fromisoformat(iso[:10])
    except ValueError:
        return iso
    return f"{at.day} {at:%B %Y}"
