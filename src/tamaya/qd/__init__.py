"""MAP-Elites: evolution of pools, and what is done to evolved agents."""

from tamaya.qd.simplify import simplify

__all__ = ["simplify"]
