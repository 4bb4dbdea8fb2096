"""Agents play the games of people again, on the same decks with the same partners."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya import humans
from tamaya.game import View
from tamaya.humans.games import HumanGame
from tamaya.humans.stand_in import stand_in
from tests.humans import study

PARTNERS = ("tamaya", "cyclone:human_like")
"""two that never choose at random"""


def game(seed: int, partner: str, person: str, *, first: bool = False) -> HumanGame:
    """Somebody plays with a computer, in either seat."""
    agents = (person, partner) if first else (partner, person)
    transcript = ty.play(*agents, seed=seed, setup="eger").transcript
    people = tuple(None if name == partner else f"who plays like {name}" for name in agents)
    return HumanGame(f"{seed}", transcript, people)


@pytest.fixture(scope="module")
def games() -> list[HumanGame]:
    return [
        game(seed, PARTNERS[seed % 2], "cyclone:self_play", first=seed > 5) for seed in range(12)
    ]


class AsWritten(ty.Agent):
    """An agent of the core behind a Python class, which the arena drives by hand."""

    def __init__(self) -> None:
        self.inner = ty.as_agent("cyclone:self_play")

    def begin_game(self, view: View, seed: int) -> None:
        self.inner.begin_game(view, seed)

    def act(self, view: View) -> ty.Move:
        return self.inner.act(view)


@pytest.mark.parametrize("agent", ["cyclone:self_play", AsWritten])
def test_who_is_the_person_scores_the_same_in_every_game(
    games: list[HumanGame], agent: ty.agents.AgentLike
) -> None:
    result = stand_in(games, agent, repeats=2)
    assert result.points.shape == (2, 12)
    assert np.array_equal(result.points, [result.theirs, result.theirs])
    assert np.array_equal(result.lost, [result.bombed, result.bombed])
    assert result.difference.mean == 0


def test_another_agent_is_measured_deck_by_deck(games: list[HumanGame]) -> None:
    result = stand_in(games, "flawed")
    assert result.difference.mean == pytest.approx(np.mean(result.points[0] - result.theirs))
    assert result.names == sorted(PARTNERS)
    alone = result.with_partner("tamaya")
    assert len(alone.people) == 6
    assert alone.score.mean == result.points[0, ::2].mean()
    with pytest.raises(ty.UnknownNameError, match="no games with 'piers'"):
        result.with_partner("piers")


def test_games_that_cannot_be_played_again_are_named(games: list[HumanGame]) -> None:
    transcript = games[0].transcript
    among = HumanGame("a", transcript, ("ann", "bob"))
    with pytest.raises(ty.TamayaError, match="game a has no computer partner"):
        stand_in([among], "piers")
    stranger = HumanGame("b", replace(transcript, players=("Bot-x", "ann")), (None, "ann"))
    with pytest.raises(ty.TamayaError, match="cannot play game b again: no agent 'Bot-x'"):
        stand_in([stranger], "piers")


@pytest.mark.truth
def test_people_score_as_the_published_table_says() -> None:
    """Of the whole release without its two heavy players: 9.53, 15.15 and 12.81."""
    games = humans.without_heavy(study.public_games(), 100)
    result = stand_in(games, "eger:full")
    for name, mean in (("outer", 9.53), ("intentional", 15.15), ("full", 12.81)):
        score = result.with_partner(f"eger:{name}").their_score
        assert score.mean == pytest.approx(mean, abs=2 * score.sem)
