"""Many teams at once play the same games as one team at a time."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import NativeAgent
from tamaya.arena import count_fires, play_teams
from tamaya.rules import rulebook

PUBLISHED = rulebook("published")
SPECS = [(spec.name, list(spec.args)) for spec in PUBLISHED]


def genes(*rows: list[int]) -> _core.Policies:
    return _core.Policies.of_genes(SPECS, np.array(rows, np.uint16))


def test_teams_play_as_matches_do() -> None:
    setup = ty.Setup.parse("competition")
    names = ["competition:iggi", "competition:piers"]
    agents = [ty.as_agent(name) for name in names]
    policies = _core.Policies([a.policy for a in agents if isinstance(a, NativeAgent)])
    teams = np.array([[0, 1], [1, 0], [1, 1]], np.int32)
    played = play_teams(setup, policies, teams, np.array([5, 100, 7], np.uint64), 30)
    for row, (seats, seed) in enumerate(zip(teams, (5, 100, 7), strict=True)):
        alone = ty.match(*(names[i] for i in seats), games=30, first_seed=seed, setup=setup)
        assert played.scores[row].tolist() == alone.scores.tolist()
        assert played.counters[row].tolist() == alone.counters.tolist()


@pytest.mark.parametrize("threads", [1, 3])
def test_teams_do_not_depend_on_threads_or_company(threads: int) -> None:
    setup = ty.Setup.parse("competition")
    rng = np.random.default_rng(3)
    rows = rng.integers(len(PUBLISHED), size=(20, 15)).tolist()
    teams = np.repeat(np.arange(20, dtype=np.int32)[:, None], 2, axis=1)
    seeds = np.arange(20, dtype=np.uint64) * np.uint64(1000)
    whole = play_teams(setup, genes(*rows), teams, seeds, 10, threads=threads)
    alone = play_teams(setup, genes(rows[7]), teams[:1], seeds[7:8], 10)
    assert whole.scores[7].tolist() == alone.scores[0].tolist()
    assert whole.traces[7] == alone.traces[0]


def test_strict_scores_are_zero_in_bombed_games() -> None:
    setup = ty.Setup.parse("standard")
    policies = _core.Policies([ty.rules.Genome.parse("play_randomly").policy()])
    team, seed = np.zeros((1, 2), np.int32), np.zeros(1, np.uint64)
    assert play_teams(setup, policies, team, seed, 20).scores.sum() > 0
    assert play_teams(setup, policies, team, seed, 20, strict=True).scores.sum() == 0


def test_fires_count_every_turn_under_the_rule_that_decided() -> None:
    setup = ty.Setup.parse("standard")
    agent = ty.as_agent("piers")
    assert isinstance(agent, NativeAgent)
    fired = count_fires(setup, _core.Policies([agent.policy]), games=40, first_seed=3)[0]
    matchup = ty.match("piers", "piers", games=40, first_seed=3, setup=setup)
    assert fired.sum() == matchup.counted().turns
    assert fired[len(agent.genome) + 1 :].sum() == 0
    assert fired[0] > 0


def test_bad_genes_teams_and_shapes_are_named() -> None:
    setup = ty.Setup.parse("competition")
    seeds = np.zeros(1, np.uint64)
    with pytest.raises(ty.TamayaError, match="no gene 105"):
        genes([105])
    with pytest.raises(ty.TamayaError, match="no policy 1 among 1"):
        play_teams(setup, genes([0]), np.array([[0, 1]], np.int32), seeds, 1)
    with pytest.raises(ty.TamayaError, match="teams of 3 for 2 seats"):
        play_teams(setup, genes([0]), np.zeros((1, 3), np.int32), seeds, 1)
    with pytest.raises(ty.TamayaError, match="1 seeds for 2 teams"):
        play_teams(setup, genes([0]), np.zeros((2, 2), np.int32), seeds, 1)
