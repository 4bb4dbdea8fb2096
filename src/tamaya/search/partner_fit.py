"""Fits a model of an unknown partner to the moves that were seen of it.

The model is a list of rules, learned from scratch as a decision list: the rule that explains most
of the moves comes first, then the rule that explains most of the rest, and so on. A population of
known agents is the prior: its rules come before other published rules, and while one of its agents
explains the moves better than the list, that agent is the model.

The partner sees our hand and we do not, so a move is judged in several sampled positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import CoreAgent, NativeAgent, core_agent
from tamaya.game import Move, Seed, State, View
from tamaya.rules import GENES, Genome, RuleSpec, rule
from tamaya.transcript import Transcript

POPULATION = tuple(
    f"competition:{name}"
    for name in ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")
)
"""the partners of the papers' mixed-team test"""
NOISE = 0.1
"""assumed share of random moves"""
_PRICE = 1.0
"""log-likelihood that each rule of a fitted list must gain"""
_WRONG = 0.5
"""cost of a wrong move of a rule, where a right one gains 1"""
_LAST = rule("legal_random")
_UNSEEN = -1


@dataclass(frozen=True)
class SeenMove:
    """A move of a partner, and what the partner may have seen."""

    views: tuple[View, ...]
    """sampled views of the partner before its move"""
    move: Move

    @classmethod
    def of(cls, after: View, *, samples: int, seed: Seed) -> SeenMove | None:
        """The last move of a game, from our view after it; None if there is no move.

        Our hand is sampled so that it agrees with all hints, the last one included.
        """
        move = after.events[-1].move if after.events else None
        if move is None:
            return None
        views = tuple(_before_last_move(after.imagine(seed + n)) for n in range(samples))
        return cls(views, move)


def _before_last_move(sampled: State) -> View:
    """The mover's view before the last move of a sampled game."""
    game = Transcript.of(sampled)
    state = game.start()
    for move in game.moves[:-1]:
        state.apply(move)
    return state.view(state.current)


@dataclass(frozen=True)
class FittedPartner:
    """The result of a fit."""

    agent: CoreAgent
    source: str
    """'population' if it is a known agent, 'fitted' if it is a new list of rules"""
    likelihood: float
    """mean log-likelihood of the observed moves, in nats"""


class PartnerFit:
    """Fits models of a partner over a prior population."""

    def __init__(self, population: Sequence[str] = POPULATION, *, prior: bool = True) -> None:
        """`prior=False` ignores the agents of the population and uses only their rules."""
        self.agents = [core_agent(name) for name in population]
        self.prior = prior

    @cached_property
    def rules(self) -> list[RuleSpec]:
        """The rules of the population, those that it uses often first, then all published rules.

        Rules that choose at random explain no single move, so they are left out.
        """
        used: Counter[RuleSpec] = Counter()
        for agent in self.agents:
            if isinstance(agent, NativeAgent):
                used.update(agent.genome.rules)
        ordered = dict.fromkeys([*(spec for spec, _ in used.most_common()), *GENES])
        return [spec for spec in ordered if "random" not in spec.name]

    def fit(self, observations: Sequence[SeenMove]) -> FittedPartner:
        """The likeliest model of the observed moves."""
        fitted = self.decision_list(observations)
        ours = FittedPartner(fitted, "fitted", log_likelihood(fitted, observations))
        if not self.prior:
            return ours
        known = self.best_known(observations)
        # Every rule of a list is a choice that the moves must pay for.
        price = len(fitted.genome) * _PRICE / max(1, len(observations))
        return ours if ours.likelihood - price > known.likelihood else known

    def best_known(self, observations: Sequence[SeenMove]) -> FittedPartner:
        """The likeliest agent of the population; without observations, the first."""
        scored = [
            FittedPartner(agent, "population", log_likelihood(agent, observations))
            for agent in self.agents
        ]
        return max(scored, key=lambda partner: partner.likelihood)

    def decision_list(self, observations: Sequence[SeenMove]) -> NativeAgent:
        """Learns an ordered list of rules that explains the moves, greedily."""
        if not observations:
            return NativeAgent("fitted", Genome((_LAST,)))
        answers, wanted, weights = _answers(self.rules, observations)
        fires = answers != _UNSEEN
        right = fires & (answers == wanted[:, None])
        left = np.ones(len(wanted), bool)
        chosen: list[RuleSpec] = []
        while left.any():
            mass = weights * left
            hits, asked = mass @ right, mass @ fires
            precision = (hits + 0.5) / (asked + 1.5)
            gains = (hits - _WRONG * (asked - hits)) * precision**2
            best = int(gains.argmax())
            if gains[best] <= 0:
                break
            chosen.append(self.rules[best])
            left &= ~fires[:, best]
        return NativeAgent("fitted", Genome((*chosen, _LAST)))


def _answers(
    rules: Sequence[RuleSpec], observations: Sequence[SeenMove]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
    """The move of each rule in each sampled view, the partner's move, and the weight of a view."""
    views = [view for seen in observations for view in seen.views]
    answers = np.zeros((len(views), len(rules)), np.int32)
    _core.ask_rules([(spec.name, spec.core_args) for spec in rules], views, answers)
    sizes = [len(seen.views) for seen in observations]
    ids = [seen.move.action_id(seen.views[0].setup) for seen in observations]
    wanted = np.repeat(np.array(ids, np.int32), sizes)
    weights = np.repeat(1.0 / np.array(sizes), sizes)
    return answers, wanted, weights


def log_likelihood(agent: CoreAgent, observations: Sequence[SeenMove]) -> float:
    """The mean log-probability of the observed moves; 0 without any."""
    if not observations:
        return 0.0
    return float(np.mean([np.log(chance(agent, seen)) for seen in observations]))


def chance(agent: CoreAgent, seen: SeenMove) -> float:
    """The probability that the agent makes the observed move, with some random moves assumed."""
    player = agent.sit()
    same = 0
    for number, view in enumerate(seen.views):
        player.begin_game(view, number)
        same += player.decide(view).move == seen.move
    legal = len(seen.views[0].legal_moves())
    return NOISE / legal + (1 - NOISE) * same / len(seen.views)
