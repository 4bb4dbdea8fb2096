"""Lets agents play the games of people again: same decks, same partners."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamaya.agents import AgentLike, as_agent
from tamaya.arena import play_in_a_row
from tamaya.arena.match import Matchup
from tamaya.arena.table import Table
from tamaya.arena.team import Team
from tamaya.game import Seed, State, TamayaError, UnknownNameError
from tamaya.humans.games import HumanGame
from tamaya.humans.overview import PEOPLE_ONLY, partner_name
from tamaya.numbers import Floats
from tamaya.stats import Estimate, clustered


@dataclass(frozen=True)
class StandIn:
    """Scores of an agent in the place of people, game by game."""

    agent: str
    people: tuple[str, ...]
    """person of each game"""
    partners: tuple[str, ...]
    """computer partners of each game"""
    theirs: Floats
    """the people's points, kept when bombed"""
    bombed: NDArray[np.bool_]
    """whether the people's game was bombed"""
    points: Floats
    """the agent's points: [repeats, games]"""
    lost: NDArray[np.bool_]
    """whether the agent's game was bombed: [repeats, games]"""

    def with_partner(self, name: str) -> StandIn:
        """Only the games with these computer partners."""
        chosen = np.array([partner == name for partner in self.partners])
        if not chosen.any():
            raise UnknownNameError(f"no games with {name!r} (there are {', '.join(self.names)})")
        return StandIn(
            self.agent,
            tuple(np.asarray(self.people)[chosen]),
            (name,) * int(chosen.sum()),
            self.theirs[chosen],
            self.bombed[chosen],
            self.points[:, chosen],
            self.lost[:, chosen],
        )

    @property
    def names(self) -> list[str]:
        """Names of the computer partners."""
        return sorted(set(self.partners))

    @property
    def score(self) -> Estimate:
        """The agent's mean score; its error is clustered by person."""
        return clustered(self.points.mean(axis=0), self.people)

    @property
    def sd(self) -> float:
        """The standard deviation of the agent's scores; nan for a single game."""
        return _spread(self.points)

    @property
    def their_score(self) -> Estimate:
        """The people's mean score; its error is clustered by person."""
        return clustered(self.theirs, self.people)

    @property
    def their_sd(self) -> float:
        """The standard deviation of the people's scores; nan for a single game."""
        return _spread(self.theirs)

    @property
    def difference(self) -> Estimate:
        """The agent's mean score minus the people's; its error is clustered by person."""
        return clustered(self.points.mean(axis=0) - self.theirs, self.people)


def _spread(points: Floats) -> float:
    return float(points.std(ddof=1)) if points.size > 1 else math.nan


def stand_in(
    games: Sequence[HumanGame],
    agent: AgentLike,
    *,
    repeats: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> StandIn:
    """Lets an agent play every game in the place of its people, except games out of step.

    :param repeats: how often each deck is played, for agents with random moves
    :param progress: called with the number of finished games
    :raises TamayaError: if a game has no computer partner, or an unknown one
    """
    chosen = [game for game in games if game.in_step]
    points = np.zeros((repeats, len(chosen)))
    lost = np.zeros((repeats, len(chosen)), bool)
    tables: dict[tuple[object, ...], list[int]] = {}
    for place, game in enumerate(chosen):
        tables.setdefault(_table(game), []).append(place)
    finished = 0
    for places in tables.values():
        group = [chosen[place] for place in places]
        for repeat in range(repeats):
            points[repeat, places], lost[repeat, places] = _play(group, agent, repeat)
        finished += len(places)
        progress(finished)
    ended = [game.transcript.replay() for game in chosen]
    return StandIn(
        as_agent(agent).name,
        tuple(game.person for game in chosen),
        tuple(map(partner_name, chosen)),
        np.array([float(state.score) for state in ended]),
        np.array([state.bombed for state in ended], bool),
        points,
        lost,
    )


def _table(game: HumanGame) -> tuple[object, ...]:
    """The key of games that one team can play: set-up, seats and partners."""
    seats = tuple(name is None for name in game.people)
    return game.transcript.setup, seats, game.partners


def _play(
    games: Sequence[HumanGame], agent: AgentLike, repeat: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Plays the games; returns points, and which games bombed."""
    first = games[0]
    if partner_name(first) == PEOPLE_ONLY:
        raise TamayaError(f"game {first.id} has no computer partner for the agent to play with")
    seats = [
        agent if name is not None else first.transcript.players[seat]
        for seat, name in enumerate(first.people)
    ]
    try:
        team = Team.seat(tuple(seats), first.transcript.setup.replace(illegal="end"))
    except UnknownNameError as error:
        raise TamayaError(f"cannot play game {first.id} again: {error}") from None
    if team.is_native:
        decks = np.array([[card.index for card in game.transcript.deck] for game in games])
        results = play_in_a_row(
            *seats, decks=decks.astype(np.uint8), setup=team.setup, first_seed=_seed(first, repeat)
        )
        matchup = Matchup(team.names, team.setup, 0, results, np.zeros((2, 0), np.uint64))
        return matchup.scores.astype(np.float64), matchup.bombed
    with Table(team, len(games)) as table:
        ended = [
            table.play(_seed(game, repeat), dealt=State.from_deck(game.transcript.deck, team.setup))
            for game in games
        ]
    return (
        np.array([float(state.score) for state in ended]),
        np.array([state.bombed for state in ended], bool),
    )


def _seed(game: HumanGame, repeat: int) -> Seed:
    digest = hashlib.sha256(f"{game.id} {repeat}".encode()).digest()
    return int.from_bytes(digest[:7], "little")
