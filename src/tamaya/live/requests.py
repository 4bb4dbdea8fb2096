"""Private messages to the bot: what people can ask, and what it answers."""

from __future__ import annotations

import html
from dataclasses import dataclass

from tamaya.live.fields import Fields, flag, text

HELP = (
    "/join [PASSWORD]: I join your table. /leave: I leave it. /terminate: I vote to end the game. "
    "/why [TURN]: after a game, the reason for my move. /version: which agent I am."
)
VOTED = "I vote to end the game. Two players must both vote; of more players, half are enough."
LONGEST = 280
"""letters of a message; the site refuses messages that are longer than 300"""


@dataclass(frozen=True)
class ChatRequest:
    """A private message: who wrote it, its first word, and the rest."""

    who: str
    word: str
    rest: str = ""


def chat_request(data: Fields, me: str) -> ChatRequest | None:
    """The request in a chat message; None if it is not a private message to the bot."""
    who = text(data, "who")
    if text(data, "recipient") != me or not who or who == me or flag(data, "server"):
        return None
    word, _, rest = html.unescape(text(data, "msg")).strip().partition(" ")
    return ChatRequest(who, word.lower(), rest.strip())


def turn_number(words: str) -> int | None:
    """The turn in '/why 12'; None if there is no number."""
    word = words.split(maxsplit=1)[0] if words else ""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else None


def shortened(message: str) -> str:
    """A message in one line, short enough for the site."""
    line = " ".join(message.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
