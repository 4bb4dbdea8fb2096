"""The mixed-team test of Walton-Rivers et al. 2017: one agent among copies of another."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import tamaya as ty
from tamaya.game import Seed
from tamaya.reproduce import pictures
from tamaya.reproduce.experiment import Args, Result
from tamaya.reproduce.grid import Grid, grid

PARTNERS = ("iggi", "internal", "outer", "legal_random", "van_den_bergh", "flawed", "piers")
"""agents of the competition framework that are the partners"""
ALL = "all seven"
"""the column over all partners"""
MEASURES = {"score": "score", "moves": "turns", "lives": "lives", "hint tokens": "hints"}
"""what the paper logs at the end of a game, with the field of `Matchup.results`"""
Samples = Mapping[str, NDArray[np.float64]]
"""a number of each game, by partner"""


@dataclass(frozen=True, kw_only=True)
class TeamArgs(Args):
    """Settings of the test."""

    seeds: int = 200
    """decks of each team"""
    reruns: int = 2
    """games of each deck in the paper; we play further decks instead, which is no less exact"""
    first_seed: Seed = 0

    @property
    def games(self) -> int:
        """Games of each team."""
        return self.seeds * self.reruns

    @property
    def decks(self) -> tuple[Seed, Seed]:
        """Seeds of the first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1


def ends(
    tested: str, partner: str, *, players: int, games: int, first_seed: Seed
) -> NDArray[np.void]:
    """Results of all games. The agent sits in each seat for an equal share of the decks."""
    results = []
    for seat, (first, last) in enumerate(shares(games, players)):
        team = [tested if s == seat else f"competition:{partner}" for s in range(players)]
        if last > first:
            matchup = ty.match(
                *team, games=last - first, first_seed=first_seed + first, setup="competition"
            )
            results.append(matchup.results)
    return np.concatenate(results)


def shares(games: int, players: int) -> Iterator[tuple[int, int]]:
    """For each seat, its first game and the game after its last."""
    return itertools.pairwise(round(games * seat / players) for seat in range(players + 1))


def samples(teams: Mapping[str, NDArray[np.void]], column: str) -> Samples:
    """One field of the results with each partner, and its mean over all partners.

    All teams play the same decks, so the mean is taken game by game, which gives the right error.
    """
    values = {partner: ended[column].astype(np.float64) for partner, ended in teams.items()}
    return values | {ALL: np.mean(list(values.values()), axis=0)}


def players_of(result: Result) -> tuple[int, ...]:
    """The numbers of players in a result."""
    return tuple(sorted({cell.players for cell in result.cells}))


def over_partners(result: Result, tested: Sequence[str]) -> list[Grid]:
    """Means over all partners, a table for each measure."""
    numbers = players_of(result)
    return [
        Grid(
            title=f"Mean {name}{' left' if name in ('lives', 'hint tokens') else ''} over the "
            "seven teams",
            corner="under test",
            header=tuple(f"{players} players" for players in numbers),
            lines=tuple(
                tuple(result.cell(name, players, agent, ALL) for players in numbers)
                for agent in tested
            ),
        )
        for name in MEASURES
    ]


def by_partner(result: Result, tested: Sequence[str]) -> list[Grid]:
    """Scores with each partner, a table for each number of players."""
    grids = []
    for players in players_of(result):
        lines = grid(result, "score", players, tested, PARTNERS)
        theirs = any(cell.theirs is not None for line in lines for cell in line)
        more = " (the original programs')" if theirs else ""
        grids.append(
            Grid(
                title=f"Mean score with each team, {players} players{more}",
                corner="under test",
                lines=lines,
                header=tuple(f"with {name}" for name in PARTNERS),
            )
        )
    return grids


def draw(result: Result, file: Path, tested: Sequence[str], *, height: float, top: int) -> None:
    """Mean scores of all teams, a panel for each number of players.

    :param top: score of the brightest color
    """
    figure = pictures.figure(height)
    panels = figure.subplots(2, 2, squeeze=False).flat
    shown = by_partner(result, tested)
    for axes, players, table in zip(panels, players_of(result), shown, strict=False):
        title = f"{players} players: mean score of one among copies of another"
        style = pictures.HeatStyle(title, "{:.1f}", (0, top))
        pictures.heat(axes, table, pictures.ours(table), style)
    pictures.save(figure, file)
