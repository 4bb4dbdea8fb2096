"""People are counted by the code that counts agents."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import humans
from tamaya.features import Counters
from tamaya.humans import landscape
from tamaya.humans.behaviour import Behaviour, behaviour_of, by_partner, counters_of, measured
from tamaya.humans.games import HumanGame
from tests.humans import study
from tests.truth import truth


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[HumanGame]:
    return humans.read(study.write(tmp_path_factory.mktemp("study") / "HanabiData"))


@pytest.mark.parametrize("players", [2, 4])
def test_a_replayed_game_is_counted_as_the_arena_counts_it(players: int) -> None:
    agents = ["piers", "flawed", "iggi", "legal_random"][:players]
    for seed in range(5):
        matchup = ty.match(*agents, games=1, first_seed=seed)
        transcript = ty.play(*agents, seed=seed).transcript
        game = HumanGame("a", transcript, tuple(agents))
        assert counters_of(game) == tuple(matchup.counted(seat) for seat in range(players))
        assert sum(counters.turns for counters in counters_of(game)) == len(transcript.moves)


def test_a_person_is_the_sum_of_their_games(games: list[HumanGame]) -> None:
    people = humans.behaviours(games)
    assert list(people) == [f"{number:016x}" for number in range(6)]
    first = people[f"{0:016x}"]
    own_games = [game for game in games if game.person == first.name]
    assert first.games == len(own_games) == 4
    assert first.counters == sum((counters_of(game)[1] for game in own_games), Counters())
    with_full = by_partner(games)["eger:full"]
    assert with_full[first.name].counters.turns < first.counters.turns
    assert humans.behaviours(replace(game, in_step=False) for game in games) == {}


def test_agents_sit_where_the_people_sat(games: list[HumanGame]) -> None:
    (behaviour,) = measured(["iggi"], games, 20)
    partners = ("eger:full", "eger:intentional", "eger:outer")
    expected = [
        ty.match(partner, "iggi", games=20, setup="eger").counted(1) for partner in partners
    ]
    assert behaviour.counters == sum(expected, Counters())
    assert (behaviour.name, behaviour.games) == ("iggi", 60)


def test_where_people_play_among_themselves_an_agent_plays_with_itself() -> None:
    setup = ty.Setup.standard(3)
    behaviour = behaviour_of("iggi", ["people only"], setup, 10)
    assert behaviour.counters == ty.match(*["iggi"] * 3, games=10).counted(2)


def test_a_feature_of_nothing_is_nan_and_is_left_out_of_means() -> None:
    from tamaya.humans.behaviour import mean_feature

    silent = Behaviour("a", 1, Counters(turns=3, discards=3))
    plays = Behaviour("b", 1, Counters(turns=1, plays=1, misplays=1))
    assert math.isnan(silent["misplay_rate"])
    assert mean_feature({"a": silent, "b": plays}, "misplay_rate").mean == 1


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_picture_is_drawn(games: list[HumanGame], tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"people.{kind}"
    people = list(humans.behaviours(games).values())
    agents = measured(["piers", "iggi"], games, 3)
    plot = landscape.Landscape(people=people, agents=agents, elites=agents, pool="mine")
    landscape.draw(plot, path)
    assert path.stat().st_size > 10_000
    with pytest.raises(ty.TamayaError, match="expected a .png, .svg"):
        landscape.draw(plot, path.with_suffix(".txt"))
    with pytest.raises(ty.TamayaError, match="cannot write"):
        landscape.draw(plot, tmp_path / "nowhere" / path.name)


@pytest.mark.truth
def test_people_misplay_as_often_as_their_logs_say() -> None:
    """'... and fails.' is how the published logs tell of a misplay, in English."""
    folder = truth("HanabiData")
    games = [game for game in study.public_games() if game.in_step]
    logged = sum(
        line.startswith("You plays ") and " and fails." in line
        for game in games
        for line in (folder / "log" / f"game{game.id}.log").read_text().splitlines()
    )
    counted = sum(person.counters.misplays for person in humans.behaviours(games).values())
    assert counted == logged == 1721
