"""The search over strategies: rounds, orbits, failure log, pivot."""
