from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.authorities.clean import ScannedCitations
from engine.authorities.types import Source
from engine.authorities.worker import CitationScanner
from engine.matter import Authority
from engine.ports import Ask, Cleaned
from engine.record import Role
from engine.search.history import History
from engine.triad.prose import PROSE, cleaned
from tests.doubles import case
from tests.unit.engine.players import Listening, losing, settled

INVENTED = "999 F.3d 111"
MARK = "[citation needed]"


class Striking:
    """Strikes one invented citation, and remembers what it was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        self.shown += texts
        return [
            Cleaned(text.replace(INVENTED, MARK), (INVENTED,) if INVENTED in text else ())
            for text in texts
        ]


async def test_only_an_agents_own_words_are_cleaned() -> None:
    quoted = {"id": "F1", "quotation": f"See {INVENTED}.", "title": INVENTED, "place": INVENTED}
    data = {
        "theory": f"Under {INVENTED}.",
        "vehicle": INVENTED,
        "sections": [{"text": f"As {INVENTED} holds.", "facts": [quoted], "elements": ["E1"]}],
        "gaps": [f"a copy of {INVENTED}"],
        "hints": [{"idea": f"follow {INVENTED}", "strength": 0.5}],
        "repeat": None,
    }
    made = await cleaned(data, Striking(), [], [])
    assert made["theory"] == f"Under {MARK}." and made["vehicle"] == INVENTED
    assert made["sections"][0] == {
        "text": f"As {MARK} holds.",
        "facts": [quoted],
        "elements": ["E1"],
    }
    assert made["gaps"] == [f"a copy of {MARK}"]
    assert made["hints"][0] == {"idea": f"follow {MARK}", "strength": 0.5}
    assert made["removed_citations"] == [INVENTED] * 4
    assert data["theory"] == f"Under {INVENTED}.", "what was given is not changed"


async def test_nothing_to_clean_asks_nobody() -> None:
    scanner = Striking()
    made = await cleaned({"outcome": "win", "facts": []}, scanner, [], [])
    assert made["removed_citations"] == [] and scanner.shown == []


async def test_every_text_that_an_agent_writes_is_cleaned() -> None:
    """Whatever a schema lets an agent write freely has one of the keys of prose."""
    model = Listening(losing)
    run = case.a_run(2, 2, 2)
    await case.play(run, case.ports(model, run))
    for ask in model.asked:
        assert _free(ask.schema, "") <= PROSE


def _free(schema: dict[str, Any], name: str) -> set[str]:
    """Names of the properties under which a schema allows any text."""
    if schema.get("type") == "string":
        return {name}
    found: set[str] = set()
    for key, inner in schema.get("properties", {}).items():
        found |= _free(inner, key)
    if "items" in schema and schema.get("maxItems", 1):
        found |= _free(schema["items"], name)
    for option in schema.get("anyOf", ()):
        found |= _free(option, name)
    return found


@pytest.fixture
async def scanned() -> Any:
    scanner = CitationScanner()
    citations = ScannedCitations(scanner)
    yield citations
    await citations.close()


async def test_an_invented_authority_reaches_no_prompt_and_no_event(
    scanned: ScannedCitations,
) -> None:
    def inventing(ask: Ask, data: dict[str, Any]) -> dict[str, Any]:
        data = losing(ask, data)
        if ask.name == Role.LEAD:
            data["theory"] = "Smith v. Jones, 999 F.3d 111 (9th Cir. 2020), decides it."
        if ask.name == Role.OPPOSING:
            data["attacks"][0]["text"] = "But see 42 U.S.C. § 9999, which says otherwise."
        return data

    model = Listening(inventing)
    run = case.a_run(1, 2, 1)
    ports = case.ports(model, run)
    ports = replace(ports, citations=scanned)
    await case.play(run, ports)
    history = History.of(run, settled(ports))
    ledger: Any = ports.ledger
    told = str([event.data for event in ledger.events.values() if event.kind != "move"])
    for one in history.rounds():
        assert one.move is not None and one.response is not None
        assert "999 F.3d" not in one.move.data["theory"]
        assert one.move.data["removed_citations"]
        assert one.response.data["removed_citations"]
    assert "999 F.3d 111" not in "\n".join(model.prompts(Role.JUDGE))
    assert "§ 9999" not in "\n".join(model.prompts(Role.LEAD))
    assert "999 F.3d 111" not in told
