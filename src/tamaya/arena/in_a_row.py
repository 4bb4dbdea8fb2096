"""Plays a sequence of games of one team on given decks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import AgentLike
from tamaya.arena.match import RESULT
from tamaya.arena.team import Team
from tamaya.game import Seed, Setup, TamayaError


def play_in_a_row(
    *agents: AgentLike,
    decks: NDArray[np.uint8],
    setup: Setup | str = "standard",
    first_seed: Seed = 0,
    forgetting: bool = True,
) -> NDArray[np.void]:
    """Plays one game with each deck; returns one row per game, like `Matchup.results`.

    :param decks: card indices (`Card.index`) in drawing order, [games, cards]
    :param first_seed: seeds the agents' own randomness in the first game; each further game takes
        the next seed
    :param forgetting: False keeps the agents' memory from game to game, as in published programs
        that create their players only once
    :raises TamayaError: if a deck does not fit the set-up, or an agent is not native
    """
    team = Team.seat(agents, setup)
    if not team.is_native:
        raise TamayaError(
            f"cannot play in a row: {', '.join(team.names)} (expected native agents only)"
        )
    results = np.zeros(len(decks), dtype=RESULT)
    rows = results.view(np.uint8).reshape(len(decks), RESULT.itemsize)
    cards = np.ascontiguousarray(decks, np.uint8)
    _core.play_in_a_row(
        team.setup,
        _core.Policies(team.policies),
        cards,
        first_seed,
        forgetting=forgetting,
        out=rows,
    )
    return results
