"""The agents of one process, and what they are asked."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from tamaya.web.chair import Belief, Chair, Decision, ForgottenError, Played

CHAIRS = 500
"""kept in one process; of more, those that were asked longest ago are forgotten"""


@dataclass(frozen=True)
class Question:
    """What is asked about one agent."""

    chair: str
    """equal for the same seat of the same episode"""
    spec: str
    seat: int
    players: int
    number: int
    """of the game within its episode, counted from 1"""
    game: Played
    past: tuple[Played, ...] | None
    """the games before; None in the hope that they are known"""
    over: bool
    """False for a move, True to learn from the finished game"""


@dataclass(frozen=True)
class Answer:
    """One of these, or an error."""

    decision: Decision | None = None
    belief: Belief | None = None
    forgotten: bool = False
    error: str = ""


class Chairs:
    """The agents of one process."""

    def __init__(self) -> None:
        self._chairs: OrderedDict[str, Chair] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Never raises: an agent that fails is put away."""
        try:
            return self._asked(question)
        except ForgottenError:
            self._chairs.pop(question.chair, None)
            return Answer(forgotten=True)
        except Exception as error:
            self._chairs.pop(question.chair, None)
            return Answer(error=f"{type(error).__name__}: {error}")

    def _asked(self, question: Question) -> Answer:
        chair = self._chairs.get(question.chair)
        if chair is None or question.past is not None:
            chair = Chair(question.spec, question.seat, question.players)
            self._chairs[question.chair] = chair
        self._chairs.move_to_end(question.chair)
        while len(self._chairs) > CHAIRS:
            self._chairs.popitem(last=False)
        chair.advance(question.number, question.game, question.past)
        if question.over:
            return Answer(belief=chair.finish())
        return Answer(decision=chair.decide())
