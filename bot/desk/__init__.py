"""The Desk: the firm's own page."""
