"""Sentences as vectors, by a small model that runs here, so that other words find them too.

The model's files and ``onnxruntime`` may be missing: then retrieval is by full text alone.
"""
