"""The README's picture: a thread of the sample matter as a lawyer reads it on a phone.

    python -m tests.browser.picture [--model MODEL] [--seed N] [--out docs/thread.png]

A real run, at the Slack server's page in a real browser: counsel's move on the left, the court's
ruling on the right.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

import bot.samples
from bot.compose import build
from bot.settings import Settings
from handlers.folder import load
from handlers.requests import Origin
from handlers.seats import seat
from tests.browser.local_slack import LENA, TEAM, missing, slack_page
from tests.browser.product import product

SAMPLE = Path(bot.samples.__file__).parent / "brellwick"
NUMBER = "10482.0007"
WIDTH, HEIGHT, SCALE = 440, 730, 2
"""Of one phone, in the page's pixels; the picture has ``SCALE`` for each."""
GAP, TOP, FADE, GROUND = 20, 10, 90, "#e8e8e8"
PATIENCE = 900.0
"""Seconds for one round: a model of 1.5 billion parameters takes some minutes without a GPU."""


async def open_sample(home: Path) -> None:
    """The sample matter in a fresh home, owned by the person at the page."""
    app = build(Settings(home=home, model="scripted"))
    await app.house.database.migrate()
    lawyer = await seat(app.services, Origin("slack", TEAM, LENA, "picture"))
    await load(app.services, SAMPLE, lawyer.person)
    await app.citations.close()
    await app.house.database.close()


async def photograph(folder: Path, model: str, seed: int) -> list[Path]:
    """One round played with ``model``; the move and the ruling, each as a phone shows it."""
    home = folder / "home"
    home.mkdir()
    await open_sample(home)
    shots = []
    async with product(folder, model=model) as house, slack_page(house.slack, SCALE) as page:
        await page.type(f"/lawgame open {NUMBER}")
        await page.see(NUMBER)
        await page.open_thread(NUMBER)
        await page.type(f"/lawgame simulate --rounds 1 --orbits 1 --seed {seed}")
        await page.see("What this simulation cannot know", PATIENCE)
        await page.size(WIDTH, HEIGHT)
        await page.order("bare")
        for start in ("Move 1.1", "Ruling 1.1"):
            await page.order("scroll", text=start)
            shots.append(folder / f"{start}.png")
            await page.shot(shots[-1])
    return shots


def join(shots: list[Path], out: Path) -> None:
    """Side by side on a plain ground, each fading out where the thread goes on."""
    phones = [_faded(Image.open(shot).convert("RGB")) for shot in shots]
    gap = GAP * SCALE
    width = sum(phone.width + gap for phone in phones) + gap
    picture = Image.new("RGB", (width, phones[0].height + 2 * gap), GROUND)
    for number, phone in enumerate(phones):
        frame = Image.new("L", phone.size)
        ImageDraw.Draw(frame).rounded_rectangle((0, 0, *phone.size), 14 * SCALE, fill=255)
        picture.paste(phone, (gap + number * (phone.width + gap), gap), frame)
    # Text on white needs few colours; more would only make the file heavier.
    picture.quantize(64).save(out, optimize=True)


def _faded(phone: Image.Image) -> Image.Image:
    fade, top = FADE * SCALE, TOP * SCALE
    faded = Image.new("RGB", (phone.width, phone.height + top), "white")
    faded.paste(phone, (0, top))
    mask = Image.linear_gradient("L").resize((phone.width, fade))
    faded.paste("white", (0, faded.height - fade, faded.width, faded.height), mask)
    return faded


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="embedded", help="as LAWGAME_MODEL")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "docs/thread.png")
    given = parser.parse_args()
    if lack := missing():
        parser.error(f"{lack}: make soak installs it")
    given.out.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        join(asyncio.run(photograph(Path(folder), given.model, given.seed)), given.out)
    print(f"{given.out}: {given.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
