"""Documents: from an uploaded file to pages, passages and facts with their places.

``unpack.open_up`` tells which documents an upload holds, ``intake.read_document`` reads one;
``types`` holds what comes out. Readers run in a process of their own: the process that serves
people imports what it needs of this folder, never ``readers`` or a parser of files.
"""
