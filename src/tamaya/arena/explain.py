"""Why agents did what they did: which rule decided, or what they weighed, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.agents import Agent, AgentLike, CoreAgent, Episode, NativeAgent, as_agent
from tamaya.agents.thoughts import Thoughts
from tamaya.arena.play import Game, play
from tamaya.game import Event, IllegalMoveError, Move, Seed, Setup, TamayaError, View
from tamaya.rules import RuleSpec
from tamaya.search import SearchAgent


@dataclass(frozen=True)
class Reason:
    """One decision of one agent."""

    agent: str
    view: View
    """what the agent saw"""
    move: Move | None
    """None if it gave up"""
    source: str
    """'rule', 'thoughts', 'search', 'noise', 'no rule' (a random legal move instead), 'gave up' or
    'python'"""
    rules: tuple[RuleSpec, ...] = ()
    """the agent's rules in order of priority"""
    fired: int | None = None
    """place of the deciding rule among them"""
    thoughts: Thoughts | None = None
    """what an agent without rules weighed, or a search found"""

    @property
    def rule(self) -> RuleSpec | None:
        """The rule that decided."""
        return None if self.fired is None else self.rules[self.fired]

    def __str__(self) -> str:
        if self.rule is not None:
            place = f"rule {(self.fired or 0) + 1} of {len(self.rules)}"
            return f"{place}, {self.rule}: {self.rule.description}"
        if self.thoughts is not None:
            return str(self.thoughts)
        return {
            "thoughts": "decided in the core, without rules",
            "noise": "noise: any legal move",
            "no rule": "no rule applies: any legal move",
            "gave up": "no rule applies: gives up",
            "python": "decided in Python, without rules",
        }[self.source]


@dataclass(frozen=True)
class Explanation:
    """A finished game and the reason for each of its moves."""

    game: Game
    reasons: tuple[Reason, ...]
    """one for each turn"""


def explain(*agents: AgentLike, seed: Seed = 0, setup: Setup | str = "standard") -> Explanation:
    """Plays the game that `play` plays and writes down which rule decided each move.

    :raises AgentError: as `play` does
    """
    reasons: list[Reason] = []
    game = play(*(_Watched(as_agent(agent), reasons) for agent in agents), seed=seed, setup=setup)
    return Explanation(game, tuple(reasons))


class _Watched(Agent):
    """Another agent, whose decisions are written down."""

    def __init__(self, agent: Agent, reasons: list[Reason]) -> None:
        self._agent = agent
        self._reasons = reasons

    @property
    def name(self) -> str:
        """The agent's."""
        return self._agent.name

    def begin_episode(self, episode: Episode) -> None:
        """Passes the call on."""
        self._agent.begin_episode(episode)

    def begin_game(self, view: View, seed: Seed) -> None:
        """Passes the call on."""
        self._agent.begin_game(view, seed)

    def observe(self, event: Event, view: View) -> None:
        """Passes the call on."""
        self._agent.observe(event, view)

    def end_game(self, view: View) -> None:
        """Passes the call on."""
        self._agent.end_game(view)

    def end_episode(self) -> None:
        """Passes the call on."""
        self._agent.end_episode()

    def act(self, view: View) -> Move:
        """Asks the agent and writes down why."""
        if isinstance(self._agent, SearchAgent):
            thought = self._agent.think(view)
            self._reasons.append(Reason(self.name, view, thought.move, "search", thoughts=thought))
            return thought.move
        if not isinstance(self._agent, CoreAgent):
            move = self._agent.act(view)
            self._reasons.append(Reason(self.name, view, move, "python"))
            return move
        reason = reason_of(self._agent, view)
        self._reasons.append(reason)
        if reason.move is None:
            raise IllegalMoveError(f"{self.name} gives up: none of its rules applies")
        return reason.move


def reason_of(agent: CoreAgent, view: View) -> Reason:
    """Lets an agent of the core decide, once, and says why it decided so."""
    decision = agent.decide(view)
    if not isinstance(agent, NativeAgent):
        thoughts = agent.thoughts(view, decision)
        return Reason(agent.name, view, decision.move, "thoughts", thoughts=thoughts)
    rules = agent.genome.rules
    if decision.move is None:
        return Reason(agent.name, view, None, "gave up", rules)
    if decision.fired < len(rules):
        return Reason(agent.name, view, decision.move, "rule", rules, decision.fired)
    # The core says only that no rule decided. With noise about, it was noise if some rule applies.
    noise = agent.noise > 0 and any(_applies(rule, view) for rule in rules)
    return Reason(agent.name, view, decision.move, "noise" if noise else "no rule", rules)


def _applies(rule: RuleSpec, view: View) -> bool:
    try:
        return rule(view) is not None
    except TamayaError:
        return False
