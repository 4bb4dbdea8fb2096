"""Odd partners, hypotheses and files: beliefs stay valid, and errors name what is wrong."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamaya as ty
from tamaya.meta import KINDS, Detective, MetaAgent, meta_agent, storage, watch
from tamaya.rules import Genome, RuleSpec, rulebook
from tests.meta.people import NEVER_HINTS, NEVER_PLAYS, RULES, canaan, elite, made_up

SETUP = "competition players=2"
QUITTERS = ("play_safe > hint_playable", "play_safe > discard_oldest")


def quitting(*, setup: str) -> ty.Experience:
    """An experience with two agents that give up if no rule applies, and one that never does."""
    agents = tuple(
        ty.Elite(Genome.parse(rules), name=f"quitter {i}", gives_up=True)
        for i, rules in enumerate(QUITTERS)
    )
    return ty.Experience.train(ty.Pool("q", (*agents, elite(RULES[0], "a")), setup), games=10)


def agent_of(kind: str, known: ty.Experience) -> MetaAgent | Detective:
    agent = meta_agent(known, kind)
    assert isinstance(agent, MetaAgent | Detective)
    return agent


def are_beliefs(rows: np.ndarray) -> bool:
    return bool(
        np.isfinite(rows).all()
        and (rows >= 0).all()
        and np.allclose(rows.sum(axis=-1), 1, rtol=0, atol=1e-9)
    )


@pytest.mark.parametrize("rules", [NEVER_PLAYS, NEVER_HINTS, "discard_oldest"])
@pytest.mark.parametrize("kind", KINDS)
def test_beliefs_last_through_long_episodes_with_odd_partners(kind: str, rules: str) -> None:
    """Such partners have undefined features (0 / 0), and may fit no hypothesis at all."""
    assert are_beliefs(watch(agent_of(kind, canaan()), elite(rules, "odd"), games=25).beliefs)


def test_if_no_hypothesis_ever_fits_it_keeps_playing_as_the_generalist() -> None:
    far, zero = [[90.0, 91.0], [92.0, 93.0]], [[0.0, 0.0], [0.0, 0.0]]
    unfitting = made_up([[1, 2], [5, 4]], {"communicativeness": far, "information_per_play": zero})
    meta = MetaAgent(unfitting, prior=[3, 1])
    watched = watch(meta, "piers", games=4)
    assert not any(update.fits for update in meta.updates)
    assert watched.beliefs.tolist() == [[0.75, 0.25]] * 5
    plain = ty.match(unfitting.players[1], "piers", games=4, first_seed=1_000_000)
    assert watched.scores == tuple(plain.scores.tolist())


@pytest.mark.parametrize("kind", ["published", "as_written", "detective"])
def test_hypotheses_and_responses_may_give_up_where_that_ends_a_game(kind: str) -> None:
    known = quitting(setup=SETUP)
    for place, partner in enumerate(known.hypotheses.elites):
        core = ty.evaluate(agent_of(kind, known), [partner], episodes=1, games=3, setup=SETUP)
        watched = watch(agent_of(kind, known), partner.but(), games=3)
        assert are_beliefs(watched.beliefs)
        assert core.scores[0, 0, 0].tolist() == list(watched.scores)
        assert core.truth[0, 0, 0].tolist() == watched.beliefs[:-1, place].tolist()


@pytest.mark.parametrize("kind", ["published", "detective"])
def test_a_response_that_gives_up_is_named_where_games_do_not_end_so(kind: str) -> None:
    known = ty.Experience.train(
        ty.Pool("p", ("piers",), SETUP), quitting(setup=SETUP).responses, games=5
    )
    known = ty.Experience(
        hypotheses=known.hypotheses,
        responses=known.responses,
        setup=ty.Setup.standard(2),
        scores=np.array([[9.0], [0.0], [0.0]]),
        features=known.features,
        games=5,
    )
    with pytest.raises(ty.IllegalMoveError, match=r"seat 0, game seed \d+, turn \d+: .*gives up"):
        ty.match(agent_of(kind, known), "piers", games=3)


@pytest.mark.parametrize("kind", ["published", "detective"])
def test_a_partner_that_fails_is_named_and_forgotten(kind: str) -> None:
    class Fails(ty.Agent):
        def act(self, view: ty.View) -> ty.Move:
            if view.turn > 6:
                raise RuntimeError("no idea")
            return view.legal_moves()[0]

    agent, partner = agent_of(kind, canaan()), canaan().hypotheses.elites[7]
    with pytest.raises(ty.TamayaError, match="agent 'Fails' in seat 1, .* RuntimeError: no idea"):
        ty.match(agent, Fails(), games=3, setup=SETUP)
    again = watch(agent, partner.but(), games=3)
    fresh = watch(agent_of(kind, canaan()), partner.but(), games=3)
    assert np.array_equal(again.beliefs, fresh.beliefs)
    assert again.scores == fresh.scores


@settings(max_examples=25, deadline=None)
@given(
    rules=st.lists(st.sampled_from(rulebook()), min_size=1, max_size=6),
    kind=st.sampled_from(["published", "as_written", "detective"]),
    seed=st.integers(0, 2**40),
    games=st.integers(1, 4),
)
def test_beliefs_add_up_to_1_after_every_game_with_anybody(
    rules: list[RuleSpec], kind: str, seed: int, games: int
) -> None:
    partner = elite(" > ".join(map(str, rules)), "anybody")
    watched = watch(
        agent_of(kind, canaan()),
        partner,
        games=games,
        first_seed=seed,
        setup="competition",
    )
    assert watched.beliefs.shape == (games + 1, len(canaan().hypotheses))
    assert are_beliefs(watched.beliefs)


def saved(folder: Path) -> tuple[Path, dict[str, object], pl.DataFrame]:
    """The path of a new experience file, its notes and its lines."""
    file = folder / "some.meta"
    ty.Experience.train(["piers", "iggi"], ["flawed", "piers"], games=2).write(file)
    return file, json.loads(pl.read_parquet_metadata(file)[storage._KEY]), pl.read_parquet(file)


def rewrite(file: Path, notes: dict[str, object], lines: pl.DataFrame) -> None:
    lines.write_parquet(file, metadata={storage._KEY: json.dumps(notes)})


def test_features_of_a_later_version_are_kept(tmp_path: Path) -> None:
    file, notes, lines = saved(tmp_path)
    rewrite(file, notes | {"version": "9.9.9"}, lines.with_columns(mood=pl.lit(0.5)))
    again = ty.Experience.read(file)
    assert again.version == "9.9.9"
    assert again.features["mood"].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    again.write(file)
    assert "mood" in ty.Experience.read(file).features


def test_a_feature_that_an_earlier_version_lacks_is_named_before_the_first_game(
    tmp_path: Path,
) -> None:
    file, notes, lines = saved(tmp_path)
    rewrite(file, notes, lines.drop("information_per_play"))
    known = ty.Experience.read(file)
    with pytest.raises(ty.UnknownNameError, match="no feature 'information_per_play' was measured"):
        MetaAgent(known)
    assert ty.match(Detective(known), "piers", games=1).games == 1
    assert ty.match(MetaAgent(known, "generalist"), "piers", games=1).games == 1


@pytest.mark.parametrize("key", ["samples", "hypotheses", "setup", "games", "version"])
def test_a_file_with_a_missing_note_is_refused(tmp_path: Path, key: str) -> None:
    file, notes, lines = saved(tmp_path)
    del notes[key]
    rewrite(file, notes, lines)
    with pytest.raises(ty.TamayaError, match=f"some.meta' is damaged: it lacks '{key}'"):
        ty.Experience.read(file)


def test_lines_that_were_moved_lost_or_doubled_are_noticed(tmp_path: Path) -> None:
    file, notes, lines = saved(tmp_path)
    for changed, message in (
        (lines.reverse(), "line 1 is 'piers' with 'iggi' .expected 'flawed' with 'piers'"),
        (lines.head(3), "it has 3 pairs of agents .expected 4"),
        (pl.concat([lines, lines]), "it has 8 pairs"),
        (lines.drop("score"), "it lacks 'score'"),
        (lines.with_columns(score=pl.lit(math.nan)), "some pairs have no score"),
    ):
        rewrite(file, notes, changed)
        with pytest.raises(ty.TamayaError, match=message):
            ty.Experience.read(file)


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    file, _, _ = saved(tmp_path)
    whole = file.read_bytes()
    for size in range(0, len(whole), max(1, len(whole) // 23)):
        file.write_bytes(whole[:size])
        with pytest.raises(ty.TamayaError, match="some.meta"):
            ty.Experience.read(file)
