"""Seeds of the players' own randomness.

The deck of a game follows from the game's seed, and the seed of a native player follows from it as
well, by a function that can be undone: who knows one knows the other. Native players cannot use it.
Code of somebody else could. So whoever lets such code play draws a key with `new_key`, hands it to
`ty.play` or `ty.match` and records it beside the seeds: then players written in Python get a keyed
hash, from which nothing follows without the key.
"""

from __future__ import annotations

import hashlib
import secrets

from tamaya import _core
from tamaya.errors import TamayaError
from tamaya.game import Seat, Seed

NO_KEY = b""
"""no protection: players written in Python get the seed that a native player would get"""
KEY_BYTES = 16
_MOST_BYTES = 64


def new_key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def player_seed(seed: Seed, seat: Seat, key: bytes = NO_KEY) -> Seed:
    """The seed of one player in the game of a seed.

    :param key: see above
    """
    if not key:
        return _core.agent_seed(seed, seat)
    data = seed.to_bytes(8, "little") + bytes([seat])
    return int.from_bytes(hashlib.blake2b(data, key=key, digest_size=8).digest(), "little")


def checked_key(key: object) -> bytes:
    """The same key again.

    :raises TamayaError: if it is none
    """
    if not isinstance(key, bytes) or len(key) > _MOST_BYTES:
        raise TamayaError(f"not a key: {key!r:.60} (expected up to {_MOST_BYTES} bytes)")
    return key
