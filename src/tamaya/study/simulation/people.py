"""Settings of simulated people: their models, drop-out, and how much people differ."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.errors import TamayaError
from tamaya.humans.model import PersonModel, shipped

GROUPS = ("cluster1", "cluster2", "cluster3")
"""shipped models of three groups of people, learned from the public games of 2017"""
PERSON_DEVIATION = 1.3
"""points by which people differ: the standard deviation between people in a mixed model of all
public games of 2017"""


@dataclass(frozen=True, kw_only=True)
class Participants:
    """How simulated people behave beyond the moves that their models make."""

    drop_out: float = 0.1
    """chance that a person leaves before the end and is left out of the analysis"""
    deviation: float = PERSON_DEVIATION
    """standard deviation between people in points, added to all games of a person"""

    def __post_init__(self) -> None:
        if not 0 <= self.drop_out < 1:
            raise TamayaError(f"drop-out {self.drop_out} (expected a share from 0 to below 1)")
        if not 0 <= self.deviation <= 25:
            raise TamayaError(
                f"deviation {self.deviation} between people (expected 0 to 25 points)"
            )


def models() -> dict[str, float]:
    """Names of the models of people, each with its share of people."""
    people = {name: PersonModel.read(shipped()[name]).provenance.people for name in GROUPS}
    return {f"human:{name}": count / sum(people.values()) for name, count in people.items()}
