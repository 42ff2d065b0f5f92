"""Tests, their doubles and what they share."""
