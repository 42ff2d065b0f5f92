"""What one Slack message may hold.

Figures from Slack's Block Kit reference: blocks 50 a message, section text 3,000, header 150,
button text 75 and value 2,000, context elements 10, elements of an actions block 25, confirmation
title 100, text 300 and buttons 30 characters. Text inside ``rich_text`` has no published limit;
it is kept to a section's. The sum over a message is kept under the roughly 13,000 characters at
which Slack answers ``msg_blocks_too_long``.
"""

from __future__ import annotations

BLOCKS = 50
TEXT = 3_000
MESSAGE = 12_000
HEADER = 150
CONTEXT_TEXT = 2_000
BUTTON_LABEL = 75
BUTTON_VALUE = 2_000
ACTIONS_A_BLOCK = 25
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30
NOTIFICATION = 300
