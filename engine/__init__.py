"""The thinking: plain coroutines over ports. Knows no chat, no SQL, no HTTP framework."""
