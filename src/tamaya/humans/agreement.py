"""Move prediction: how often agents choose the move that a person made."""

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
    """What an agent offers that knows how likely each move is."""

    def probabilities(self, view: View) -> Mapping[Move, float]:
        """The chance of each legal move of the seat to move; those left out have none."""


def kind_of(move: Move) -> str:
    """'play', 'discard' or 'hint'."""
    return "hint" if move.is_hint else move.kind


@dataclass(frozen=True)
class Agreement:
    """An agent's answers to the decisions of people, in their order."""

    agent: str
    people: tuple[str, ...]
    """who decided"""
    kinds: tuple[str, ...]
    """what kind of move the person made"""
    exact: Floats
    """1 where the agent makes the same move; of agents that offer probabilities the likeliest one,
    the first of those in a tie. Of chance: how likely a legal move drawn at random is the same"""
    same_kind: Floats
    """likewise, 1 where it makes a move of the same kind"""
    probability: Floats | None = None
    """that the agent gave to the person's move, if it offers probabilities"""
    confidence: Floats | None = None
    """that it gave to its own, the likeliest one"""

    def __len__(self) -> int:
        return len(self.people)

    def share(self, *, kind: str | None = None, same_kind: bool = False) -> Estimate:
        """Share of decisions in which the agent does the same; the error is clustered by person.

        :param kind: only where the person made a move of this kind
        :param same_kind: a move of the same kind is enough
        """
        chosen = self._of_kind[kind] if kind else np.ones(len(self), bool)
        values = self.same_kind if same_kind else self.exact
        return clustered(values[chosen], np.asarray(self.people)[chosen])

    @property
    def by_person(self) -> Estimate:
        """Mean over people of the share of their decisions, each person counting once."""
        return estimate(list(self.of_people.values()))

    @cached_property
    def of_people(self) -> dict[str, float]:
        """Share of the decisions of each person in which the agent makes the same move."""
        names, places = np.unique(np.asarray(self.people), return_inverse=True)
        sums = np.bincount(places, weights=self.exact, minlength=len(names))
        means = sums / np.bincount(places, minlength=len(names))
        return dict(zip(names.tolist(), means.tolist(), strict=True))

    @property
    def log_loss(self) -> Estimate | None:
        """Mean of -ln of the probability of the person's move; infinite if one had none."""
        if self.probability is None:
            return None
        if self.impossible:
            return Estimate(math.inf, math.nan, len(self))
        return clustered(-np.log(self.probability), np.asarray(self.people))

    @property
    def impossible(self) -> int:
        """Decisions to which the agent gave no chance at all."""
        return 0 if self.probability is None else int((self.probability <= 0).sum())

    @cached_property
    def _of_kind(self) -> dict[str, Bools]:
        made = np.asarray(self.kinds)
        return {kind: made == kind for kind in KINDS}


@dataclass(frozen=True)
class _Answer:
    move: Move | None
    probability: float | None = None
    confidence: float | None = None


class _Asked:
    """One agent in the seat of a person, who moves in its place."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.player: Player = agent.sit()
        asked = self.player.body if isinstance(self.player, PythonPlayer) else agent
        self._probabilities: Callable[[View], Mapping[Move, float]] | None = getattr(
            asked, "probabilities", None
        )

    def begin(self, game: HumanGame, state: State, seat: Seat) -> None:
        partners = tuple(f"partner {n}" for n in range(1, len(game.people)))
        digest = hashlib.sha256(game.id.encode()).digest()
        seed = int.from_bytes(digest[:8], "little")
        self.player.begin_episode(Episode(partners, 1))
        self.player.begin_game(state.view(seat), player_seed(self.player, seed, seat))

    def answer(self, view: View, made: Move) -> _Answer:
        """What it would do, before the person's move is made."""
        if self._probabilities is None:
            try:
                return _Answer(self.player.decide(view).move)
            except IllegalMoveError:
                return _Answer(None)
        chances = self._probabilities(view)
        likeliest = max(view.legal_moves(), key=lambda move: chances.get(move, 0.0))
        probability, confidence = (float(chances.get(one, 0.0)) for one in (made, likeliest))
        return _Answer(likeliest, probability, confidence)

    def follow(self, state: State, seat: Seat) -> None:
        if self.player.follows:
            self.player.observe(state.events[-1], state.view(seat))


def agreement(
    games: Sequence[HumanGame],
    agent: AgentLike,
    progress: Callable[[int], None] = lambda _: None,
) -> Agreement:
    """Asks an agent for each decision that people made, without games out of step.

    It sits in the person's seat and sees the game as it went: the moves before are those of the
    person, whatever it would have done itself. Notes of its own intentions, if it keeps any, are
    of the moves that it would have made.

    :param progress: told after each game how many are done
    :raises AgentError: if the agent fails
    """
    asked = _Asked(as_agent(agent))
    people: list[str] = []
    kinds: list[str] = []
    answers: list[tuple[Move, _Answer]] = []
    for number, game in enumerate(games, 1):
        for seat, person in _seats(game):
            found = list(_answers(asked, game, seat))
            people += [person] * len(found)
            kinds += [kind_of(made) for made, _ in found]
            answers += found
        progress(number)
    same = [
        (False, False)
        if answer.move is None
        else (answer.move == made, kind_of(answer.move) == kind_of(made))
        for made, answer in answers
    ]
    marks = np.array(same, np.float64).reshape(-1, 2)
    return Agreement(
        asked.agent.name,
        tuple(people),
        tuple(kinds),
        marks[:, 0],
        marks[:, 1],
        _offered([answer.probability for _, answer in answers]),
        _offered([answer.confidence for _, answer in answers]),
    )


def _offered(chances: Sequence[float | None]) -> Floats | None:
    """Probabilities, if the agent offers them."""
    known = [chance for chance in chances if chance is not None]
    return np.array(known) if known else None


def _seats(game: HumanGame) -> Iterable[tuple[Seat, str]]:
    """The seats of people; none if the game is out of step."""
    if game.in_step:
        yield from ((seat, name) for seat, name in enumerate(game.people) if name is not None)


def _answers(asked: _Asked, game: HumanGame, seat: Seat) -> Iterable[tuple[Move, _Answer]]:
    state = game.transcript.start()
    try:
        asked.begin(game, state, seat)
        for move in game.transcript.moves:
            if state.current == seat:
                yield move, asked.answer(state.view(seat), move)
            state.apply(move)
            asked.follow(state, seat)
        asked.player.end_game(state.view(seat))
        asked.player.end_episode()
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}"
        where = f"game {game.id}, turn {state.turn + 1}"
        raise AgentError(f"{asked.agent.name} failed in {where}: {what}") from error


def chance(games: Sequence[HumanGame]) -> Agreement:
    """What drawing a legal move at random would agree, in expectation."""
    people: list[str] = []
    kinds: list[str] = []
    exact: list[float] = []
    same: list[float] = []
    for game in games:
        seats = dict(_seats(game))
        state = game.transcript.start()
        for made in game.transcript.moves:
            if state.current in seats:
                legal = [kind_of(move) for move in state.legal_moves()]
                people.append(seats[state.current])
                kinds.append(kind_of(made))
                exact.append(1 / len(legal))
                same.append(legal.count(kinds[-1]) / len(legal))
            state.apply(made)
    shares = np.array(exact)
    return Agreement("chance", tuple(people), tuple(kinds), shares, np.array(same), shares, shares)
