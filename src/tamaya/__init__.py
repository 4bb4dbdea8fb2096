"""Tamaya: ad-hoc cooperation in Hanabi. An exact and very fast engine, agents, evaluation."""

from tamaya.agents import (
    Agent,
    Decision,
    Elite,
    Episode,
    NetworkAgent,
    Player,
    Reason,
    agent_names,
    as_agent,
)
from tamaya.arena import AgentError, Explanation, Game, Matchup, explain, match, play
from tamaya.game import (
    Card,
    Event,
    IllegalMoveError,
    Knowledge,
    Move,
    NotationError,
    Setup,
    State,
    TamayaError,
    UnknownNameError,
    View,
)
from tamaya.humans import HumanAgent
from tamaya.matchups import MatchupTable, Pool, matchups, pool
from tamaya.meta import Evaluation, Experience, MetaAgent, evaluate
from tamaya.networks import LearnedAgent
from tamaya.qd import Run, evolve
from tamaya.search import SearchAgent
from tamaya.stats import Estimate, ScoreHistogram, paired_difference
from tamaya.transcript import Transcript
from tamaya.vector import Vector

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentError",
    "Card",
    "Decision",
    "Elite",
    "Episode",
    "Estimate",
    "Evaluation",
    "Event",
    "Experience",
    "Explanation",
    "Game",
    "HumanAgent",
    "IllegalMoveError",
    "Knowledge",
    "LearnedAgent",
    "Matchup",
    "MatchupTable",
    "MetaAgent",
    "Move",
    "NetworkAgent",
    "NotationError",
    "Player",
    "Pool",
    "Reason",
    "Run",
    "ScoreHistogram",
    "SearchAgent",
    "Setup",
    "State",
    "TamayaError",
    "Transcript",
    "UnknownNameError",
    "Vector",
    "View",
    "agent_names",
    "as_agent",
    "evaluate",
    "evolve",
    "explain",
    "match",
    "matchups",
    "paired_difference",
    "play",
    "pool",
]
