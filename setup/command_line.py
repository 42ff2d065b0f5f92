"""The set-up's own command line, its order of work and its one way to fail."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from types import FrameType

from setup import browser, checks, environment, llama, lock, model, say
from setup.diagnose import explain
from setup.errors import SetupError
from setup.places import cache, scratch
from setup.stamps import Stamps


def run(words: Sequence[str]) -> int:
    """Does what ``words`` ask; returns the exit code and prints nothing but plain lines."""
    options = _parse(words)
    signal.signal(signal.SIGTERM, _leave)
    try:
        with _alone():
            _work(options)
    except SetupError as error:
        print(f"\nerror: {error.message}\nwhat to do: {error.remedy}", file=sys.stderr)
        return 1
    except OSError as error:
        told = explain("The set-up", [str(error)], str(cache() / "logs"))
        print(f"\nerror: {told.message}\nwhat to do: {told.remedy}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command again to go on from here.", file=sys.stderr)
        return 130
    return 0


def _parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="setup", description=__doc__)
    parser.add_argument("--dev", action="store_true", help="also what tests and linters need")
    parser.add_argument("--browser", action="store_true", help="also what browser tests need")
    parser.add_argument(
        "--without-model", action="store_true", help="no llama-cpp-python and no model files"
    )
    parser.add_argument("--lock", action="store_true", help="make the locks anew")
    parser.add_argument("--upgrade", action="store_true", help="with --lock: newest versions")
    return parser.parse_args(words)


def _leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One set-up of a user at a time: they share the cache folder. Ends with the process."""
    with (cache() / "setup.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say.note("Another set-up is running; waiting for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        shutil.rmtree(scratch(), ignore_errors=True)
        yield


def _work(options: argparse.Namespace) -> None:
    if options.browser:
        browser.check()
    done = _set_up(options)
    if options.lock:
        lock.make(upgrade=options.upgrade)
    elif any(done):
        say.step("Set up: .venv/bin/lawgame")
    else:
        say.step("Already set up.")


def _set_up(options: argparse.Namespace) -> list[bool]:
    stamps = Stamps()
    if not options.lock:
        _check_early(stamps)
    done = [
        environment.ensure_made(stamps),
        environment.ensure_locked(stamps, "build", "the build tools"),
        environment.ensure_locked(stamps, "runtime", "what Lawgame needs"),
    ]
    if options.dev or options.lock:
        done.append(environment.ensure_locked(stamps, "dev", "what tests and linters need"))
    done.append(environment.ensure_project(stamps))
    if not options.without_model and not options.lock:
        done += [llama.ensure(stamps), *(model.ensure(one) for one in model.WANTED)]
    if options.browser:
        done.append(browser.ensure(stamps))
    return done


def _check_early(stamps: Stamps) -> None:
    """Says what the machine lacks before minutes are spent on the rest."""
    if not stamps.exists("runtime"):
        checks.python_headers()
    kept = cache() / "wheels" / llama.this_key()
    if not stamps.exists("llama") and llama.kept(kept) is None:
        checks.compilers()
