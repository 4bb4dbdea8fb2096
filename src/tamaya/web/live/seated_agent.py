"""An agent in its seat, brought from game to game and turn to turn by records alone.

The same calls are made as in the arena: one that was interrupted, or moved to another process, is
brought back by playing its games again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya import agents
from tamaya.agents import Episode, Player, PythonPlayer, as_agent
from tamaya.agents.seeds import NO_KEY, player_seed
from tamaya.errors import UnknownPastError
from tamaya.game import IllegalMoveError, Move, Seat, Setup, State, View
from tamaya.search.agent import SearchPlayer
from tamaya.web.game.protocol import Reason

GAMES = 10
"""what agents are told of an episode's length, which nobody knows; ten, as published"""


@dataclass(frozen=True)
class PastGame:
    """One game as far as it got."""

    setup: str
    deck: str
    seed: int
    moves: tuple[str, ...]
    """empty text for a player who gave up"""
    key: bytes = NO_KEY
    """hides the deck from agents written in Python"""

    def start(self) -> State:
        """The position after the deal."""
        return State.from_deck(self.deck, Setup.parse(self.setup))


@dataclass(frozen=True)
class PartnerBelief:
    """What an agent believes of its partners."""

    posteriors: dict[str, dict[str, float]]
    """by the partner's seat, as text: probability by hypothesis"""
    response: str = ""
    """whom it plays like"""
    expected: float = 0.0
    """the score it expects"""


@dataclass(frozen=True)
class AgentMove:
    """A move, and what led to it."""

    move: str
    reason: Reason | None
    belief: PartnerBelief | None


class SeatedAgent:
    """One agent in one seat for an episode."""

    def __init__(self, spec: str, seat: Seat, players: int) -> None:
        self.player: Player = as_agent(spec).sit(seat)
        self.seat = seat
        self._finished = 0
        self._state: State | None = None
        self._done = 0
        self._decided: int | None = None
        """the move before which it decided last"""
        partners = tuple(str((seat + step) % players) for step in range(1, players))
        self.player.begin_episode(Episode(partners, GAMES))

    def advance(self, number: int, game: PastGame, past: Sequence[PastGame] | None = None) -> None:
        """Brings the agent to a turn of the episode's game `number`, counted from 1.

        :param past: the games before it, if the agent may need them
        :raises UnknownPastError: if it needs them
        """
        if number != self._finished + 1 or self._done > len(game.moves):
            if past is None or self._finished or self._state is not None:
                raise UnknownPastError(f"game {number} of an episode that is not known here")
            for game_before in past:
                self._play(game_before)
                self._end()
        self._play(game)

    def _play(self, game: PastGame) -> None:
        if self._state is None:
            self._state, self._done = game.start(), 0
            seed = player_seed(self.player, game.seed, self.seat, game.key)
            self.player.begin_game(self._state.view(self.seat), seed)
        state = self._state
        for text in game.moves[self._done :]:
            if state.current == self.seat and self._decided != self._done:
                self._decide_again(state.view(self.seat))
            event = state.apply(Move.parse(text)) if text else state.give_up()
            self._done += 1
            self.player.observe(event, state.view(self.seat))

    def _decide_again(self, view: View) -> None:
        """Lets the agent decide where it did so before, elsewhere: it draws and notes as then.

        Only agents that are quick and never fail: searches note nothing of their own moves, and
        one of Python that failed once may do so again.
        """
        if not isinstance(self.player, PythonPlayer | SearchPlayer) and self.player.trusted:
            self.player.decide(view)

    def _end(self) -> None:
        assert self._state is not None
        self.player.end_game(self._state.view(self.seat))
        self._finished += 1
        self._state, self._done, self._decided = None, 0, None

    def finish(self) -> PartnerBelief | None:
        """After the last turn of a game: lets the agent learn from it."""
        self._end()
        return self.belief()

    def decide(self) -> AgentMove:
        """The agent's move in the position it was brought to."""
        assert self._state is not None
        view, self._decided = self._state.view(self.seat), self._done
        decision = self.player.decide(view)
        if decision.move is None:
            raise IllegalMoveError(f"{self.player.name} gives up: none of its rules applies")
        reason = decision.reason
        shown = None if reason.source == "python" else sent(reason, view.turn)
        return AgentMove(str(decision.move), shown, self.belief())

    def belief(self) -> PartnerBelief | None:
        """What the agent believes now, if it is one that believes something."""
        beliefs = getattr(self.player, "beliefs", None)
        if beliefs is None:
            return None
        posteriors = {
            partner: dict(zip(posterior.hypotheses, posterior.probabilities, strict=True))
            for partner, posterior in beliefs.items()
        }
        choices = getattr(self.player, "choices", ())
        if not choices:
            return PartnerBelief(posteriors)
        return PartnerBelief(posteriors, choices[-1].response, choices[-1].expected)


def sent(reason: agents.Reason, turn: int) -> Reason:
    """A reason as it is kept, and sent once the game is over."""
    return Reason(
        turn=turn,
        seat=reason.view.me,
        agent=reason.agent,
        source=reason.source,
        text=str(reason),
        rule=str(reason.rule or ""),
        place=0 if reason.fired is None else reason.fired + 1,
        lines=tuple(reason.thoughts.lines()) if reason.thoughts else (),
    )
