"""What agents write freely: a citation, quotation or id that nothing on file bears out becomes a
placeholder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.authorities.types import Source, Verdict
from engine.matter import Authority
from engine.ports import Citations
from engine.record import Json

PROSE = frozenset(
    {
        "analysis", "adaptation", "theory", "frame", "text", "gaps", "why_new", "limit", "why",
        "reasoning", "conditions", "idea", "name", "why_standard", "how", "institution", "context",
        "effect", "because",
    }
)  # fmt: skip
"""Keys of agents' own words; everything else in a turn's data is an id or a verbatim quotation."""


async def cleaned(
    data: Json,
    citations: Citations,
    on_file: Sequence[Authority],
    parties: Sequence[str],
    sources: Sequence[Source] = (),
) -> dict[str, Any]:
    """The data with its prose cleaned; ``sources`` are what the agent may quote from.

    ``removed_citations`` and ``removed_quotations`` list what was taken out, as it stood;
    ``verdicts`` what the check found of every citation that is not verified, as
    ``{text, verdict, reason}``. None of it stands: it is for the report.
    """
    found: list[str] = []
    _collect(data, found)
    results = await citations.clean(found, on_file, parties, sources) if found else []
    # One line each: line ends would let a text pose as entries of the record.
    replacement = {old: " ".join(new.text.split()) for old, new in zip(found, results, strict=True)}
    made: dict[str, Any] = _replaced(data, replacement)
    made["removed_citations"] = [citation for one in results for citation in one.removed]
    made["removed_quotations"] = [quotation for one in results for quotation in one.unquoted]
    made["verdicts"] = [
        {"text": said.citation.text, "verdict": str(said.verdict), "reason": said.reason}
        for one in results
        for said in one.checked
        if said.verdict is not Verdict.VERIFIED
    ]
    return made


def _collect(value: Any, found: list[str], prose: bool = False) -> None:
    if isinstance(value, str):
        if prose and value not in found:
            found.append(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _collect(inner, found, key in PROSE)
    elif isinstance(value, list | tuple):
        for inner in value:
            _collect(inner, found, prose)


def _replaced(value: Any, replacement: dict[str, str], prose: bool = False) -> Any:
    if isinstance(value, str):
        return replacement[value] if prose else value
    if isinstance(value, dict):
        return {k: _replaced(v, replacement, k in PROSE) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(inner, replacement, prose) for inner in value]
    return value
