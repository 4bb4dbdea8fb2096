"""An agent in its seat, driven by the records of its games.

It receives the same calls as in the arena. After an interruption, or in another process, the agent
is restored by replaying its games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya import agents
from tamaya.agents import Episode, NativePlayer, Player, PythonPlayer, as_agent
from tamaya.agents.seeds import NO_KEY, player_seed
from tamaya.errors import UnknownPastError
from tamaya.game import IllegalMoveError, Move, Seat, Setup, State, View
from tamaya.meta.response import ResponseThoughts
from tamaya.search.agent import SearchPlayer
from tamaya.web.game.protocol import MoveReason

GAMES = 10
"""length of an episode that agents are told, as in the papers; the real length is unknown"""


@dataclass(frozen=True)
class PastGame:
    """A game up to its last move."""

    setup: str
    deck: str
    seed: int
    moves: tuple[str, ...]
    """texts of the moves; empty if the player gave up"""
    key: bytes = NO_KEY
    """hides the deck from agents written in Python"""

    def start(self) -> State:
        """The state after the deal."""
        return State.from_deck(self.deck, Setup.parse(self.setup))


@dataclass(frozen=True)
class PartnerBelief:
    """What an agent believes about its partners."""

    posteriors: dict[str, dict[str, float]]
    """probability of each hypothesis, by the partner's seat as text"""
    response: str = ""
    """the agent that it imitates"""
    expected: float = 0.0
    """the score that it expects"""


@dataclass(frozen=True)
class AgentMove:
    """A move, with the agent's reason and belief."""

    move: str
    reason: MoveReason | None
    belief: PartnerBelief | None


class SeatedAgent:
    """An agent in a seat, for an episode."""

    def __init__(self, spec: str, seat: Seat, players: int) -> None:
        self.player: Player = as_agent(spec).sit(seat)
        if isinstance(self.player, NativePlayer):
            self.player.remembers = self.player.agent.learns
        self.seat = seat
        self._finished = 0
        self._state: State | None = None
        self._done = 0
        self._decided: int | None = None
        """number of moves made before its last decision"""
        partners = tuple(str((seat + step) % players) for step in range(1, players))
        self.player.begin_episode(Episode(partners, GAMES))

    def advance(self, number: int, game: PastGame, past: Sequence[PastGame] | None = None) -> None:
        """Replays a game for the agent, up to its last move.

        :param number: number of the game in the episode, from 1
        :param past: the earlier games of the episode, if the agent may need them
        :raises UnknownPastError: if `past` is None but the agent needs it
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
        """Repeats an earlier decision, so that the agent's memory and random numbers are the same.

        It skips searches, which are slow and remember nothing of their own moves, and agents
        written in Python, which may fail.
        """
        if not isinstance(self.player, PythonPlayer | SearchPlayer) and self.player.trusted:
            self.player.decide(view)

    def _end(self) -> None:
        assert self._state is not None
        self.player.end_game(self._state.view(self.seat))
        self._finished += 1
        self._state, self._done, self._decided = None, 0, None

    def finish(self) -> PartnerBelief | None:
        """Lets the agent learn from the finished game; returns its belief."""
        self._end()
        return self.belief()

    def decide(self) -> AgentMove:
        """The agent's move in the current position."""
        assert self._state is not None
        view, self._decided = self._state.view(self.seat), self._done
        decision = self.player.decide(view)
        if decision.move is None:
            raise IllegalMoveError(f"{self.player.name} gives up: none of its rules applies")
        reason = decision.reason
        move_reason = None if reason.source == "python" else as_record(reason, view.turn)
        return AgentMove(str(decision.move), move_reason, self.belief())

    def belief(self) -> PartnerBelief | None:
        """The agent's current belief; None if it is not a meta-agent."""
        beliefs = getattr(self.player, "beliefs", None)
        if beliefs is None:
            return None
        posteriors = {
            partner: dict(zip(map(str, posterior.hypotheses), posterior.probabilities, strict=True))
            for partner, posterior in beliefs.items()
        }
        choices = getattr(self.player, "choices", ())
        if not choices:
            return PartnerBelief(posteriors)
        return PartnerBelief(posteriors, str(choices[-1].response), choices[-1].expected)


def as_record(reason: agents.Reason, turn: int) -> MoveReason:
    """A reason as records store it; pages get it after the game."""
    return MoveReason(
        turn=turn,
        seat=reason.view.me,
        agent=str(reason.agent),
        source=reason.source,
        text=_sentence(reason),
        rule=str(reason.rule or ""),
        place=0 if reason.fired is None else reason.fired + 1,
        lines=tuple(reason.thoughts.lines()) if reason.thoughts else (),
    )


def _sentence(reason: agents.Reason) -> str:
    """The reason; if an agent plays like another one, also that one's reason for the move."""
    thoughts = reason.thoughts
    if isinstance(thoughts, ResponseThoughts) and thoughts.search is None:
        return f"{thoughts}; {thoughts.reason}"
    return str(reason)
