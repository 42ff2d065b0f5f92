"""llama-cpp-python, built from its source for this machine's processor and kept for the next clone.

A wheel built here has a hash that no lock can know. So the source is fetched by its hash, built
against the locked build tools, and the wheel is kept in the user's cache folder under a key of
everything that went into it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

from setup import checks, say
from setup.environment import PIP, python_version
from setup.errors import SetupError
from setup.places import REQUIREMENTS, VENV_PYTHON, cache, child_environment, scratch
from setup.processes import run
from setup.stamps import Stamps, digest

LOCK = REQUIREMENTS / "llama.txt"
FLAGS = "-DLLAVA_BUILD=OFF -DLLAMA_CURL=OFF"
MORE_FLAGS = "LAWGAME_CMAKE_ARGS"
"""The variable with which a firm adds flags of its own, such as those for a GPU."""


def flags() -> str:
    """The flags of this machine's build."""
    return f"{FLAGS} {os.environ.get(MORE_FLAGS, '')}".strip()


def version() -> str:
    """The locked version."""
    return LOCK.read_text().split("==", 1)[1].split()[0]


def processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """What the build may have been tuned to: the processor's name and its instruction sets."""
    try:
        lines = cpuinfo.read_text().split("\n\n", 1)[0].splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    wanted = ("model name", "flags", "Features", "CPU implementer", "CPU part")
    told = [line for line in lines if line.split(":", 1)[0].strip() in wanted]
    return "\n".join([platform.machine(), *told])


def key(version: str, flags: str, processor: str, python: str, system: str) -> str:
    """The name of the folder that keeps the wheel: readable in front, exact behind."""
    exact = digest(version, " ".join(flags.split()), processor, python, system)[:16]
    return f"llama-cpp-python-{version}-py{python}-{exact}"


def this_key() -> str:
    """The key on this machine, with this Python, these flags and this C library."""
    system = " ".join((platform.system(), *platform.libc_ver()))
    return key(version(), flags(), processor(), python_version(), system)


def kept(folder: Path) -> Path | None:
    """The wheel kept in ``folder``, if it is there and as it was when it was put there."""
    for wheel in folder.glob("*.whl"):
        try:
            wanted = wheel.with_suffix(".sha256").read_text()
        except OSError:
            continue
        if hashlib.sha256(wheel.read_bytes()).hexdigest() == wanted:
            return wheel
    return None


def keep(wheel: Path, folder: Path) -> Path:
    """Moves ``wheel`` into ``folder``, its sum last: without the sum it does not count."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / wheel.name
    shutil.move(wheel, place)
    total = place.with_suffix(".sha256")
    total.write_text(hashlib.sha256(place.read_bytes()).hexdigest())
    return place


def ensure(stamps: Stamps) -> bool:
    """Builds llama-cpp-python if no wheel of this key is kept, and installs it if it is not."""
    wanted = this_key() + digest(LOCK, REQUIREMENTS / "build.txt")
    if stamps.fresh("llama", wanted):
        return False
    stamps.forget("llama")
    folder = cache() / "wheels" / this_key()
    wheel = kept(folder)
    if wheel:
        say.step("Installing llama-cpp-python from the wheel built here earlier")
        if not _install(wheel):
            say.note("It does not work on this machine any more; building it anew.")
            wheel.unlink()
            wheel = None
    if not wheel and not _install(keep(_build(_fetch()), folder)):
        raise SetupError(
            "llama-cpp-python was built but cannot be imported.",
            "See what `.venv/bin/python -c 'import llama_cpp'` says; a compiler older than the "
            "system's libraries is the usual reason.",
        )
    stamps.write("llama", wanted)
    return True


def _fetch() -> Path:
    """The source, checked against the lock; kept until it has been built."""
    checks.compilers()
    checks.compiler_works()
    checks.disk(cache())
    say.step(f"Fetching llama-cpp-python {version()} (its source, 77 MB)")
    folder = cache() / "downloads"
    folder.mkdir(exist_ok=True)
    options = ("--no-deps", "--require-hashes", "--no-cache-dir", "--no-build-isolation")
    where = ("--no-binary", "llama-cpp-python", "--progress-bar", "raw", "-d", folder)
    run(
        "Fetching llama-cpp-python",
        [*PIP, "download", *options, *where, "-r", LOCK],
        name="llama-fetch",
    )
    return next(folder.glob(f"llama_cpp_python-{version()}.*"))


def _build(source: Path) -> Path:
    """A wheel out of ``source``, in a folder that the next set-up empties if this one is cut."""
    say.step("Building llama-cpp-python for this machine (some 5 minutes on two cores, only once)")
    say.note(f"Flags: {flags()}")
    folder = scratch() / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    environment = child_environment(
        CMAKE_ARGS=flags(),
        CMAKE_BUILD_PARALLEL_LEVEL=os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(cores or 1)),
    )
    options = ("--no-deps", "--no-index", "--no-build-isolation", "--no-cache-dir")
    run(
        "Building llama-cpp-python",
        [*PIP, "wheel", "--verbose", *options, "-w", folder, source],
        name="llama-build",
        environment=environment,
    )
    source.unlink()
    return next(folder.glob("*.whl"))


def _install(wheel: Path) -> bool:
    """Installs ``wheel``; returns whether Python can then import it."""
    options = ("--no-deps", "--no-index", "--force-reinstall")
    run("Installing llama-cpp-python", [*PIP, "install", *options, wheel], name="llama-install")
    tried = subprocess.run(
        [VENV_PYTHON, "-c", "import llama_cpp"],
        capture_output=True,
        check=False,
        env=child_environment(OMP_WAIT_POLICY="passive"),
    )
    return tried.returncode == 0
