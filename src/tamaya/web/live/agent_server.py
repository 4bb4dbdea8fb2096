"""Answers questions to the agents of one child process."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from tamaya.errors import UnknownPastError
from tamaya.web.live.seated_agent import AgentMove, PartnerBelief, PastGame, SeatedAgent

CHAIRS = 500
"""most agents in a process; then the least recently asked one is evicted"""


@dataclass(frozen=True)
class AgentQuestion:
    """A question to an agent: choose a move, or learn from a finished game."""

    chair: str
    """id of the agent: one for each seat of each episode"""
    spec: str
    seat: int
    players: int
    number: int
    """number of the game within its episode, counted from 1"""
    game: PastGame
    past: tuple[PastGame, ...] | None
    """the earlier games of the episode; None if the process probably knows them"""
    over: bool
    """False for a move, True to learn from the finished game"""


@dataclass(frozen=True)
class AgentReply:
    """The answer: a move, a belief, or an error."""

    decision: AgentMove | None = None
    belief: PartnerBelief | None = None
    forgotten: bool = False
    error: str = ""


class AgentServer:
    """The agents of one process."""

    def __init__(self) -> None:
        self._chairs: OrderedDict[str, SeatedAgent] = OrderedDict()

    def answer(self, question: AgentQuestion) -> AgentReply:
        """Answers a question. It never raises: an agent that fails is dropped."""
        try:
            return self._answer(question)
        except UnknownPastError:
            self._chairs.pop(question.chair, None)
            return AgentReply(forgotten=True)
        except (Exception, SystemExit) as error:
            self._chairs.pop(question.chair, None)
            return AgentReply(error=f"{type(error).__name__}: {error}")

    def _answer(self, question: AgentQuestion) -> AgentReply:
        chair = self._chairs.get(question.chair)
        if chair is None or question.past is not None:
            chair = SeatedAgent(question.spec, question.seat, question.players)
            self._chairs[question.chair] = chair
        self._chairs.move_to_end(question.chair)
        while len(self._chairs) > CHAIRS:
            self._chairs.popitem(last=False)
        chair.advance(question.number, question.game, question.past)
        if question.over:
            return AgentReply(belief=chair.finish())
        return AgentReply(decision=chair.decide())
