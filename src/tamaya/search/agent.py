"""Agents that search: they sample the cards that they cannot see and try moves in rollouts."""

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
    """A move that a search tried."""

    move: Move
    visits: int
    """rollouts that began with the move"""
    mean: float
    """mean score of these rollouts"""


@dataclass(frozen=True)
class Thought:
    """The result of a search."""

    kind: ClassVar[str] = "search"

    move: Move
    rollouts: int
    """number of rollouts"""
    considered: tuple[Considered, ...]
    """the chosen move first, then the others, most visited first"""

    def __str__(self) -> str:
        best, *others = self.considered
        text = (
            f"search of {self.rollouts:,} games: {best.mean:.2f} points in {best.visits:,} of them"
        )
        if not others:
            return f"{text}, no other move tried"
        second = others[0]
        return f"{text}, before {second.move} ({second.mean:.2f} in {second.visits:,})"

    def lines(self) -> list[str]:
        """A table of the tried moves with their rollouts and mean scores."""
        rows = (f"{row.visits:7,}  {row.mean:6.2f}  {row.move}" for row in self.considered)
        return ["  games  points  move", *rows]

    def as_dict(self) -> dict[str, object]:
        """The same as plain values that JSON can hold."""
        moves = [
            {"move": str(row.move), "visits": row.visits, "mean": row.mean}
            for row in self.considered
        ]
        return {"rollouts": self.rollouts, "moves": moves}


def thought_of(result: _core.Thought) -> Thought:
    """The result of a search of the core, the chosen move first."""
    rows = [Considered(*row) for row in result.candidates]
    rows.sort(key=lambda row: row.move != result.move)
    return Thought(result.move, result.rollouts, tuple(rows))


def model_refusal(models: Sequence[CoreAgent], setup: Setup) -> str | None:
    """Why a model cannot play a set-up, as words that follow "it"; None if all can."""
    reasons = ((model.name, model.refusal(setup)) for model in models)
    return next((f"has the model {name}, which {why}" for name, why in reasons if why), None)


def out_of_memory(name: str) -> TamayaError:
    """The error for a search that runs out of memory."""
    return TamayaError(f"{name}: out of memory in a search (choose a smaller memory=MEGABYTES)")


Alternatives = Sequence[CoreAgent]
"""agents that one partner may be"""


class SearchAgent(ValueAgent):
    """Searches for each move, in the core.

    :param own: plays the searcher's own seat in rollouts; None makes random legal moves
    :param partners: for each partner, starting with the next seat, the agents that it may be; one
        entry holds for all partners. If empty, the search tries the partners' moves too, and
        rollouts make random legal moves
    :raises TamayaError: if a setting is out of range
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
        """Settings, own policy and models of partners."""
        return {"settings": self.settings, "own": self.own, "partners": self.partners}

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players: with one model for each partner, exactly that many partners."""
        return (len(self.partners) + 1,) if len(self.partners) > 1 else super().players

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        if setup.players not in self.players:
            return f"has models for {len(self.partners)} partners"
        return model_refusal(self.models if self.own is None else (self.own, *self.models), setup)

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return SearchPlayer(self, seat, seed)

    def think(self, view: View) -> Thought:
        """Runs the search of the player that sat down last."""
        player = self.seated
        assert isinstance(player, SearchPlayer)
        return player.think(view)

    @property
    def thought(self) -> Thought | None:
        """The last search of the player that sat down last."""
        return self._last.thought if isinstance(self._last, SearchPlayer) else None

    def belief(self, seat: Seat) -> dict[str, float]:
        """The probability of each model of a partner, as the player that sat down last believes."""
        player = self.seated
        assert isinstance(player, SearchPlayer)
        return player.belief(seat)


class SearchPlayer(Player):
    """A player of a searching agent."""

    trusted = True

    def __init__(self, agent: SearchAgent, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.thought: Thought | None = None
        """the result of its last search"""
        self._core: _core.SearchSeat | None = None
        self._before: View | None = None

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Starts a game with the prior beliefs about partners.

        :raises TamayaError: if the agent has models for another number of partners
        """
        self.seat, self._before = view.me, view
        self._core = _core.SearchSeat(
            self.agent.searcher,
            players=view.setup.players,
            seat=view.me,
            seed=self.seed if seed is None else seed,
        )

    def think(self, view: View) -> Thought:
        """Searches for a move."""
        try:
            result = self._in_game().decide(view)
        except MemoryError:
            raise out_of_memory(self.name) from None
        self.thought = thought_of(result)
        return self.thought

    def decide(self, view: View) -> Decision:
        """Searches; the reason holds the values of all moves."""
        thought = self.think(view)
        return Decision(
            thought.move,
            lambda: Reason(self.name, view, thought.move, "search", thoughts=thought),
        )

    def observe(self, event: Event, view: View) -> None:
        """Updates beliefs: which models would have made this move?"""
        core, before = self._in_game(), self._before
        self._before = view
        if event.actor == self.seat or event.move is None or before is None:
            return
        core.notice(before, event)

    def belief(self, seat: Seat) -> dict[str, float]:
        """The probability of each model of a partner, in the current game."""
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
