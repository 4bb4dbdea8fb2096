"""Plays one episode of a meta-agent and records what it believed after each game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tamaya.agents import AgentLike, as_agent, replica
from tamaya.arena import Table, Team
from tamaya.game import Seed, Setup, TamayaError
from tamaya.matchups import Pool
from tamaya.meta.agent import MetaAgent, MetaPlayer
from tamaya.meta.belief import Posterior, ResponseChoice
from tamaya.meta.detective import Detective, DetectivePlayer
from tamaya.meta.likeness import Lookalikes
from tamaya.numbers import Floats, whole_number

_NAMED = 3
"""hypotheses that a line of the text names"""
_SHOWN = 3
"""responses of one game that it names"""
_WORTH = 0.005
"""probability below which nobody is named"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Watched:
    """What a meta-agent did and believed in an episode with one partner."""

    agent: str
    partner: str
    hypotheses: Pool
    truth: tuple[int, ...]
    """hypotheses that are the partner or do what it does; there may be none"""
    setup: Setup
    first_seed: Seed
    beliefs: Floats
    """before the first game and after each: [games + 1, hypotheses]"""
    responses: tuple[tuple[str, ...], ...]
    """whom it played like in each game, one after the other"""
    scores: tuple[int, ...]
    """points kept"""
    bombed: tuple[bool, ...]

    @property
    def games(self) -> int:
        """Games of the episode."""
        return len(self.scores)

    @property
    def seeds(self) -> tuple[Seed, Seed]:
        """The first and the last deck."""
        return self.first_seed, self.first_seed + self.games - 1

    def posterior(self, after: int) -> Posterior:
        """What it believed after so many games."""
        return Posterior(self.hypotheses.names, tuple(self.beliefs[after].tolist()))

    def likeliest(self, after: int, most: int = _NAMED) -> list[tuple[int, float]]:
        """Places and probabilities of the likeliest hypotheses; of equals the first."""
        row = self.beliefs[after]
        order = np.argsort(-row, kind="stable")[:most]
        return [(int(place), float(row[place])) for place in order]

    def text(self) -> str:
        """A line for each game, for people; a star marks the truth."""
        lines = [
            f"{self.agent} with {self.partner}, seeds {self.seeds[0]}-{self.seeds[1]}, "
            f"{self.setup}, points kept",
            self._about_the_truth(),
        ]
        played = ["", *map(_played_like, self.responses)]
        points = ["", *map(self._points, range(self.games))]
        wide = max(map(len, ("plays like", *played)))
        room = max(map(len, ("points", *points)))
        lines.append(f"game   {'plays like':<{wide}}  {'points':<{room}}  then believes")
        for game, (like, scored) in enumerate(zip(played, points, strict=True)):
            number = str(game) if game else "start"
            lines.append(f"{number:<5}  {like:<{wide}}  {scored:<{room}}  {self._believes(game)}")
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
            return f"everybody alike, {100 * row[0]:.2g} % each"
        named = [pair for pair in self.likeliest(after) if pair[1] >= _WORTH]
        return "  ".join(
            f"{'*' * (place in self.truth)}{self.hypotheses.names[place]} {100 * held:.0f} %"
            for place, held in named
        )

    def strip(self, path: str | Path) -> None:
        """Draws what it believed after each game, side by side.

        :raises TamayaError: if the picture's kind is unknown or it cannot be written
        """
        from tamaya.meta.pictures import draw_strip  # noqa: PLC0415

        draw_strip(self, Path(path))

    def animation(self, path: str | Path) -> None:
        """Draws the same as a moving picture, a GIF.

        :raises TamayaError: if the file is to be another kind or cannot be written
        """
        from tamaya.meta.pictures import draw_animation  # noqa: PLC0415

        draw_animation(self, Path(path))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Watched: {self.agent} with {self.partner}, {self.games} games>"


def watch(
    agent: MetaAgent | Detective,
    partner: AgentLike,
    *,
    games: int = 10,
    first_seed: Seed = 1_000_000,
    setup: Setup | str | None = None,
) -> Watched:
    """Plays one episode and keeps what the agent believed.

    The agent sits in seat 0, the partner in all others; of several partners the first is shown.

    :param setup: by default the one the agent has its experience from
    :raises TamayaError: for an agent that believes nothing, and for what `ty.match` refuses
    """
    if not isinstance(agent, MetaAgent | Detective):
        raise TamayaError(f"{agent!r} believes nothing (expected a MetaAgent or a Detective)")
    met = as_agent(partner)
    words = agent.experience.setup if setup is None else setup
    rules = Setup.parse(words) if isinstance(words, str) else words
    games = whole_number("games", games, 1, 10_000)
    first_seed = whole_number("first_seed", first_seed, 0, 2**64 - games)
    others = [met, *(replica(met) for _ in range(rules.players - 2))]
    with Table(Team.seat((agent, *others), rules), games) as table:
        player = table.players[0]
        assert isinstance(player, MetaPlayer | DetectivePlayer)
        finals = [table.play(first_seed + game) for game in range(games)]
    last, choices = player.next_beliefs, player.choices
    chosen = [[choice for choice in choices if choice.game == game + 1] for game in range(games)]
    rows = [of_game[0].posteriors for of_game in chosen]
    return Watched(
        agent=agent.name,
        partner=met.name,
        hypotheses=agent.experience.hypotheses,
        truth=Lookalikes((met,)).of(agent)[0],
        setup=rules,
        first_seed=first_seed,
        beliefs=np.array([next(iter(one.values())).probabilities for one in (*rows, last)]),
        responses=tuple(_in_turn(choice) for choice in chosen),
        scores=tuple(final.score for final in finals),
        bombed=tuple(final.bombed for final in finals),
    )


def _in_turn(choices: list[ResponseChoice]) -> tuple[str, ...]:
    """Responses without those that only stayed."""
    names = [choice.response for choice in choices]
    return tuple(name for i, name in enumerate(names) if i == 0 or name != names[i - 1])


def _played_like(names: tuple[str, ...]) -> str:
    if len(names) <= _SHOWN:
        return " → ".join(names)
    return f"{names[0]} → … → {names[-1]} ({len(names) - 1} changes)"
