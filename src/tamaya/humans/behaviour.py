"""Behaviour features of people, and of agents in their place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tamaya import _core
from tamaya.agents import AgentLike, as_agent
from tamaya.arena.match import match
from tamaya.features import COLUMNS, Counters, features
from tamaya.game import Setup
from tamaya.humans.games import HumanGame
from tamaya.humans.overview import PEOPLE_ONLY, partner_name
from tamaya.stats import Estimate, estimate


@dataclass(frozen=True)
class Behaviour:
    """The behaviour of a person or an agent in several games."""

    name: str
    games: int
    counters: Counters

    def __getitem__(self, feature: str) -> float:
        """A feature by name; nan if there was nothing to count."""
        return features(feature)[0](self.counters)

    @property
    def features(self) -> dict[str, float]:
        """All features by name."""
        return {feature.name: feature(self.counters) for feature in features()}


def counters_of(game: HumanGame) -> tuple[Counters, ...]:
    """The counters of each seat in a game."""
    state = game.transcript.start()
    rows = np.zeros((len(game.people), len(COLUMNS)), np.uint64)
    misplays = [0] * len(game.people)
    for move in game.transcript.moves:
        seat = state.current
        _core.record(rows, state.view(seat), move)
        event = state.apply(move)
        misplays[seat] += event.kind == "play" and not event.scored
    return tuple(
        Counters.of(row) + Counters(misplays=count)
        for row, count in zip(rows, misplays, strict=True)
    )


def behaviours(games: Iterable[HumanGame]) -> dict[str, Behaviour]:
    """The behaviour of each person, in the order of their first games; skips games out of step."""
    result: dict[str, Behaviour] = {}
    for game in games:
        if not game.in_step:
            continue
        for person, counted in zip(game.people, counters_of(game), strict=True):
            if person is not None:
                before = result.get(person, Behaviour(person, 0, Counters()))
                result[person] = Behaviour(person, before.games + 1, before.counters + counted)
    return result


def by_partner(games: Sequence[HumanGame]) -> dict[str, dict[str, Behaviour]]:
    """The behaviour of each person with each computer partner, by the partner's name."""
    names = sorted({partner_name(game) for game in games})
    return {
        name: behaviours(game for game in games if partner_name(game) == name) for name in names
    }


def mean_feature(people: Mapping[str, Behaviour], feature: str) -> Estimate:
    """The mean of a feature over people, each counting once; skips people with nan."""
    values = [person[feature] for person in people.values()]
    return estimate([value for value in values if not math.isnan(value)])


def behaviour_of(agent: AgentLike, partners: Sequence[str], setup: Setup, games: int) -> Behaviour:
    """The behaviour of an agent in the last seat, where the people of the study sat.

    :param partners: names as `partner_name` gives them; for games among people, the agent plays
        with itself
    :param games: games with each partner
    """
    name, counters, total = as_agent(agent).name, Counters(), 0
    for partner in partners:
        seats = setup.players
        others = [agent] * (seats - 1) if partner == PEOPLE_ONLY else partner.split(", ")
        fill = [agent] * (seats - len(others))
        matchup = match(*others, *fill, games=games, setup=setup)
        counters, total = counters + matchup.counted(seat=seats - 1), total + games
    return Behaviour(name, total, counters)


def measured(
    agents: Sequence[AgentLike],
    people: Sequence[HumanGame],
    games: int,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Behaviour]:
    """The behaviour of agents in the place of people: same set-up, same partners.

    :param games: games with each partner
    :param progress: called after each agent with the number of finished agents
    """
    partners = sorted({partner_name(game) for game in people})
    # Some evolved agents give up if no rule applies: that ends the game, and points are kept.
    setup = Setup.parse(f"{people[0].transcript.setup} illegal=end")
    result = []
    for number, agent in enumerate(agents, 1):
        result.append(behaviour_of(agent, partners, setup, games))
        progress(number)
    return result
