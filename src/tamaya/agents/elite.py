"""Elites: rule agents that evolution found, with their niche and what was measured of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from tamaya.agents.native import NativeAgent, in_core
from tamaya.game import TamayaError
from tamaya.rules import Genome
from tamaya.stats import Estimate

Niche = tuple[int, ...]
"""place in a map of behaviour, one index for each feature of the map"""


def niche_text(niche: Niche) -> str:
    """A niche as users write it: `2,3`."""
    return ",".join(map(str, niche))


@in_core
class Elite(NativeAgent):
    """A rule list with a place in a map of behaviour. A value: equal data means equal elites."""

    niche: Niche
    """one index for each feature of the map; empty if it has no place in one"""
    score: Estimate | None
    """in self-play, points kept unless its pool says otherwise; None if nobody measured it"""

    def __init__(  # noqa: PLR0913
        self,
        genome: Genome,
        *,
        name: str | None = None,
        gives_up: bool = False,
        niche: Niche = (),
        score: Estimate | None = None,
        features: Mapping[str, float] | None = None,
    ) -> None:
        """Without a name it is called by its niche.

        :raises TamayaError: if it has neither a name nor a niche, the name cannot be printed, or a
            number is infinite
        """
        called = niche_text(niche) if name is None else name
        if not called.strip():
            raise TamayaError("an elite needs a name or a niche")
        if not called.isprintable():
            raise TamayaError(f"cannot print the name {called!r} (expected letters, no controls)")
        super().__init__(called, genome, gives_up=gives_up)
        self.niche = tuple(niche)
        self.score = score
        self._features = {what: float(value) for what, value in (features or {}).items()}
        numbers = [*self._features.values(), *((score.mean, score.sem) if score else ())]
        if any(map(math.isinf, numbers)):
            raise TamayaError(f"elite {called!r} has an infinite score or feature")

    @classmethod
    def of(cls, agent: NativeAgent) -> Elite:
        """Any rule agent as an elite without a niche; an elite as it is.

        :raises TamayaError: if the agent makes random moves, which rules alone do not tell
        """
        if isinstance(agent, Elite):
            return agent
        if agent.noise:
            raise TamayaError(f"agent {agent.name!r} is more than its rules: it has noise")
        return cls(agent.genome, name=agent.name, gives_up=agent.gives_up)

    @property
    def features(self) -> Mapping[str, float]:
        """Measured behaviour by the feature's name; nan where there was nothing to count."""
        return MappingProxyType(self._features)

    def but(self, **changes: object) -> Elite:
        """The same elite with something else in place of some of its data."""
        data = {
            "genome": self.genome,
            "name": self.name,
            "gives_up": self.gives_up,
            "niche": self.niche,
            "score": self.score,
            "features": self._features,
        }
        return Elite(**(data | changes))  # type: ignore[arg-type]

    def _key(self) -> tuple[object, ...]:
        score = self.score and (
            _or_none(self.score.mean),
            _or_none(self.score.sem),
            self.score.games,
        )
        features = tuple((what, _or_none(value)) for what, value in self._features.items())
        return self.name, self.genome, self.gives_up, self.niche, score, features

    def __eq__(self, other: object) -> bool:
        """Same name, rules, niche and numbers; nan equals nan."""
        return isinstance(other, Elite) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        score = "" if self.score is None else f", {self.score}"
        return f"<Elite: {self.name}{score}>"


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
