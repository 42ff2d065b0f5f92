"""The terminal desk: one-shot requests, the interactive one, and the link they go through."""
