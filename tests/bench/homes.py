"""A home with the sample matter in it, and the requests that the parts make there."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

from bot.cli import origin
from bot.serving import opened
from bot.settings import Settings, load
from handlers.folder import load as bring_in
from handlers.requests import CommandRequest, IncomingFile, UploadRequest
from handlers.seats import seat

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = "brellwick"
SEED = 20


@dataclass(frozen=True)
class Home:
    """A folder with data and the sample matter's id."""

    folder: Path
    matter: str

    def settings(self, model: str = "embedded") -> Settings:
        return load(home=self.folder, model=model, desk_port=0)

    def say(self, text: str) -> CommandRequest:
        """A command in the sample matter by the person who brought it in."""
        return CommandRequest(origin(None), f"/lawgame {text}", self.matter)

    def upload(self, path: Path) -> UploadRequest:
        return UploadRequest(
            origin(None), (IncomingFile(path.name, str(path)),), matter=self.matter
        )

    def moved(self, folder: Path) -> Home:
        return replace(self, folder=folder)


def simulate(rounds: int, seed: int = SEED) -> str:
    return f"simulate --rounds {rounds} --orbits 1 --seed {seed}"


def environment(home: Path | None = None) -> Mapping[str, str]:
    """This process's, without the settings of whoever measures."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("LAWGAME_")}
    if home is not None:
        own |= {"LAWGAME_HOME": str(home), "LAWGAME_DESK_PORT": "0", "LAWGAME_MODEL": "embedded"}
        own["LAWGAME_VECTORS"] = "off"  # its encoder would run beside what is measured
    return own


async def prepare(folder: Path) -> Home:
    """Bring the sample matter in; what was opened is closed again."""
    home = Home(folder, "")
    async with opened(home.settings("scripted")) as house:
        services = house.app.services
        actor = await seat(services, origin(None))
        with as_file(files("bot.samples") / SAMPLE) as sample:
            matter = await bring_in(services, sample, actor.person)
    return replace(home, matter=matter.id)


if __name__ == "__main__":
    print(json.dumps({"matter": asyncio.run(prepare(Path(sys.argv[1]))).matter}))
