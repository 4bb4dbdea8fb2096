"""Which hypotheses count as recognizing a partner: those that move as it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Agent, CoreAgent
from tamaya.meta.experience import Experience, niche_of
from tamaya.qd.metrics.similarity import ask

ALIKE = 0.99
"""two agents with at least this share of equal moves count as the same"""
Places = tuple[tuple[int, ...], ...]
"""indices of hypotheses, for each partner"""
_GAMES = 100
"""games of self-play behind the positions, over all players"""


class Lookalikes:
    """Finds the hypotheses that make the same move as a partner in nearly all positions.

    The positions come from the self-play of the hypotheses, always on the same decks. If some
    hypotheses have a niche, only these play, since the others were made up for them. An agent
    written in Python cannot be compared by its moves; it matches the hypothesis with its name.
    """

    def __init__(self, partners: Sequence[Agent]) -> None:
        self._partners = partners
        self._known: dict[Experience, Places] = {}

    def of(self, agent: object) -> Places:
        """For each partner, the matching hypotheses of the agent's experience, as indices.

        There are none for agents without an experience.
        """
        experience = getattr(agent, "experience", None)
        if not isinstance(experience, Experience):
            return ((),) * len(self._partners)
        if experience not in self._known:
            self._known[experience] = _alike(experience, self._partners)
        return self._known[experience]


def _alike(experience: Experience, partners: Sequence[Agent]) -> Places:
    native = [agent for agent in partners if isinstance(agent, CoreAgent) and agent.is_native]
    shares = iter(_shares(experience, native) if native else ())
    return tuple(
        tuple(np.flatnonzero(next(shares) >= ALIKE).tolist())
        if partner.is_native
        else experience.places_of(partner)
        for partner in partners
    )


def _shares(experience: Experience, partners: Sequence[CoreAgent]) -> NDArray[np.float64]:
    """Share of positions with the same move: [partners, hypotheses]."""
    hypotheses, known = experience.suspects, experience.hypotheses
    of_map = [i for i, agent in enumerate(hypotheses) if niche_of(agent)]
    own_pool = tuple(known.agents[i] for i in of_map) or known.agents
    players = replace(known, agents=own_pool, setup=str(experience.setup))
    games = -(-_GAMES // len(players))
    moves = ask(players, [*hypotheses, *partners], games=games).moves
    own, theirs = moves[: len(hypotheses)], moves[len(hypotheses) :]
    return np.array([(own == row).mean(axis=1) for row in theirs])


def recognized(beliefs: NDArray[np.float64], places: Sequence[int]) -> NDArray[np.float64]:
    """Share of the likeliest hypotheses that are among these places; nan without places.

    It is 0 or 1 if one hypothesis is likelier than all others.

    :param beliefs: [..., hypotheses]
    """
    if not places:
        return np.full(beliefs.shape[:-1], np.nan)
    likeliest = beliefs == beliefs.max(axis=-1, keepdims=True)
    result: NDArray[np.float64] = likeliest[..., list(places)].sum(-1) / likeliest.sum(-1)
    return result
