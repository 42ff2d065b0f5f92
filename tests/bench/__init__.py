"""What is said in seconds, milliseconds, megabytes or ratios, measured and set beside its bound.

``python -m tests.bench [PART…]`` prints a table and writes ``bench.json``. Every part runs in
processes of its own, on a copy of one home that holds the sample matter, so that no part's memory,
threads or caches are another's. Tests assert none of these figures: they depend on the machine and
on who else uses it, and only figures of one run may be compared.
"""
