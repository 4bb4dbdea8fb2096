"""Which deck each game of an environment gets."""

import numpy as np
import pytest

from tamaya.envs.series import DeckSeeds, Scoring, Series, deck_seed
from tamaya.game import Card, IllegalMoveError, Move, State, TamayaError


def test_the_first_game_is_dealt_from_the_seed_itself() -> None:
    assert deck_seed(7, 0) == 7
    series = Series("standard", "strict")
    series.restart(7)
    assert series.state == State.deal(7)


def test_later_games_follow_splitmix64() -> None:
    # The first outputs of the reference implementation for the seed 1234567.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [deck_seed(1234567, game) for game in (1, 2, 3)] == published


def test_a_restart_without_a_seed_continues_the_series() -> None:
    series = Series("standard", "strict")
    series.restart(7)
    series.restart(None)
    assert series.state == State.deal(deck_seed(7, 1))


def test_numpy_seeds_count_as_whole_numbers() -> None:
    seeds, same = DeckSeeds(np.uint64(2**63)), DeckSeeds(2**63)  # type: ignore[arg-type]
    assert [seeds.draw() for _ in range(3)] == [same.draw() for _ in range(3)]


def test_series_without_a_seed_differ() -> None:
    assert DeckSeeds().seed != DeckSeeds().seed


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_quoted(seed: int) -> None:
    with pytest.raises(TamayaError, match=f"not a seed: {seed}"):
        DeckSeeds(seed)


@pytest.mark.parametrize(("scoring", "lost"), [("strict", -1.0), ("kept", 0.0)])
def test_a_bomb_costs_all_points_only_under_strict_scoring(scoring: Scoring, lost: float) -> None:
    series = Series("standard", scoring)
    alice, others = [Card(text) for text in ("r1", "y5", "g5", "w5", "b5")], series.setup.cards()
    for card in alice:
        others.remove(card)
    series.state = State.from_deck(alice + others)
    moves = ["play 0", "hint +1 5", "play 0", "hint +1 5", "play 0", "hint +1 5", "play 0"]
    earned = [series.play(Move(text).action_id(series.setup)) for text in moves]
    assert series.state.bombed
    assert earned == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, lost]


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    series = Series("standard", "strict")
    before = series.state.copy()
    with pytest.raises(IllegalMoveError, match="all hint tokens are available"):
        series.play(0)
    assert series.state == before


@pytest.mark.parametrize("action", [20, -1, None, 1.5])
def test_an_action_that_does_not_exist_is_quoted(action: int) -> None:
    with pytest.raises(TamayaError, match=f"action:? {action}.*0 to 19"):
        Series("standard", "strict").play(action)


def test_an_unknown_scoring_is_quoted() -> None:
    with pytest.raises(TamayaError, match="not a scoring: 'loose'"):
        Series("standard", "loose")  # type: ignore[arg-type]
