"""Ways by which an ours-only word once reached the other side, each closed."""

from __future__ import annotations

import pytest

from engine.matter import Element
from engine.record import Role, TurnKey
from engine.search.history import History
from engine.search.turns import take
from engine.triad import layout
from engine.triad.withhold import WITHHELD, cover, secret_words
from tests.doubles.case import CANARY, a_run, play, ports


@pytest.mark.parametrize(
    ("ours", "said"),
    [
        ("Kim told the FDA.", "As Kim knew"),
        ("Kim told the FDA.", "the FDA heard"),
        ("Müller signed it.", "Muller signed"),
        ("Muller signed it.", "Mu\u0308ller signed"),
        ("The whis\u00adtleblower wrote.", "a whistleblower"),
    ],
)
def test_short_names_accents_and_soft_hyphens_are_withheld(ours: str, said: str) -> None:
    assert WITHHELD in cover(said, frozenset(secret_words([ours], [])))


async def test_what_a_lawyer_calls_an_element_is_withheld_from_all_agents() -> None:
    run = a_run()
    with_ports = ports(run=run)
    element = Element("E1", f"The {CANARY} point", "relator", "question of law")
    await with_ports.casefile.keep_elements("M-TEST", run.objective, [element])
    for role in (Role.CLERK, Role.ELEMENTS):
        await take(TurnKey(run.id, 1, 0, role), with_ports)
    history = History.of(run, await with_ports.ledger.turns(run.id))
    assert history.elements(1)[0]["name"] == element.name
    assert CANARY not in layout.trunk(history)


async def test_the_failure_log_keeps_a_theory_as_it_was_served() -> None:
    """A later run, with our document gone, tells Lead Counsel what failed."""
    for seed in range(6):
        run = a_run(seed)
        with_ports = ports(run=run)
        await play(run, with_ports)
        history = History.of(run, await with_ports.ledger.turns(run.id))
        for failure in history.failures:
            assert cover(failure.strategy.theory, history.secret) == failure.strategy.theory
