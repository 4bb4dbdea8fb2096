"""Native agents: agents that the C++ core plays, above all ordered lists of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tamaya import _core
from tamaya.agents.agent import ValueAgent
from tamaya.agents.player import Decision, Episode, Player
from tamaya.agents.reason import Reason, Thoughts
from tamaya.game import Seat, Seed, Setup, TamayaError, View
from tamaya.rules import Genome, RuleSpec


class CoreAgent(ValueAgent):
    """A native agent: a name and a policy of the core.

    A family of native agents overrides `parameters`, and `thoughts` if it can explain its moves.
    """

    def __init__(self, name: str, policy: _core.Policy) -> None:
        super().__init__(name)
        self.policy = policy

    @property
    def is_native(self) -> bool:
        """Can the core play this agent without calling Python?"""
        return plays_in_core(self)

    @property
    def learns(self) -> bool:
        """Does the agent learn about its partners from game to game of an episode?"""
        return False

    def _player(self, seat: Seat, seed: Seed) -> Player:
        return NativePlayer(self, seat, seed)

    def explain(self, view: View, decision: _core.Decision) -> Reason:
        """The reason for a decision of the core."""
        thoughts = self.thoughts(view, decision)
        return Reason(self.name, view, decision.move, "thoughts", thoughts=thoughts)

    def thoughts(self, view: View, decision: _core.Decision) -> Thoughts | None:
        """What the agent weighed before it decided; None if the family does not say."""
        return None


class NativePlayer(Player):
    """A player of a native agent."""

    follows = False
    trusted = True

    def __init__(self, agent: CoreAgent, seat: Seat = 0, seed: Seed = 0) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.remembers = False
        """whether the player keeps its memory from game to game"""
        self._core: _core.NativeSeat | None = None
        self._last: View | None = None

    def begin_episode(self, episode: Episode) -> None:
        """Forgets the previous partners."""
        self._core = self._last = None

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Starts a game, with an empty memory unless the player remembers the previous game."""
        own = self.seed if seed is None else seed
        if self.remembers and self._core is not None and self._last is not None:
            self._core.begin_next(self._last, own)
        else:
            self._core = _core.NativeSeat(self.agent.policy, own)
        self._last = None

    def end_game(self, view: View) -> None:
        """Keeps the last position, which the next game may start from."""
        self._last = view

    def decide(self, view: View) -> Decision:
        """Asks the core for a move.

        :raises TamayaError: before the first `begin_game`
        """
        if self._core is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        decision = self._core.decide(view)
        return Decision(decision.move, lambda: self.agent.explain(view, decision))


_in_core: set[type[CoreAgent]] = set()
Kind = TypeVar("Kind", bound=type[CoreAgent])


def in_core(kind: Kind) -> Kind:
    """Marks a class whose agents the core plays without Python. Its subclasses are not marked."""
    _in_core.add(kind)
    return kind


def plays_in_core(agent: object) -> bool:
    """Can the core play this agent without calling Python?"""
    return type(agent) in _in_core


@in_core
class NativeAgent(CoreAgent):
    """An ordered list of rules.

    By default a rule that fails is skipped, and if no rule applies the agent makes a random legal
    move. With `gives_up` both cases end the game, as in the published programs.
    """

    def __init__(
        self,
        name: str,
        genome: Genome,
        *,
        noise: int = 0,
        gives_up: bool = False,
        made_for: str = "",
    ) -> None:
        super().__init__(
            name,
            genome.policy(noise=noise, skip_throws=not gives_up, else_random=not gives_up),
        )
        self.genome = genome
        self.noise = noise
        self.gives_up = gives_up
        self._made_for = made_for

    @property
    def made_for(self) -> str:
        """The set-up that the rules were evolved for, in words; empty if it suits every set-up."""
        return self._made_for

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that the agent is made for."""
        return (Setup.parse(self.made_for).players,) if self.made_for else super().players

    @property
    def parameters(self) -> Mapping[str, object]:
        """Rules, noise in percent, and whether the agent gives up if no rule applies."""
        return {"genome": self.genome, "noise": self.noise, "gives_up": self.gives_up}

    def explain(self, view: View, decision: _core.Decision) -> Reason:
        """Which rule decided, or why none did."""
        rules = self.genome.rules
        if decision.move is None:
            return Reason(self.name, view, None, "gave up", rules)
        if decision.fired < len(rules):
            return Reason(self.name, view, decision.move, "rule", rules, decision.fired)
        # The core reports only that no rule decided. If a rule applies here, noise decided.
        noise = self.noise > 0 and any(_applies(rule, view) for rule in rules)
        return Reason(self.name, view, decision.move, "noise" if noise else "no rule", rules)


def _applies(rule: RuleSpec, view: View) -> bool:
    try:
        return rule(view) is not None
    except TamayaError:
        return False
