"""The set-up: from a fresh clone to ``.venv/bin/lawgame``, with the standard library alone.

Run as ``python3 -m setup``. Every part looks first whether it has anything to do, says what it
does, and ends in a `setup.errors.SetupError` that names the remedy.
"""
