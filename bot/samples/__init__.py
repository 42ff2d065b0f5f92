"""Sample matters: invented parties and documents, real authorities.

Each folder is one matter: `matter.toml`, the documents as a client would send them, `TRAPS.md`
(what a careful reader should notice) and `sources/` (the text of the PDF and Word documents,
from which `python -m bot.samples.build` makes them again).
"""

from __future__ import annotations

NAMES: tuple[str, ...] = (
    "brellwick",
    "harklow",
    "osterlune",
    "oxenholt",
    "pellowdene",
    "tamsquith",
)
"""The folders, in the order in which they are listed."""
