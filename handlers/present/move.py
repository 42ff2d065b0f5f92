"""Lead Counsel's move: what it asks and on what, then its five phases for the firm alone."""

from __future__ import annotations

from collections.abc import Sequence, Set

from engine.events import Event, Kind
from handlers.posts import (
    Block,
    Details,
    Heading,
    ListBlock,
    Paragraph,
    Post,
    Span,
    Spans,
    Strong,
    Text,
)
from handlers.present.naming import (
    Data,
    authority,
    facts,
    headed,
    law,
    listed,
    named,
    quotations,
    removed,
)
from handlers.replies import counted, text

_DIFFERENT = {
    "vehicle": "another vehicle",
    "standard": "another standard of review",
    "theory": "another theory",
}
_FRESH = "determinative "


def move(event: Event) -> Post:
    data = event.data
    turns_on = data.get("turns_on", ())
    shown: set[str] = set()
    body: list[Block] = [Paragraph((Strong(data["theory"]),))]
    if data.get("frame"):
        body.append(text(data["frame"]))
    if data.get("why_standard"):
        body.append(headed("Why this standard", data["why_standard"]))
    body += _taken_up(data)
    if turns_on:
        body += [Heading("It turns on"), *quotations(turns_on)]
        shown |= {one["id"] for one in turns_on}
    for number, section in enumerate(data["sections"], 1):
        body += _section(data, number, section, shown)
        shown |= {one["id"] for one in section["facts"]}
    if data["gaps"]:
        body += [Heading("What is missing on the file"), listed(map(needed, data["gaps"]))]
    body += _standing(data) + _behind(data) + removed(data)
    return Post(
        Kind.MOVE,
        f"Move {data['stage']}: {data['vehicle']}",
        tuple(body),
        fields={"standard of review": data["standard"]},
        notification="Lead Counsel has moved.",
    )


def needed(gap: str) -> str:
    """A gap as it would stand in a draft: ``[Needed: the remittance advices]``."""
    return f"[Needed: {gap.rstrip('.')}]"


def _taken_up(data: Data) -> list[Block]:
    """The conditional ruling that the move answers: its conditions, how they are met, by what."""
    taken = data.get("takes_up")
    if not taken:
        return []
    by = [one["id"] for one in taken["facts"]]
    return [
        Heading(f"Takes up the conditions of ruling {taken['of']}"),
        listed(taken["conditions"]),
        Paragraph((Strong("Met by "), *facts(by), Text(f". {taken['how']}"))),
        *quotations(one for one in taken["facts"] if one["id"] not in _turning(data)),
    ]


def _turning(data: Data) -> Set[str]:
    """Facts that are quoted below the condition anyway."""
    return {one["id"] for one in data.get("turns_on", ())}


def _section(data: Data, number: int, section: Data, shown: Set[str]) -> list[Block]:
    """Facts that were quoted in this post already are named, not quoted again."""
    names = named(data, section["elements"])
    cited = law(data, section["authorities"])
    again = [one["id"] for one in section["facts"] if one["id"] in shown]
    if again:
        cited += [Text(" See "), *facts(again), Text(" above.")]
    blocks: list[Block] = [Heading(f"{number}. {names}" if names else f"{number}.")]
    if section.get("unsupported"):
        blocks.append(headed("Unsupported", "No fact on file was chosen for this section."))
    blocks.append(Paragraph((Text(section["text"]), *cited)))
    return blocks + quotations(one for one in section["facts"] if one["id"] not in shown)


def _standing(data: Data) -> list[Block]:
    """Whether it was tried before, and what the last check found, a line each."""
    lines = [text(one)] if (one := newness(data.get("novelty"))) else []
    if checked := data.get("checklist"):
        bad = [line for line in checked if not line["ok"]]
        said = f"{len(checked) - len(bad)} of {len(checked)} ok."
        if bad:
            said += f" Not ok: {'; '.join(_failed(line) for line in bad)}."
        lines.append(headed("Final checklist", said))
    return [*lines]


def newness(novelty: Data | None) -> str:
    """``New against 6 failures; nearest 1.2: another vehicle.``; "" of a move without it."""
    if novelty is None:
        return ""
    if not novelty["against"]:
        return "Nothing has failed yet that it could repeat."
    alike: dict[str, list[str]] = {}
    for one in novelty["nearest"]:
        alike.setdefault(_differing(one["differs"]), []).append(one["of"])
    near = "; ".join(f"{', '.join(of)}: {how}" for how, of in alike.items())
    return f"New against {counted(novelty['against'], 'failure')}; nearest {near}."


def _differing(differs: Sequence[str]) -> str:
    return ", ".join(
        f"{one.removeprefix(_FRESH)} newly decisive"
        if one.startswith(_FRESH)
        else _DIFFERENT.get(one, one)
        for one in differs
    )


def _failed(line: Data) -> str:
    """What was found wanting; the whole line stands with the others below."""
    return str(line["detail"] or line["item"])


def _behind(data: Data) -> list[Block]:
    """What counsel thought, phase by phase, after what counsel says."""
    said: list[Block] = []
    if data.get("analysis"):
        said.append(headed("Case analysis", data["analysis"]))
    if "why_standard" in data:
        said.append(Paragraph((Strong("Research. "), *_chosen(data))))
    if data.get("adaptation"):
        said.append(headed("Adapting to the court", data["adaptation"]))
    if data.get("why_standard"):
        plan = f"{data['vehicle'].capitalize()}, {data['standard']}"
        parts = counted(len(data["sections"]), "section")
        said.append(headed("Structure", f"{plan}, one theory, {parts}."))
    if data.get("checklist"):
        said += [Paragraph((Strong("Final checklist."),)), checklist(data["checklist"])]
    if data.get("why_new"):
        said.append(headed("Why this is new", data["why_new"]))
    return [Details("Behind this move, for us only", tuple(said))] if said else []


def checklist(lines: Sequence[Data]) -> ListBlock:
    """``ok`` or ``not ok`` in words, with what was found wanting."""
    items: list[Spans] = []
    for line in lines:
        said: list[Span] = [Strong("ok: " if line["ok"] else "not ok: "), Text(line["item"])]
        if line["detail"]:
            said.append(Text(f" ({line['detail']})"))
        items.append(tuple(said))
    return ListBlock(tuple(items))


def _chosen(data: Data) -> list[Span]:
    """The facts and authorities that counsel picked from the file, and how much it lacks."""
    used = list(dict.fromkeys(a for section in data["sections"] for a in section["authorities"]))
    spans: list[Span] = [Text("Decisive: "), *facts(data.get("determinative", ()))]
    for at, one in enumerate(used):
        spans += [Text("; " if at else ". Authorities: "), authority(data, one)]
    lacking = len(data["gaps"])
    return [*spans, Text(f". {counted(lacking, 'gap')} named." if lacking else ".")]
