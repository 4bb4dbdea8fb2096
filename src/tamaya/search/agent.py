"""Agents that search: they imagine the cards they cannot see, and try moves in those games."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tamaya import _core
from tamaya.agents import Agent, CoreAgent
from tamaya.game import Event, Move, Seat, Seed, TamayaError, View
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
        moves = [{"move": str(one.move), "visits": one.visits, "mean": one.mean}
                 for one in self.considered]  # fmt: skip
        return {"rollouts": self.rollouts, "moves": moves}


Alternatives = Sequence[CoreAgent]
"""whom one partner may be"""


class SearchAgent(Agent):
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
        if settings.iterations == 0 and settings.seconds == 0:
            settings = replace(settings, seconds=DEFAULT_SECONDS)
        self.settings = settings
        self.own = own
        self.partners = tuple(map(tuple, partners))
        self._name = name
        self.models = tuple({id(model): model for one in self.partners for model in one}.values())
        self.searcher = self._made()
        self.thought: Thought | None = None
        """what it found out before its last move"""
        self._leave_game()

    def _made(self) -> _core.Searcher:
        chances = np.zeros((max(1, len(self.partners)), len(self.models)))
        for row, alternatives in enumerate(self.partners):
            if not alternatives:
                raise TamayaError(f"{self._name}: partner {row + 1} has no model")
            for model in alternatives:
                chances[row, self.models.index(model)] += 1 / len(alternatives)
        how = self.settings
        return _core.Searcher(
            None if self.own is None else self.own.policy,
            _core.Policies([model.policy for model in self.models]),
            chances,
            method=how.method,
            verdict=how.verdict,
            models_in_tree=how.ask_models,
            own_model_in_tree=how.propose,
            skip_fives=how.skip_fives,
            redeal=how.redeal,
            strict=how.strict,
            tree_turns=how.depth,
            rollout_turns=how.rollout,
            widening=how.widening,
            exploration=how.exploration,
            errors=how.errors,
            iterations=how.iterations,
            seconds=how.seconds,
            threads=how.threads,
            memory=how.memory,
            samples=how.samples,
            noise=how.noise,
            learns=how.learn,
        )

    @property
    def name(self) -> str:
        """What it was asked for by."""
        return self._name

    def _leave_game(self) -> None:
        self._seat: _core.SearchSeat | None = None
        self._me: Seat = 0
        self._before: View | None = None

    def begin_game(self, view: View, seed: Seed) -> None:
        """Starts with the beliefs that it always starts with.

        :raises TamayaError: if it has models for another number of partners
        """
        self._me, self._before = view.me, view
        self._seat = _core.SearchSeat(
            self.searcher, players=view.setup.players, seat=view.me, seed=seed
        )

    def think(self, view: View) -> Thought:
        """Searches for a move and says what was found."""
        found = self._in_game().decide(view)
        rows = [Considered(*row) for row in found.candidates]
        rows.sort(key=lambda row: row.move != found.move)
        self.thought = Thought(found.move, found.rollouts, tuple(rows))
        return self.thought

    def act(self, view: View) -> Move:
        """The move found."""
        return self.think(view).move

    def observe(self, event: Event, view: View) -> None:
        """Asks which of its models would have moved like that."""
        seat, before = self._in_game(), self._before
        self._before = view
        if event.actor == self._me or event.move is None or before is None:
            return
        seat.notice(before, event)

    def belief(self, seat: Seat) -> dict[str, float]:
        """How likely it holds each model for a partner, in the game that is played."""
        chances = self._in_game().beliefs(seat)
        return {model.name: chance for model, chance in zip(self.models, chances, strict=True)}

    def end_game(self, view: View) -> None:
        """Forgets the game."""
        self._leave_game()

    def _in_game(self) -> _core.SearchSeat:
        if self._seat is None:
            raise TamayaError(f"{self._name} has not begun a game: call begin_game first")
        return self._seat

    def __copy__(self) -> SearchAgent:
        """Another one like it, in no game."""
        return type(self)(self.settings, own=self.own, partners=self.partners, name=self._name)

    def __deepcopy__(self, memo: object) -> SearchAgent:
        return copy.copy(self)

    def __repr__(self) -> str:
        return f"<SearchAgent: {self._name}>"
