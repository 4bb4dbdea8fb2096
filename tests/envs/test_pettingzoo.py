"""The PettingZoo environment keeps PettingZoo's contract and the rules of the game."""

import pickle
import random
from collections import Counter

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tamaya.envs.pettingzoo import HanabiAEC, env
from tamaya.envs.series import Scoring, deck_seed
from tamaya.game import IllegalMoveError, Move, Setup, State, TamayaError

SETUPS = ["standard", "standard players=5", "competition players=3", "standard extra_suit=rainbow"]


def dealt(setup: str = "standard", *, seed: int = 0) -> HanabiAEC:
    game = HanabiAEC(setup)
    game.reset(seed=seed)
    return game


def legal_action(game: HanabiAEC, rng: random.Random) -> int:
    mask = game.observe(game.agent_selection)["action_mask"]
    return int(rng.choice(np.flatnonzero(mask)))


def mostly_right_action(game: HanabiAEC, rng: random.Random) -> int:
    """Plays only playable cards nine times in ten, so that some games end with points."""
    state, action = game.series.state, legal_action(game, rng)
    move = Move.from_action_id(action, state.setup)
    while move.kind == "play" and rng.random() < 0.9:
        if move.slot is not None and state.hand(state.current)[move.slot] in state.playable:
            break
        action = legal_action(game, rng)
        move = Move.from_action_id(action, state.setup)
    return action


# PettingZoo says this of every dict observation whose environment it does not know by name.
@pytest.mark.filterwarnings("ignore:Observation")
# An agent that is done has no legal actions.
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("build", [env, HanabiAEC])
def test_it_passes_the_api_test(build: type[HanabiAEC], setup: str) -> None:
    api_test(build(setup), num_cycles=1000)


@pytest.mark.parametrize("build", [env, HanabiAEC])
def test_it_passes_the_seed_test(build: type[HanabiAEC]) -> None:
    seed_test(build, num_cycles=500)


def test_it_passes_the_render_test() -> None:
    render_test(HanabiAEC)


def test_spaces_and_names_are_those_of_hanabi_v5() -> None:
    game = dealt("standard players=3")
    assert game.possible_agents == ["player_0", "player_1", "player_2"]
    assert game.action_space("player_0").n == Setup.standard(3).actions
    space = game.observation_space("player_2")
    assert space["observation"].shape == (Setup.standard(3).observation_size,)
    assert space["action_mask"].dtype == np.int8


@pytest.mark.parametrize("setup", SETUPS)
def test_every_agent_observes_what_its_seat_may_know(setup: str) -> None:
    game, rng = dealt(setup), random.Random(1)
    while not game.series.state.over:
        for seat, agent in enumerate(game.possible_agents):
            expected = game.series.state.view(seat).observation()
            assert np.array_equal(game.observe(agent)["observation"], expected)
        game.step(legal_action(game, rng))


@pytest.mark.parametrize("setup", SETUPS)
def test_the_mask_marks_exactly_the_legal_moves_of_the_agent_to_move(setup: str) -> None:
    game, rng = dealt(setup), random.Random(2)
    while not game.series.state.over:
        state = game.series.state
        for agent in game.agents:
            mask = game.observe(agent)["action_mask"]
            to_move = agent == game.agent_selection
            for action in range(state.setup.actions):
                move = Move.from_action_id(action, state.setup)
                assert mask[action] == (to_move and state.is_legal(move))
        game.step(legal_action(game, rng))


def test_permuting_the_cards_an_agent_cannot_see_leaves_its_observation_unchanged() -> None:
    # Alice only hints and bob only discards, so nobody ever learns of alice's cards: to her, they
    # and the cards left in the deck may be exchanged at will.
    game, rng = dealt(seed=3), random.Random(3)
    for _ in range(4):
        hints = np.flatnonzero(game.observe("player_0")["action_mask"][10:]) + 10
        game.step(int(hints[0]))
        game.step(0)
    moves = [event.move for event in game.series.state.events]
    full, deck_size = game.series.state.full_deck, len(game.series.state.deck)
    visible = slice(5, len(full) - deck_size)
    before = {agent: game.observe(agent)["observation"] for agent in game.agents}
    for _ in range(20):
        hidden = full[:5] + full[len(full) - deck_size :]
        rng.shuffle(hidden)
        permuted = State.from_deck(hidden[:5] + full[visible] + hidden[5:])
        for move in moves:
            assert move is not None
            permuted.apply(move)
        game.series.state = permuted
        assert np.array_equal(game.observe("player_0")["observation"], before["player_0"])
        assert not np.array_equal(game.observe("player_1")["observation"], before["player_1"])


@pytest.mark.parametrize("scoring", ["strict", "kept"])
def test_rewards_of_each_agent_sum_to_the_score(scoring: Scoring) -> None:
    game, rng = HanabiAEC("standard players=3", scoring=scoring), random.Random(4)
    ends = Counter[str]()
    for seed in range(100):
        game.reset(seed=seed)
        earned = dict.fromkeys(game.agents, 0.0)
        for agent in game.agent_iter():
            _, reward, over, _, _ = game.last()
            earned[agent] += reward
            game.step(None if over else mostly_right_action(game, rng))
        state = game.series.state
        score = state.strict_score if scoring == "strict" else state.score
        assert earned == dict.fromkeys(game.possible_agents, float(score))
        ends[state.end] += score > 0
    assert ends["last_turn"] > 0
    assert (ends["bombed"] > 0) == (scoring == "kept")


def test_a_seed_deals_its_deck_and_resets_without_one_go_on_from_it() -> None:
    game = dealt(seed=5)
    assert game.series.state == State.deal(5)
    game.reset()
    assert game.series.state == State.deal(deck_seed(5, 1))


def test_resets_without_any_seed_deal_different_games() -> None:
    game, second = HanabiAEC(), HanabiAEC()
    game.reset()
    second.reset()
    assert game.series.state != second.series.state


def test_the_first_seat_of_the_setup_moves_first() -> None:
    assert dealt("standard players=3 first_seat=2").agent_selection == "player_2"


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    game = dealt()
    with pytest.raises(IllegalMoveError, match="'discard 0' of alice in turn 0"):
        game.step(0)
    assert game.series.state == State.deal(0)
    assert game.agent_selection == "player_0"


def test_an_illegal_action_ends_the_game_where_the_setup_says_so() -> None:
    game = dealt("standard illegal=end")
    game.step(0)
    assert game.series.state.forfeit
    assert all(game.terminations.values())


def test_the_wrapped_environment_ends_the_game_on_an_illegal_action() -> None:
    game = env()
    game.reset(seed=0)
    game.step(0)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": -1.0, "player_1": 0.0}


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    game = HanabiAEC(render_mode="human")
    game.reset(seed=0)
    game.step(5)
    start = State.deal(0)
    after = start.copy()
    after.apply("play 0")
    assert capsys.readouterr().out == f"{start}\n{after}\n"


def test_ansi_mode_returns_the_position() -> None:
    game = HanabiAEC(render_mode="ansi")
    game.reset(seed=0)
    assert game.render() == str(State.deal(0))


def test_an_unknown_render_mode_is_quoted() -> None:
    with pytest.raises(TamayaError, match="not a render mode: 'rgb_array'"):
        HanabiAEC(render_mode="rgb_array")


def test_a_pickled_environment_plays_on() -> None:
    game, rng = dealt(seed=6), random.Random(6)
    game.step(legal_action(game, rng))
    copy = pickle.loads(pickle.dumps(game))
    assert copy.series.state == game.series.state
    copy.reset()
    game.reset()
    assert copy.series.state == game.series.state
