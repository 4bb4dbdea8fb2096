"""Finding out whom one plays with: the Bayesian meta-agent, its baselines and their evaluation."""

from tamaya.meta.agent import MetaAgent
from tamaya.meta.baselines import Oracle, generalist, random_response
from tamaya.meta.belief import Choice, Evidence, Posterior, Update
from tamaya.meta.detective import Detective
from tamaya.meta.episodes import evaluate
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.experience import Experience
from tamaya.meta.mode import MODES, Likelihood, Mode, Normal, Schedule
from tamaya.meta.names import KINDS, meta_agent
from tamaya.meta.watching import Watched, watch

__all__ = [
    "KINDS",
    "MODES",
    "Choice",
    "Detective",
    "Evaluation",
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
    "Watched",
    "evaluate",
    "generalist",
    "meta_agent",
    "random_response",
    "watch",
]
