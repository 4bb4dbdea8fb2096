"""Messages as the server frames them: a command, one space, and JSON."""

from __future__ import annotations

import json

from tamaya.live.fields import Fields


def encode(command: str, data: Fields) -> str:
    """The text of a message."""
    return f"{command} {json.dumps(data, separators=(',', ':'))}"


def decode(frame: str | bytes) -> tuple[str, object] | None:
    """The command and content of a message; None if it is damaged."""
    text = frame.decode("utf-8", "replace") if isinstance(frame, bytes) else frame
    command, _, content = text.partition(" ")
    try:
        return command, json.loads(content or "{}")
    except (ValueError, RecursionError):
        return None
