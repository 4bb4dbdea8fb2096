"""Moves tried in the same imagined positions."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import CoreAgent, as_agent
from tamaya.errors import IllegalMoveError, TamayaError
from tamaya.game import Move, State, View
from tamaya.position import position
from tamaya.search.trials import Trials, expected_score, try_moves
from tests.web.hidden import elsewhere, random_deal


def models(*names: str) -> list[CoreAgent]:
    agents = [as_agent(name) for name in names]
    assert all(isinstance(agent, CoreAgent) for agent in agents)
    return [agent for agent in agents if isinstance(agent, CoreAgent)]


def tried(view: View, samples: int = 40, seed: int = 1) -> Trials:
    return try_moves(view, models("tamaya", "tamaya"), samples=samples, seed=seed)


LAST_TURNS = """
    fireworks r4 y5 g5 w5 b5   hints 1   lives 1   deck 0
    alice  r5{r,5}  g1{*,1}  y1{*,1}  w1{*,1}  w1{*,1}
    bob    g1  g2  b1  b1  b2
"""


def test_the_value_of_a_certain_last_play_is_exact() -> None:
    trials = tried(position(LAST_TURNS).view(0))
    assert trials.value(Move.parse("play 0")).mean == 25
    assert trials.value(Move.parse("play 1")).mean == 24  # costs the last life
    assert trials.best == Move.parse("play 0")
    gain = trials.gain(Move.parse("play 0"), Move.parse("play 1"))
    assert (gain.mean, gain.sem) == (1, 0)


def test_equal_seeds_give_equal_scores_and_other_seeds_other_positions() -> None:
    view = State.deal(3).view(0)
    assert np.array_equal(tried(view).scores, tried(view).scores)
    assert not np.array_equal(tried(view).scores, tried(view, seed=2).scores)


def test_a_row_is_one_position_so_the_models_move_scores_the_same_in_its_column() -> None:
    """The model of the seat to move makes a move without chance here: a column of the trials."""
    state = State.deal(3)
    team = models("tamaya", "tamaya")
    player = team[0].sit(0)
    player.begin_game(state.view(0))
    move = player.decide(state.view(0)).move
    trials = try_moves(state.view(0), team, samples=30, seed=9)
    scores = expected_score(state.view(0), team, samples=30, seed=9)
    assert move is not None
    assert scores.tolist() == trials.scores[:, trials.moves.index(move)].tolist()


@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_change_nothing(seed: int) -> None:
    deal = random_deal(8 * seed).cut(14)
    other = elsewhere(deal, 14 % deal.setup.players, seed)
    scores = []
    for chosen in (deal, other):
        state = State.from_deck(chosen.deck, chosen.setup)
        for move in chosen.moves:
            state.apply(move)
        scores.append(tried(state.view(state.current), 20).scores)
    assert deal.deck != other.deck
    assert np.array_equal(scores[0], scores[1])


def test_values_agree_with_whole_games_from_the_start() -> None:
    """Before the first move, imagined games are games of random decks with partner's hand fixed."""
    scores = [
        expected_score(State.deal(seed).view(0), models("tamaya", "tamaya"), samples=40, seed=seed)
        for seed in range(25)
    ]
    games = ty.match("tamaya", "tamaya", games=1000).scores
    assert np.concatenate(scores).mean() == pytest.approx(games.mean(), abs=0.4)


def test_bad_questions_are_refused() -> None:
    view = State.deal(3).view(1)
    with pytest.raises(IllegalMoveError):
        tried(view)
    with pytest.raises(TamayaError, match="3 models for 2 seats"):
        try_moves(State.deal(3).view(0), models(*["tamaya"] * 3), samples=2, seed=1)
