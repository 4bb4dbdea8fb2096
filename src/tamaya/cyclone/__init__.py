"""Trains weights of Cyclone: on decisions of people, in self-play, or with partners."""

from tamaya.agents.families.cyclone import FORMS, MISPLAY, STYLES, Weights
from tamaya.agents.families.cyclone import published as published_weights
from tamaya.cyclone.evolution import EvolutionMethod
from tamaya.cyclone.factorial import Factorial
from tamaya.cyclone.objectives import AgreementObjective, Objective, ScoreObjective
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.regression import Regression
from tamaya.cyclone.study import Study
from tamaya.cyclone.training import GUESS, METHODS, Method, Training, train
from tamaya.cyclone.training_notes import cross_validated, measured
from tamaya.cyclone.weights_file import note_of, write_weights

__all__ = [
    "FORMS",
    "GUESS",
    "METHODS",
    "MISPLAY",
    "STYLES",
    "AgreementObjective",
    "Decisions",
    "EvolutionMethod",
    "Factorial",
    "Method",
    "Objective",
    "Regression",
    "ScoreObjective",
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
