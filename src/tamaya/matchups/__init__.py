"""Pools of agents, and match-up tables of all their pairs."""

from tamaya.matchups.all_pairs import matchups
from tamaya.matchups.best_response import BestResponse
from tamaya.matchups.families import elite
from tamaya.matchups.pool import Pool, is_pool, pool, pool_names
from tamaya.matchups.progress import Progress
from tamaya.matchups.table import MatchupTable, Plan

__all__ = [
    "BestResponse",
    "MatchupTable",
    "Plan",
    "Pool",
    "Progress",
    "elite",
    "is_pool",
    "matchups",
    "pool",
    "pool_names",
]
