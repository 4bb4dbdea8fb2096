"""Plays one episode of a meta-agent and records its beliefs after each game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.agents import Agent, AgentLike, as_agent, replica
from tamaya.arena import Table, Team
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Pool
from tamaya.meta.agent import MetaAgent, MetaPlayer
from tamaya.meta.belief import Posterior, ResponseChoice
from tamaya.meta.detective import Detective, DetectivePlayer
from tamaya.meta.likeness import Lookalikes
from tamaya.meta.shipped_agent import ShippedDetective
from tamaya.numbers import Floats, whole_number

_NAMED = 3
"""hypotheses in a line of the text, at most"""
_SHOWN = 3
"""responses of one game in a line of the text, at most"""
_WORTH = 0.005
"""hypotheses below this probability are not named"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Watched:
    """Beliefs, responses and scores of a meta-agent in an episode with one partner."""

    agent: str
    partner: str
    hypotheses: Pool
    truth: tuple[int, ...]
    """indices of the hypotheses that are the partner or play like it; there may be none"""
    setup: Setup
    first_seed: Seed
    beliefs: Floats
    """probabilities before the first game and after each: [games + 1, hypotheses]"""
    responses: tuple[tuple[str, ...], ...]
    """names of the responses of each game, in order"""
    scores: tuple[int, ...]
    """points kept"""
    bombed: tuple[bool, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.scores)

    @property
    def seeds(self) -> tuple[Seed, Seed]:
        """The first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1

    def posterior(self, after: int) -> Posterior:
        """The posterior after a number of games."""
        return Posterior(self.hypotheses.names, tuple(self.beliefs[after].tolist()))

    def likeliest(self, after: int, most: int = _NAMED) -> list[tuple[int, float]]:
        """Indices and probabilities of the likeliest hypotheses. Ties: the first."""
        row = self.beliefs[after]
        order = np.argsort(-row, kind="stable")[:most]
        return [(int(place), float(row[place])) for place in order]

    def text(self) -> str:
        """One line for each game; a star marks the true hypotheses."""
        lines = [
            f"{self.agent} with {self.partner}, seeds {self.seeds[0]}-{self.seeds[1]}, "
            f"{self.setup}, points kept",
            self._about_the_truth(),
        ]
        played = ["", *map(_played_like, self.responses)]
        points = ["", *map(self._points, range(self.games))]
        wide = max(map(len, ("plays like", *played)))
        narrow = max(map(len, ("points", *points)))
        lines.append(f"game   {'plays like':<{wide}}  {'points':<{narrow}}  then believes")
        for game, (like, scored) in enumerate(zip(played, points, strict=True)):
            number = str(game) if game else "start"
            lines.append(f"{number:<5}  {like:<{wide}}  {scored:<{narrow}}  {self._believes(game)}")
        lines.append(f"mean   {np.mean(self.scores):.2f} points")
        return "\n".join(lines)

    def _about_the_truth(self) -> str:
        of = f"of its {len(self.hypotheses)} hypotheses"
        if not self.truth:
            return f"none {of} plays like the partner"
        names = "  ".join(f"*{self.hypotheses.names[place]}" for place in self.truth)
        verb = (
            "is the partner or plays like it" if len(self.truth) == 1 else "play like the partner"
        )
        return f"{len(self.truth)} {of} {verb}: {names}"

    def _points(self, game: int) -> str:
        return f"{self.scores[game]}{' bombed' if self.bombed[game] else ''}"

    def _believes(self, after: int) -> str:
        row = self.beliefs[after]
        if row.min() == row.max():
            return f"all equally likely, {100 * row[0]:.2g} % each"
        named = [pair for pair in self.likeliest(after) if pair[1] >= _WORTH]
        return "  ".join(
            f"{'*' * (place in self.truth)}{self.hypotheses.names[place]} {100 * probability:.0f} %"
            for place, probability in named
        )

    def strip(self, path: str | Path) -> None:
        """Draws the beliefs after each game, side by side.

        :raises TamayaError: if the file type is unknown or the file cannot be written
        """
        from tamaya.meta.pictures import draw_strip  # noqa: PLC0415

        draw_strip(self, Path(path))

    def animation(self, path: str | Path) -> None:
        """Draws the beliefs after each game as an animated GIF.

        :raises TamayaError: if the file is not a GIF or cannot be written
        """
        from tamaya.meta.pictures import draw_animation  # noqa: PLC0415

        draw_animation(self, Path(path))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Watched: {self.agent} with {self.partner}, {self.games} games>"


def watch(
    agent: Agent,
    partner: AgentLike,
    *,
    games: int = 10,
    first_seed: Seed = 1_000_000,
    setup: Setup | str | None = None,
) -> Watched:
    """Plays one episode and records the agent's beliefs.

    The agent sits in seat 0, the partner in all others. With several partner seats, the beliefs are
    those about the first.

    :param setup: set-up to play; by default that of the agent's experience
    :raises TamayaError: for an agent without beliefs, and for anything that `ty.match` refuses
    """
    if isinstance(agent, ShippedDetective):
        agent = agent.at(Setup.parse("standard") if setup is None else _parsed(setup))
    if not isinstance(agent, MetaAgent | Detective):
        raise TamayaError(f"{agent!r} has no beliefs (expected a MetaAgent or a Detective)")
    partner_agent = as_agent(partner)
    rules = agent.experience.setup if setup is None else _parsed(setup)
    games = whole_number("games", games, 1, 10_000)
    first_seed = whole_number("first_seed", first_seed, 0, 2**64 - games)
    others = [partner_agent, *(replica(partner_agent) for _ in range(rules.players - 2))]
    with Table(Team.seat((agent, *others), rules), games) as table:
        player = table.players[0]
        assert isinstance(player, MetaPlayer | DetectivePlayer)
        finals = [table.play(first_seed + game) for game in range(games)]
    last, choices = player.next_beliefs, player.choices
    chosen = [[choice for choice in choices if choice.game == game + 1] for game in range(games)]
    starts = [of_game[0].posteriors for of_game in chosen]
    return Watched(
        agent=agent.name,
        partner=partner_agent.name,
        hypotheses=agent.experience.hypotheses,
        truth=Lookalikes((partner_agent,)).of(agent)[0],
        setup=rules,
        first_seed=first_seed,
        beliefs=np.array(
            [next(iter(posteriors.values())).probabilities for posteriors in (*starts, last)]
        ),
        responses=tuple(_in_turn(choice) for choice in chosen),
        scores=tuple(final.score for final in finals),
        bombed=tuple(final.bombed for final in finals),
    )


def _parsed(setup: Setup | str) -> Setup:
    return Setup.parse(setup) if isinstance(setup, str) else setup


def _in_turn(choices: list[ResponseChoice]) -> tuple[str, ...]:
    """Names of the responses, without repetitions."""
    names = [choice.response for choice in choices]
    return tuple(name for i, name in enumerate(names) if i == 0 or name != names[i - 1])


def _played_like(names: tuple[str, ...]) -> str:
    if len(names) <= _SHOWN:
        return " → ".join(names)
    return f"{names[0]} → … → {names[-1]} ({len(names) - 1} changes)"
