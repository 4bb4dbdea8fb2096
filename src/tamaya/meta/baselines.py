"""Baselines for meta-agents."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tamaya.agents import Agent
from tamaya.game import TamayaError
from tamaya.meta.agent import MetaAgent
from tamaya.meta.experience import Experience
from tamaya.meta.mode import GENERALIST, RANDOM_RESPONSE


def generalist(experience: Experience) -> MetaAgent:
    """Always plays the response with the highest mean score over all hypotheses."""
    return MetaAgent(experience, GENERALIST)


def random_response(experience: Experience) -> MetaAgent:
    """Plays a random response in each game."""
    return MetaAgent(experience, RANDOM_RESPONSE)


@dataclass(frozen=True)
class Oracle:
    """Knows the partner's niche and plays the best response to the hypothesis in that niche.

    It is not an agent, since no agent may know its partner, but creates one for each partner. If
    the partner comes from another pool than the hypotheses, only the niche is known, not the agent.
    """

    experience: Experience
    name: str = "oracle"

    def knowing(self, partner: Agent) -> MetaAgent:
        """The agent that plays with this partner.

        :raises TamayaError: if no hypothesis has the partner's niche or name
        """
        place = self.experience.label_of(partner)
        if place is None:
            raise TamayaError(
                f"the oracle cannot place {partner.name!r}: no hypothesis has its niche or name"
            )
        prior = [float(i == place) for i in range(len(self.experience.hypotheses))]
        mode = replace(GENERALIST, name=self.name)
        return MetaAgent(self.experience, mode, prior=prior)
