"""Seeds of the players' own randomness, and the keys that hide decks behind them.

The deck of a game follows from the game's seed. The seed of a native player follows from it too, by
a function that everybody can compute for all small game seeds. Native players cannot use that; code
of somebody else could. So players written in Python get a keyed hash of the game's seed instead.

The default key, `NO_KEY`, is the same for everybody and protects nothing from code that computes
the same hash. `ty.matchups`, `ty.evaluate` and the web server draw a key that nobody can guess, and
record it with their results: whoever has the key can play the same games again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.player import Player
from tamaya.errors import TamayaError, shown
from tamaya.game import Seat, Seed

NO_KEY = b""
"""no protection: everybody knows this key"""
KEY_BYTES = 16
_MOST_BYTES = 64


def new_key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def hidden_seed(seed: Seed, seat: Seat, key: bytes = NO_KEY) -> Seed:
    """The seed that a player written in Python gets in the game of a seed.

    :param key: without it, nothing about the game follows from the result
    """
    data = seed.to_bytes(8, "little") + bytes([seat])
    return int.from_bytes(hashlib.blake2b(data, key=key, digest_size=8).digest(), "little")


def player_seed(player: Player, seed: Seed, seat: Seat, key: bytes = NO_KEY) -> Seed:
    """The seed of a player in the game of a seed: hidden from players written in Python."""
    return _core.agent_seed(seed, seat) if player.trusted else hidden_seed(seed, seat, key)


def key_for(agents: Iterable[Agent], key: bytes | None) -> bytes:
    """The key of a result: the given one, or a new one if an agent is written in Python.

    :raises TamayaError: if the given one is no key
    """
    if key is not None:
        return checked_key(key)
    return NO_KEY if all(agent.sit().trusted for agent in agents) else new_key()


def checked_key(key: object) -> bytes:
    """The same key again.

    :raises TamayaError: if it is none
    """
    if not isinstance(key, bytes) or len(key) > _MOST_BYTES:
        raise TamayaError(f"not a key: {shown(key):.60} (expected up to {_MOST_BYTES} bytes)")
    return key


def parse_key(text: str) -> bytes:
    """Reads a key as results print it: two hexadecimal digits for each byte.

    :raises TamayaError: if it is none
    """
    try:
        return checked_key(bytes.fromhex(text))
    except ValueError:
        raise TamayaError(
            f"not a key: {text!r:.60} (expected up to {2 * _MOST_BYTES} hexadecimal digits)"
        ) from None
