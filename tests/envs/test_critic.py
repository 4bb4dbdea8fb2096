"""Observations for centralised critics add the player's own cards, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from tamaya.envs import critic_fields, vector_env
from tamaya.envs.critic import critic_observation
from tamaya.envs.pettingzoo import HanabiAEC
from tamaya.game import State
from tamaya.vector import Vector, observation_fields

SETUPS = ["standard", "standard players=5", "eger players=3", "standard extra_suit=rainbow"]
COLORS = "rygwbm"


def own_cards(row: np.ndarray, setup: str) -> list[str]:
    """The cards that the field own_cards of an observation shows."""
    field = critic_fields(setup)[0]
    kinds = [f"{color}{rank}" for color in COLORS for rank in range(1, 6)]
    bits = row[field.span].reshape(field.shape)
    return [kinds[slot.argmax()] for slot in bits if slot.any()]


@pytest.mark.parametrize("setup", SETUPS)
def test_a_critic_sees_the_observation_and_the_own_cards_until_the_end(setup: str) -> None:
    rows, rng = 6, np.random.default_rng(1)
    env = vector_env(rows, setup, critic=True)
    observations, infos = env.reset(seed=3)
    ended = np.zeros(rows, np.bool_)
    emptied = False
    over = False
    while not over:
        over = bool(ended.all())  # then this looks at the last position
        for row in range(rows):
            state, seen = env.state(row), infos["critic_observation"][row]
            hand = [str(card) for card in state.hand(state.current) if card is not None]
            assert own_cards(seen, setup) == hand
            emptied |= len(hand) < state.setup.hand_size
            own = critic_fields(setup)[0].size
            assert np.array_equal(seen[own:], observations[row])
            assert np.array_equal(critic_observation(state), seen)
        mask, size = infos["action_mask"].copy(), env.setup.hand_size
        mask[:, size : 2 * size] = 0  # nobody plays a card, so that the deck runs out
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        observations, _, now, _, infos = env.step(actions)
        ended |= now
    assert emptied


def test_fields_of_a_critic_cover_its_observation_in_order() -> None:
    fields = critic_fields("standard players=3", "extended")
    assert [field.name for field in fields[1:]] == [
        field.name for field in observation_fields("standard players=3", "extended")
    ]
    ends = np.cumsum([field.size for field in fields])
    assert [field.offset for field in fields] == [0, *ends[:-1]]


def test_critics_of_games_with_partners_see_the_learners_cards() -> None:
    env = vector_env(16, partners=["piers", "iggi"], critic=True, observation="counts")
    _, infos = env.reset(seed=1)
    size = sum(field.size for field in critic_fields("standard", "counts"))
    assert infos["critic_observation"].shape == (16, size)
    for row in range(16):
        hand = env.vector.state(row).hand(int(infos["current"][row]))
        assert own_cards(infos["critic_observation"][row], "standard") == list(map(str, hand))
    assert "critic_observation" not in vector_env(2, partners=["piers"]).reset()[1]


def test_renamed_colors_are_those_that_the_learner_sees() -> None:
    plain, renamed = Vector(32, seed=4), Vector(32, seed=4, permute_colors=True)
    cards, others = plain.own_cards(), renamed.own_cards()
    assert np.array_equal(cards % 5, others % 5)  # the ranks stay
    for row in range(32):
        names = dict(zip(cards[row] // 5, others[row] // 5, strict=True))
        assert all(names[c // 5] == o // 5 for c, o in zip(cards[row], others[row], strict=True))
    assert (cards != others).any()


def test_the_state_of_pettingzoo_is_the_critics_observation() -> None:
    env = HanabiAEC("standard players=3")
    env.reset(seed=2)
    assert np.array_equal(env.state(), critic_observation(State.deal(2, env.setup)))
    assert env.state_space.contains(env.state())
