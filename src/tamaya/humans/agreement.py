"""Move prediction: how often an agent would choose the move that a person made."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import Agent, AgentLike, Episode, Player, PythonPlayer, as_agent
from tamaya.agents.seeds import player_seed
from tamaya.arena import AgentError
from tamaya.game import IllegalMoveError, Move, Seat, State, View
from tamaya.humans.games import HumanGame
from tamaya.numbers import Floats
from tamaya.stats import Estimate, clustered, estimate

KINDS = ("play", "discard", "hint")
Bools = NDArray[np.bool_]


class Predicts(Protocol):
    """An agent that gives a probability for each move."""

    def probabilities(self, view: View) -> Mapping[Move, float]:
        """The probability of each legal move of the seat to move; missing moves have 0."""


def kind_of(move: Move) -> str:
    """'play', 'discard' or 'hint'."""
    return "hint" if move.is_hint else move.kind


@dataclass(frozen=True)
class Agreement:
    """An agent's predictions of the decisions of people, one entry per decision."""

    agent: str
    people: tuple[str, ...]
    """the person who decided"""
    kinds: tuple[str, ...]
    """the kind of move that the person made"""
    exact: Floats
    """1 if the agent would make the same move. An agent with probabilities makes its likeliest
    move, the first in a tie. For `chance`: the probability that a random legal move is the same"""
    same_kind: Floats
    """1 if the agent would make a move of the same kind"""
    probability: Floats | None = None
    """the agent's probability of the person's move; None if it gives no probabilities"""
    confidence: Floats | None = None
    """the agent's probability of its own likeliest move"""

    def __len__(self) -> int:
        return len(self.people)

    def share(self, *, kind: str | None = None, same_kind: bool = False) -> Estimate:
        """Share of decisions that the agent predicts; the error is clustered by person.

        :param kind: count only decisions in which the person made a move of this kind
        :param same_kind: count a move of the same kind as predicted
        """
        chosen = self._of_kind[kind] if kind else np.ones(len(self), bool)
        values = self.same_kind if same_kind else self.exact
        return clustered(values[chosen], np.asarray(self.people)[chosen])

    @property
    def by_person(self) -> Estimate:
        """Mean over people of the share of their decisions that the agent predicts."""
        return estimate(list(self.of_people.values()))

    @cached_property
    def of_people(self) -> dict[str, float]:
        """Share of each person's decisions that the agent predicts."""
        names, places = np.unique(np.asarray(self.people), return_inverse=True)
        sums = np.bincount(places, weights=self.exact, minlength=len(names))
        means = sums / np.bincount(places, minlength=len(names))
        return dict(zip(names.tolist(), means.tolist(), strict=True))

    @property
    def log_loss(self) -> Estimate | None:
        """Mean of -ln of the probability of the person's move; infinite if one of them was 0."""
        if self.probability is None:
            return None
        if self.impossible:
            return Estimate(math.inf, math.nan, len(self))
        return clustered(-np.log(self.probability), np.asarray(self.people))

    @property
    def impossible(self) -> int:
        """Number of decisions to which the agent gave probability 0."""
        return 0 if self.probability is None else int((self.probability <= 0).sum())

    @cached_property
    def _of_kind(self) -> dict[str, Bools]:
        kinds = np.asarray(self.kinds)
        return {kind: kinds == kind for kind in KINDS}


@dataclass(frozen=True)
class _Answer:
    move: Move | None
    probability: float | None = None
    confidence: float | None = None


class _Predictor:
    """An agent in the seat of a person. It predicts moves; the person's moves are played."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.player: Player = agent.sit()
        body = self.player.body if isinstance(self.player, PythonPlayer) else agent
        self._probabilities: Callable[[View], Mapping[Move, float]] | None = getattr(
            body, "probabilities", None
        )

    def begin(self, game: HumanGame, state: State, seat: Seat) -> None:
        partners = tuple(f"partner {n}" for n in range(1, len(game.people)))
        digest = hashlib.sha256(game.id.encode()).digest()
        seed = int.from_bytes(digest[:8], "little")
        self.player.begin_episode(Episode(partners, 1))
        self.player.begin_game(state.view(seat), player_seed(self.player, seed, seat))

    def answer(self, view: View, actual: Move) -> _Answer:
        """The agent's prediction, before the person's actual move is played."""
        if self._probabilities is None:
            try:
                return _Answer(self.player.decide(view).move)
            except IllegalMoveError:
                return _Answer(None)
        chances = self._probabilities(view)
        likeliest = max(view.legal_moves(), key=lambda move: chances.get(move, 0.0))
        probability, confidence = (float(chances.get(move, 0.0)) for move in (actual, likeliest))
        return _Answer(likeliest, probability, confidence)

    def follow(self, state: State, seat: Seat) -> None:
        if self.player.follows:
            self.player.observe(state.events[-1], state.view(seat))


def agreement(
    games: Sequence[HumanGame],
    agent: AgentLike,
    progress: Callable[[int], None] = lambda _: None,
) -> Agreement:
    """Lets an agent predict each decision that people made, except in games out of step.

    The agent sits in the person's seat and sees the game as it was played: earlier moves are those
    of the person, even if the agent would have moved differently. If the agent remembers its own
    intentions, it remembers those of its predictions.

    :param progress: called after each game with the number of finished games
    :raises AgentError: if the agent fails
    """
    predictor = _Predictor(as_agent(agent))
    people: list[str] = []
    kinds: list[str] = []
    answers: list[tuple[Move, _Answer]] = []
    for number, game in enumerate(games, 1):
        for seat, person in _seats(game):
            predictions = list(_answers(predictor, game, seat))
            people += [person] * len(predictions)
            kinds += [kind_of(actual) for actual, _ in predictions]
            answers += predictions
        progress(number)
    same = [
        (False, False)
        if answer.move is None
        else (answer.move == actual, kind_of(answer.move) == kind_of(actual))
        for actual, answer in answers
    ]
    marks = np.array(same, np.float64).reshape(-1, 2)
    return Agreement(
        predictor.agent.name,
        tuple(people),
        tuple(kinds),
        marks[:, 0],
        marks[:, 1],
        _if_any([answer.probability for _, answer in answers]),
        _if_any([answer.confidence for _, answer in answers]),
    )


def _if_any(probabilities: Sequence[float | None]) -> Floats | None:
    """The probabilities as an array; None if the agent gives none."""
    values = [value for value in probabilities if value is not None]
    return np.array(values) if values else None


def _seats(game: HumanGame) -> Iterable[tuple[Seat, str]]:
    """The seats of people; none if the game is out of step."""
    if game.in_step:
        yield from ((seat, name) for seat, name in enumerate(game.people) if name is not None)


def _answers(predictor: _Predictor, game: HumanGame, seat: Seat) -> Iterable[tuple[Move, _Answer]]:
    state = game.transcript.start()
    try:
        predictor.begin(game, state, seat)
        for move in game.transcript.moves:
            if state.current == seat:
                yield move, predictor.answer(state.view(seat), move)
            state.apply(move)
            predictor.follow(state, seat)
        predictor.player.end_game(state.view(seat))
        predictor.player.end_episode()
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}"
        turn = f"game {game.id}, turn {state.turn + 1}"
        raise AgentError(f"{predictor.agent.name} failed in {turn}: {cause}") from error


def chance(games: Sequence[HumanGame]) -> Agreement:
    """The expected agreement of random legal moves."""
    people: list[str] = []
    kinds: list[str] = []
    exact: list[float] = []
    same: list[float] = []
    for game in games:
        seats = dict(_seats(game))
        state = game.transcript.start()
        for actual in game.transcript.moves:
            if state.current in seats:
                legal = [kind_of(move) for move in state.legal_moves()]
                people.append(seats[state.current])
                kinds.append(kind_of(actual))
                exact.append(1 / len(legal))
                same.append(legal.count(kinds[-1]) / len(legal))
            state.apply(actual)
    shares = np.array(exact)
    return Agreement("chance", tuple(people), tuple(kinds), shares, np.array(same), shares, shares)
