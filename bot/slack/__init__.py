"""Slack: its payloads in, its Web API out. Decides nothing about law or rights."""
