"""Where agents play: one game, or many on a range of seeds."""

from tamaya.arena.backends import Backend, TeamRequest, Threads, backend, joined
from tamaya.arena.explain import Explanation, Reason, explain
from tamaya.arena.in_a_row import play_in_a_row
from tamaya.arena.match import Matchup, match, match_in_chunks, play_native
from tamaya.arena.play import Game, play
from tamaya.arena.team import AgentError, Team
from tamaya.arena.teams import TeamGames, available_threads, count_fires, mixed, play_teams

__all__ = [
    "AgentError",
    "Backend",
    "Explanation",
    "Game",
    "Matchup",
    "Reason",
    "Team",
    "TeamGames",
    "TeamRequest",
    "Threads",
    "available_threads",
    "backend",
    "count_fires",
    "explain",
    "joined",
    "match",
    "match_in_chunks",
    "mixed",
    "play",
    "play_in_a_row",
    "play_native",
    "play_teams",
]
