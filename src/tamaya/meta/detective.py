"""Our meta-agent: recognizes partners by their moves and changes its response within a game."""

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
"""(noise, trust) pairs: the hypothesis itself, two degrees of similarity to it, and a stranger"""
CAUTION = 12.0
"""weight of a point lost against the Generalist; a point gained has weight 1"""
_MOST_CAUTION = 100
_MADE_UP = 0.9
"""prior weight of a made-up hypothesis, relative to an agent of the pool; it breaks ties"""


class Detective(ValueAgent):
    """Updates its posterior after each move of a partner: which hypothesis would have made it?

    The partner saw the detective's hand, which the detective does not know. So it imagines several
    positions that agree with everything it knows; the likelihood of a hypothesis is the share of
    them in which it makes the observed move. The detective plays the response with the highest
    expected gain over the pool's Generalist, where losses count several times, and changes it
    within a game as soon as another is better. Posteriors last for an episode, by the partners'
    opaque ids.
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
        """Creates a detective.

        :param experience: scores and behaviour of all pairs of responses and hypotheses, or the
            file that holds them
        :param samples: positions imagined for each move
        :param doubts: degrees to which a partner may differ from a hypothesis, as pairs (noise,
            trust): the share of its moves that differ, above 0, and the trust in the hypothesis's
            scores
        :param caution: weight of points that a response loses against the pool's Generalist
            (`Experience.reference`); with 1 the highest expected score is chosen. The default is 12
            if the hypotheses include made-up partners, which show what may go wrong, otherwise 1
        :param prior: weight of each hypothesis before the first move; by default all are equal,
            except that made-up hypotheses, which have no niche, are slightly less likely
        :param patience: expected gain, in points, that justifies a change of response within a game
        :param within_games: whether responses may change within games, or only between them
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
        """The quantity to maximize, [response, hypothesis]: gains over the Generalist, with losses
        multiplied by the caution.

        :raises TamayaError: if the caution is out of range
        """
        if not 1 <= self.caution <= _MOST_CAUTION:
            raise TamayaError(f"caution = {self.caution} (expected 1 to {_MOST_CAUTION})")
        scores = self.experience.scores
        return np.ascontiguousarray(
            cautious(scores - scores[self.experience.reference], self.caution), np.float64
        )

    @property
    def parameters(self) -> Mapping[str, object]:
        """All arguments of the constructor."""
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
        """The number of players in the games of its experience."""
        return (self.experience.setup.players,)

    def playing(self, game: int) -> Detective:
        """The detective whose responses are played in a game of the episode, counted from 1.

        Subclasses can override it to play some games differently.
        """
        return self

    def _player(self, seat: Seat, seed: Seed) -> DetectivePlayer:
        return DetectivePlayer(self, seat, seed)

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors of the latest player of this agent, by the partners' opaque ids."""
        return self._last.beliefs if isinstance(self._last, DetectivePlayer) else {}

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response by the latest player, one for each change."""
        return self._last.choices if isinstance(self._last, DetectivePlayer) else ()

    def expected(self, belief: NDArray[np.float64]) -> NDArray[np.float64]:
        """The expected score of each response.

        :param belief: probabilities of one partner, [hypothesis, doubt]
        """
        trust = belief @ [trust for _, trust in self.doubts]
        with_anybody = self.experience.scores @ self.prior
        rest = with_anybody * (1 - trust.sum())
        scores: NDArray[np.float64] = self.experience.scores @ trust + rest
        return scores

    def __repr__(self) -> str:
        return f"<Detective: {self.name}, {self.experience!r}>"


class DetectivePlayer(Player):
    """A detective in a seat. It owns the posteriors of an episode."""

    trusted = True

    def __init__(self, agent: Detective, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.experience = agent.experience
        self._episode: Episode | None = None
        self._forget()

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Current posteriors, by the partners' opaque ids."""
        names = self.experience.hypotheses.names
        return {
            partner: Posterior(names, tuple(row.sum(axis=1).tolist()))
            for partner, row in self._rows().items()
        }

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors with which the next game will start: the current ones."""
        return self.beliefs

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response in this episode, one for each change."""
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
        """Forgets all earlier partners."""
        self._episode = episode
        self._forget()
        doubts = len(self.agent.doubts)
        start = np.repeat(self.agent.prior[:, None], doubts, axis=1) / doubts
        self._known = {partner: start for partner in episode.partners}

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Chooses a response by the current posteriors."""
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
        game_seed = self.seed if seed is None else seed
        self._core = _core.MetaSeat(
            self.agent.playing(self._game).casebook, self._mass, view.me, game_seed
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
        """Records the response, unless another detective plays this game (`Detective.playing`)."""
        if self.agent.playing(self._game) is not self.agent:
            return
        response = self._in_game().response
        rows = self._rows().values()
        expected = float(np.mean([self.agent.expected(row)[response] for row in rows]))
        name = self.experience.responses.names[response]
        self._choices.append(ResponseChoice(self._game, view.turn, name, expected, self.beliefs))

    def decide(self, view: View) -> Decision:
        """Returns the move of the current response."""
        core, choices = self._in_game(), self.choices
        elite, decision = self.experience.players[core.response], core.decide(view)
        return Decision(
            decision.move,
            lambda: response_reason(self.name, view, choices[-1], elite.explain(view, decision)),
        )

    def observe(self, event: Event, view: View) -> None:
        """Updates the posterior of the seat that moved."""
        core, before = self._in_game(), self._before
        self._before = view
        if event.actor == self.seat or event.move is None or before is None:
            return
        response = core.response
        core.notice(before, event)
        if core.response != response:
            self._choose(view)

    def end_game(self, view: View) -> None:
        """Keeps the posteriors for the next game."""
        self._known = self._rows()
        self._leave_game()


def _has_made_up(experience: Experience) -> bool:
    """Whether some hypotheses have a niche and others, which were made up (`relatives`), none."""
    return len({bool(elite.niche) for elite in experience.hypotheses.elites}) > 1


def _prior(experience: Experience) -> NDArray[np.float64]:
    if not _has_made_up(experience):
        return np.ones(len(experience.hypotheses))
    return np.array([1.0 if elite.niche else _MADE_UP for elite in experience.hypotheses.elites])
