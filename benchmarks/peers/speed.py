"""The result of a peer: number of moves and CPU time."""

from dataclasses import dataclass


class PeerUnavailable(RuntimeError):
    """A peer cannot be fetched, built or imported here; the message is one line saying why."""


@dataclass(frozen=True)
class Speed:
    """One timed run of one peer on one core."""

    steps: int
    """moves made by players; dealing a card is not a step"""
    cpu_seconds: float
    """processor time of the games alone, without start-up"""

    @property
    def steps_per_second(self) -> float:
        """Steps for each second of processor time."""
        return self.steps / self.cpu_seconds
