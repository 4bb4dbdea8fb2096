"""Explains each move of a game: which rule decided, or what the agent weighed."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.agents import AgentLike, Decision, Reason
from tamaya.agents.seeds import NO_KEY
from tamaya.arena.play import Game
from tamaya.arena.table import Listener, Table
from tamaya.arena.team import Team
from tamaya.game import Seed, Setup
from tamaya.numbers import checked_seed


@dataclass(frozen=True)
class Explanation:
    """A finished game and the reason for each of its moves."""

    game: Game
    reasons: tuple[Reason, ...]
    """one for each turn"""


def explain(
    *agents: AgentLike,
    seed: Seed = 0,
    setup: Setup | str | None = None,
    key: bytes = NO_KEY,
    listen: Listener | None = None,
) -> Explanation:
    """Plays the same game as `play` and records the reason for each move.

    :param listen: called with every decision, to follow a slow game
    :raises AgentError: as `play` does
    """
    seed = checked_seed(seed)
    team = Team.seat(agents, setup)
    reasons: list[Reason] = []

    def record(decision: Decision) -> None:
        reasons.append(decision.reason)
        if listen is not None:
            listen(decision)

    with Table(team, games=1, key=key, listen=record) as table:
        final, lost = table.play_or_lose(seed)
    return Explanation(Game(team.names, seed, final, lost), tuple(reasons))
