"""Elites: rule agents found by evolution, with their niche, score and measured behaviour."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from tamaya.agents.agent import AgentName
from tamaya.agents.native import NativeAgent, in_core
from tamaya.game import TamayaError
from tamaya.rules import Genome
from tamaya.stats import Estimate

Niche = tuple[int, ...]
"""a cell of a map of behaviour: one index for each feature of the map"""


def niche_text(niche: Niche) -> str:
    """A niche as users write it: `2,3`."""
    return ",".join(map(str, niche))


@in_core
class Elite(NativeAgent):
    """A rule list with its cell in a map of behaviour. Elites with equal data are equal."""

    niche: Niche
    """one index for each feature of the map; empty if the elite belongs to no map"""
    score: Estimate | None
    """in self-play, points kept unless its pool says otherwise; None if not measured"""

    def __init__(  # noqa: PLR0913
        self,
        genome: Genome,
        *,
        name: str | None = None,
        gives_up: bool = False,
        niche: Niche = (),
        score: Estimate | None = None,
        features: Mapping[str, float] | None = None,
        made_for: str = "",
    ) -> None:
        """Creates an elite. Its default name is its niche, like `2,3`.

        :raises TamayaError: if it has neither a name nor a niche, the name cannot be printed, or a
            number is infinite
        """
        label = niche_text(niche) if name is None else name
        if not label.strip():
            raise TamayaError("an elite needs a name or a niche")
        if not label.isprintable():
            raise TamayaError(
                f"elite name {label!r} has control characters (expected printable text)"
            )
        super().__init__(label, genome, gives_up=gives_up, made_for=made_for)
        self.niche = tuple(niche)
        self.score = score
        self._features = {feature: float(value) for feature, value in (features or {}).items()}
        numbers = [*self._features.values(), *((score.mean, score.sem) if score else ())]
        if any(map(math.isinf, numbers)):
            raise TamayaError(f"elite {label!r} has an infinite score or feature")

    @classmethod
    def of(cls, agent: NativeAgent) -> Elite:
        """Turns a rule agent into an elite without a niche; returns an elite unchanged.

        :raises TamayaError: if the agent makes random moves
        """
        if isinstance(agent, Elite):
            return agent
        if agent.noise:
            raise TamayaError(
                f"agent {agent.name!r} makes random moves; an elite must be a plain rule list"
            )
        return cls(agent.genome, name=agent.name, gives_up=agent.gives_up, made_for=agent.made_for)

    @property
    def name(self) -> str:
        """Its niche, or another text. The name can be used as an agent."""
        return AgentName(super().name, self)

    @property
    def features(self) -> Mapping[str, float]:
        """Measured behaviour by feature name; nan if there was nothing to count."""
        return MappingProxyType(self._features)

    def but(self, **changes: object) -> Elite:
        """A copy with some fields replaced."""
        data = {
            "genome": self.genome,
            "name": self.name,
            "gives_up": self.gives_up,
            "niche": self.niche,
            "score": self.score,
            "features": self._features,
            "made_for": self.made_for,
        }
        return Elite(**(data | changes))  # type: ignore[arg-type]

    def _key(self) -> tuple[object, ...]:
        score = self.score and (
            _or_none(self.score.mean),
            _or_none(self.score.sem),
            self.score.games,
        )
        features = tuple((feature, _or_none(value)) for feature, value in self._features.items())
        return self.name, self.genome, self.gives_up, self.niche, score, features

    def __eq__(self, other: object) -> bool:
        """Compares name, rules, niche, score and features; nan equals nan."""
        return isinstance(other, Elite) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        score = "" if self.score is None else f", {self.score}"
        return f"<Elite: {self.name}{score}>"


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
