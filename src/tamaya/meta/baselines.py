"""Baselines for meta-agents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tamaya.agents import Agent
from tamaya.game import TamayaError
from tamaya.meta.agent import MetaAgent
from tamaya.meta.experience import Experience
from tamaya.meta.mode import GENERALIST, RANDOM_RESPONSE


def generalist(experience: Experience) -> MetaAgent:
    """Always plays the response that scores most with all hypotheses alike."""
    return MetaAgent(experience, GENERALIST)


def random_response(experience: Experience) -> MetaAgent:
    """Plays another response in each game, whoever the partner is."""
    return MetaAgent(experience, RANDOM_RESPONSE)


@dataclass(frozen=True)
class Oracle:
    """Is told the partner's niche, and plays the best response to the hypothesis that holds it.

    Not an agent but a maker of agents, one for each partner: no agent may know whom it meets. With
    hypotheses of another pool than the partner's it knows only the label.
    """

    experience: Experience
    name: str = "oracle"

    def knowing(self, partner: Agent) -> MetaAgent:
        """The agent for one partner.

        :raises TamayaError: if no hypothesis has the partner's niche or name
        """
        place = self.experience.label_of(partner)
        if place is None:
            raise TamayaError(
                f"the oracle cannot place {partner.name!r}: no hypothesis has its niche or name"
            )
        prior = [float(i == place) for i in range(len(self.experience.hypotheses))]
        told = replace(GENERALIST, name=self.name)
        return MetaAgent(self.experience, told, prior=prior)
