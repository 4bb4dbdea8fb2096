"""Weights of Cyclone, learned: from decisions of people, in self-play, with partners."""

from tamaya.agents.families.cyclone import FORMS, MISPLAY, STYLES, Weights
from tamaya.agents.families.cyclone import published as published_weights
from tamaya.cyclone.account import cross_validated, measured
from tamaya.cyclone.evolution import Evolution
from tamaya.cyclone.factorial import Factorial
from tamaya.cyclone.objectives import Agreement, Objective, Scores
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.regression import Regression
from tamaya.cyclone.study import Study
from tamaya.cyclone.training import GUESS, METHODS, Method, Training, train
from tamaya.cyclone.weights_file import note_of, write_weights

__all__ = [
    "FORMS",
    "GUESS",
    "METHODS",
    "MISPLAY",
    "STYLES",
    "Agreement",
    "Decisions",
    "Evolution",
    "Factorial",
    "Method",
    "Objective",
    "Regression",
    "Scores",
    "Study",
    "Training",
    "Weights",
    "cross_validated",
    "measured",
    "note_of",
    "published_weights",
    "train",
    "write_weights",
]
