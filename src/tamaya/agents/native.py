"""Agents that live in the core: ordered lists of rules."""

from tamaya import _core
from tamaya.agents.agent import Agent
from tamaya.game import Event, IllegalMoveError, Move, Seed, TamayaError, View
from tamaya.rules import Genome


class NativeAgent(Agent):
    """A rule list of the core. The arena plays teams of them there; this drives one by hand.

    With `gives_up` a rule that throws, or no rule that applies, ends the game, as in the published
    programs; otherwise such rules are skipped and a random legal move is the last resort.
    """

    def __init__(
        self, name: str, genome: Genome, *, noise: int = 0, gives_up: bool = False
    ) -> None:
        self._name = name
        self.genome = genome
        self.noise = noise
        self.gives_up = gives_up
        self.policy = genome.policy(noise=noise, skip_throws=not gives_up, else_random=not gives_up)
        self._seat: _core.NativeSeat | None = None

    @property
    def name(self) -> str:
        """The name it was asked for by."""
        return self._name

    def begin_game(self, view: View, seed: Seed) -> None:
        """Starts with an empty memory."""
        self._seat = _core.NativeSeat(self.policy, seed)

    def decide(self, view: View) -> _core.Decision:
        """The move, and which rule of the genome decided."""
        return self._in_game().decide(view)

    def act(self, view: View) -> Move:
        """The core's move.

        :raises IllegalMoveError: if it gives up because no rule applies, as published agents can
        """
        move = self.decide(view).move
        if move is None:
            raise IllegalMoveError(f"{self._name} gives up: none of its rules applies")
        return move

    def observe(self, event: Event, view: View) -> None:
        """Tells the core what happened."""
        self._in_game().observe(view, event)

    def _in_game(self) -> _core.NativeSeat:
        if self._seat is None:
            raise TamayaError(f"{self._name} has not begun a game: call begin_game first")
        return self._seat

    def __repr__(self) -> str:
        return f"<NativeAgent: {self._name}>"
