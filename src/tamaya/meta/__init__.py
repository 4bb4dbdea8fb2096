"""Ad-hoc cooperation: the Bayesian meta-agent, the detective, baselines and evaluation."""

from tamaya.meta.agent import MetaAgent
from tamaya.meta.baselines import Oracle, generalist, random_response
from tamaya.meta.belief import Evidence, Posterior, ResponseChoice, Update
from tamaya.meta.detective import CAUTION, Detective
from tamaya.meta.episodes import Contender, evaluate
from tamaya.meta.evaluation import Evaluation
from tamaya.meta.experience import Experience
from tamaya.meta.families import KINDS, meta_agent
from tamaya.meta.growth import Growth, grow
from tamaya.meta.investigation import Investigation
from tamaya.meta.kernels import Kernels
from tamaya.meta.mode import MODES, Likelihood, Mode, Normal, Schedule
from tamaya.meta.pictures import draw_belief_map, keep_outer_labels
from tamaya.meta.watching import Watched, watch

__all__ = [
    "CAUTION",
    "KINDS",
    "MODES",
    "Contender",
    "Detective",
    "Evaluation",
    "Evidence",
    "Experience",
    "Growth",
    "Investigation",
    "Kernels",
    "Likelihood",
    "MetaAgent",
    "Mode",
    "Normal",
    "Oracle",
    "Posterior",
    "ResponseChoice",
    "Schedule",
    "Update",
    "Watched",
    "draw_belief_map",
    "evaluate",
    "generalist",
    "grow",
    "keep_outer_labels",
    "meta_agent",
    "random_response",
    "watch",
]
