"""Trains weights of Cyclone: on decisions of people, in self-play, or with partners."""

from tamaya.agents.families.cyclone import FORMS, MISPLAY, STYLES, Weights
from tamaya.agents.families.cyclone import published as published_weights
from tamaya.agents.families.cyclone_paper import (
    DEFICITS,
    PAPER_FACTORS,
    PaperWeights,
    paper_weights,
)
from tamaya.cyclone.discovery import Discovery, NewFactor, discover
from tamaya.cyclone.evolution import EvolutionMethod
from tamaya.cyclone.factorial import Factorial
from tamaya.cyclone.objectives import AgreementObjective, Objective, ScoreObjective
from tamaya.cyclone.paper_training import (
    PaperAgreement,
    PaperTraining,
    paper_cyclone_of,
    train_paper,
)
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.regression import Regression
from tamaya.cyclone.study import Study
from tamaya.cyclone.training import GUESS, METHODS, Method, Training, train
from tamaya.cyclone.training_notes import cross_validated, measured
from tamaya.cyclone.weights_file import note_of, write_weights

__all__ = [
    "DEFICITS",
    "FORMS",
    "GUESS",
    "METHODS",
    "MISPLAY",
    "PAPER_FACTORS",
    "STYLES",
    "AgreementObjective",
    "Decisions",
    "Discovery",
    "EvolutionMethod",
    "Factorial",
    "Method",
    "NewFactor",
    "Objective",
    "PaperAgreement",
    "PaperTraining",
    "PaperWeights",
    "Regression",
    "ScoreObjective",
    "Study",
    "Training",
    "Weights",
    "cross_validated",
    "discover",
    "measured",
    "note_of",
    "paper_cyclone_of",
    "paper_weights",
    "published_weights",
    "train",
    "train_paper",
    "write_weights",
]
