"""What people can ask for. No platform JSON, no SQL."""
