from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.authorities.clean import ScannedCitations
from engine.authorities.types import Checked, Citation, Source, Verdict
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
        self.sources: list[Source] = []

    async def clean(
        self,
        texts: Sequence[str],
        on_file: Sequence[Authority],
        parties: Sequence[str],
        sources: Sequence[Source] = (),
    ) -> Sequence[Cleaned]:
        self.shown += texts
        self.sources += sources
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


async def test_the_verdicts_of_what_does_not_stand_are_kept_apart() -> None:
    class Telling(Striking):
        async def clean(
            self,
            texts: Sequence[str],
            on_file: Sequence[Authority],
            parties: Sequence[str],
            sources: Sequence[Source] = (),
        ) -> Sequence[Cleaned]:
            cited = Citation(0, 4, "1 F.3d 1", "case", "1 F.3d 1", "pattern")
            checked = (
                Checked(cited, Verdict.WRONG_PAGE, "No case begins there."),
                Checked(cited, Verdict.VERIFIED, "It is there."),
            )
            return [Cleaned("gone", ("1 F.3d 1",), ("\u201cso he said\u201d",), checked)]

    made = await cleaned({"theory": "1 F.3d 1"}, Telling(), [], [])
    assert made["theory"] == "gone"
    assert made["removed_quotations"] == ["\u201cso he said\u201d"]
    assert made["verdicts"] == [
        {"text": "1 F.3d 1", "verdict": "wrong page", "reason": "No case begins there."}
    ]


async def test_an_agent_may_quote_the_facts_that_it_was_shown_and_no_others() -> None:
    """What is ours only is a source for Lead Counsel alone."""
    seen: dict[str, str] = {}

    class Watching(Striking):
        async def clean(
            self,
            texts: Sequence[str],
            on_file: Sequence[Authority],
            parties: Sequence[str],
            sources: Sequence[Source] = (),
        ) -> Sequence[Cleaned]:
            kind = "ours" if any(case.CANARY in one.text for one in sources) else "record"
            seen.update(dict.fromkeys(texts, kind))
            assert any(one.id == "F1" for one in sources)
            return await super().clean(texts, on_file, parties, sources)

    model = Listening(losing)
    run = case.a_run(1, 1, 1)
    ports = replace(case.ports(model, run), citations=Watching())
    await case.play(run, ports)
    turns = {turn.key.role: turn.data for turn in settled(ports)}
    assert seen[turns[Role.LEAD]["theory"]] == "ours"
    assert seen[turns[Role.OPPOSING]["attacks"][0]["text"]] == "record"
    assert seen[turns[Role.JUDGE]["reasoning"]] == "record"


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
