"""Citations: find them in prose, and let stand only those of authorities on file.

``types`` and ``worker`` are light; ``extract`` and ``scan`` load citation libraries of some
100 MB and run in the worker's process.
"""
