"""Experiences of meta-agents, and their files."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tamaya as ty
from tamaya.meta import storage
from tests.meta.people import NEVER_PLAYS, canaan, elite, made_up


def test_training_measures_the_hypothesis_beside_the_response() -> None:
    experience = ty.Experience.train(["piers", "iggi"], ["flawed", "tamaya", "piers"], games=30)
    table = ty.matchups(["flawed", "tamaya", "piers"], ["piers", "iggi"], games=30)
    assert experience.scores.tolist() == table.means().tolist()
    for row, response in enumerate(experience.responses.names):
        for column, hypothesis in enumerate(experience.hypotheses.names):
            seen = table.features(response, hypothesis, seat=1)
            measured = {name: values[row, column] for name, values in experience.features.items()}
            assert measured == pytest.approx(seen, nan_ok=True)


def test_the_generalist_scores_most_on_average() -> None:
    best = canaan().scores.mean(axis=1)
    assert canaan().responses.names[int(best.argmax())] == canaan().generalist


def test_an_interrupted_training_raises_the_interrupt() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ty.Experience.train(canaan().hypotheses, games=50, progress=stop)


def test_a_file_reads_back_as_written(tmp_path: Path) -> None:
    file = tmp_path / "some.meta"
    pool = ty.Pool(
        "odd",
        (elite(NEVER_PLAYS, "never plays"), *canaan().hypotheses.elites[:2]),
        "standard players=2",
    )
    experience = ty.Experience.train(pool, ["piers"], games=10, first_seed=7)
    experience.write(file)
    again = ty.Experience.read(file)
    assert again.hypotheses.elites == experience.hypotheses.elites
    assert again.responses.names == ("piers",)
    assert (again.setup, again.games, again.first_seed) == (experience.setup, 10, 7)
    assert again.version == ty.__version__
    assert np.array_equal(again.scores, experience.scores)
    assert again.features.keys() == experience.features.keys()
    for name, values in experience.features.items():
        assert np.array_equal(again.features[name], values, equal_nan=True)
    assert math.isnan(again.features["information_per_play"][0, 0])


def change(file: Path, **changes: object) -> None:
    """Changes the notes of a file."""
    notes = json.loads(pl.read_parquet_metadata(file)[storage._KEY]) | changes
    pl.read_parquet(file).write_parquet(file, metadata={storage._KEY: json.dumps(notes)})


def test_a_file_of_agents_that_play_differently_here_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "old.meta"
    experience = ty.Experience.train(["piers", "iggi"], games=2)
    experience.write(file)
    change(file, samples=experience.samples() | {"hypothesis: iggi": "0" * 16}, version="0.0.9")
    expected = (
        "made by version 0.0.9 with another rulebook: 1 of 4 agents play differently here "
        r"\(hypothesis: iggi\): run tamaya meta train again"
    )
    with pytest.raises(ty.TamayaError, match=expected) as refusal:
        ty.Experience.read(file)
    assert "\n" not in str(refusal.value)


def test_a_file_with_rules_that_are_missing_here_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "new.meta"
    experience = ty.Experience.train(["piers"], games=2)
    experience.write(file)
    notes = json.loads(pl.read_parquet_metadata(file)[storage._KEY])
    change(file, hypotheses=notes["hypotheses"].replace("play_safe", "play_wisely"))
    with pytest.raises(ty.TamayaError, match="cannot read the pool .*play_wisely"):
        ty.Experience.read(file)


def test_other_formats_and_other_files_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "some.meta"
    with pytest.raises(ty.TamayaError, match="no file .* to read experience from"):
        ty.Experience.read(file)
    file.write_text("nonsense")
    with pytest.raises(ty.TamayaError, match="no experience in .*some.meta"):
        ty.Experience.read(file)
    ty.matchups(["piers"], games=1).write(file)
    with pytest.raises(ty.TamayaError, match="no experience in"):
        ty.Experience.read(file)
    ty.Experience.train(["piers"], games=2).write(file)
    change(file, format="3")
    with pytest.raises(ty.TamayaError, match="has the format '3', and this version knows only '1'"):
        ty.Experience.read(file)
    change(file, format="1", setup="chess")
    with pytest.raises(ty.TamayaError, match="chess"):
        ty.Experience.read(file)
    with pytest.raises(ty.TamayaError, match="cannot write"):
        canaan().write(tmp_path / "nowhere" / "x.meta")


def test_agents_that_are_not_native_are_refused_before_the_games() -> None:
    with pytest.raises(ty.TamayaError, match=r"'noisy\(10, mcs.* is not native"):
        ty.Experience.train(["piers", "noisy(10, mcs(piers, iterations=9))"], games=10**7)


def test_a_table_of_other_agents_makes_no_experience() -> None:
    table = ty.matchups(["piers", "iggi"], games=2)
    with pytest.raises(ty.TamayaError, match="the table has other agents than these pools"):
        ty.Experience.of(table, ty.pool(["iggi", "piers"]))


def test_a_table_with_a_failed_pair_makes_no_experience() -> None:
    class Failing(ty.Agent):
        def act(self, view: ty.View) -> ty.Move:
            raise RuntimeError("out of ideas")

    pool = ty.pool({"failing": Failing, "piers": "piers"})
    with pytest.raises(ty.TamayaError, match="failing with failing failed: .*out of ideas"):
        ty.Experience.of(ty.matchups(pool, games=1), pool)


def test_a_table_with_missing_pairs_makes_no_experience() -> None:
    pool = ty.pool(["piers", "iggi"])
    unplayed = ty.MatchupTable.empty(ty.matchups(pool, games=2).plan)
    with pytest.raises(ty.TamayaError, match="only 0 of 4 pairs were played"):
        ty.Experience.of(unplayed, pool)


def test_arrays_of_another_shape_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match=r"communicativeness has the shape \(1, 1\)"):
        made_up([[1, 2]], {"communicativeness": [[0.5]]})
    with pytest.raises(ty.TamayaError, match="some pairs have no score"):
        made_up([[1, math.nan]], {})


def test_a_partner_is_known_by_its_rules_else_by_its_niche_else_by_its_name() -> None:
    elites = canaan().hypotheses.elites
    assert 3 in canaan().places_of(elites[3].but(name="stranger", niche=()))
    changed = elites[3].but(genome=elite(NEVER_PLAYS, "x").genome)
    assert canaan().places_of(changed) == (3,)
    assert canaan().places_of(ty.as_agent("piers")) == ()


def test_a_noisy_hypothesis_is_not_the_same_as_its_rules_without_noise() -> None:
    known = ty.Experience.train(["piers", "noisy(10, piers)", "iggi"], games=2)
    places = [known.places_of(ty.as_agent(name)) for name in ("piers", "noisy(10, piers)")]
    assert places == [(0,), (1,)]
    assert known.places_of(ty.as_agent("noisy(25, iggi)")) == (2,), "its rules are known"
