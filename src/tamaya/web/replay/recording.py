"""Finished games: their positions, what seats could know, and questions to agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tamaya.agents import Agent, AgentLike, Episode, Player, as_agent, replica
from tamaya.agents.seeds import NO_KEY, player_seed
from tamaya.arena.turn import take_turn
from tamaya.game import Card, Move, Seat, Seed, State, TamayaError, View
from tamaya.meta import Detective, MetaAgent
from tamaya.meta.shipped_agent import ShippedDetective
from tamaya.search.agent import SearchPlayer
from tamaya.transcript import Transcript
from tamaya.web.replay.explanations import answer
from tamaya.web.replay.protocol import Answer, CardBelief


@dataclass(frozen=True)
class Recording:
    """A finished game, with everything that agents need to repeat their decisions."""

    id: str
    transcript: Transcript
    agents: tuple[str | None, ...]
    """name of each seat's agent; None for a person"""
    seed: Seed
    """seed of the agents' random numbers"""
    key: bytes = NO_KEY
    """hides the deck from agents written in Python"""
    before: tuple[Recording, ...] = ()
    """earlier games of the same players, which agents may remember"""

    @cached_property
    def positions(self) -> tuple[State, ...]:
        """The position before each turn, and after the last."""
        return tuple(self.transcript.positions())

    @property
    def turns(self) -> int:
        """Number of moves."""
        return len(self.positions) - 1

    def at(self, turn: int) -> State:
        """The position before the move of a turn, counted from 0.

        :raises TamayaError: if the game has no such turn
        """
        if not 0 <= turn <= self.turns:
            raise TamayaError(f"no turn {turn} in this game (expected 0 to {self.turns})")
        return self.positions[turn]

    def branched(self, turn: int, moves: Sequence[str]) -> Recording:
        """The same game up to a turn, with other moves from there on.

        :raises TamayaError: naming a text that is not a move, or an illegal move
        """
        self.at(turn)
        transcript = self.transcript
        all_moves = (*transcript.moves[:turn], *map(Move.parse, moves))
        branch = replace(
            self,
            transcript=Transcript(transcript.setup, transcript.deck, all_moves, transcript.players),
        )
        branch.positions  # noqa: B018 (raises an error if a move is illegal)
        return branch

    def ask(self, turn: int, like: AgentLike) -> Answer:
        """The move of an agent in place of the seat to move, after it has seen the game so far.

        The agent that played in this seat repeats its decision.

        :raises TamayaError: if the game is over at that turn, or there is no such agent
        """
        state = self.at(turn)
        if state.over:
            raise TamayaError(f"the game is over in turn {turn}: nobody is to move")
        player = self._replayed_player(as_agent(like), state.current, turn)
        return answer(player, state.view(state.current))

    def played_on(self, likes: Sequence[AgentLike], turns: int) -> list[str]:
        """Lets agents play on from the last position.

        Returns their moves, "" for a turn that ended the game by giving up or an illegal move.

        :raises TamayaError: if a move is illegal, unless the set-up ends the game then
        """
        state = self.positions[-1].copy()
        players = [
            self._replayed_player(as_agent(like), seat, self.turns)
            for seat, like in enumerate(likes)
        ]
        moves: list[str] = []
        while not state.over and len(moves) < turns:
            player = players[state.current]
            event = take_turn(state, player.name, player.decide)
            moves.append("" if event.move is None else str(event.move))
            for seat, player in enumerate(players):
                player.observe(event, state.view(seat))
        return moves

    def _replayed_player(self, agent: Agent, seat: Seat, turn: int) -> Player:
        """A player that has seen the game up to a turn.

        It repeats its decisions in earlier turns, so that its memory and random numbers are as in
        the game. Searches skip that: they depend only on the current view.
        """
        player = replica(agent).sit(seat)
        partners = tuple(f"partner-{i}" for i in range(1, self.transcript.setup.players))
        player.begin_episode(Episode(partners, 1 + len(self.before)))
        if isinstance(agent, MetaAgent | Detective | ShippedDetective):
            for game in self.before:
                game._replay_for(player, seat, game.turns)
                player.end_game(game.positions[-1].view(seat))
        self._replay_for(player, seat, turn)
        return player

    def _replay_for(self, player: Player, seat: Seat, turn: int) -> None:
        own = player_seed(player, self.seed, seat, self.key)
        player.begin_game(self.positions[0].view(seat), own)
        for before, after in zip(self.positions[:turn], self.positions[1 : turn + 1], strict=True):
            if before.current == seat and not isinstance(player, SearchPlayer):
                player.decide(before.view(seat))
            player.observe(after.events[-1], after.view(seat))


def beliefs(state: State, seat: Seat) -> list[CardBelief]:
    """What a seat can know about each of its cards, by hints and by counting visible cards."""
    view, hand = state.view(seat), state.hand(seat)
    return [
        CardBelief(slot, str(card), counts(view, slot))
        for slot, card in enumerate(hand)
        if card is not None
    ]


def counts(view: View, slot: int) -> list[list[int]]:
    """Unseen copies of every card that a slot of the viewer may hold."""
    unseen, possible = view.unseen, set(view.possible(slot))
    setup = view.setup
    return [
        [
            unseen.get(Card(f"{color}{rank}"), 0) if Card(f"{color}{rank}") in possible else 0
            for rank in range(1, setup.ranks + 1)
        ]
        for color in setup.suits
    ]
