"""Games of people: read, looked at, and learned from."""

from tamaya.humans.agreement import Agreement, Predicts, agreement, chance
from tamaya.humans.behaviour import Behaviour, behaviours
from tamaya.humans.games import Decision, HumanGame, capped, decisions, without_heavy
from tamaya.humans.model import HumanAgent, PersonModel
from tamaya.humans.overview import Overview, overview
from tamaya.humans.sources import gather, read

__all__ = [
    "Agreement",
    "Behaviour",
    "Decision",
    "HumanAgent",
    "HumanGame",
    "Overview",
    "PersonModel",
    "Predicts",
    "agreement",
    "behaviours",
    "capped",
    "chance",
    "decisions",
    "gather",
    "overview",
    "read",
    "without_heavy",
]
