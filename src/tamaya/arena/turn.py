"""Carries out a player's turn."""

from __future__ import annotations

from collections.abc import Callable

from tamaya.agents import Decision
from tamaya.errors import IllegalMoveError
from tamaya.game import Event, State, View


def take_turn(state: State, name: str, decide: Callable[[View], Decision]) -> Event:
    """Lets the seat to move decide, and applies its move.

    An illegal move, or none, ends the game if the set-up says so.

    :param name: the name of the player, for error messages
    :param decide: returns the player's decision in a view, which has no move if the player gives up
    :raises IllegalMoveError: if the move is illegal and the set-up does not end the game then
    """
    try:
        move = decide(state.view(state.current)).move
        if move is None:
            raise IllegalMoveError(f"{name} gives up: none of its rules applies")
        return state.apply(move)
    except IllegalMoveError:
        if state.setup.illegal != "end":
            raise
        return state.give_up()
