"""Our meta-agent: recognizes partners by their moves and changes its response within a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tamaya import _core
from tamaya.agents import Decision, Episode, Player, Reason, ValueAgent
from tamaya.game import Event, Move, Seat, Seed, Setup, TamayaError, UnknownNameError, View
from tamaya.matchups.pool import shortened
from tamaya.meta.belief import Posterior, ResponseChoice
from tamaya.meta.experience import Experience, niche_of
from tamaya.meta.investigation import Investigation
from tamaya.meta.response import Clue, Grounds, ResponseThoughts, response_reason
from tamaya.search.agent import Thought, thought_of
from tamaya.stats import cautious

DOUBTS = ((0.05, 1.0), (0.2, 0.6), (0.4, 0.3), (0.7, 0.0))
"""(noise, trust) pairs: the hypothesis itself, two degrees of similarity to it, and a stranger"""
CAUTION = 12.0
"""weight of a point lost against the Generalist; a point gained has weight 1"""
_MOST_CAUTION = 100
_CLUES = 3
"""moves of a partner that an explanation names"""
_MADE_UP = 0.9
"""prior weight of a made-up hypothesis, relative to an agent of the pool; it breaks ties"""


class Detective(ValueAgent):
    """Updates its posterior after each move of a partner: which hypothesis would have made it?

    The partner saw the detective's hand, which the detective does not know. So the detective
    imagines several positions that agree with everything it knows; the likelihood of a hypothesis
    is the share of these positions in which the hypothesis makes the observed move. The detective
    plays the response with the highest expected gain over the pool's Generalist, where losses count
    several times, and changes it within a game as soon as another is better. Posteriors last for an
    episode, by the partners' opaque ids.
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
        default: str | None = None,
        margin: float = 0.0,
        most_samples: int = 0,
        whole_games: Sequence[str] = (),
        search: Investigation | None = None,
        name: str = "detective",
    ) -> None:
        """Creates a detective.

        :param experience: scores and behaviour of all pairs of responses and hypotheses, or the
            file that holds them
        :param samples: positions imagined for each move
        :param most_samples: positions for plausible hypotheses, if more than `samples`
        :param doubts: degrees to which a partner may differ from a hypothesis, as pairs (noise,
            trust): the share of its moves that differ, above 0, and how far the scores measured
            with the hypothesis are trusted then, from 0 to 1
        :param caution: weight of points that a response loses against the default response; with
            1 the highest expected score is chosen. It is 12 by default if the hypotheses include
            made-up partners, which show what may go wrong, otherwise 1
        :param prior: weight of each hypothesis before the first move; by default all are equal,
            except that made-up hypotheses, which have no niche, are slightly less likely
        :param patience: expected gain, in points, that justifies a change of response within a game
        :param within_games: whether responses may change within games, or only between them
        :param default: name of the response that others are compared with; by default the
            Generalist of the pool (`Experience.reference`)
        :param margin: points by which a response must beat the default one with a hypothesis to
            count as better; it guards against luck in scores of few games
        :param whole_games: names of responses that must not begin within a game, like conventions,
            which read all earlier hints of the game as their own
        :param search: how to search for each move; None plays the moves of the response
        :raises TamayaError: for impossible numbers
        :raises UnknownNameError: if there is no such response
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
        self.reference = experience.reference if default is None else self._place(default)
        self.whole_games, self.margin = tuple(whole_games), margin
        self.most_samples, self.search = most_samples, search
        held_back = set(map(self._place, whole_games))
        super().__init__(name)
        self.casebook = _core.Casebook(
            _core.Policies([agent.policy for agent in self.experience.suspects]),
            _core.Policies([agent.policy for agent in self.experience.players]),
            self._worth(),
            prior=self.prior,
            doubts=list(self.doubts),
            samples=samples,
            patience=patience,
            within_games=within_games,
            most_samples=most_samples,
            whole_games=[place in held_back for place in range(len(experience.responses))],
        )

    def refusal(self, setup: Setup) -> str | None:
        """Why a response cannot play a set-up, as words that follow "it"; None if all can."""
        reasons = ((agent.name, agent.refusal(setup)) for agent in self.experience.players)
        return next((f"responds with {name}, which {why}" for name, why in reasons if why), None)

    def _place(self, response: str) -> int:
        names = self.experience.responses.names
        if response not in names:
            raise UnknownNameError(f"no response {response!r} (expected {shortened(names)})")
        return names.index(response)

    def _worth(self) -> NDArray[np.float64]:
        """The quantity to maximize, [response, hypothesis]: gains over the default response, with
        losses multiplied by the caution.

        :raises TamayaError: if the caution is out of range
        """
        if not 1 <= self.caution <= _MOST_CAUTION:
            raise TamayaError(f"caution = {self.caution} (expected 1 to {_MOST_CAUTION})")
        scores = self.experience.scores
        gains = scores - scores[self.reference] - self.margin
        gains[self.reference] = 0.0
        return np.ascontiguousarray(cautious(gains, self.caution), np.float64)

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
            "default": self.experience.responses.names[self.reference],
            "margin": self.margin,
            "most_samples": self.most_samples,
            "whole_games": self.whole_games,
            "search": self.search,
        }

    @property
    def players(self) -> tuple[int, ...]:
        """The number of players in the games of its experience."""
        return (self.experience.setup.players,)

    def playing(self, game: int) -> Detective:
        """The detective that chooses the moves in a game of the episode, counted from 1.

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
        self._clues: dict[str, list[Clue]] = {}
        self._game = 0
        self._leave_game()

        self._memory = b""
        self._memory_seat: Seat = 0

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
        playing, moved = self.agent.playing(self._game), (view.me - self._memory_seat) % players
        memory = self._memory if playing is self.agent else b""
        self._core = _core.MetaSeat(
            playing.casebook, self._mass, view.me, game_seed, memory=memory, moved=moved
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
        """Returns the move of the current response, or a better one if the detective searches."""
        core, choices, grounds = self._in_game(), self.choices, self._grounds()
        elite, decision = self.experience.players[core.response], core.decide(view)
        thought = self._search(view, decision.move)

        def explain() -> Reason:
            reason = elite.explain(view, decision)
            thoughts = ResponseThoughts.of(choices[-1], reason, grounds(view), thought)
            return response_reason(self.name, view, thoughts)

        return Decision(decision.move if thought is None else thought.move, explain)

    def _search(self, view: View, standard: Move | None) -> Thought | None:
        search = self.agent.playing(self._game).search
        if search is None or standard is None:
            return None
        return thought_of(self._in_game().search(view, search.core, standard))

    def _grounds(self) -> Callable[[View], Grounds]:
        """Remembers the current belief about the next partner, to explain it later."""
        players = 0 if self._mass is None else len(self._mass)
        partner = self._partner((self.seat + 1) % players)
        row, clues = self._rows()[partner].sum(axis=1), tuple(self._clues.get(partner, ()))
        place = int(row.argmax())

        def grounds(view: View) -> Grounds:
            default = self.experience.players[self.agent.reference]
            names = self.experience.hypotheses.names
            return Grounds(
                names[place],
                float(row[place]),
                tuple(sorted(clues, key=lambda clue: -clue.shift)[:_CLUES]),
                self.experience.responses.names[self.agent.reference],
                _core.NativeSeat(default.policy, view.turn).decide(view).move,
            )

        return grounds

    def _note_clue(self, event: Event, before: View, was: NDArray[np.float64]) -> None:
        assert self._mass is not None
        assert event.move is not None
        changes = self._mass[event.actor].sum(axis=1) - was
        clue = Clue(
            self._game,
            before.turn,
            event.move,
            self.experience.hypotheses.names[int(changes.argmax())],
            float(np.abs(changes).sum()) / 2,
        )
        self._clues.setdefault(self._partner(event.actor), []).append(clue)

    def observe(self, event: Event, view: View) -> None:
        """Updates the posterior of the seat that moved."""
        core, before = self._in_game(), self._before
        self._before = view
        if event.actor == self.seat or event.move is None or before is None:
            return
        assert self._mass is not None
        response, was = core.response, self._mass[event.actor].sum(axis=1)
        core.notice(before, event)
        self._note_clue(event, before, was)
        if core.response != response:
            self._choose(view)

    def end_game(self, view: View) -> None:
        """Keeps the posteriors, and what responses remember, for the next game."""
        self._known = self._rows()
        if self.agent.playing(self._game) is self.agent:
            self._memory, self._memory_seat = self._in_game().finish(view), self.seat
        self._leave_game()


def _has_made_up(experience: Experience) -> bool:
    """Whether some hypotheses have a niche and others, which were made up (`relatives`), none."""
    return len({bool(niche_of(agent)) for agent in experience.suspects}) > 1


def _prior(experience: Experience) -> NDArray[np.float64]:
    if not _has_made_up(experience):
        return np.ones(len(experience.hypotheses))
    return np.array([1.0 if niche_of(agent) else _MADE_UP for agent in experience.suspects])
