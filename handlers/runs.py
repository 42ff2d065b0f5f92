"""What the commands on runs share: a run as data, and that there is none."""

from __future__ import annotations

from engine.errors import NotFound
from engine.record import Run


class NothingRuns(NotFound):
    """No simulation is running in this matter, and no upload."""

    code = "run.none"
    default_remedy = "`/lawgame status` shows what has ended; `/lawgame resume` goes on with it."


def run_data(run: Run) -> dict[str, object]:
    return {
        "run": run.id,
        "state": str(run.state),
        "reason": str(run.reason) if run.reason else None,
        "objective": run.objective,
        "rounds": run.rounds,
        "orbits": run.orbits,
        "seed": run.seed,
        "panel": run.panel,
    }
