"""How much one page or one address may ask for: token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

_KEPT = 10_000
"""buckets; of more, the one that was used longest ago is forgotten"""


class Bucket:
    """Holds some tokens and gets new ones at a steady rate."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._size, self._clock = per_second, burst, clock
        self._tokens, self._at = burst, clock()

    def take(self) -> bool:
        """Takes a token, if there is one."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """One bucket for each address."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._made = partial(Bucket, per_second, burst, clock)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Takes a token of an address, if there is one."""
        bucket = self._buckets.setdefault(address, self._made())
        self._buckets.move_to_end(address)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()
