"""Plays one game."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.agents import AgentLike
from tamaya.agents.seeds import NO_KEY
from tamaya.arena.table import Counts, Listener, Table
from tamaya.arena.team import Team
from tamaya.game import Seed, Setup, State
from tamaya.numbers import checked_seed
from tamaya.transcript import Transcript


@dataclass(frozen=True)
class Game:
    """A finished game."""

    agents: tuple[str, ...]
    """who played, by seat"""
    seed: Seed
    final: State
    """the last position"""
    lost: str = ""
    """why a remote agent lost the game; empty if none did"""

    @property
    def score(self) -> int:
        """Points on the table, kept when bombed; 0 if a remote agent lost the game."""
        return 0 if self.lost else self.final.score

    @property
    def strict_score(self) -> int:
        """Points on the table, 0 when bombed or lost by a remote agent."""
        return 0 if self.lost else self.final.strict_score

    @property
    def bombed(self) -> bool:
        """Did the team lose its last life?"""
        return self.final.bombed

    @property
    def transcript(self) -> Transcript:
        """The record of the game: set-up, deck and moves."""
        return Transcript.of(self.final, self.agents)

    def text(self, width: int | None = None) -> str:
        """The game as readable text, one line per turn.

        :param width: columns of the terminal; turns are written shorter if they need more
        """
        lost = f"\nlost: {self.lost}" if self.lost else ""
        return f"{self.transcript.render(width)}{lost}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        bombed = ", bombed" if self.bombed else ""
        return f"<Game: {' and '.join(self.agents)}, seed {self.seed}, score {self.score}{bombed}>"


def play(
    *agents: AgentLike,
    seed: Seed = 0,
    setup: Setup | str | None = None,
    key: bytes = NO_KEY,
    listen: Listener | None = None,
) -> Game:
    """Plays one game, with the first agent in seat 0.

    :param agents: names, objects or classes, one for each seat
    :param seed: decides the deck and every agent's own randomness
    :param setup: a `Setup`, or words like "competition" or "standard max_lives=1"; by default the
        set-up that the agents are made for
    :param key: hides the deck from agents written in Python; see `tamaya.agents.seeds`
    :param listen: called with every decision, to follow a slow game
    :raises AgentError: if an agent fails or does not return a move
    :raises IllegalMoveError: if a move is illegal, unless the set-up ends the game then
    """
    seed = checked_seed(seed)
    team = Team.seat(agents, setup)
    with Table(team, games=1, key=key, listen=listen) as table:
        final, lost = table.play_or_lose(seed)
    return Game(team.names, seed, final, lost)


def play_to_end(
    team: Team,
    seed: Seed,
    counters: Counts | None = None,
    *,
    key: bytes = NO_KEY,
    listen: Listener | None = None,
) -> State:
    """Plays one game as an episode and returns the final state.

    :param counters: receives what each seat did
    :param listen: called with every decision
    :raises AgentError: if an agent fails
    """
    with Table(team, games=1, key=key, listen=listen) as table:
        return table.play(seed, counters)
