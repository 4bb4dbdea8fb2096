"""Random numbers that are pure functions of (seed, purpose, index), equal on every machine."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tamaya.arena import mixed

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Purpose(IntEnum):
    """What random numbers are drawn for. Different purposes have independent streams."""

    genomes = 1
    decks = 2
    incumbent_decks = 3
    extra_decks = 4
    climb = 5
    relatives = 6
    random_lists = 7


class RandomStream:
    """A stream of random arrays."""

    def __init__(self, seed: int, purpose: Purpose, index: int) -> None:
        key = np.zeros(1, np.uint64)
        for part in (seed, purpose, index):
            key = mixed(key * _GOLDEN + np.uint64(part) + np.uint64(1))
        self._key = key
        self._drawn = 0

    def words(self, *shape: int) -> NDArray[np.uint64]:
        """Random 64-bit numbers."""
        count = int(np.prod(shape))
        counter = np.arange(self._drawn + 1, self._drawn + count + 1, dtype=np.uint64)
        self._drawn += count
        return mixed(self._key + counter * _GOLDEN).reshape(shape)

    def below(self, limit: int, *shape: int) -> NDArray[np.int64]:
        """Whole numbers from 0 to limit - 1, for limits up to 2**32."""
        high = self.words(*shape) >> np.uint64(32)
        return (high * np.uint64(limit) >> np.uint64(32)).astype(np.int64)

    def chance(self, probability: float, *shape: int) -> NDArray[np.bool_]:
        """True with this probability."""
        hits: NDArray[np.bool_] = (self.words(*shape) >> np.uint64(11)) * 2.0**-53 < probability
        return hits

    def seeds(self, *shape: int) -> NDArray[np.uint64]:
        """Seeds of games below 2**63, so that many further seeds can follow each."""
        return self.words(*shape) >> np.uint64(1)

    def orders(self, rows: int, length: int) -> NDArray[np.int64]:
        """A random order of 0 to length - 1 in each row."""
        return np.argsort(self.words(rows, length), axis=1, kind="stable")
