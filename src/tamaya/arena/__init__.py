"""Where agents play: one game, or many on a range of seeds."""

from tamaya.arena.match import Matchup, match, match_in_chunks
from tamaya.arena.play import AgentError, Game, play

__all__ = ["AgentError", "Game", "Matchup", "match", "match_in_chunks", "play"]
