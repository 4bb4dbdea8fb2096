"""Agents that search: Monte Carlo search, IS-MCTS, and search with models of partners."""

from tamaya.search.agent import Considered, SearchAgent, Thought
from tamaya.search.settings import Settings

__all__ = ["Considered", "SearchAgent", "Settings", "Thought"]
