"""Our meta-agent: recognizes partners by their moves, and responds within the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Decision, Episode, Player, ValueAgent
from tamaya.game import Event, Seat, Seed, TamayaError, View
from tamaya.meta.belief import Posterior, ResponseChoice
from tamaya.meta.experience import Experience
from tamaya.meta.response import response_reason
from tamaya.stats import cautious

DOUBTS = ((0.05, 1.0), (0.2, 0.6), (0.4, 0.3), (0.7, 0.0))
"""a hypothesis as it is, two kinds of somebody like it, and a stranger, who may be anybody"""
CAUTION = 12.0
"""what a point less than the Generalist's weighs against a point more"""
_MOST_CAUTION = 100
_MADE_UP = 0.9
"""how likely somebody is who was made up, beside an agent of the pool: it decides between equals"""


class Detective(ValueAgent):
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
        self.samples, self.patience, self.within_games = samples, patience, within_games
        super().__init__(name)
        self.casebook = _core.Casebook(
            _core.Policies([elite.policy for elite in self.experience.hypotheses.elites]),
            _core.Policies([elite.policy for elite in self.experience.players]),
            self._worth(),
            prior=self.prior,
            doubts=list(self.doubts),
            samples=samples,
            patience=patience,
            within_games=within_games,
        )

    def _worth(self) -> NDArray[np.float64]:
        """What is to be made the most of, [response, hypothesis]: gains, and losses several times.

        :raises TamayaError: if losses would count less than gains
        """
        if not 1 <= self.caution <= _MOST_CAUTION:
            raise TamayaError(f"caution = {self.caution} (expected 1 to {_MOST_CAUTION})")
        scores = self.experience.scores
        return np.ascontiguousarray(
            cautious(scores - scores[self.experience.reference], self.caution), np.float64
        )

    @property
    def parameters(self) -> Mapping[str, object]:
        """What it knows, and how it doubts and chooses."""
        return {
            "experience": self.experience,
            "samples": self.samples,
            "doubts": self.doubts,
            "caution": self.caution,
            "prior": self.prior.tolist(),
            "patience": self.patience,
            "within_games": self.within_games,
        }

    @property
    def players(self) -> tuple[int, ...]:
        """As many as in the games that it has its experience from."""
        return (self.experience.setup.players,)

    def playing(self, game: int) -> Detective:
        """Whose responses are played in a game of an episode, counted from 1."""
        return self

    def _player(self, seat: Seat, seed: Seed) -> DetectivePlayer:
        return DetectivePlayer(self, seat, seed)

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """What the player that sat down last believes, by the partners' opaque ids."""
        return self._last.beliefs if isinstance(self._last, DetectivePlayer) else {}

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """Whom the player that sat down last chose to play like, and why: one for each change."""
        return self._last.choices if isinstance(self._last, DetectivePlayer) else ()

    def expected(self, belief: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each response is expected to score with a partner of a belief."""
        trust = belief @ [trust for _, trust in self.doubts]
        anybody = self.experience.scores @ self.prior
        scores: NDArray[np.float64] = self.experience.scores @ trust + anybody * (1 - trust.sum())
        return scores

    def __repr__(self) -> str:
        return f"<Detective: {self.name}, {self.experience!r}>"


class DetectivePlayer(Player):
    """A detective in its seat: it owns what is believed within an episode."""

    trusted = True

    def __init__(self, agent: Detective, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.experience = agent.experience
        self._episode: Episode | None = None
        self._forget()

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """What it believes now, by the partners' opaque ids."""
        names = self.experience.hypotheses.names
        return {
            partner: Posterior(names, tuple(row.sum(axis=1).tolist()))
            for partner, row in self._rows().items()
        }

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """What it will believe when the next game begins."""
        return self.beliefs

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """Whom it chose to play like in this episode, and why: one for each change."""
        return tuple(self._choices)

    def _forget(self) -> None:
        self._known: dict[str, NDArray[np.float64]] = {}
        self._choices: list[ResponseChoice] = []
        self._game = 0
        self._leave_game()

    def _leave_game(self) -> None:
        self._core: _core.MetaSeat | None = None
        self._mass: NDArray[np.float64] | None = None
        self._before: View | None = None

    def begin_episode(self, episode: Episode) -> None:
        """Forgets whom it has met before."""
        self._episode = episode
        self._forget()
        doubts = len(self.agent.doubts)
        unmet = np.repeat(self.agent.prior[:, None], doubts, axis=1) / doubts
        self._known = {partner: unmet for partner in episode.partners}

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Chooses a response by what it believes."""
        players = view.setup.players
        self.experience.check_players(players, self.name)
        if self._episode is None or len(self._episode.partners) != players - 1:
            self.begin_episode(Episode(tuple(f"partner-{i}" for i in range(1, players)), 1))
        self._game += 1
        self.seat, self._before = view.me, view
        self._mass = np.zeros((players, len(self.experience.hypotheses), len(self.agent.doubts)))
        for seat in range(players):
            if seat != view.me:
                self._mass[seat] = self._known[self._partner(seat)]
        own = self.seed if seed is None else seed
        self._core = _core.MetaSeat(
            self.agent.playing(self._game).casebook, self._mass, view.me, own
        )
        self._choose(view)

    def _partner(self, seat: Seat) -> str:
        assert self._episode is not None
        partners = self._episode.partners
        return partners[(seat - self.seat - 1) % (len(partners) + 1)]

    def _rows(self) -> dict[str, NDArray[np.float64]]:
        if self._mass is None:
            return self._known
        return {
            self._partner(seat): row.copy()
            for seat, row in enumerate(self._mass)
            if seat != self.seat
        }

    def _in_game(self) -> _core.MetaSeat:
        if self._core is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._core

    def _choose(self, view: View) -> None:
        """Notes the response, unless another detective plays the game."""
        if self.agent.playing(self._game) is not self.agent:
            return
        response = self._in_game().response
        rows = self._rows().values()
        expected = float(np.mean([self.agent.expected(row)[response] for row in rows]))
        name = self.experience.responses.names[response]
        self._choices.append(ResponseChoice(self._game, view.turn, name, expected, self.beliefs))

    def decide(self, view: View) -> Decision:
        """The response's move, and whom it plays like."""
        core, choices = self._in_game(), self.choices
        elite, decision = self.experience.players[core.response], core.decide(view)
        return Decision(
            decision.move,
            lambda: response_reason(self.name, view, choices[-1], elite.explain(view, decision)),
        )

    def observe(self, event: Event, view: View) -> None:
        """Asks who would have moved like that."""
        core, before = self._in_game(), self._before
        self._before = view
        if event.actor == self.seat or event.move is None or before is None:
            return
        response = core.response
        core.notice(before, event)
        if core.response != response:
            self._choose(view)

    def end_game(self, view: View) -> None:
        """Keeps what it believes."""
        self._known = self._rows()
        self._leave_game()


def _has_made_up(experience: Experience) -> bool:
    """Do some hypotheses hold a niche and others none? These were made up (`relatives`)."""
    return len({bool(elite.niche) for elite in experience.hypotheses.elites}) > 1


def _prior(experience: Experience) -> NDArray[np.float64]:
    if not _has_made_up(experience):
        return np.ones(len(experience.hypotheses))
    return np.array([1.0 if elite.niche else _MADE_UP for elite in experience.hypotheses.elites])
