"""Finished games to look at again: positions, what seats could know, agents asked along the way."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tamaya import _core
from tamaya.agents import Agent, AgentLike, Episode, as_agent
from tamaya.game import Card, Seat, Seed, State, TamayaError, View
from tamaya.search import SearchAgent
from tamaya.transcript import Transcript
from tamaya.web.explanations import answer, moved
from tamaya.web.replay_protocol import Answer, CardBelief


@dataclass(frozen=True)
class Recording:
    """A game from the deal to its end, with what agents need to decide as they did then."""

    id: str
    transcript: Transcript
    agents: tuple[str | None, ...]
    """what each seat's agent is asked for by; None for a person"""
    seeds: tuple[Seed, ...]
    """of each seat's own randomness"""

    @classmethod
    def of_seed(
        cls, id: str, transcript: Transcript, agents: Sequence[str], seed: Seed
    ) -> Recording:
        """A game that the arena played from a seed."""
        seeds = tuple(_core.agent_seed(seed, seat) for seat in range(len(agents)))
        return cls(id, transcript, tuple(agents), seeds)

    @cached_property
    def positions(self) -> tuple[State, ...]:
        """From the deal to the last turn; the place of a position is its turn."""
        return tuple(self.transcript.positions())

    @property
    def turns(self) -> int:
        """Moves made."""
        return len(self.positions) - 1

    def at(self, turn: int) -> State:
        """The position before the move of a turn, counted from 0.

        :raises TamayaError: if the game has no such turn
        """
        if not 0 <= turn <= self.turns:
            raise TamayaError(f"no turn {turn} in this game (expected 0 to {self.turns})")
        return self.positions[turn]

    def ask(self, turn: int, like: AgentLike) -> Answer:
        """What an agent does in the place of the seat to move, after it has seen the game so far.

        It decides in each of its turns before, as it would have in the game, so that an agent that
        was there decides as it did then. Searches are spared: they go by what they see now.

        :raises TamayaError: if nobody is to move then, or there is no such agent
        """
        state = self.at(turn)
        if state.over:
            raise TamayaError(f"the game is over in turn {turn}: nobody is to move")
        agent = self._seated(as_agent(like), state.current)
        for before, after in zip(self.positions[:turn], self.positions[1 : turn + 1], strict=True):
            if before.current == state.current and not isinstance(agent, SearchAgent):
                moved(agent, before.view(state.current))
            agent.observe(after.events[-1], after.view(state.current))
        return answer(agent, state.view(state.current))

    def _seated(self, agent: Agent, seat: Seat) -> Agent:
        made = copy.copy(agent)
        partners = tuple(f"partner-{i}" for i in range(1, self.transcript.setup.players))
        made.begin_episode(Episode(partners, 1))
        made.begin_game(self.positions[0].view(seat), self.seeds[seat])
        return made


def beliefs(state: State, seat: Seat) -> list[CardBelief]:
    """What a seat can know of each of its cards, by hints and by counting what it sees."""
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
