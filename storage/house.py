"""The house's memory as a whole: a unit of work is all repositories over one transaction."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage.audit import Audit
from storage.authorities import Authorities
from storage.blobs import Blobs
from storage.cases import Cases
from storage.court import Court
from storage.database import Database
from storage.documents import Documents
from storage.elements import Elements
from storage.events import Events
from storage.facts import Facts
from storage.inbox import Inbox
from storage.lawsearch import LawSearch
from storage.marks import Marks
from storage.matters import Matters
from storage.nearest import Nearest
from storage.news import News
from storage.owed import Deliveries
from storage.people import People
from storage.rereading import Rereading
from storage.runs import Runs
from storage.scopes import Scopes
from storage.seal import Seal
from storage.standings import Standings
from storage.threads import Threads
from storage.turns import Turns
from storage.vectors import Vectors
from storage.withdrawals import Withdrawals
from storage.work import Work


class Unit:
    """What is done through it is done together or not at all."""

    def __init__(self, work: Work) -> None:
        self.people = People(work)
        self.matters = Matters(work)
        self.threads = Threads(work)
        self.documents = Documents(work)
        self.rereading = Rereading(work)
        self.withdrawals = Withdrawals(work)
        self.facts = Facts(work)
        self.scopes = Scopes(work)
        self.vectors = Vectors(work)
        self.authorities = Authorities(work)
        self.cases = Cases(work)
        self.law = LawSearch(work)
        self.elements = Elements(work)
        self.court = Court(work)
        self.standings = Standings(work)
        self.runs = Runs(work)
        self.turns = Turns(work)
        self.marks = Marks(work)
        self.events = Events(work)
        self.deliveries = Deliveries(work)
        self.inbox = Inbox(work)
        self.audit = Audit(work)


class House:
    """``clock`` gives Unix seconds; leases and instants come from it."""

    def __init__(
        self,
        database: Database,
        seal: Seal,
        blobs: Blobs,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.database = database
        self.blobs = blobs
        self.news = News()
        self.nearest = Nearest()
        self._seal = seal
        self._clock = clock

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Unit]:
        """One snapshot; writing through it fails. Raises ``StorageUnavailable``."""
        async with self.database.read() as connection:
            yield Unit(Work(connection, self._seal, self._clock))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Unit]:
        """Commits at the end of the block, then tells the news. Keep it short: under 50 ms, no
        waiting for anything but the database. Raises ``StorageUnavailable``."""
        async with self.database.write() as connection:
            work = Work(connection, self._seal, self._clock)
            yield Unit(work)
        if work.news:
            self.news.publish(sorted(work.news))

    def on_commit(self, told: Callable[[str], None]) -> None:
        """See :meth:`storage.news.News.on_commit`."""
        self.news.on_commit(told)
