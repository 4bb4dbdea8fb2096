"""Sets up a position, makes moves, and asks a rule for its move."""

from __future__ import annotations

from tamaya import Setup, State
from tamaya.position import position
from tamaya.rules import rule


def reached(text: str, *moves: str, setup: Setup | None = None) -> State:
    """The position after the moves."""
    state = position(text, setup)
    for move in moves:
        state.apply(move)
    return state


def says(spec: str, text: str, *moves: str) -> str | None:
    """The move that a rule proposes to the player to move; None if it does not apply."""
    state = reached(text, *moves)
    move = rule(spec)(state.view(state.current))
    return None if move is None else str(move)


def says_by_chance(spec: str, text: str) -> set[str]:
    """All moves a random rule proposes, over many seeds."""
    state = position(text)
    moves = [rule(spec)(state.view(state.current), seed) for seed in range(200)]
    assert all(move in state.legal_moves() for move in moves)
    return {str(move) for move in moves}
