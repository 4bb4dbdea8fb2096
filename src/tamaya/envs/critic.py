"""Observations for centralised critics: everything that a player may know, and its own cards.

A critic of an actor-critic method is used in training alone, so it may see the cards that the actor
may not. Its observation starts with the player's own hand, one bit for each slot and kind of card,
and goes on with the observation of the player.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from tamaya.game import Card, Setup, State
from tamaya.numbers import Bytes
from tamaya.vector.fields import Field, ObservationKind, observation_fields

_COLORS = "rygwbm"


def critic_fields(
    setup: Setup | str = "standard", observation: ObservationKind = "hle"
) -> tuple[Field, ...]:
    """All fields of a critic's observation, in order.

    :param setup: a `Setup`, or words like "competition players=3"
    :param observation: kind of the player's observation: "hle", "extended" or "counts"
    :raises TamayaError: if there is no such observation
    """
    setup = Setup.parse(setup) if isinstance(setup, str) else setup
    shape = setup.hand_size, len(_kinds(setup))
    own = Field("own_cards", 0, shape, 1, "card in each slot of the viewer's own hand; hidden")
    return (
        own,
        *(
            replace(field, offset=field.offset + own.size)
            for field in observation_fields(setup, observation)
        ),
    )


def critic_observations(cards: Bytes, observations: Bytes, setup: Setup) -> Bytes:
    """Joins own cards and observations.

    :param cards: numbers of the cards in the own hand, 31 for an empty slot: [games, hand_size]
    :param observations: what the players see: [games, size]
    """
    bits = cards[:, :, None] == _kinds(setup)
    own = bits.reshape(len(cards), -1).view(np.uint8)
    return np.concatenate([own, observations], axis=1)


def critic_observation(state: State) -> Bytes:
    """The observation of a critic for the seat to move."""
    setup, seat = state.setup, state.current
    numbers = [31 if card is None else _number(card) for card in state.hand(seat)]
    numbers += [31] * (setup.hand_size - len(numbers))
    cards = np.array([numbers], np.uint8)
    seen: Bytes = critic_observations(cards, state.view(seat).observation()[None], setup)[0]
    return seen


@lru_cache(maxsize=64)
def _kinds(setup: Setup) -> Bytes:
    """Numbers of all kinds of cards of a set-up, by color, then rank."""
    cards = State.deal(0, setup).full_deck
    return np.array(sorted({_number(card) for card in cards}), np.uint8)


def _number(card: Card) -> int:
    """A card's number in the core."""
    return 5 * _COLORS.index(card.color) + card.rank - 1
