"""Finds a Python that is new enough, then hands over. Kept parsable by any Python 3."""

import os
import shutil
import sys

LOWEST = (3, 11)
NEWER = ("python3.11", "python3.12", "python3.13", "python3.14")


def main() -> int:
    if sys.version_info < LOWEST:
        for name in NEWER:
            found = shutil.which(name)
            if found:
                os.execv(found, [found, "-m", "setup"] + sys.argv[1:])  # noqa: RUF005
        sys.stderr.write(
            "\nerror: Lawgame needs Python 3.11 or newer; this is Python "
            + sys.version.split()[0]
            + ".\nwhat to do: install a newer one, for instance `apt-get install python3.11 "
            "python3.11-venv`, and name it: `make setup PYTHON=python3.11`.\n"
        )
        return 1
    from setup.command_line import run

    return run(sys.argv[1:])


sys.exit(main())
