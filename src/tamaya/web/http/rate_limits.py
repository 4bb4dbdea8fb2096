"""Rate limits of pages and addresses: token buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

_KEPT = 10_000
"""most buckets; then the least recently used one is evicted"""


class Bucket:
    """Holds up to `burst` tokens and gains `per_second` new ones each second."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._size, self._clock = per_second, burst, clock
        self._tokens, self._at = burst, clock()

    def take(self) -> bool:
        """Takes a token; False if none is left."""
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
        self._new_bucket = partial(Bucket, per_second, burst, clock)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Takes a token of an address; False if none is left."""
        bucket = self._buckets.setdefault(address, self._new_bucket())
        self._buckets.move_to_end(address)
        if len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()
