"""Sample matters: invented parties and documents, real authorities.

Each folder is one matter: `matter.toml`, the documents as a client would send them, `TRAPS.md`
(what a careful reader should notice) and `sources/` (the text of the PDF and Word documents,
from which `python -m bot.samples.build` makes them again).
"""
