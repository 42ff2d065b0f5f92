"""Documents: from an uploaded file to pages, passages and facts with their places.

``intake.read_document`` is the way in; ``types`` holds what comes out. Readers run in a process
of their own, so nothing here but ``types``, ``limits``, ``errors`` and ``intake`` is imported by
the process that serves people.
"""
