"""The law's own texts: codes, rules and constitutions, read from official files and searched.

``reader`` runs in a process of its own; ``query`` and ``ranking`` say what a question means.
"""
