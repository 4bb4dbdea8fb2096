"""Agents that search: they imagine the cards they cannot see, and try moves in those games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tamaya import _core
from tamaya.agents import CoreAgent, Decision, Player, Reason, ValueAgent
from tamaya.game import Event, Move, Seat, Seed, Setup, TamayaError, View
from tamaya.search.settings import DEFAULT_SECONDS, Settings


@dataclass(frozen=True)
class Considered:
    """One move that a search looked at."""

    move: Move
    visits: int
    """imagined games that began with it"""
    mean: float
    """points of those games"""


@dataclass(frozen=True)
class Thought:
    """What a search found out before it moved."""

    kind: ClassVar[str] = "search"

    move: Move
    rollouts: int
    """imagined games in all"""
    considered: tuple[Considered, ...]
    """the move chosen first, then those tried most"""

    def __str__(self) -> str:
        best, *others = self.considered
        told = (
            f"search of {self.rollouts:,} games: {best.mean:.2f} points in {best.visits:,} of them"
        )
        if not others:
            return f"{told}, no other move tried"
        second = others[0]
        return f"{told}, before {second.move} ({second.mean:.2f} in {second.visits:,})"

    def lines(self) -> list[str]:
        """The moves tried, with the games that began with them and their mean points."""
        rows = (f"{one.visits:7,}  {one.mean:6.2f}  {one.move}" for one in self.considered)
        return ["  games  points  move", *rows]

    def as_dict(self) -> dict[str, object]:
        """The same for machines."""
        moves = [
            {"move": str(one.move), "visits": one.visits, "mean": one.mean}
            for one in self.considered
        ]
        return {"rollouts": self.rollouts, "moves": moves}


def out_of_memory(name: str) -> TamayaError:
    """What to raise if the system has no memory for a search."""
    return TamayaError(f"{name}: out of memory in a search (choose a smaller memory=MEGABYTES)")


Alternatives = Sequence[CoreAgent]
"""whom one partner may be"""


class SearchAgent(ValueAgent):
    """Searches for each move, in the core.

    :param own: how it goes on itself after the moves it searches; None: by any legal move
    :param partners: whom partners may be, one entry for all of them or one for each, the next seat
        first; empty: they search too, and then make any legal move
    :raises TamayaError: for impossible settings
    """

    def __init__(
        self,
        settings: Settings,
        *,
        own: CoreAgent | None = None,
        partners: Sequence[Alternatives] = (),
        name: str = "search",
    ) -> None:
        super().__init__(name)
        if settings.iterations == 0 and settings.seconds == 0:
            settings = replace(settings, seconds=DEFAULT_SECONDS)
        self.settings = settings
        self.own = own
        self.partners = tuple(map(tuple, partners))
        self.models = tuple(dict.fromkeys(model for models in self.partners for model in models))
        self.searcher = self._searcher()

    def _searcher(self) -> _core.Searcher:
        chances = np.zeros((max(1, len(self.partners)), len(self.models)))
        for row, alternatives in enumerate(self.partners):
            if not alternatives:
                raise TamayaError(f"{self.name}: partner {row + 1} has no model")
            for model in alternatives:
                chances[row, self.models.index(model)] += 1 / len(alternatives)
        settings = self.settings
        return _core.Searcher(
            None if self.own is None else self.own.policy,
            _core.Policies([model.policy for model in self.models]),
            chances,
            method=settings.method,
            verdict=settings.verdict,
            models_in_tree=settings.ask_models,
            own_model_in_tree=settings.propose,
            skip_fives=settings.skip_fives,
            redeal=settings.redeal,
            strict=settings.strict,
            tree_turns=settings.depth,
            rollout_turns=settings.rollout,
            widening=settings.widening,
            exploration=settings.exploration,
            errors=settings.errors,
            iterations=settings.iterations,
            seconds=settings.seconds,
            threads=settings.threads,
            memory=settings.memory,
            samples=settings.samples,
            noise=settings.noise,
            learns=settings.learn,
        )

    @property
    def parameters(self) -> Mapping[str, object]:
        """How it searches, and with whom."""
        return {"settings": self.settings, "own": self.own, "partners": self.partners}

    @property
    def players(self) -> tuple[int, ...]:
        """With a model for each partner there must be as many partners."""
        return (len(self.partners) + 1,) if len(self.partners) > 1 else super().players

    def refusal(self, setup: Setup) -> str | None:
        """Another number of partners than it has models for."""
        if setup.players in self.players:
            return None
        return f"has models for {len(self.partners)} partners"

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return SearchPlayer(self, seat, seed)

    def think(self, view: View) -> Thought:
        """Lets the player that sat down last search for a move, and says what was found."""
        player = self.seated
        assert isinstance(player, SearchPlayer)
        return player.think(view)

    @property
    def thought(self) -> Thought | None:
        """What the player that sat down last found out before its last move."""
        return self._last.thought if isinstance(self._last, SearchPlayer) else None

    def belief(self, seat: Seat) -> dict[str, float]:
        """How likely the player that sat down last holds each model for a partner."""
        player = self.seated
        assert isinstance(player, SearchPlayer)
        return player.belief(seat)


class SearchPlayer(Player):
    """A searching agent in its seat."""

    trusted = True

    def __init__(self, agent: SearchAgent, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.thought: Thought | None = None
        """what it found out before its last move"""
        self._core: _core.SearchSeat | None = None
        self._before: View | None = None

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Starts with the beliefs that it always starts with.

        :raises TamayaError: if it has models for another number of partners
        """
        self.seat, self._before = view.me, view
        self._core = _core.SearchSeat(
            self.agent.searcher,
            players=view.setup.players,
            seat=view.me,
            seed=self.seed if seed is None else seed,
        )

    def think(self, view: View) -> Thought:
        """Searches for a move and says what was found."""
        try:
            result = self._in_game().decide(view)
        except MemoryError:
            raise out_of_memory(self.name) from None
        rows = [Considered(*row) for row in result.candidates]
        rows.sort(key=lambda row: row.move != result.move)
        self.thought = Thought(result.move, result.rollouts, tuple(rows))
        return self.thought

    def decide(self, view: View) -> Decision:
        """The move found, and what the search found out about others."""
        thought = self.think(view)
        return Decision(
            thought.move,
            lambda: Reason(self.name, view, thought.move, "search", thoughts=thought),
        )

    def observe(self, event: Event, view: View) -> None:
        """Asks which of its models would have moved like that."""
        core, before = self._in_game(), self._before
        self._before = view
        if event.actor == self.seat or event.move is None or before is None:
            return
        core.notice(before, event)

    def belief(self, seat: Seat) -> dict[str, float]:
        """How likely it holds each model for a partner, in the game that is played."""
        chances = self._in_game().beliefs(seat)
        return {
            model.name: chance for model, chance in zip(self.agent.models, chances, strict=True)
        }

    def end_game(self, view: View) -> None:
        """Forgets the game."""
        self._core = self._before = None

    def _in_game(self) -> _core.SearchSeat:
        if self._core is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._core
