"""Our meta-agent: recognizes partners by their moves, and responds within the game."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Agent, Episode
from tamaya.game import Event, IllegalMoveError, Move, Seat, Seed, TamayaError, View
from tamaya.meta.belief import Choice, Posterior
from tamaya.meta.experience import Experience
from tamaya.stats import cautious

DOUBTS = ((0.05, 1.0), (0.2, 0.6), (0.4, 0.3), (0.7, 0.0))
"""a hypothesis as it is, two kinds of somebody like it, and a stranger, who may be anybody"""
CAUTION = 12.0
"""what a point less than the Generalist's weighs against a point more"""
_MOST_CAUTION = 100
_MADE_UP = 0.9
"""how likely somebody is who was made up, beside an agent of the pool: it decides between equals"""


class Detective(Agent):
    """Asks after each move who would have made it.

    The hypotheses are agents that can be asked what they would do. What a partner saw of one's own
    hand is not known, so some positions are imagined that agree with everything one knows; the
    share of them in which a hypothesis makes the move is its likelihood. The response that is
    expected to gain most on the pool's Generalist is played, where losses count several times, and
    changed within a game as soon as another is better. Beliefs last for an episode, by the
    partners' opaque ids.
    """

    def __init__(  # noqa: PLR0913
        self,
        experience: Experience | str | Path,
        *,
        samples: int = 8,
        doubts: Sequence[tuple[float, float]] = DOUBTS,
        caution: float | None = None,
        prior: Sequence[float] | None = None,
        patience: float = 0.0,
        within_games: bool = True,
        name: str = "detective",
    ) -> None:
        """Makes one.

        :param experience: what it knows before it meets anybody, or the file of it
        :param samples: positions imagined for each move
        :param doubts: how far a partner may be from a hypothesis: pairs of the share of its moves
            that are not the hypothesis's, above 0, and of the trust in the hypothesis's scores
        :param caution: how many times points count that a response scores less than the pool's
            Generalist (`Experience.reference`); with 1 the highest expected score is chosen. By
            default 12 if partners were made up for a pool, who tell what may go wrong, otherwise 1
        :param prior: of each hypothesis before anything is known; if not given all are alike, but
            those without a niche, who were made up for a pool, a little less likely
        :param patience: points that a change of response within a game must be expected to gain
        :param within_games: whether responses change within games, or only between them
        :raises TamayaError: for impossible numbers
        """
        if not isinstance(experience, Experience):
            experience = Experience.read(experience)
        self.experience = experience
        self.prior = _prior(experience) if prior is None else np.array(prior, np.float64)
        self.prior = self.prior / self.prior.sum()
        self.doubts = tuple(doubts)
        self.caution = (
            (CAUTION if _has_made_up(experience) else 1.0) if caution is None else caution
        )
        self._settings = (samples, patience, within_games)
        self._name = name
        self.casebook = _core.Casebook(
            _core.Policies([one.policy for one in self.experience.hypotheses.elites]),
            _core.Policies([one.policy for one in self.experience.players]),
            self._worth(),
            prior=self.prior,
            doubts=list(self.doubts),
            samples=samples,
            patience=patience,
            within_games=within_games,
        )
        self._episode: Episode | None = None
        self._forget()

    def _worth(self) -> NDArray[np.float64]:
        """What is to be made the most of, [response, hypothesis]: gains, and losses several times.

        :raises TamayaError: if losses would count less than gains
        """
        if not 1 <= self.caution <= _MOST_CAUTION:
            raise TamayaError(f"caution = {self.caution} (expected 1 to {_MOST_CAUTION})")
        scores = self.experience.scores
        return np.ascontiguousarray(cautious(scores - scores[self.experience.reference],
                                             self.caution), np.float64)  # fmt: skip

    @property
    def name(self) -> str:
        """What it was asked for by."""
        return self._name

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """What it believes now, by the partners' opaque ids."""
        names = self.experience.hypotheses.names
        return {
            one: Posterior(names, tuple(row.sum(axis=1).tolist()))
            for one, row in self._rows().items()
        }

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Whom it chose to play like in this episode, and why: one for each change."""
        return tuple(self._choices)

    def _forget(self) -> None:
        self._known: dict[str, NDArray[np.float64]] = {}
        self._choices: list[Choice] = []
        self._game = 0
        self._leave_game()

    def _leave_game(self) -> None:
        self._seat: _core.MetaSeat | None = None
        self._mass: NDArray[np.float64] | None = None
        self._me: Seat = 0
        self._before: View | None = None

    def begin_episode(self, episode: Episode) -> None:
        """Forgets whom it has met before."""
        self._episode = episode
        self._forget()
        unmet = np.repeat(self.prior[:, None], len(self.doubts), axis=1) / len(self.doubts)
        self._known = {partner: unmet for partner in episode.partners}

    def begin_game(self, view: View, seed: Seed) -> None:
        """Chooses a response by what it believes."""
        players = view.setup.players
        if self._episode is None or len(self._episode.partners) != players - 1:
            self.begin_episode(Episode(tuple(f"partner-{i}" for i in range(1, players)), 1))
        self._game += 1
        self._me, self._before = view.me, view
        self._mass = np.zeros((players, len(self.experience.hypotheses), len(self.doubts)))
        for seat in range(players):
            if seat != view.me:
                self._mass[seat] = self._known[self._partner(seat)]
        self._seat = _core.MetaSeat(self.casebook, self._mass, view.me, seed)
        self._choose(view)

    def _partner(self, seat: Seat) -> str:
        assert self._episode is not None
        partners = self._episode.partners
        return partners[(seat - self._me - 1) % (len(partners) + 1)]

    def _rows(self) -> dict[str, NDArray[np.float64]]:
        if self._mass is None:
            return self._known
        return {self._partner(seat): row.copy() for seat, row in enumerate(self._mass)
                if seat != self._me}  # fmt: skip

    def _in_game(self) -> _core.MetaSeat:
        if self._seat is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._seat

    def _choose(self, view: View) -> None:
        """Notes the response."""
        response = self._in_game().response
        expected = float(np.mean([self.expected(row)[response] for row in self._rows().values()]))
        name = self.experience.responses.names[response]
        self._choices.append(Choice(self._game, view.turn, name, expected, self.beliefs))

    def expected(self, belief: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each response is expected to score with a partner of a belief."""
        trust = belief @ [trust for _, trust in self.doubts]
        anybody = self.experience.scores @ self.prior
        made: NDArray[np.float64] = self.experience.scores @ trust + anybody * (1 - trust.sum())
        return made

    def act(self, view: View) -> Move:
        """The response's move.

        :raises IllegalMoveError: if the response gives up, as published agents can
        """
        move = self._in_game().decide(view).move
        if move is None:
            raise IllegalMoveError(f"{self.name} gives up: its response has no move")
        return move

    def observe(self, event: Event, view: View) -> None:
        """Asks who would have moved like that."""
        seat, before = self._in_game(), self._before
        self._before = view
        if event.actor == self._me or event.move is None or before is None:
            return
        response = seat.response
        seat.notice(before, event)
        if seat.response != response:
            self._choose(view)

    def end_game(self, view: View) -> None:
        """Keeps what it believes."""
        self._known = self._rows()
        self._leave_game()

    def __copy__(self) -> Detective:
        """Another one with the same experience, which has met nobody."""
        samples, patience, within_games = self._settings
        return type(self)(
            self.experience,
            samples=samples,
            doubts=self.doubts,
            caution=self.caution,
            prior=self.prior.tolist(),
            patience=patience,
            within_games=within_games,
            name=self._name,
        )

    def __deepcopy__(self, memo: object) -> Detective:
        return copy.copy(self)

    def __repr__(self) -> str:
        return f"<Detective: {self.name}, {self.experience!r}>"


def _has_made_up(experience: Experience) -> bool:
    """Do some hypotheses hold a niche and others none? These were made up (`relatives`)."""
    return len({bool(one.niche) for one in experience.hypotheses.elites}) > 1


def _prior(experience: Experience) -> NDArray[np.float64]:
    if not _has_made_up(experience):
        return np.ones(len(experience.hypotheses))
    return np.array([1.0 if one.niche else _MADE_UP for one in experience.hypotheses.elites])
