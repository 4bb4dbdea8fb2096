"""The game: cards, moves, set-ups, positions and views, as the core defines them."""

from tamaya._core import (
    Card,
    Event,
    IllegalMoveError,
    Knowledge,
    Move,
    NotationError,
    Setup,
    State,
    TamayaError,
    UnknownNameError,
    View,
    agent_seed,
)

Seat = int
"""Absolute position at the table, 0 to players - 1."""

Seed = int
"""A whole number from 0 to 2**64 - 1."""

SEAT_NAMES = ("alice", "bob", "cathy", "donald", "emily")
"""Names of the seats in texts."""

__all__ = [
    "SEAT_NAMES",
    "Card",
    "Event",
    "IllegalMoveError",
    "Knowledge",
    "Move",
    "NotationError",
    "Seat",
    "Seed",
    "Setup",
    "State",
    "TamayaError",
    "UnknownNameError",
    "View",
    "agent_seed",
]
