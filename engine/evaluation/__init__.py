"""What the engine is worth, measured on cases whose answers are known."""
