"""Games of one team on given decks, one after the other."""

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
    """Plays a game with each deck; returns one row a game, as `Matchup.results`.

    Without `forgetting` agents go on with what they noted in the game before, as in programs that
    make their players once for all games.

    :param decks: card indices (`Card.index`) in drawing order, [games, cards]
    :param first_seed: of the agents' own randomness
    :raises TamayaError: for other decks, or agents that are not of the core
    """
    team = Team.seat(agents, setup)
    if not team.is_native:
        raise TamayaError(f"only agents of the core play in a row: {', '.join(team.names)}")
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
