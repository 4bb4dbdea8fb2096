"""The meta-agent: infers who its partner is and plays the best response."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tamaya.agents import Decision, Episode, NativePlayer, Player, ValueAgent
from tamaya.features import Counters
from tamaya.game import Event, Seat, Seed, Setup, TamayaError, View
from tamaya.matchups.pool import PoolLike
from tamaya.meta import mode as modes
from tamaya.meta.accounts import Account, account
from tamaya.meta.belief import Belief, Evidence, Posterior, ResponseChoice, Update
from tamaya.meta.experience import Experience
from tamaya.meta.mode import Mode
from tamaya.meta.response import ResponseThoughts, response_reason


class MetaAgent(ValueAgent):
    """Keeps a posterior over who each partner is, and plays the best response to it.

    Its player updates the posteriors within an episode, by the partners' opaque ids, and starts
    again from the prior in the next episode. With several partners it responds to the mean of their
    posteriors.
    """

    def __init__(
        self,
        experience: Experience | str | Path,
        mode: Mode | str = "published",
        *,
        prior: Sequence[float] | None = None,
        name: str | None = None,
    ) -> None:
        """Creates a meta-agent.

        :param experience: scores and behaviour of all pairs of responses and hypotheses, or the
            file that holds them
        :param mode: how it learns and chooses: `published`, `as_written`, `generalist`,
            `random_response`, or your own `Mode`
        :param prior: weights of the hypotheses before the first game; by default all are equal
        :raises TamayaError: if the experience lacks a feature that the mode needs
        """
        if not isinstance(experience, Experience):
            experience = Experience.read(experience)
        self.experience = experience
        self.mode = modes.mode(mode)
        if self.mode.schedule != modes.NEVER:
            self.mode.likelihood(experience, 0, Counters())  # fails now, not in a game
        self.prior = prior
        super().__init__(name or self.mode.name)

    @classmethod
    def train(
        cls,
        pool: PoolLike,
        responses: PoolLike | None = None,
        *,
        games: int = 400,
        setup: Setup | str | None = None,
        mode: Mode | str = "published",
    ) -> MetaAgent:
        """Trains an experience (see `Experience.train`) and creates a meta-agent with it."""
        return cls(Experience.train(pool, responses, games=games, setup=setup), mode)

    @property
    def parameters(self) -> Mapping[str, object]:
        """Experience, mode and prior."""
        return {"experience": self.experience, "mode": self.mode, "prior": self.prior}

    @property
    def players(self) -> tuple[int, ...]:
        """The number of players in the games of its experience."""
        return (self.experience.setup.players,)

    def _player(self, seat: Seat, seed: Seed) -> MetaPlayer:
        return MetaPlayer(self, seat, seed)

    @property
    def _met(self) -> MetaPlayer | None:
        return self._last if isinstance(self._last, MetaPlayer) else None

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors of the latest player of this agent, by the partners' opaque ids."""
        return {} if self._met is None else self._met.beliefs

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors with which the latest player will start its next game."""
        return {} if self._met is None else self._met.next_beliefs

    @property
    def updates(self) -> tuple[Update, ...]:
        """All updates of the latest player in its episode."""
        return () if self._met is None else self._met.updates

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response by the latest player in its episode."""
        return () if self._met is None else self._met.choices

    def __repr__(self) -> str:
        return f"<MetaAgent: {self.name}, {self.mode.name}, {self.experience!r}>"


class MetaPlayer(Player):
    """A meta-agent in a seat. It owns the posteriors of an episode."""

    trusted = True

    def __init__(self, agent: MetaAgent, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.experience, self.mode = agent.experience, agent.mode
        self._episode: Episode | None = None
        self._forget()

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Current posteriors, by the partners' opaque ids."""
        return {partner: belief.posterior for partner, belief in self._beliefs.items()}

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors with which the next game will start, from all finished games."""
        due = self._response is not None and self.mode.schedule.is_due(self._games_since, 0)
        beliefs = {partner: copy.copy(belief) for partner, belief in self._beliefs.items()}
        for belief in beliefs.values():
            if due:
                belief.update(self._now)
        return {partner: belief.posterior for partner, belief in beliefs.items()}

    @property
    def updates(self) -> tuple[Update, ...]:
        """All updates in this episode."""
        return tuple(self._updates)

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response in this episode."""
        return tuple(self._choices)

    def _forget(self) -> None:
        self._beliefs: dict[str, Belief] = {}
        self._updates: list[Update] = []
        self._choices: list[ResponseChoice] = []
        self._game = 0
        self._games_since = self._turns_since = 0
        self._response: int | None = None
        self._leave_game()

    def _leave_game(self) -> None:
        self._account: Account | None = None
        self._used: dict[str, Counters] = {}
        self._players: dict[int, NativePlayer] = {}
        self._game_seed: Seed = 0

    def begin_episode(self, episode: Episode) -> None:
        """Forgets all earlier partners."""
        self._episode = episode
        self._forget()
        self._beliefs = {
            partner: Belief(self.experience, self.mode, self.agent.prior)
            for partner in episode.partners
        }

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Updates the posteriors if the schedule says so, and chooses a response."""
        players = view.setup.players
        self.experience.check_players(players, self.name)
        if self._episode is None or len(self._episode.partners) != players - 1:
            self.begin_episode(Episode(tuple(f"partner-{i}" for i in range(1, players)), 1))
        self._game += 1
        self._leave_game()
        self._game_seed = self.seed if seed is None else seed
        if self._response is not None and self.mode.schedule.is_due(self._games_since, 0):
            self._learn()
        self._choose(view)
        needed = range(len(self.experience.players)) if self.mode.schedule.turns else (self._now,)
        self._players = {i: NativePlayer(self.experience.players[i], view.me) for i in needed}
        for player in self._players.values():
            player.begin_game(view, self._game_seed)
        self._account = account(self.mode.account, view)

    @property
    def _now(self) -> int:
        if self._response is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._response

    def _choose(self, view: View) -> None:
        rows = [belief.row for belief in self._beliefs.values()]
        mean = rows[0] if len(rows) == 1 else np.mean(rows, axis=0)
        self._response = self.mode.selection(self.experience, mean, self._game_seed)
        expected = float(self.experience.scores[self._response] @ mean)
        name = self.experience.responses.names[self._response]
        self._choices.append(ResponseChoice(self._game, view.turn, name, expected, self.beliefs))

    def _learn(self) -> None:
        seen_now = self._seen() if self._account is not None else {}
        response = self.experience.responses.names[self._now]
        for partner, belief in self._beliefs.items():
            before, new_counters = belief.posterior, seen_now.get(partner, Counters())
            evidence = Evidence(belief.counters + new_counters, belief.games)
            fits = belief.update(self._now, new_counters)
            self._updates.append(
                Update(partner, self._game, evidence, response, before, belief.posterior, fits)
            )
            if not self.mode.cumulative and partner in seen_now:
                self._used[partner] = self._used.get(partner, Counters()) + seen_now[partner]
        self._games_since = self._turns_since = 0

    def _seen(self) -> dict[str, Counters]:
        """Counters of each partner in this game that no update has used yet."""
        assert self._account is not None
        assert self._episode is not None
        seen: dict[str, Counters] = {}
        for seat, counters in self._account.seen.items():
            partner = self._partner(seat, self._account.me)
            seen[partner] = seen.get(partner, Counters()) + counters
        return {
            partner: counters - self._used.get(partner, Counters())
            for partner, counters in seen.items()
        }

    def _partner(self, seat: Seat, me: Seat) -> str:
        assert self._episode is not None
        partners = self._episode.partners
        return partners[(seat - me - 1) % (len(partners) + 1)]

    def decide(self, view: View) -> Decision:
        """Returns the move of the current response."""
        response = self._now
        if self._account is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        self._account.my_turn(view)
        if self.mode.schedule.turns and self.mode.schedule.is_due(0, self._turns_since):
            self._learn()
            self._choose(view)
            response = self._now
        self._turns_since += 1
        decision, choice = self._players[response].decide(view), self._choices[-1]
        return Decision(
            decision.move,
            lambda: response_reason(self.name, view, ResponseThoughts.of(choice, decision.reason)),
        )

    def observe(self, event: Event, view: View) -> None:
        """Counts the event."""
        if self._account is not None:
            self._account.observe(event, view)

    def end_game(self, view: View) -> None:
        """Adds the counters of the game to the evidence about each partner."""
        for partner, counters in self._seen().items():
            self._beliefs[partner].see(counters)
        self._games_since += 1
        self._leave_game()
