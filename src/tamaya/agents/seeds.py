"""Seeds for the players' own randomness, and keys that hide the deck from players.

A game's seed decides its deck. The seed of a native player is a public function of the game's seed,
so other code could find the deck by trying all small seeds. Players written in Python therefore get
a keyed hash of the game's seed.

The default key, `NO_KEY`, is public and protects nothing. `ty.matchups`, `ty.evaluate` and the web
server draw a random key and record it with their results: with that key, anybody can play the same
games again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.player import Player
from tamaya.errors import TamayaError, safe_text
from tamaya.game import Seat, Seed

NO_KEY = b""
"""a public key, which protects nothing"""
KEY_BYTES = 16
_MOST_BYTES = 64


def new_key() -> bytes:
    """A random key."""
    return secrets.token_bytes(KEY_BYTES)


def hidden_seed(seed: Seed, seat: Seat, key: bytes = NO_KEY) -> Seed:
    """The seed of a player written in Python in one game.

    :param seed: seed of the game
    :param key: needed to find the game's seed from the result
    """
    data = seed.to_bytes(8, "little") + bytes([seat])
    return int.from_bytes(hashlib.blake2b(data, key=key, digest_size=8).digest(), "little")


def player_seed(player: Player, seed: Seed, seat: Seat, key: bytes = NO_KEY) -> Seed:
    """The seed of a player in one game: a keyed hash if the player is written in Python."""
    return _core.agent_seed(seed, seat) if player.trusted else hidden_seed(seed, seat, key)


def key_for(agents: Iterable[Agent], key: bytes | None) -> bytes:
    """The key to play with: the given key, or a new one if an agent is written in Python.

    :raises TamayaError: if the given key is invalid
    """
    if key is not None:
        return checked_key(key)
    return NO_KEY if all(agent.sit().trusted for agent in agents) else new_key()


def checked_key(key: object) -> bytes:
    """Returns the key if it is valid.

    :raises TamayaError: if it is not bytes, or too long
    """
    if not isinstance(key, bytes) or len(key) > _MOST_BYTES:
        raise TamayaError(f"not a key: {safe_text(key):.60} (expected up to {_MOST_BYTES} bytes)")
    return key


def parse_key(text: str) -> bytes:
    """Parses a key as results print it: two hexadecimal digits per byte.

    :raises TamayaError: if the text is not a key
    """
    try:
        return checked_key(bytes.fromhex(text))
    except ValueError:
        raise TamayaError(
            f"not a key: {text!r:.60} (expected up to {2 * _MOST_BYTES} hexadecimal digits)"
        ) from None
