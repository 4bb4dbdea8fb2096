"""Evaluations: all agents play the same decks, and errors are computed over episodes."""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tamaya as ty
from tamaya.matchups import Progress
from tamaya.meta import (
    Detective,
    Experience,
    Mode,
    Oracle,
    Schedule,
    evaluate,
    generalist,
    random_response,
)
from tests.meta.people import canaan

SETUP = "competition players=2"
FEW = ty.Pool("few", canaan().hypotheses.elites[::5], SETUP)


def small(**others: object) -> ty.Evaluation:
    contenders = {
        "generalist": generalist(canaan()),
        "meta": ty.MetaAgent(canaan()),
        "oracle": Oracle(canaan()),
        **others,
    }
    return ty.evaluate(contenders, FEW, episodes=3, games=4, first_seed=90)


def test_every_game_is_one_that_match_would_play() -> None:
    evaluation = small(iggi="mapelites:iggi")
    assert evaluation.scores.shape == (4, len(FEW), 3, 4)
    for number, partner in enumerate(FEW.elites):
        for episode in range(3):
            seed = 90 + 4 * episode
            for name, agent in {
                "meta": ty.MetaAgent(canaan()),
                "iggi": "mapelites:iggi",
                "oracle": Oracle(canaan()).knowing(partner),
            }.items():
                own = ty.match(agent, copy.copy(partner), games=4, first_seed=seed, setup=SETUP)
                assert (
                    evaluation.scores[evaluation.place(name), number, episode].tolist()
                    == own.scores.tolist()
                )


def test_agents_written_in_python_and_learning_within_games_are_evaluated_too() -> None:
    class First(ty.Agent):
        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    often = ty.MetaAgent(canaan(), Mode(name="often", schedule=Schedule(turns=4)))
    evaluation = ty.evaluate([First, often], FEW, episodes=2, games=2)
    assert evaluation.agents == ("First", "often")
    assert np.isnan(evaluation.truth[0]).all()
    assert (evaluation.responses[0] == -1).all()
    assert not np.isnan(evaluation.truth[1]).any()
    assert evaluation.truth[1, :, :, 0] == pytest.approx(1 / len(canaan().hypotheses), abs=0.1)


def test_the_arena_and_the_core_give_the_same_evaluation() -> None:
    class Slow(ty.MetaAgent):
        """A subclass, which the core does not play."""

    quick = ty.evaluate(ty.MetaAgent(canaan()), FEW, episodes=2, games=3)
    slow = ty.evaluate(Slow(canaan()), FEW, episodes=2, games=3)
    assert np.array_equal(quick.scores, slow.scores)
    assert np.array_equal(quick.bombed, slow.bombed)
    assert np.array_equal(quick.responses, slow.responses)
    assert quick.truth == pytest.approx(slow.truth, abs=0)
    assert np.array_equal(quick.recognition, slow.recognition)


def test_three_players_are_evaluated_in_the_arena() -> None:
    agent = ty.MetaAgent.train(ty.Pool("p", ("piers", "iggi"), "standard players=3"), games=5)
    evaluation = ty.evaluate(agent, ["piers"], episodes=1, games=2, setup="standard players=3")
    assert evaluation.scores.shape == (1, 1, 1, 2)
    assert evaluation.truth[0, 0, 0, 0] == 0.5


def test_results_do_not_depend_on_threads() -> None:
    with_one, with_two = (
        ty.evaluate(ty.MetaAgent(canaan()), FEW, episodes=2, games=3, threads=n) for n in (1, 2)
    )
    assert np.array_equal(with_one.scores, with_two.scores)
    assert np.array_equal(with_one.truth, with_two.truth)


def test_means_and_errors_are_over_episodes() -> None:
    evaluation = small()
    means = evaluation.scores[1].mean(axis=(0, 2))
    assert evaluation.score("meta").mean == pytest.approx(means.mean())
    assert evaluation.score("meta").sem == pytest.approx(means.std(ddof=1) / math.sqrt(3))
    gains = means - evaluation.scores[0].mean(axis=(0, 2))
    assert evaluation.gain("meta", "generalist").difference.mean == pytest.approx(gains.mean())
    assert evaluation.gain("meta", "generalist").difference.sem == pytest.approx(
        gains.std(ddof=1) / math.sqrt(3)
    )
    regret = evaluation.score("oracle").mean - evaluation.score("meta").mean
    assert evaluation.regret("meta").mean == pytest.approx(regret)
    assert evaluation.welch("meta", "oracle").difference.mean == pytest.approx(-regret)
    strict = np.where(evaluation.bombed[1], 0, evaluation.scores[1]).mean()
    assert evaluation.score("meta", strict=True).mean == pytest.approx(strict)


def test_the_learning_curve_begins_where_the_generalist_stands() -> None:
    evaluation = small()
    assert evaluation.by_game("meta")[0] == evaluation.by_game("generalist")[0]
    assert evaluation.gains_by_game("meta", "generalist")[0].mean == 0
    assert len(evaluation.by_game("meta")) == 4
    assert list(evaluation.by_partner("meta")) == list(FEW.names)


def test_identification_grows_from_even_odds_and_an_oracle_is_certain() -> None:
    evaluation = ty.evaluate(
        {"meta": ty.MetaAgent(canaan()), "oracle": Oracle(canaan())},
        canaan().hypotheses,
        episodes=4,
        games=6,
    )
    known = [truth.mean for truth in evaluation.identification("meta")]
    places = [len(canaan().places_of(elite)) for elite in canaan().hypotheses.elites]
    assert known[0] == pytest.approx(np.mean(places) / len(places))
    assert known[-1] > 2 * known[0]
    assert evaluation.truth[1].min() > 0.99 or max(places) > 1


def test_partners_that_are_no_hypothesis_have_no_truth() -> None:
    evaluation = ty.evaluate(ty.MetaAgent(canaan()), ["piers"], episodes=1, games=2, setup=SETUP)
    assert np.isnan(evaluation.truth).all()
    assert math.isnan(evaluation.identification("published")[0].mean)


def test_an_oracle_knows_only_the_niche_of_a_partner_from_another_population() -> None:
    evaluation = ty.evaluate(Oracle(canaan()), "canaan2020-2", episodes=1, games=1)
    elites = ty.pool("canaan2020-2").elites
    for number, partner in enumerate(elites):
        place = canaan().label_of(partner)
        assert evaluation.responses[0, number, 0, 0] == canaan().scores[:, place].argmax()


def test_progress_counts_every_game() -> None:
    reports: list[Progress] = []
    ty.evaluate(
        [generalist(canaan()), "mapelites:iggi"], FEW, episodes=2, games=3, progress=reports.append
    )
    assert reports[-1].games == reports[-1].total == 2 * len(FEW) * 6


def test_a_frame_has_a_line_for_each_game(tmp_path: Path) -> None:
    evaluation = small()
    evaluation.write(tmp_path / "games.parquet")
    lines = pl.read_parquet(tmp_path / "games.parquet")
    assert lines.height == evaluation.scores.size
    game = lines.filter(agent="meta", partner=FEW.names[1], episode=2, game=3)
    assert game["score"].item() == evaluation.scores[1, 1, 2, 2]
    assert game["seed"].item() == 90 + 2 * 4 + 2
    assert game["recognized"].item() == evaluation.recognition[1, 1, 2, 3]
    with pytest.raises(ty.TamayaError, match="cannot write"):
        evaluation.write(tmp_path / "nowhere" / "x.parquet")


def test_one_game_is_not_called_games() -> None:
    evaluation = ty.evaluate(["piers"], ["iggi"], episodes=1, games=1)
    assert evaluation.size == "1 partner, 1 episode of 1 game"


def test_the_text_names_the_sample_and_the_scoring() -> None:
    text = str(small(random=random_response(canaan())))
    assert "5 partners, 3 episodes of 4 games, seeds 90-101" in text
    assert "points kept" in text
    assert "gain" in text


def test_impossible_evaluations_are_refused() -> None:
    with pytest.raises(ty.TamayaError, match="two agents are called 'piers'"):
        ty.evaluate(["piers", "piers"], FEW)
    with pytest.raises(ty.TamayaError, match="no agents to evaluate"):
        ty.evaluate({}, FEW)
    with pytest.raises(ty.TamayaError, match="episodes = 0"):
        ty.evaluate("piers", FEW, episodes=0)
    with pytest.raises(ty.UnknownNameError, match="no agent 'nobody' here"):
        small().score("nobody")


def test_an_illegal_move_names_who_may_have_made_it() -> None:
    """Published elites make some; the standard set-up does not end such games."""
    agent = ty.MetaAgent(canaan())
    with pytest.raises(ty.TamayaError, match="published or .* made an illegal move or gave up"):
        ty.evaluate(agent, canaan().hypotheses, episodes=5, setup="standard players=2")


def test_a_detective_does_not_count_forfeits_that_match_refuses() -> None:
    """These elites of 2019 have no move in some games of the standard set-up."""
    elites = [f"elite:canaan2019-1#{niche}" for niche in ("19,15", "2,4")]
    known = ty.Experience.train(elites, games=2, setup="competition players=2")
    with pytest.raises(ty.IllegalMoveError, match="#19,15 made an illegal move or gave up"):
        ty.evaluate(Detective(known), elites[:1], episodes=5, games=5, setup="standard")
    ended = ty.evaluate(
        Detective(known), elites[:1], episodes=2, games=2, setup="competition players=2"
    )
    assert ended.scores.shape == (1, 1, 2, 2)


def test_seeds_above_two_to_the_53_are_kept_in_frames() -> None:
    first = 2**60 + 1
    evaluation = ty.evaluate("piers", ["iggi"], episodes=2, games=2, first_seed=first)
    assert evaluation.to_polars()["seed"].to_list() == [first, first + 1, first + 2, first + 3]


def test_beliefs_about_several_partners_are_averaged_in_the_core_and_in_the_arena() -> None:
    class Slow(Detective):
        """A subclass, which the core does not play."""

    pool = ty.Pool("p", ("piers", "iggi", "outer"), "standard players=3")
    known = ty.Experience.train(pool, games=5)
    quick, slow = (
        ty.evaluate(kind(known), ["piers", "iggi"], episodes=2, games=3, setup="standard players=3")
        for kind in (Detective, Slow)
    )
    assert np.array_equal(quick.scores, slow.scores)
    assert np.array_equal(quick.responses, slow.responses)
    assert quick.truth == pytest.approx(slow.truth, abs=1e-12)
    assert np.array_equal(quick.recognition, slow.recognition)


@pytest.mark.parametrize("kind", [ty.MetaAgent, Detective, Oracle])
def test_an_experience_of_two_players_is_refused_with_three(kind: Any) -> None:
    agent, setup = kind(canaan()), "competition players=3"
    with pytest.raises(ty.TamayaError, match="experience with 2 players, but this game has 3"):
        ty.evaluate(agent, FEW, episodes=1, games=1, setup=setup)
    if kind is not Oracle:
        with pytest.raises(ty.TamayaError, match="experience with 2 players, but this game has 3"):
            ty.match(agent, "piers", "piers", games=1, setup=setup)


def test_the_text_says_what_gains_are_over_and_how_many_partners_can_be_recognized() -> None:
    known = Experience.train(["piers", "iggi"], games=4)
    both = evaluate([generalist(known), Detective(known)], ["piers", "flawed"], episodes=2, games=2)
    lines = both.text().splitlines()
    assert lines[0].endswith("points kept, gains over generalist")
    assert lines[-1].endswith("counts only partners that play like a hypothesis: 1 of 2)")


def test_equal_partners_play_once_and_the_result_says_so() -> None:
    result = evaluate("piers", ["iggi", "iggi", "piers", "iggi"], episodes=1, games=1)
    assert result.partners == ("iggi", "piers")
    assert result.notes == ("iggi is named twice among the partners and plays once",)
    assert result.text().endswith("note: iggi is named twice among the partners and plays once")


def test_a_mapping_names_the_partners() -> None:
    result = evaluate("piers", {"first": "iggi", "second": "iggi"}, episodes=1, games=1)
    assert result.partners == ("first", "second")
    assert result.notes == ()


def test_an_experience_of_another_number_of_players_is_refused_before_the_games() -> None:
    known = Experience.train(["piers", "iggi"], games=2)
    for contender in (Detective(known), Oracle(known), generalist(known)):
        with pytest.raises(ty.TamayaError, match="experience with 2 players, but this game has 3"):
            evaluate(contender, "canaan2020-3p-1", episodes=1, games=1)
