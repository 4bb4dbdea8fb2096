"""Exact values of moves: averages over every deal that a player cannot rule out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

import tamaya as ty
from tamaya.agents import NativeAgent
from tests.test_game import hidden_places

Mover = Callable[[ty.View], ty.Move]


def mover(agent: NativeAgent) -> Mover:
    """The move function of an agent that makes no random choices."""

    def move(view: ty.View) -> ty.Move:
        agent.begin_game(view, 1)
        return agent.act(view)

    return move


def worlds(state: ty.State, seat: int) -> Iterator[ty.State]:
    """All positions that look the same to the seat.

    Copies of a card count as different cards, so each position occurs as often as it is likely.
    """
    view, deck = state.view(seat), state.full_deck
    places = hidden_places(state, seat)
    for cards in permutations([deck[place] for place in places]):
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        world = ty.State.from_deck(deck, state.setup)
        for event in state.events:
            assert event.move is not None
            if event.move not in world.legal_moves():
                break
            world.apply(event.move)
        else:
            if world.view(seat) == view:
                yield world


def play_out(state: ty.State, move: Mover) -> int:
    """Final points if all players use this move function."""
    while not state.over:
        state.apply(move(state.view(state.current)))
    return state.score


def values_with_policy(state: ty.State, move: Mover) -> dict[ty.Move, float]:
    """Mean final points of each legal move if all players then use this move function."""
    sums: dict[ty.Move, int] = {}
    count = 0
    for world in worlds(state, state.current):
        count += 1
        for first in state.legal_moves():
            after = world.copy()
            after.apply(first)
            sums[first] = sums.get(first, 0) + play_out(after, move)
    return {first: total / count for first, total in sums.items()}


def values_in_the_last_round(state: ty.State) -> dict[ty.Move, float]:
    """Mean final points of each move when each of two players has one turn and no hints are left.

    The partner answers with the move that is best on average over all deals that the first player
    cannot rule out.
    """
    values: dict[ty.Move, float] = {}
    all_worlds = list(worlds(state, state.current))
    for first in state.legal_moves():
        answers: dict[ty.Move, list[int]] = {}
        for world in all_worlds:
            after = world.copy()
            after.apply(first)
            for second in after.legal_moves():
                ended = after.copy()
                ended.apply(second)
                assert ended.over
                answers.setdefault(second, []).append(ended.score)
        values[first] = max(
            sum(scores) / len(scores)
            for scores in answers.values()
            if len(scores) == len(all_worlds)  # legal in every world
        )
    return values
