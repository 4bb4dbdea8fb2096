"""What clients may send: names of commands, and the fields of their content."""

from __future__ import annotations

import json

from tests.live.stand_in.options import Json

SILENT = frozenset(
    {
        "chatFriend",
        "chatPlayerInfo",
        "chatRead",
        "chatTyping",
        "chatUnfriend",
        "getName",
        "historyFriendsGet",
        "historyGet",
        "historyGetSeed",
        "inactive",
        "replayAction",
        "replayCreate",
        "setting",
        "tableSetLeader",
        "tableSuggest",
        "tag",
        "tagDelete",
        "tagSearch",
    }
)
"""commands of the real server that the stand-in accepts and does not answer"""
_NUMBERS = (
    "tableID",
    "databaseID",
    "type",
    "target",
    "value",
    "order",
    "shadowingPlayerIndex",
    "maxPlayers",
)
_TEXTS = ("setting", "msg", "room", "recipient", "name", "password", "note")


def whole(data: Json, name: str) -> int:
    """A number that a client sent; 0 if the field is missing or null, as in the real server."""
    return data.get(name) or 0


def text_of(data: Json, name: str) -> str:
    """A text that a client sent; empty if the field is missing or null."""
    return data.get(name) or ""


def parsed(body: str) -> Json | None:
    """The content of a message; None if a field has another type than in the real server."""
    try:
        data = json.loads(body)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    numbers = all(type(data.get(name)) in (int, type(None)) for name in _NUMBERS)
    texts = all(isinstance(data.get(name), (str, type(None))) for name in _TEXTS)
    options = isinstance(data.get("options"), (dict, type(None)))
    return data if numbers and texts and options else None
