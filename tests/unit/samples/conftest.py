"""The samples are also brought in through the product's own door."""

from tests.unit.handlers.conftest import firm

__all__ = ["firm"]
