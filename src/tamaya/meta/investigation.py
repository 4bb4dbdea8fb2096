"""Settings of a detective's search, and the reason for a move that it found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tamaya import _core
from tamaya.game import TamayaError

_MOST = 10**9


@dataclass(frozen=True, kw_only=True)
class Investigation:
    """How a detective searches for each move.

    It tries the legal moves in imagined games. Each of them has a hand that the detective may hold,
    and partners drawn from its beliefs. The response plays the detective's own seat. The move of
    the response is replaced only by one that is better beyond doubt.
    """

    iterations: int = 0
    """rollouts per move; 0 means no limit"""
    seconds: float = 0.0
    """time limit per move; 0 means no limit. One of the two limits is needed"""
    threads: int = 1
    """threads that share a search; the result depends on their number, not on the machine"""
    hands: int = 16
    """own hands that agree with the hints, of which each imagined game has one, drawn by how well
    it explains the partners' moves; with 1 only the hints count"""
    errors: float = 2.0
    """standard errors by which a move must beat that of the response"""
    strict: bool = False
    """rollouts that lose the last life score 0; otherwise they keep their points"""

    def __post_init__(self) -> None:
        for name in ("iterations", "threads", "hands"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
                raise TamayaError(f"{name} = {value!r} (expected a whole number up to {_MOST:,})")
        for name in ("seconds", "errors"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise TamayaError(f"{name} = {value!r} (expected a number)")
        self.core  # noqa: B018  raises for numbers out of range

    @property
    def is_timed(self) -> bool:
        """Does a time limit end the search? Then its moves depend on the machine."""
        return self.seconds > 0

    @cached_property
    def core(self) -> _core.Investigation:
        """The same settings for the core."""
        return _core.Investigation(
            iterations=self.iterations,
            seconds=self.seconds,
            threads=self.threads,
            hands=self.hands,
            errors=self.errors,
            strict=self.strict,
        )
