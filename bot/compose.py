"""The one place that wires everything: settings in, a house that can be opened and closed out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.embedded import EmbeddedModel
from bot.holder import Holder, socket_path
from bot.local_files import LocalFiles
from bot.samples import NAMES
from bot.settings import Settings
from engine import durable
from engine.authorities.checking import CheckedCitations
from engine.authorities.worker import CitationScanner
from engine.corpus.vectors.worker import LocalVectors
from engine.durable import Runs
from engine.errors import LawgameError
from engine.law.errors import LoadUnderWay
from engine.models.client import HostModel
from engine.models.scripted import ScriptedModel
from engine.ports import Card, Model, NoVectors, Ports
from engine.record import Run
from handlers.audience import Audience
from handlers.intake import clear
from handlers.lawload import LawLoaded, LawLoads, in_force, load_code
from handlers.lawload import Progress as LawProgress
from handlers.lawload import load_constitution as load_provisions
from handlers.office import Office
from handlers.present import present
from handlers.room import Room
from handlers.services import Directory, FileSource, Policy, Services
from handlers.shelf import Shelf
from handlers.tables import Loaded, Progress
from handlers.tables import load_table as loading
from handlers.vectors import Vectoriser
from storage.blobs import Blobs
from storage.casefile import SqlCasefile, SqlStandings
from storage.database import open_database
from storage.deliveries import SqlOutbox
from storage.house import House
from storage.intake import STALE, Intake
from storage.ledger import SqlLedger
from storage.library import SqlLibrary
from storage.seal import Seal

if TYPE_CHECKING:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    from bot.slack.app import SlackEdge

LOG = logging.getLogger("lawgame")
SWEEP_SECONDS = 30
DEMO_PEOPLE: Mapping[str, tuple[str, ...]] = {
    "Lena Hart": ("lawyer", "partner"),
    "Sam Okafor": ("lawyer",),
    "Pat Quinn": ("paralegal",),
    "Edith Novak": ("ethics", "lawyer"),
    "Ada Byrne": ("administrator",),
}
"""Persons to choose among in demo identity."""


class Starter:
    """``RunStarter`` over DBOS: starting is idempotent, so a crash between the two lines of
    :meth:`start_owed` starts nothing twice."""

    def __init__(self, house: House, runs: Runs) -> None:
        self._house, self._runs = house, runs
        self.on = False

    async def start_owed(self) -> None:
        """Nothing while the durable engine is off: the run stays owed its start."""
        if not self.on:
            return
        async with self._house.reading() as view:
            owed = await view.runs.owed()
        for run in owed:
            await self._start(run)

    async def start_again(self) -> None:
        """At start: whatever the record calls running has a workflow, or gets one."""
        async with self._house.reading() as view:
            running = await view.runs.running()
        for run in running:
            await self._runs.start(run)

    def interrupt(self, run: str) -> None:
        self._runs.interrupt(run)

    async def _start(self, run: Run) -> None:
        await self._runs.start(run)
        async with self._house.writing() as unit:
            await unit.runs.mark_running(run.id, run.generation)


@dataclass
class App:
    """The house, open. Close it with :meth:`close`."""

    settings: Settings
    house: House
    services: Services
    office: Office
    room: Room
    runs: Runs
    starter: Starter
    model: Model
    citations: CheckedCitations
    ports: Ports
    shelf: Shelf
    vectors: LocalVectors | NoVectors
    slack: SlackEdge | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _scheduler: AsyncIOScheduler | None = None
    _going_on: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def start(self) -> None:
        """Migrations first; then the requests that a crash or a stop left behind."""
        await self.house.database.migrate()
        if not self.settings.database_url.get_secret_value():
            # The home's lock says that nobody else works on this house.
            await asyncio.to_thread(clear, self.services.incoming)
            await Intake(self.house).sweep_pending()
            async with self.house.writing() as unit:
                await unit.inbox.release()
        await self._sweep_documents()
        if self.settings.demo:
            await _seat_people(self.house)
            await self.shelf.lay_out(self.services, await _first_person(self.house))
        await self.office.sweep()

    async def go_on(self) -> None:
        """Start the durable engine: runs that were left behind go on, those owed begin.

        Apart from :meth:`start`, because a question asked in passing should not wait for it."""
        async with self._going_on:
            if self.starter.on:
                return
            durable.launch(_durable_location(self.settings))
            self.starter.on = True
            await self.starter.start_again()
            await self.starter.start_owed()
            self._scheduler = _ticking(self.sweep)
            self._tasks.append(asyncio.create_task(Vectoriser(self.house, self.vectors).run()))

    async def open_chat(self) -> None:
        """Start delivering to the chat platforms that are set up."""
        if self.slack is not None:
            await self._open_slack(self.slack)

    async def sweep(self) -> None:
        """Idempotent: what the inbox or a run is owed, what a killed process left of documents."""
        await self._sweep_documents()
        await self.office.sweep()
        await self.starter.start_owed()

    async def close(self) -> None:
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
        if self.slack is not None:
            await self.slack.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.runs.drain(10.0)
        await self.office.close()
        if self.starter.on:
            await durable.destroy()
        await self.citations.close()
        if isinstance(self.vectors, LocalVectors):
            await self.vectors.close()
        if isinstance(self.model, EmbeddedModel | HostModel):
            await self.model.close()
        await self.house.database.close()

    async def _sweep_documents(self) -> None:
        intake = Intake(self.house)
        await intake.sweep_pending(STALE)
        await intake.sweep_withdrawn()

    async def _open_slack(self, slack: SlackEdge) -> None:
        from bot.publisher import Publisher

        publisher = Publisher(
            SqlOutbox(self.house),
            slack.surface,
            present,
            Audience(self.house).may_read,
            time.time,
            _waiting(self.house),
        )
        self._tasks.append(asyncio.create_task(publisher.run()))
        if self.settings.slack_app_token.get_secret_value():
            self._tasks.append(asyncio.create_task(_socket_mode(slack)))


def build(settings: Settings) -> App:
    """Nothing is opened, started or connected yet."""
    home = settings.home
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    house = House(open_database(settings.database), Seal(), Blobs(home / "blobs"))
    model = model_of(settings)
    library = SqlLibrary(house)
    citations = CheckedCitations(CitationScanner(), library)
    vectors = LocalVectors() if settings.vectors else NoVectors()
    ports = Ports(
        SqlLedger(house), SqlCasefile(house, vectors), model, citations, vectors,
        SqlStandings(house),
    )  # fmt: skip
    runs = Runs(ports)
    starter = Starter(house, runs)
    sources: dict[str, FileSource] = {
        "terminal": LocalFiles(),
        "desk": LocalFiles(within=home / "uploads"),
    }
    policy = Policy(
        demo=settings.demo,
        welcome=frozenset({"terminal", "slack"}),
        rounds=settings.rounds,
        orbits=settings.orbits,
        seed=settings.seed,
    )
    directories: dict[str, Directory] = {}
    shelf = Shelf(_samples(settings))
    services = Services(
        house, starter, home / "incoming", policy, files=sources, directories=directories,
        citations=citations, library=library, samples=shelf,
    )  # fmt: skip
    office = Office(services)
    app = App(
        settings,
        house,
        services,
        office,
        Room(house),
        runs,
        starter,
        model,
        citations,
        ports,
        shelf,
        vectors,
    )
    if settings.slack:
        app.slack = _slack(settings, office)
        sources["slack"] = app.slack.files
        directories["slack"] = app.slack.directory
    return app


def model_of(settings: Settings) -> Model:
    """``embedded`` or a GGUF's path: a host of our own; ``scripted``; else a host's address."""
    named = settings.model
    if named == "scripted":
        return ScriptedModel(pause=settings.scripted_pause)
    if named.startswith(("http://", "https://", "unix:")):
        key = settings.model_key.get_secret_value() or "none"
        return HostModel(named, settings.model_name, key)
    return EmbeddedModel(named, socket_path(settings.home, "model"))


def _slack(settings: Settings, office: Office) -> SlackEdge:
    from bot.slack import app as slack

    teams = frozenset(one.strip() for one in settings.slack_teams.split(",") if one.strip())
    given = slack.SlackSettings(
        settings.slack_bot_token.get_secret_value(),
        settings.slack_signing_secret.get_secret_value(),
        settings.slack_app_token.get_secret_value(),
        settings.slack_api_url,
        teams,
    )
    return slack.build(given, office, desk=settings.desk_url)


async def _socket_mode(slack: SlackEdge) -> None:
    try:
        await slack.run_socket_mode()
    except LawgameError as error:
        LOG.error("Slack's socket mode ended: %s [%s]", error.message, error.code)


def _durable_location(settings: Settings) -> str | Path:
    return settings.database_url.get_secret_value() or settings.home / "durable.sqlite"


def _waiting(house: House) -> Callable[[float], Awaitable[None]]:
    """What is announced while somebody looks is heard at the next wait."""
    seen = house.news.version

    async def wait(seconds: float) -> None:
        nonlocal seen
        seen = await house.news.wait(seconds, seen)

    return wait


def _ticking(sweep: Callable[[], object]) -> AsyncIOScheduler:
    from apscheduler.schedulers.asyncio import AsyncIOScheduler

    scheduler = AsyncIOScheduler(timezone="UTC")
    scheduler.add_job(
        sweep, "interval", seconds=SWEEP_SECONDS, coalesce=True, max_instances=1, id="sweep"
    )
    scheduler.start()
    return scheduler


async def add_person(settings: Settings, name: str, roles: Sequence[str], slack: str | None) -> str:
    """The new person's id. ``slack`` is ``TEAM/USER``; the id there is the person's from now on."""
    house = House(open_database(settings.database), Seal(), Blobs(settings.home / "blobs"))
    try:
        await house.database.migrate()
        async with house.writing() as unit:
            person = await unit.people.add(name, roles)
            if slack:
                team, _, user = slack.partition("/")
                await unit.people.link(person.id, "slack", team, user)
            await unit.audit.append("command line", "person.added", None, {"person": person.id})
        return person.id
    finally:
        await house.database.close()


async def load_table(settings: Settings, path: Path, progress: Progress) -> Loaded:
    """The firm's table of authorities into the house. Raises what reading the table raises."""
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    house = House(open_database(settings.database), Seal(), Blobs(settings.home / "blobs"))
    try:
        await house.database.migrate()
        return await loading(house, path, progress)
    finally:
        await house.database.close()


async def keep_standing(settings: Settings, card: Card, found: Mapping[str, Any]) -> None:
    """What an evaluation has found of a model, said in every ruling of its runs from now on."""
    async with _filing(settings) as house, house.writing() as unit:
        await unit.standings.add(card.name, card.sha256, found)


@asynccontextmanager
async def _filing(settings: Settings) -> AsyncIterator[House]:
    """The house for a command of its own process, which may run beside the one that serves."""
    settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    house = House(open_database(settings.database), Seal(), Blobs(settings.home / "blobs"))
    try:
        await house.database.migrate()
        yield house
    finally:
        await house.database.close()


@asynccontextmanager
async def _loading(settings: Settings) -> AsyncIterator[House]:
    """One load at a time: each clears away what one that was broken off left behind."""
    holder = Holder(settings.home, "loading")
    if not holder.take():
        raise LoadUnderWay
    try:
        async with _filing(settings) as house:
            yield house
    finally:
        holder.release()


async def load_law(
    settings: Settings, paths: Sequence[Path], progress: LawProgress, release: str
) -> AsyncIterator[LawLoaded]:
    """Titles of the Code and rules into the house. Raises what reading the files raises."""
    async with _loading(settings) as house:
        async for loaded in load_code(house, paths, progress, release):
            yield loaded


async def load_constitution(settings: Settings, path: Path, progress: LawProgress) -> LawLoaded:
    """Raises ``NotAConstitution``."""
    async with _loading(settings) as house:
        return await load_provisions(house, path, progress)


async def loaded_law(settings: Settings) -> LawLoads:
    """What is in force of the law and of reported cases."""
    async with _filing(settings) as house:
        return await in_force(house)


async def _first_person(house: House) -> str:
    """Whose the sample matters are."""
    async with house.reading() as view:
        return next(one.id for one in await view.people.all() if one.name in DEMO_PEOPLE)


def _samples(settings: Settings) -> list[Path]:
    if not (settings.demo and settings.samples):
        return []
    # The package is never zipped: its documents are opened by path, in processes of their own.
    folder = Path(str(files("bot.samples")))
    return [folder / name for name in NAMES]


async def _seat_people(house: House) -> None:
    async with house.writing() as unit:
        known = {person.name for person in await unit.people.all()}
        for name, roles in DEMO_PEOPLE.items():
            if name not in known:
                await unit.people.add(name, roles)
