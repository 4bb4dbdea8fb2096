"""Games of people: readers, statistics, and models trained on them."""

from tamaya.humans.agreement import KINDS, Agreement, Predicts, agreement, chance
from tamaya.humans.behaviour import Behaviour, behaviours
from tamaya.humans.calibration import calibration_steps, expected_error
from tamaya.humans.clone import EVERYBODY, CloneTrial, clones, halves, try_clones
from tamaya.humans.comparisons import (
    Sample,
    anova,
    anova_given,
    clustered_difference,
    kendall,
    tukey,
)
from tamaya.humans.games import (
    MOST_GAMES,
    HumanDecision,
    HumanGame,
    capped,
    decisions,
    games_by_person,
    without_heavy,
)
from tamaya.humans.hanabi_data import STYLES
from tamaya.humans.learning import Lesson
from tamaya.humans.model import HumanAgent, PersonModel, Provenance
from tamaya.humans.overview import Overview, overview
from tamaya.humans.sources import gather, read
from tamaya.humans.survey import rank

__all__ = [
    "EVERYBODY",
    "KINDS",
    "MOST_GAMES",
    "STYLES",
    "Agreement",
    "Behaviour",
    "CloneTrial",
    "HumanAgent",
    "HumanDecision",
    "HumanGame",
    "Lesson",
    "Overview",
    "PersonModel",
    "Predicts",
    "Provenance",
    "Sample",
    "agreement",
    "anova",
    "anova_given",
    "behaviours",
    "calibration_steps",
    "capped",
    "chance",
    "clones",
    "clustered_difference",
    "decisions",
    "expected_error",
    "games_by_person",
    "gather",
    "halves",
    "kendall",
    "overview",
    "rank",
    "read",
    "try_clones",
    "tukey",
    "without_heavy",
]
