"""Lets agents replay the games of people: same decks, same partners."""

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
    """How an agent scores where people sat, game by game."""

    agent: str
    people: tuple[str, ...]
    """whose game it was"""
    partners: tuple[str, ...]
    """with whom"""
    theirs: Floats
    """the people's points, kept when bombed"""
    bombed: NDArray[np.bool_]
    """whether the people's game was bombed"""
    points: Floats
    """the agent's points: [repeats, games]"""
    lost: NDArray[np.bool_]
    """whether the agent's game was bombed: [repeats, games]"""

    def with_partner(self, name: str) -> StandIn:
        """Only the games with some computers at the table."""
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
        """The computers that people played with."""
        return sorted(set(self.partners))

    @property
    def score(self) -> Estimate:
        """The agent's mean; its error is clustered by person, as that of the people."""
        return clustered(self.points.mean(axis=0), self.people)

    @property
    def sd(self) -> float:
        """The standard deviation of the agent's games; nan for a single one."""
        return _spread(self.points)

    @property
    def their_score(self) -> Estimate:
        """The people's mean, its error clustered by person."""
        return clustered(self.theirs, self.people)

    @property
    def their_sd(self) -> float:
        """The standard deviation of the people's games; nan for a single one."""
        return _spread(self.theirs)

    @property
    def difference(self) -> Estimate:
        """The agent's mean minus the people's on the same decks, clustered by person."""
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
    """Lets an agent play every game in step in the place of the people.

    :param repeats: how often each deck is played, for agents that choose at random
    :param progress: told after each kind of table how many games are done
    :raises TamayaError: if people played among themselves, or with computers unknown here
    """
    chosen = [game for game in games if game.in_step]
    points = np.zeros((repeats, len(chosen)))
    lost = np.zeros((repeats, len(chosen)), bool)
    tables: dict[tuple[object, ...], list[int]] = {}
    for place, game in enumerate(chosen):
        tables.setdefault(_table(game), []).append(place)
    done = 0
    for places in tables.values():
        alike = [chosen[place] for place in places]
        for repeat in range(repeats):
            points[repeat, places], lost[repeat, places] = _played(alike, agent, repeat)
        done += len(places)
        progress(done)
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
    """What games must have in common to be played by one team."""
    seats = tuple(name is None for name in game.people)
    return game.transcript.setup, seats, game.partners


def _played(
    games: Sequence[HumanGame], agent: AgentLike, repeat: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Points, and which games were bombed."""
    first = games[0]
    if partner_name(first) == PEOPLE_ONLY:
        raise TamayaError(f"game {first.id}: nobody can stand in where only people played")
    seats = [
        agent if name is not None else first.transcript.players[seat]
        for seat, name in enumerate(first.people)
    ]
    try:
        team = Team.seat(tuple(seats), first.transcript.setup.replace(illegal="end"))
    except UnknownNameError as error:
        raise TamayaError(f"game {first.id} cannot be played again: {error}") from None
    if team.is_native:
        decks = np.array([[card.index for card in game.transcript.deck] for game in games])
        results = play_in_a_row(
            *seats, decks=decks.astype(np.uint8), setup=team.setup, first_seed=_seed(first, repeat)
        )
        made = Matchup(team.names, team.setup, 0, results, np.zeros((2, 0), np.uint64))
        return made.scores.astype(np.float64), made.bombed
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
