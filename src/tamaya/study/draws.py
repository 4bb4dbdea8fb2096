"""Random numbers as pure functions of a seed and a purpose, equal on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A stream of draws for one purpose, like `Draws(7, "block 3")`."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._key, self._count = f"{seed}/{purpose}", 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each with the same chance."""
        digest = hashlib.sha256(f"{self._key}/{self._count}".encode()).digest()
        self._count += 1
        return int.from_bytes(digest[:16], "big") * limit >> 128

    def chance(self) -> float:
        """A number in [0, 1)."""
        return self.below(2**53) / 2**53

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a random order."""
        result = list(values)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
