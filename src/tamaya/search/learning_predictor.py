"""`predictor(learned)`: searches with a model of its partner that it fits while playing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tamaya import _core
from tamaya.agents import CoreAgent, Decision, Episode, Player, Reason, ValueAgent, core_agent
from tamaya.agents.native import in_core
from tamaya.game import Event, Seat, Seed, Setup, View
from tamaya.search.agent import SearchAgent, model_refusal
from tamaya.search.partner_fit import POPULATION, FittedPartner, PartnerFit, SeenMove
from tamaya.search.settings import Settings

EVERY = 8
"""observed moves of a partner between two fits"""
SAMPLES = 4
"""sampled positions of each observed move"""
PLAYED = "piers"
"""the agent that plays in place of a model that is not learned yet"""


@in_core
class LearnedModel(CoreAgent):
    """A placeholder for a model that is not learned yet; by itself it plays like Piers."""

    def __init__(self, *, name: str = "learned") -> None:
        super().__init__(name, core_agent(PLAYED).policy)

    @property
    def parameters(self) -> Mapping[str, object]:
        """None."""
        return {}

    def explain(self, view: View, decision: _core.Decision) -> Reason:
        """The rule of Piers that decided."""
        return replace(core_agent(PLAYED).explain(view, decision), agent=self.name)


class LearningPredictor(ValueAgent):
    """A predictor that fits a model of each partner to its moves, over a prior of known agents.

    It learns over all games of an episode and forgets between episodes.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        own: CoreAgent,
        population: Sequence[str] = POPULATION,
        name: str = "predictor(learned)",
    ) -> None:
        super().__init__(name)
        self.settings = settings
        self.own = own
        self.population = tuple(population)

    @property
    def parameters(self) -> Mapping[str, object]:
        """Settings, own policy and the prior population."""
        return {"settings": self.settings, "own": self.own, "population": self.population}

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        return model_refusal([self.own], setup)

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return LearningPlayer(self, seat, seed)


class LearningPlayer(Player):
    """A player that searches with its current models, and fits them again now and then."""

    trusted = True

    def __init__(self, agent: LearningPredictor, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self._fit = PartnerFit(agent.population)
        self._seen: dict[int, list[SeenMove]] = {}
        self._search: Player | None = None
        self._moves = 0

    def begin_episode(self, episode: Episode) -> None:
        """Forgets the previous partners."""
        self._seen.clear()

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Starts a game with models fitted to all earlier games of the episode."""
        self.seed = self.seed if seed is None else seed
        self.seat, self._moves = view.me, 0
        self._begin_search(view)

    def models(self, players: int) -> list[FittedPartner]:
        """The current model of each partner, starting with the next seat."""
        return [self._fit.fit(self._seen.get(offset, [])) for offset in range(1, players)]

    def _begin_search(self, view: View) -> None:
        """A new search with the current models.

        A partner whose moves were not seen yet may be any known agent.
        """
        alternatives = [
            [partner.agent] if self._seen.get(offset) else list(self._fit.agents)
            for offset, partner in enumerate(self.models(view.setup.players), 1)
        ]
        searcher = SearchAgent(
            self.agent.settings, own=self.agent.own, partners=alternatives, name=self.name
        )
        self._search = searcher.sit(view.me, self.seed)
        self._search.begin_game(view, self.seed)

    def decide(self, view: View) -> Decision:
        """Searches with the current models."""
        assert self._search is not None
        return self._search.decide(view)

    def observe(self, event: Event, view: View) -> None:
        """Remembers a partner's move, and fits the models again after every few moves."""
        assert self._search is not None
        self._search.observe(event, view)
        if event.actor == self.seat:
            return
        seed = (self.seed + view.turn * SAMPLES) % 2**63
        seen = SeenMove.of(view, samples=SAMPLES, seed=seed)
        if seen is None:
            return
        players = view.setup.players
        self._seen.setdefault((event.actor - self.seat) % players, []).append(seen)
        self._moves += 1
        if self._moves % EVERY == 0 and not view.over:
            self._begin_search(view)

    def end_game(self, view: View) -> None:
        """Keeps what it has seen for the next game of the episode."""
        self._search = None
