"""The meta-agent: finds out whom it plays with, and plays like whoever suits them best."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tamaya.agents import Decision, Episode, NativePlayer, Player, ValueAgent
from tamaya.features import COLUMNS, Counters
from tamaya.game import Event, Seat, Seed, Setup, TamayaError, View
from tamaya.matchups.all_pairs import PoolLike
from tamaya.meta import mode as modes
from tamaya.meta.accounts import Account, account
from tamaya.meta.belief import Belief, Evidence, Posterior, ResponseChoice, Update
from tamaya.meta.experience import Experience
from tamaya.meta.mode import Mode
from tamaya.meta.response import response_reason


class MetaAgent(ValueAgent):
    """Believes something of each partner, learns from what they do, and chooses a response.

    A player of it keeps what it believes within an episode, by the partners' opaque ids, and
    forgets it when the next episode begins. With several partners it goes by the mean of what it
    believes of them.
    """

    def __init__(
        self,
        experience: Experience | str | Path,
        mode: Mode | str = "published",
        *,
        prior: Sequence[float] | None = None,
        name: str | None = None,
    ) -> None:
        """Makes one.

        :param experience: what it knows before it meets anybody, or the file of it
        :param mode: how it learns and chooses: `published`, `as_written`, `generalist`,
            `random_response`, or a `Mode` of your own
        :param prior: weights of the hypotheses at the first meeting; by default all alike
        :raises TamayaError: if the experience lacks what the mode goes by
        """
        if not isinstance(experience, Experience):
            experience = Experience.read(experience)
        self.experience = experience
        self.mode = modes.mode(mode)
        if self.mode.schedule != modes.NEVER:
            self.mode.likelihood(experience, 0, Counters())  # complains now, not in a game
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
        """Plays all pairs of responses and hypotheses first: see `Experience.train`."""
        return cls(Experience.train(pool, responses, games=games, setup=setup), mode)

    @property
    def parameters(self) -> Mapping[str, object]:
        """What it knows, and how it learns and chooses."""
        return {"experience": self.experience, "mode": self.mode, "prior": self.prior}

    @property
    def players(self) -> tuple[int, ...]:
        """As many as in the games that it has its experience from."""
        return (self.experience.setup.players,)

    def _player(self, seat: Seat, seed: Seed) -> MetaPlayer:
        return MetaPlayer(self, seat, seed)

    @property
    def _met(self) -> MetaPlayer | None:
        return self._last if isinstance(self._last, MetaPlayer) else None

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """What the player that sat down last believes, by the partners' opaque ids."""
        return {} if self._met is None else self._met.beliefs

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """What the player that sat down last will believe when the next game begins."""
        return {} if self._met is None else self._met.next_beliefs

    @property
    def updates(self) -> tuple[Update, ...]:
        """All that the player that sat down last has learned in its episode."""
        return () if self._met is None else self._met.updates

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """Whom the player that sat down last chose to play like in its episode, and why."""
        return () if self._met is None else self._met.choices

    def __repr__(self) -> str:
        return f"<MetaAgent: {self.name}, {self.mode.name}, {self.experience!r}>"


class MetaPlayer(Player):
    """A meta-agent in its seat: it owns what is believed within an episode."""

    trusted = True

    def __init__(self, agent: MetaAgent, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self.experience, self.mode = agent.experience, agent.mode
        self._episode: Episode | None = None
        self._forget()

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """What it believes now, by the partners' opaque ids."""
        return {partner: belief.posterior for partner, belief in self._beliefs.items()}

    @property
    def next_beliefs(self) -> Mapping[str, Posterior]:
        """What it will believe when the next game begins, by all it has seen of finished games."""
        due = self._response is not None and self.mode.schedule.is_due(self._games_since, 0)
        beliefs = {partner: copy.copy(belief) for partner, belief in self._beliefs.items()}
        for belief in beliefs.values():
            if due:
                belief.update(self._now)
        return {partner: belief.posterior for partner, belief in beliefs.items()}

    @property
    def updates(self) -> tuple[Update, ...]:
        """All it has learned in this episode."""
        return tuple(self._updates)

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """Whom it chose to play like in this episode, and why."""
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
        """Forgets whom it has met before."""
        self._episode = episode
        self._forget()
        self._beliefs = {
            partner: Belief(self.experience, self.mode, self.agent.prior)
            for partner in episode.partners
        }

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Learns from the games before, if it is time, and chooses whom to play like."""
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
        within = range(len(self.experience.players)) if self.mode.schedule.turns else (self._now,)
        self._players = {i: NativePlayer(self.experience.players[i], view.me) for i in within}
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
        now = self._seen() if self._account is not None else {}
        response = self.experience.responses.names[self._now]
        for partner, belief in self._beliefs.items():
            before, more = belief.posterior, now.get(partner, Counters())
            evidence = Evidence(belief.counters + more, belief.games)
            fits = belief.update(self._now, more)
            self._updates.append(
                Update(partner, self._game, evidence, response, before, belief.posterior, fits)
            )
            if not self.mode.cumulative and partner in now:
                self._used[partner] = self._used.get(partner, Counters()) + now[partner]
        self._games_since = self._turns_since = 0

    def _seen(self) -> dict[str, Counters]:
        """What this game has shown of each partner and no update has gone by yet."""
        assert self._account is not None
        assert self._episode is not None
        seen: dict[str, Counters] = {}
        for seat, counters in self._account.seen.items():
            partner = self._partner(seat, self._account.me)
            seen[partner] = seen.get(partner, Counters()) + counters
        return {
            partner: _less(counters, self._used.get(partner)) for partner, counters in seen.items()
        }

    def _partner(self, seat: Seat, me: Seat) -> str:
        assert self._episode is not None
        partners = self._episode.partners
        return partners[(seat - me - 1) % (len(partners) + 1)]

    def decide(self, view: View) -> Decision:
        """The response's move, and whom it plays like."""
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
            decision.move, lambda: response_reason(self.name, view, choice, decision.reason)
        )

    def observe(self, event: Event, view: View) -> None:
        """Notes what happened."""
        if self._account is not None:
            self._account.observe(event, view)

    def end_game(self, view: View) -> None:
        """Keeps what the game has shown."""
        for partner, counters in self._seen().items():
            self._beliefs[partner].see(counters)
        self._games_since += 1
        self._leave_game()


def _less(counters: Counters, used: Counters | None) -> Counters:
    if used is None:
        return counters
    return Counters(*(getattr(counters, name) - getattr(used, name) for name in COLUMNS))
