"""Agents that live in the core, first of all ordered lists of rules."""

from __future__ import annotations

from typing import TypeVar

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.agents.thoughts import Thoughts
from tamaya.game import IllegalMoveError, Move, Seed, TamayaError, View
from tamaya.rules import Genome


class CoreAgent(Agent):
    """An agent of the core. The arena plays teams of them there; this drives one by hand."""

    def __init__(self, name: str, policy: _core.Policy) -> None:
        self._name = name
        self.policy = policy
        self._seat: _core.NativeSeat | None = None

    @property
    def name(self) -> str:
        """The name it was asked for by."""
        return self._name

    def begin_game(self, view: View, seed: Seed) -> None:
        """Starts with an empty memory."""
        self._seat = _core.NativeSeat(self.policy, seed)

    def decide(self, view: View) -> _core.Decision:
        """The move, and what led to it."""
        return self._in_game().decide(view)

    def act(self, view: View) -> Move:
        """The core's move.

        :raises IllegalMoveError: if it gives up because no rule applies, as published agents can
        """
        move = self.decide(view).move
        if move is None:
            raise IllegalMoveError(f"{self._name} gives up: none of its rules applies")
        return move

    def thoughts(self, view: View, decision: _core.Decision) -> Thoughts | None:
        """What the agent weighed before it decided; None for those that weigh nothing."""
        return None

    def _in_game(self) -> _core.NativeSeat:
        if self._seat is None:
            raise TamayaError(f"{self._name} has not begun a game: call begin_game first")
        return self._seat

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._name}>"


_in_core: set[type[CoreAgent]] = set()
Made = TypeVar("Made", bound=type[CoreAgent])


def in_core(kind: Made) -> Made:
    """Marks a class whose agents the core plays alone; classes made of it in Python are not."""
    _in_core.add(kind)
    return kind


def plays_in_core(agent: object) -> bool:
    """Can the core play this agent without asking Python?"""
    return type(agent) in _in_core


@in_core
class NativeAgent(CoreAgent):
    """A rule list of the core.

    With `gives_up` a rule that throws, or no rule that applies, ends the game, as in the published
    programs; otherwise such rules are skipped and a random legal move is the last resort.
    """

    def __init__(
        self, name: str, genome: Genome, *, noise: int = 0, gives_up: bool = False
    ) -> None:
        super().__init__(
            name,
            genome.policy(noise=noise, skip_throws=not gives_up, else_random=not gives_up),
        )
        self.genome = genome
        self.noise = noise
        self.gives_up = gives_up
