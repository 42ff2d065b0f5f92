"""A queue that is first come, first served within a salt, and fair between salts."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Blocking queue for many producers and one consumer.

    Salts take turns, so one busy matter cannot keep another waiting for more than one answer.
    """

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._closed = False

    def __len__(self) -> int:
        with self._ready:
            return sum(map(len, self._waiting.values()))

    def put(self, salt: str, item: T) -> bool:
        """Add an item; False if the queue is closed."""
        with self._ready:
            if self._closed:
                return False
            self._waiting.setdefault(salt, deque()).append(item)
            self._ready.notify()
            return True

    def take(self) -> T | None:
        """Wait for the next item; None once the queue is closed."""
        with self._ready:
            while not self._waiting and not self._closed:
                self._ready.wait()
            if self._closed:
                return None
            salt, items = self._waiting.popitem(last=False)
            item = items.popleft()
            if items:
                self._waiting[salt] = items
            return item

    def remove(self, salt: str, item: T) -> bool:
        """Take an item out of turn; False if it is no longer waiting."""
        with self._ready:
            items = self._waiting.get(salt)
            if items is None or item not in items:
                return False
            items.remove(item)
            if not items:
                del self._waiting[salt]
            return True

    def close(self) -> list[T]:
        """Let no one in or out any more; return what was waiting."""
        with self._ready:
            self._closed = True
            left = [item for items in self._waiting.values() for item in items]
            self._waiting.clear()
            self._ready.notify_all()
            return left
