"""Partners from a pool sit in the PettingZoo environment and play as they do in a match."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import tamaya as ty
from tamaya.agents.seeds import NO_KEY, player_seed
from tamaya.envs import aec_env
from tamaya.envs.pettingzoo_partners import HanabiPartnerAEC
from tamaya.envs.series import deck_seed
from tamaya.errors import TamayaError


class Spy:
    """Discards its oldest card, and remembers how it was called."""

    calls: ClassVar[list[str]] = []

    def begin_game(self, view: ty.View, seed: int) -> None:
        self.calls.append("game")

    def act(self, view: ty.View) -> ty.Move:
        self.calls.append("act")
        return next(move for move in view.legal_moves() if move.kind != "play")


def finish(env: HanabiPartnerAEC, agent: ty.Agent, seat: int) -> ty.State:
    """Plays the running game with an agent in a learner's seat, and returns its end."""
    player = agent.sit(seat)
    seed = player_seed(player, env.series.deck_seeds.seed, seat, NO_KEY)
    player.begin_game(env.series.state.view(seat), seed)
    while not all(env.terminations.values()):
        move = player.decide(env.series.state.view(seat)).move
        assert move is not None
        env.step(move.action_id(env.setup))
    return env.series.state


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("learners", ["rotate", (0, 2)])
def test_it_passes_the_api_test(learners: Any) -> None:
    options: dict[str, Any] = {"partners": "canaan2020-3p-1", "learners": learners}
    api_test(aec_env(**options), num_cycles=300)
    seed_test(lambda: aec_env(**options), num_cycles=100)


@pytest.mark.parametrize("partner", ["piers", "eger:full", "noisy(20, iggi)"])
def test_a_game_is_the_game_of_a_match(partner: str) -> None:
    """The learner plays like an agent without luck; partners keep their own luck."""
    env = HanabiPartnerAEC([partner], "standard", learners=[0])
    for seed in range(3):
        env.reset(seed=seed)
        final = finish(env, ty.as_agent("outer"), 0)
        assert final == ty.play("outer", partner, seed=seed, setup=env.setup).final


def test_rewards_of_the_last_seat_add_up_to_the_score() -> None:
    """Three partners move before the learner, and often score before it moves at all."""
    env = HanabiPartnerAEC(["tamaya"], "standard players=4", learners=[3], scoring="kept")
    before_first_moves = 0
    for seed in range(3):
        env.reset(seed=seed)
        before_first_moves += env.series.points
        total, player = 0.0, ty.as_agent("tamaya").sit(3)
        player.begin_game(env.series.state.view(3), 0)
        while not all(env.terminations.values()):
            move = player.decide(env.series.state.view(3)).move
            assert move is not None
            env.step(move.action_id(env.setup))
            total += env.rewards["player_3"]
        assert total == env.series.state.score
    assert before_first_moves > 0


def test_partners_change_with_episodes_and_learners_take_the_next_seat() -> None:
    env = HanabiPartnerAEC(["piers", "iggi", "outer"], "standard", episode=2, identify=True)
    rows = []
    for game in range(40):
        env.reset(seed=9 if game == 0 else None)
        info = env.infos[env.agent_selection]
        rows.append((env.agents[0], info["game"], info["partner"]))
    assert [row[1] for row in rows] == [0, 1] * 20
    for episode in range(20):
        first, second = rows[2 * episode : 2 * episode + 2]
        assert first[0] == second[0] == f"player_{episode % 2}"
        assert first[2] == second[2]
    assert {row[2] for row in rows} == {0, 1, 2}
    assert env.series.state.full_deck == ty.State.deal(deck_seed(9, 39), env.setup).full_deck


def test_the_partner_stays_hidden_unless_it_is_asked_for() -> None:
    env = HanabiPartnerAEC(["piers"], "standard")
    env.reset(seed=0)
    assert env.infos[env.agent_selection] == {"game": 0}


def test_weights_decide_who_plays() -> None:
    env = HanabiPartnerAEC(["piers", "iggi"], "standard", weights=[0, 1], identify=True)
    for seed in range(5):
        env.reset(seed=seed)
        assert env.infos[env.agent_selection]["partner"] == 1


def test_agents_in_python_can_be_partners() -> None:
    Spy.calls.clear()
    env, rng = HanabiPartnerAEC([Spy], "standard", learners=[0]), random.Random(1)
    env.reset(seed=1)
    while not env.terminations["player_0"]:
        mask = env.observe("player_0")["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert Spy.calls.count("game") == 1
    assert Spy.calls.count("act") > 1


def test_an_illegal_action_of_a_learner_ends_the_game_with_a_penalty() -> None:
    env = aec_env(partners=["piers"], learners=[0])
    env.reset(seed=0)
    env.step(0)  # discards with all hint tokens
    assert env.terminations == {"player_0": True}
    assert env.rewards == {"player_0": -1.0}


GIVES_UP = "chromosome2019(27)"
"""discards its oldest card; while all hint tokens are there, it has no rule and gives up"""


def test_a_partner_that_gives_up_ends_the_game_where_the_setup_says_so() -> None:
    env = HanabiPartnerAEC([GIVES_UP], "standard illegal=end", learners=[1])
    env.reset(seed=0)
    assert env.terminations == {"player_1": True}
    assert (env.series.state.end, env.series.state.score) == ("forfeit", 0)


def test_a_partner_that_gives_up_elsewhere_is_an_error_that_names_it() -> None:
    env = HanabiPartnerAEC([GIVES_UP], "standard", learners=[1], illegal="raise")
    with pytest.raises(TamayaError, match=r"'chromosome2019\(27\)' gives up"):
        env.reset(seed=0)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"learners": [2]}, r"learners = \[2\] .expected 'rotate', or some of the seats"),
        ({"learners": [0, 1]}, r"learners = \[0, 1\]"),
        ({"weights": [1, 2]}, r"weights = \[1, 2\] .expected 1 numbers"),
        ({"episode": 0}, "episode = 0"),
        ({"partners": ["learned:other-play-3"], "setup": "standard players=3"}, "other-play-3"),
    ],
)
def test_impossible_arguments_are_quoted(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TamayaError, match=complaint):
        HanabiPartnerAEC(**{"partners": ["piers"], "setup": "standard", **options})
