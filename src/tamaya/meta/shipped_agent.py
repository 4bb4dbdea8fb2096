"""The agent `detective`: the shipped detective for the number of players of each game."""

from __future__ import annotations

from collections.abc import Mapping

from tamaya.agents import Decision, Episode, Player, ValueAgent
from tamaya.agents.agent import ALL_PLAYERS
from tamaya.game import Event, Seat, Seed, Setup, TamayaError, View
from tamaya.meta.belief import Posterior, ResponseChoice
from tamaya.meta.detective import Detective, DetectivePlayer
from tamaya.meta.investigation import Investigation
from tamaya.meta.shipped_files import NAME, Meets, shipped_detective


class ShippedDetective(ValueAgent):
    """Infers who its partners are, and plays the best response that it knows.

    It needs no training: its files hold scores of all responses with all hypotheses, for 2 to 5
    players. `at(setup)` is the detective that plays a set-up.

    :param meets: `people`: with an unknown partner, it plays what scores most with models of people
    :param search: how to search for each move; None plays the moves of the response
    """

    def __init__(
        self, name: str = NAME, *, meets: Meets = "anyone", search: Investigation | None = None
    ) -> None:
        super().__init__(name)
        self.meets: Meets = meets
        self.search = search

    @property
    def parameters(self) -> Mapping[str, object]:
        """The partners that it expects, and the search."""
        return {"meets": self.meets, "search": self.search}

    @property
    def players(self) -> tuple[int, ...]:
        """All numbers of players."""
        return ALL_PLAYERS

    def refusal(self, setup: Setup) -> str | None:
        """Why the agent cannot play a set-up, as words that follow "it"; None if it can."""
        return self.at(setup).refusal(setup)

    def at(self, setup: Setup) -> Detective:
        """The detective that plays games of this set-up."""
        return shipped_detective(setup, self.search, self.name, self.meets)

    def _player(self, seat: Seat, seed: Seed) -> ShippedPlayer:
        return ShippedPlayer(self, seat, seed)

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Posteriors of the latest player of this agent, by the partners' opaque ids."""
        return self._last.beliefs if isinstance(self._last, ShippedPlayer) else {}

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response by the latest player, one for each change."""
        return self._last.choices if isinstance(self._last, ShippedPlayer) else ()


class ShippedPlayer(Player):
    """The shipped detective in a seat. The set-up of the first game decides which one it is."""

    trusted = True

    def __init__(self, agent: ShippedDetective, seat: Seat, seed: Seed) -> None:
        super().__init__(agent.name, seat, seed)
        self.agent = agent
        self._episode: Episode | None = None
        self._inner: DetectivePlayer | None = None

    @property
    def player(self) -> DetectivePlayer:
        """The detective's player in the current episode.

        :raises TamayaError: before the first game of the episode
        """
        if self._inner is None:
            raise TamayaError(f"{self.name} has not begun a game: call begin_game first")
        return self._inner

    @property
    def beliefs(self) -> Mapping[str, Posterior]:
        """Current posteriors, by the partners' opaque ids."""
        return {} if self._inner is None else self._inner.beliefs

    @property
    def choices(self) -> tuple[ResponseChoice, ...]:
        """All choices of a response in this episode, one for each change."""
        return () if self._inner is None else self._inner.choices

    def begin_episode(self, episode: Episode) -> None:
        """Forgets all earlier partners."""
        self._episode, self._inner = episode, None

    def begin_game(self, view: View, seed: Seed | None = None) -> None:
        """Chooses a response by the current posteriors."""
        detective = self.agent.at(view.setup)
        if self._inner is None or self._inner.agent is not detective:
            self._inner = DetectivePlayer(detective, view.me, self.seed)
            if self._episode is not None:
                self._inner.begin_episode(self._episode)
        self._inner.begin_game(view, seed)

    def decide(self, view: View) -> Decision:
        """Returns the move of the current response."""
        return self.player.decide(view)

    def observe(self, event: Event, view: View) -> None:
        """Updates the posterior of the seat that moved."""
        self.player.observe(event, view)

    def end_game(self, view: View) -> None:
        """Keeps the posteriors for the next game."""
        self.player.end_game(view)
