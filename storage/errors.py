"""What can go wrong with the house's memory."""

from __future__ import annotations

from engine.errors import BadRequest, NotFound, Refused, Unavailable


class StorageUnavailable(Unavailable):
    """The database does not answer just now."""

    code = "storage.unavailable"
    default_remedy = (
        "Nothing that was confirmed is lost; try again in a minute. If it stays, an administrator "
        "looks at the database, the disk and the rights on both."
    )


class BadAddress(Refused):
    """The database's address is not one that can be used."""

    code = "storage.address"
    default_remedy = (
        "Set LAWGAME_DATABASE_URL to `sqlite:///` and a file's path, or to a `postgresql://` URL."
    )


class NotADatabase(Refused):
    """The file is not a database of Lawgame."""

    code = "storage.not_a_database"
    default_remedy = "Point LAWGAME_HOME or LAWGAME_DATABASE_URL at another place, or restore it."


class KeyNotSupported(Refused):
    """Encrypting the database file is not supported by this version."""

    code = "storage.key"
    default_remedy = "Start without a key, and keep the data on an encrypted disk."


class NewerDatabase(Refused):
    """The database was written by a newer version."""

    code = "storage.newer"
    default_remedy = "Install the version that was used last, or a later one."


class NumberTaken(BadRequest):
    """There is a matter with this number already."""

    code = "matter.number_taken"
    default_remedy = "Use another client-matter number, or ask to be added to that matter."


class MatterNotFound(NotFound):
    """There is no such matter that you may see."""

    code = "matter.not_found"


class RunNotFound(NotFound):
    """There is no such run."""

    code = "run.not_found"
    default_remedy = "Type `/lawgame status` to see the matter's runs."


class DocumentNotFound(NotFound):
    """There is no such document."""

    code = "document.not_found"
    default_remedy = "Type `/lawgame docs` to see the matter's documents."


class OnFileAlready(Refused):
    """A document with the same content is on file."""

    code = "document.on_file"
    default_remedy = "Type `/lawgame docs` to see the matter's documents."


class FactNotFound(NotFound):
    """There is no such fact on file."""

    code = "fact.not_found"
    default_remedy = "`/lawgame facts` lists them; those of a document taken out are gone with it."


class ElementNotFound(NotFound):
    """There is no such element."""

    code = "element.not_found"
    default_remedy = "Type `/lawgame elements` to see the elements."


class BlobMissing(Unavailable):
    """A document's file is not where it was kept."""

    code = "storage.blob_missing"
    default_remedy = "Restore the blobs folder from the last backup, or upload the document again."


class PlaceTaken(Refused):
    """This conversation belongs to another matter."""

    code = "thread.taken"
    default_remedy = "Ask in the channel itself, or in a new thread."
