"""The hat convention of the core against the small Python oracle, in whole games."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya import Move, Setup, State, _core
from tests.oracle import hanabi
from tests.oracle.hats import HatTable
from tests.oracle.test_differential import pair, rules_of


def compare_games(setup: Setup, seeds: range, risk: int) -> int:
    """Plays whole games of both side by side; the number of moves."""
    agent, moves = ty.as_agent(f"convention:hats(risk={risk})"), 0
    for seed in seeds:
        state = State.deal(seed, setup)
        deck = [pair(card) for card in state.full_deck]
        table = HatTable(hanabi.Game(rules_of(setup), [card for card in deck if card]), risk)
        players = [agent.sit(seat) for seat in range(setup.players)]
        for seat, player in enumerate(players):
            player.begin_game(state.view(seat))
        while not state.over:
            believed = _core.hats_possible(state.view(state.current))
            assert [
                [{pair(card) for card in slot} for slot in hand if slot] for hand in believed
            ] == table.possible
            ours = players[state.current].decide(state.view(state.current)).move
            theirs = table.move()
            assert ours is not None
            assert ours == Move.from_action_id(hanabi.move_to_id(table.game.rules, theirs), setup)
            state.apply(ours)
            table.apply(theirs)
            moves += 1
    return moves


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_beliefs_and_moves_of_hats_are_those_of_the_oracle(players: int) -> None:
    assert compare_games(Setup.standard(players), range(1), 75) > 30


@pytest.mark.exhaustive
@pytest.mark.parametrize("risk", [50, 75, 100])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games_of_hats_are_those_of_the_oracle(players: int, risk: int) -> None:
    assert compare_games(Setup.standard(players), range(100, 110), risk) > 300
