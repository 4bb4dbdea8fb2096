"""Weights of Cyclone, learned: from decisions of people, in self-play, with partners."""

from tamaya.cyclone.objectives import Agreement, Objective, Scores
from tamaya.cyclone.people import Decisions
from tamaya.cyclone.training import METHODS, Training, train
from tamaya.cyclone.weights_file import note_of, write_weights

__all__ = [
    "METHODS",
    "Agreement",
    "Decisions",
    "Objective",
    "Scores",
    "Training",
    "note_of",
    "train",
    "write_weights",
]
