"""Doubles that stand in for parts of the house."""
