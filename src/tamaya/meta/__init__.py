"""Finding out whom one plays with: the Bayesian meta-agent, and its baselines."""

from tamaya.meta.agent import MetaAgent
from tamaya.meta.baselines import Oracle, generalist, random_response
from tamaya.meta.belief import Choice, Evidence, Posterior, Update
from tamaya.meta.experience import Experience
from tamaya.meta.mode import MODES, Likelihood, Mode, Normal, Schedule

__all__ = [
    "MODES",
    "Choice",
    "Evidence",
    "Experience",
    "Likelihood",
    "MetaAgent",
    "Mode",
    "Normal",
    "Oracle",
    "Posterior",
    "Schedule",
    "Update",
    "generalist",
    "random_response",
]
