"""Evolution: the published algorithm step by step, and ours on shared decks."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tamaya as ty
import tamaya.qd
from tamaya.agents import NativeAgent
from tamaya.arena import Threads
from tamaya.features import Counters, features
from tamaya.qd import EvolutionSettings, preset
from tamaya.qd.archive import Elites, behaviour
from tamaya.qd.draws import Purpose, RandomStream
from tamaya.qd.evolution import Evolution
from tamaya.qd.same_decks import moved
from tamaya.qd.variation import next_batch
from tamaya.rules import GENES, Genome

SMALL = {"candidates": 240, "random_start": 80, "batch": 40, "games": 5}


def evolved(settings: EvolutionSettings) -> Evolution:
    run = Evolution(settings, Threads())
    while not run.finished:
        run.step()
    return run


def played(
    genes: list[int], seed: int, settings: EvolutionSettings
) -> tuple[float, tuple[int, ...]]:
    """Mean score and niche of a genome, measured by a plain match."""
    genome = Genome(tuple(GENES[gene] for gene in genes))
    team = [NativeAgent("one", genome, gives_up=settings.gives_up) for _ in range(2)]
    matchup = ty.match(*team, games=settings.games, first_seed=seed, setup=settings.setup)
    counters: Counters = matchup.counted()
    values = [feature(counters) for feature in features(*settings.features)]
    niche = tuple(
        0 if math.isnan(v) else min(math.floor(v / (1.0 / d)), d - 1)
        for v, d in zip(values, settings.grid, strict=True)
    )
    return float(matchup.scores.mean()), niche


def step_by_step(settings: EvolutionSettings) -> dict[tuple[int, ...], tuple[float, list[int]]]:
    """The published algorithm in a few lines, one candidate at a time."""
    rows, columns = settings.grid
    elites: dict[tuple[int, ...], tuple[float, list[int]]] = {}
    for number in range(-(-settings.candidates // settings.batch)):
        if settings.parents == "cells":
            parents = np.zeros((rows * columns, settings.length), np.uint16)
            for (i, j), (_, genes) in elites.items():
                parents[i * columns + j] = genes
        else:
            parents = np.array([elites[n][1] for n in sorted(elites)], np.uint16)
            parents = parents.reshape(-1, settings.length)
        batch = next_batch(number, parents, len(GENES), settings)
        seeds = RandomStream(settings.seed, Purpose.decks, number).seeds(len(batch.genes))
        fresh = RandomStream(settings.seed, Purpose.incumbent_decks, number).seeds(len(batch.genes))
        for row, genes in enumerate(batch.genes.tolist()):
            fitness, niche = played(genes, int(seeds[row]), settings)
            if niche not in elites and settings.empty == "accept":
                elites[niche] = (fitness, genes)
                continue
            elite = elites[niche][1] if niche in elites else [0] * settings.length
            again, _ = played(
                elite, int((seeds if settings.decks == "shared" else fresh)[row]), settings
            )
            if fitness > again:
                elites[niche] = (fitness, genes)
    return elites


@pytest.mark.parametrize(
    ("name", "as_written"), [("canaan2020", False), ("canaan2020", True), ("canaan2019", False)]
)
def test_presets_do_what_the_published_algorithm_does_step_by_step(
    name: str, as_written: bool
) -> None:
    settings = replace(preset(name, as_written=as_written), **SMALL)  # type: ignore[arg-type]
    run, expected = evolved(settings), step_by_step(settings)
    ours = {
        run.archive.niche(cell): (fitness, genes)
        for cell, fitness, genes in zip(
            run.elites.cells, run.elites.fitness, run.elites.genes.tolist(), strict=True
        )
    }
    assert ours == expected


def test_a_backend_that_plays_further_ahead_changes_nothing() -> None:
    class Wide(Threads):
        @property
        def width(self) -> int:
            return 5000

    settings = replace(preset("canaan2020"), **SMALL)  # type: ignore[arg-type]
    narrow = evolved(settings)
    wide = Evolution(settings, Wide())
    while not wide.finished:
        wide.step()
    assert np.array_equal(narrow.elites.genes, wide.elites.genes)


def test_presets_are_the_programs_and_as_written_the_papers() -> None:
    program, paper = preset("canaan2020"), preset("canaan2020", as_written=True)
    assert (program.games, program.crossover, program.grid) == (50, 0.1, (5, 5))
    assert (program.decks, program.empty, program.parents) == (
        "fresh",
        "beat_empty_genome",
        "cells",
    )
    assert (paper.games, paper.crossover, paper.decks) == (100, 0.5, "shared")
    assert (paper.empty, paper.parents) == ("accept", "elites")
    older = preset("canaan2019")
    assert (older.features[1], older.grid, older.games) == ("risk_aversion", (20, 20), 100)
    assert older.gives_up
    with pytest.raises(ty.UnknownNameError, match="no preset 'canaan2021'"):
        preset("canaan2021")


OURS = EvolutionSettings(
    rulebook="published", setup="competition", candidates=3000, random_start=500, batch=500
)


def test_a_plain_grid_evolves_without_the_seconds_that_pyribs_takes_to_import(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ribs.archives", None)  # importing it fails
    standing = evolved(replace(preset("canaan2020"), **SMALL)).standing  # type: ignore[arg-type]
    assert standing.qd_score == pytest.approx(standing.mean * standing.coverage)
    assert 0 < standing.mean < standing.best


def test_elites_on_fresh_decks_lie_in_their_cells_and_score_what_they_say() -> None:
    run = evolved(OURS)
    evaluator = replace(run._evaluator, settings=replace(OURS, games=2000))
    fresh = evaluator.play(run.elites.genes, np.full(len(run.elites), 1 << 63, np.uint64))
    inside = run.archive.cell_of(behaviour(OURS, fresh.counters)) == run.elites.cells
    assert len(run.elites) >= 18
    assert inside.mean() >= 0.9
    gap = run.elites.fitness - fresh.scores.mean(axis=1)
    assert abs(gap.mean()) < 0.3


def test_results_do_not_depend_on_threads() -> None:
    settings = replace(OURS, candidates=300, random_start=100, batch=100)
    with_one, with_three = Evolution(settings, Threads(1)), Evolution(settings, Threads(3))
    for run in (with_one, with_three):
        while not run.finished:
            run.step()
    assert np.array_equal(with_one.elites.genes, with_three.elites.genes)
    assert np.array_equal(with_one.elites.fitness, with_three.elites.fitness)


def test_an_elite_that_left_its_cell_moves_or_leaves() -> None:
    run = Evolution(OURS, Threads())
    counters = np.zeros((3, 16), np.uint64)
    counters[:, 1], counters[:, 3] = 100, [10, 50, 55]  # turns with a token, hints
    counters[:, 5], counters[:, 6] = 100, [20, 20, 20]  # plays, what was known
    elites = Elites(
        cells=np.array([0, 5, 10]),
        genes=np.arange(45, dtype=np.uint16).reshape(3, 15),
        fitness=np.array([1.0, 2.0, 3.0]),
        games=np.full(3, 50),
        counters=counters,
        blocks=np.ones(3, np.int64),
        feature_sums=np.zeros((3, 2)),
        feature_squares=np.zeros((3, 2)),
        born=np.arange(3),
    )
    after = moved(run.archive, elites)
    # The second elite hints in half of its turns, so it belongs into the cell of the third elite,
    # which is better.
    assert after.cells.tolist() == [0, 10]
    assert after.fitness.tolist() == [1.0, 3.0]


def test_named_agents_can_start_the_archive() -> None:
    settings = EvolutionSettings(
        candidates=3, random_start=3, batch=3, games=20, margin=0, seeds_from=("piers",)
    )
    run = Evolution(settings, Threads())
    run.step()
    rules = run.rules
    agent = ty.as_agent("piers")
    assert isinstance(agent, NativeAgent)
    wanted = [rules.index(spec) for spec in agent.genome][:15]
    starts = [row[: len(wanted)] for row in run.elites.genes.tolist()]
    assert wanted in starts
    foreign = replace(settings, seeds_from=("competition:piers",))
    with pytest.raises(ty.TamayaError, match="'competition:piers'.*not in the rulebook 'tamaya'"):
        Evolution(foreign, Threads()).step()


@pytest.mark.parametrize(
    "settings",
    [
        replace(OURS, candidates=400, batch=200, cells="cvt", grid=(20,)),
        replace(OURS, candidates=12_000, batch=200, random_start=200, games=5, cells="sliding"),
        replace(OURS, candidates=400, batch=200, setup="competition players=4"),
        replace(OURS, candidates=400, batch=200, rulebook="tamaya", setup="standard", length=5),
        replace(
            OURS,
            candidates=400,
            batch=200,
            grid=(3, 3, 2),
            features=("communicativeness", "information_per_play", "misplay_rate"),
        ),
    ],
    ids=["cvt", "sliding", "four players", "short genomes", "three features"],
)
def test_other_maps_and_games_evolve_too(settings: EvolutionSettings) -> None:
    run = evolved(settings)
    assert len(run.elites) >= 5
    assert np.array_equal(
        run.archive.cell_of(behaviour(settings, run.elites.counters)), run.elites.cells
    )
    assert run.standing.coverage == len(run.elites)


BAD = [
    ({"features": ("communicativeness", "risk")}, "no feature 'risk'"),
    ({"features": ()}, "no features"),
    ({"features": ("misplay_rate", "misplay_rate")}, "a feature is listed twice"),
    ({"grid": (5,)}, "impossible grid '5' for 2 features"),
    ({"grid": (0, 5)}, "impossible grid '0x5'"),
    ({"grid": (1000, 1000)}, "impossible grid"),
    ({"rulebook": "paper"}, "no rulebook 'paper'"),
    ({"setup": "standard players=9"}, "players"),
    ({"length": 0}, "length = 0"),
    ({"candidates": 0}, "candidates = 0"),
    ({"mutation": 1.5}, "mutation = 1.5"),
    ({"objective": "best"}, "objective 'best' \\(expected self_play"),
    ({"objective": "mean"}, "objective 'mean' with partners ''"),
    ({"partners": "classics"}, "objective 'self_play' with partners 'classics'"),
    ({"decks": "stacked"}, "decks 'stacked'"),
]


@pytest.mark.parametrize(("settings", "message"), BAD, ids=lambda x: str(x)[:40])
def test_impossible_settings_are_named(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ty.TamayaError, match=message):
        EvolutionSettings(**settings)  # type: ignore[arg-type]


def test_settings_read_back_what_they_write() -> None:
    settings = EvolutionSettings(
        partners='a "quoted" \\ name', objective="mean", seeds_from=("piers",)
    )
    assert EvolutionSettings.from_toml(settings.to_toml()) == settings
    assert tamaya.qd.Settings is EvolutionSettings, "scripts may still use the former name"
    with pytest.raises(ty.TamayaError, match="unknown settings colour"):
        EvolutionSettings.from_toml("colour = 3")
    with pytest.raises(ty.TamayaError, match="not settings"):
        EvolutionSettings.from_toml("seed = ")
    with pytest.raises(ty.TamayaError, match="seed = 'one' .expected a whole number"):
        EvolutionSettings.from_toml('seed = "one"')


@pytest.mark.parametrize(("empty", "worthless"), [("accept", True), ("beat_empty_genome", False)])
def test_a_worthless_candidate_enters_an_empty_cell_only_if_any_candidate_may(
    empty: str, worthless: bool
) -> None:
    changes: dict[str, Any] = {"extra": 2, "grid": (20, 20), "margin": 0.0, "empty": empty, **SMALL}
    settings = EvolutionSettings(
        rulebook="published", setup="competition", gives_up=True, **changes
    )
    elites = evolved(settings).elites
    assert len(elites) > 20
    assert bool((elites.fitness == 0).any()) == worthless
