"""Objectives of evolution: the score in self-play, or with partners."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import NativeAgent
from tamaya.arena import Threads
from tamaya.qd import EvolutionSettings
from tamaya.qd.evolution import Evolution
from tamaya.qd.objective import Evaluator
from tamaya.qd.settings import Objective
from tamaya.rules import GENES, chromosome

PARTNERS = ("competition:iggi", "competition:piers", "competition:outer")
GENOMES = [[8, 10, 67, 61, 101, 33, 3], [3, 12, 30, 30, 30, 30, 30]]


def evaluator(objective: Objective, tmp_path: object, games: int = 60) -> Evaluator:
    file = f"{tmp_path}/partners.txt"
    with open(file, "w") as pool:
        pool.write("setup competition\n" + "\n".join(PARTNERS))
    settings = EvolutionSettings(
        rulebook="published",
        setup="competition",
        games=games,
        objective=objective,
        partners=file,
        length=7,
    )
    return Evolution(settings, Threads())._evaluator


def with_partner(genes: list[int], partner: str, games: int, seed: int) -> np.ndarray:
    """Scores with the genome in the first seat and then in the last, by two plain matches."""
    agent = NativeAgent("genome", chromosome(genes))
    first = ty.match(agent, partner, games=games, first_seed=seed, setup="competition")
    last = ty.match(partner, agent, games=games, first_seed=seed + games, setup="competition")
    return np.concatenate([first.scores, last.scores])


def test_partners_get_equal_shares_in_both_seats(tmp_path: object) -> None:
    evaluates = evaluator("mean", tmp_path)
    seeds = np.array([100, 5000], np.uint64)
    played = evaluates.play(np.array(GENOMES, np.uint16), seeds)
    assert evaluates.block_games == 60
    for row, genes in enumerate(GENOMES):
        expected = [
            with_partner(genes, name, 10, int(seeds[row]) + 20 * place)
            for place, name in enumerate(PARTNERS)
        ]
        assert played.scores[row].tolist() == np.concatenate(expected).tolist()


@pytest.mark.parametrize("objective", ["mean", "worst", "regret"])
def test_objectives_compute_what_their_name_says(objective: Objective, tmp_path: object) -> None:
    evaluates = evaluator(objective, tmp_path)
    seeds = np.array([100, 100], np.uint64)
    blocks = [
        evaluates.play(np.array(GENOMES, np.uint16), seeds + np.uint64(1000 * b)) for b in (0, 1)
    ]
    together = evaluates.fitness(np.stack([block.scores for block in blocks], axis=1))
    for row, genes in enumerate(GENOMES):
        means = [
            np.mean([with_partner(genes, name, 10, 100 + 1000 * b + 20 * place) for b in (0, 1)])
            for place, name in enumerate(PARTNERS)
        ]
        if objective == "mean":
            assert together[row] == pytest.approx(np.mean(means))
        elif objective == "worst":
            assert together[row] == pytest.approx(min(means))
        else:
            assert evaluates.best_known is not None
            assert together[row] == pytest.approx(-max(evaluates.best_known - means))


@pytest.mark.parametrize("objective", ["mean", "worst", "regret"])
def test_no_genomes_have_no_fitness(objective: Objective, tmp_path: object) -> None:
    """The first batch of a run meets no elites."""
    evaluates = evaluator(objective, tmp_path)
    none = evaluates.play(np.zeros((0, 7), np.uint16), np.zeros(0, np.uint64))
    assert evaluates.fitness(none.scores).tolist() == []


def test_regret_is_measured_against_the_best_of_the_pool(tmp_path: object) -> None:
    best = evaluator("regret", tmp_path).best_known
    table = ty.matchups(PARTNERS, games=200, first_seed=1 << 40, setup="competition")
    assert best is not None
    assert best.tolist() == pytest.approx(table.means().max(axis=0).tolist())


def test_features_are_those_of_the_candidate_not_of_its_partners(tmp_path: object) -> None:
    evaluates = evaluator("mean", tmp_path)
    silent = np.array([[3, 30, 30, 30, 30, 30, 30]], np.uint16)  # plays or discards, never hints
    counted = evaluates.play(silent, np.array([7], np.uint64)).counters[0]
    assert str(GENES[3]) == "published.play_probably_safe(0)"
    assert counted[2] == 0


def test_challengers_grow_against_a_pool(tmp_path: object) -> None:
    base = evaluator("mean", tmp_path, games=12).settings
    settings = replace(base, candidates=600, random_start=200, batch=200, length=15)
    run = Evolution(settings, Threads())
    while not run.finished:
        run.step()
    assert run.standing.best > 11


def test_partners_must_be_rule_agents(tmp_path: object) -> None:
    bot = f"{tmp_path}/bot.py"
    with open(bot, "w") as file:
        file.write("class Bot:\n    def act(self, view):\n        return view.legal_moves[0]\n")
    with open(f"{tmp_path}/pool.txt", "w") as file:
        file.write(f"{bot}:Bot\n")
    settings = EvolutionSettings(objective="mean", partners=f"{tmp_path}/pool.txt")
    with pytest.raises(ty.TamayaError, match="Bot.* is not a native agent"):
        Evolution(settings, Threads())
    with pytest.raises(ty.UnknownNameError, match="no pool 'nowhere'"):
        Evolution(replace(settings, partners="nowhere"), Threads())
