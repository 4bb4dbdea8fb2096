"""A PettingZoo environment in which partners from a pool sit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np

from tamaya.agents import Agent, Episode, NativePlayer, Player, as_agent
from tamaya.agents.seeds import NO_KEY, player_seed
from tamaya.arena.team import refusal_text
from tamaya.arena.turn import take_turn
from tamaya.envs.pettingzoo import HanabiAEC
from tamaya.envs.series import Illegal, Scoring, deck_seed, with_illegal
from tamaya.envs.with_partners import Partners
from tamaya.game import Event, Seat, Setup, TamayaError
from tamaya.matchups import pool


class HanabiPartnerAEC(HanabiAEC):
    """A Hanabi game in which partners from a pool sit in the seats of other players.

    Only learner seats are agents of the environment. Partners move within `reset` and `step`, so
    the reward of an agent includes their points: those before its first move are part of its first
    reward. Partners can be any agents, also ones that are written in Python. For speed, use
    `tamaya.envs.vector_env` with partners.

    - Infos: "game" (the number of the game with this partner, from 0); with `identify`, "partner"
      (the index of the partner in `partner_names`).
    - Seeds: the deck seed of a game also decides the partners' random numbers. The seed of the
      series decides which partners play.

    :param partners: a pool, its name or file, or agents
    :param setup: the game; None takes the pool's set-up
    :param learners: seats of the learners, or "rotate": one learner, who takes the next seat in
        every episode
    :param weights: relative chances of the partners; equal if None
    :param episode: consecutive games with the same partner
    :param scoring: "strict": a bomb costs all points made so far; "kept": they stay
    :param illegal: as in `HanabiVectorEnv`
    :param identify: show in the infos who the partner is
    :param render_mode: as in `HanabiAEC`
    :raises TamayaError: if an argument is invalid, or a partner cannot play the set-up
    """

    def __init__(  # noqa: PLR0913
        self,
        partners: Partners,
        setup: Setup | str | None = None,
        *,
        learners: Literal["rotate"] | Sequence[Seat] = "rotate",
        weights: Sequence[float] | None = None,
        episode: int = 1,
        scoring: Scoring = "strict",
        illegal: Illegal | None = None,
        identify: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.pool = pool(partners)
        self.partner_names = self.pool.names
        chosen = with_illegal(self.pool.setup if setup is None else setup, illegal)
        super().__init__(chosen, scoring=scoring, render_mode=render_mode)
        self._learners = _checked_learners(learners, chosen)
        self._chances = _checked_weights(weights, len(self.partner_names))
        self._episode, self._identify = _checked_episode(episode), identify
        self._partners = [as_agent(like) for like in self.pool.agents]
        for agent in self._partners:
            _check_can_play(agent, chosen)
        self._players: dict[Seat, Player] = {}
        self._partner = 0
        self._rewarded = 0
        """points of the running game that rewards already include"""

    def _begin_game(self) -> Sequence[Seat]:
        number = self.series.deck_seeds.games - 1
        seats = self._seats(number // self._episode)
        if not self._players or number % self._episode == 0:
            self._seat_partners(number // self._episode, seats)
        state = self.series.state
        seed = deck_seed(self.series.deck_seeds.seed, number)
        for seat, player in self._players.items():
            player.begin_game(state.view(seat), player_seed(player, seed, seat, NO_KEY))
        self._rewarded = 0
        self._let_partners_move()
        return seats

    def _seats(self, episode: int) -> tuple[Seat, ...]:
        """The learners' seats in an episode."""
        return self._learners or (episode % self.setup.players,)

    def _seat_partners(self, episode: int, learners: Sequence[Seat]) -> None:
        for player in self._players.values():
            player.close()
        draw = np.random.default_rng([self.series.deck_seeds.seed, episode])
        self._partner = int(draw.choice(len(self.partner_names), p=self._chances))
        agent = self._partners[self._partner]
        seats = [seat for seat in range(self.setup.players) if seat not in learners]
        self._players = {seat: self._seated(agent, seat) for seat in seats}

    def _seated(self, agent: Agent, seat: Seat) -> Player:
        player = agent.sit(seat)
        if isinstance(player, NativePlayer):
            player.remembers = self._episode > 1 and player.agent.learns
        others = tuple(f"player_{number}" for number in range(1, self.setup.players))
        player.begin_episode(Episode(others, self._episode))
        return player

    def _info(self) -> dict[str, Any]:
        game = (self.series.deck_seeds.games - 1) % self._episode
        return {"game": game, "partner": self._partner} if self._identify else {"game": game}

    def _play(self, action: SupportsIndex) -> float:
        self.series.play(action)
        self._tell_partners(self.series.state.events[-1])
        self._let_partners_move()
        earned, self._rewarded = self.series.points - self._rewarded, self.series.points
        return float(earned)

    def _let_partners_move(self) -> None:
        """Partners move until a learner is to move, or the game is over."""
        state = self.series.state
        while not state.over and state.current in self._players:
            name = repr(self.partner_names[self._partner])
            self._tell_partners(take_turn(state, name, self._players[state.current].decide))
        if state.over:
            for seat, player in self._players.items():
                player.end_game(state.view(seat))

    def _tell_partners(self, event: Event) -> None:
        for seat, player in self._players.items():
            if player.follows:
                player.observe(event, self.series.state.view(seat))

    def close(self) -> None:
        """Ends programs and processes of partners."""
        for player in self._players.values():
            player.close()
        self._players = {}


def _checked_learners(
    learners: Literal["rotate"] | Sequence[Seat], setup: Setup
) -> tuple[Seat, ...]:
    """The learners' seats; none if they rotate."""
    if learners == "rotate":
        return ()
    seats = () if isinstance(learners, str) else tuple(learners)
    known = all(isinstance(seat, int) and 0 <= seat < setup.players for seat in seats)
    if not known or not 0 < len(set(seats)) == len(seats) < setup.players:
        raise TamayaError(
            f"learners = {learners!r} (expected 'rotate', or some of the seats from 0 to "
            f"{setup.players - 1})"
        )
    return seats


def _checked_weights(weights: Sequence[float] | None, count: int) -> list[float] | None:
    if weights is None:
        return None
    if len(weights) != count or min(weights) < 0 or not 0 < sum(weights) < float("inf"):
        raise TamayaError(f"weights = {weights!r:.80} (expected {count} numbers of 0 or more)")
    return [weight / sum(weights) for weight in weights]


def _checked_episode(games: int) -> int:
    if games < 1:
        raise TamayaError(f"episode = {games} (expected at least 1 game)")
    return games


def _check_can_play(agent: Agent, setup: Setup) -> None:
    why = refusal_text(agent, setup)
    if why is not None:
        raise TamayaError(why)
