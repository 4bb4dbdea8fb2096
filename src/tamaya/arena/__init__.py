"""Where agents play: one game, or many on a range of seeds."""

from tamaya.arena.match import Matchup, match, match_in_chunks, play_native
from tamaya.arena.play import AgentError, Game, play
from tamaya.arena.team import Team

__all__ = [
    "AgentError",
    "Game",
    "Matchup",
    "Team",
    "match",
    "match_in_chunks",
    "play",
    "play_native",
]
