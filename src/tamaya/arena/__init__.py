"""Plays games between agents: one game, or many on a range of seeds."""

from tamaya.agents import Reason
from tamaya.arena.backends import Backend, TeamRequest, Threads, backend, joined
from tamaya.arena.explain import Explanation, explain
from tamaya.arena.in_a_row import play_episodes, play_in_a_row
from tamaya.arena.many_teams import TeamGames, count_fires, mixed, play_teams
from tamaya.arena.match import Matchup, match, match_in_chunks, play_native
from tamaya.arena.play import Game, play
from tamaya.arena.table import Table
from tamaya.arena.team import Team
from tamaya.errors import AgentError

__all__ = [
    "AgentError",
    "Backend",
    "Explanation",
    "Game",
    "Matchup",
    "Reason",
    "Table",
    "Team",
    "TeamGames",
    "TeamRequest",
    "Threads",
    "backend",
    "count_fires",
    "explain",
    "joined",
    "match",
    "match_in_chunks",
    "mixed",
    "play",
    "play_episodes",
    "play_in_a_row",
    "play_native",
    "play_teams",
]
