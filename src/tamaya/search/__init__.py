"""Agents that search: Monte Carlo search, IS-MCTS, and search with models of partners."""

from tamaya.search.agent import Considered, SearchAgent, Thought
from tamaya.search.learning_predictor import LearningPredictor
from tamaya.search.partner_fit import (
    POPULATION,
    FittedPartner,
    PartnerFit,
    SeenMove,
    chance,
    log_likelihood,
)
from tamaya.search.settings import Settings

__all__ = [
    "POPULATION",
    "Considered",
    "FittedPartner",
    "LearningPredictor",
    "PartnerFit",
    "SearchAgent",
    "SeenMove",
    "Settings",
    "Thought",
    "chance",
    "log_likelihood",
]
