"""Metrics of pools equal those of plain matches and of numbers computed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tamaya as ty
from tamaya import _core
from tamaya.arena import TeamGames, TeamRequest, Threads
from tamaya.cli.app import app
from tamaya.qd.metrics import (
    MetricsSettings,
    PairScores,
    SelfPlay,
    all_pairs,
    ask,
    by_distance,
    correlation_of,
    corresponding,
    cross_metrics,
    hamming_distances,
    manhattan,
    niches,
    on_map,
    pool_metrics,
    self_play,
)
from tests.pools import elite, pool

SAFE = "play_safe > hint_playable(1) > discard_oldest"
BOLD = "play_probably(40) > hint_playable(1) > discard_oldest"
MUTE = "play_safe > discard_oldest > hint_playable(1)"
SMALL = MetricsSettings(games=4, self_games=6, recorded_games=2, first_seed=5)


def three(name: str = "mine", setup: str = "standard players=2") -> ty.Pool:
    return pool(
        elite(0, 1, rules=SAFE),
        elite(2, 3, rules=BOLD),
        elite(4, 4, rules=MUTE),
        name=name,
        setup=setup,
    )


class Forbidden(Threads):
    """A backend that must not be used."""

    def play(self, request: TeamRequest) -> TeamGames:
        raise AssertionError("these games have been played")

    def close(self) -> None:
        pass


def test_self_play_is_that_of_matches() -> None:
    agents = three()
    alone = self_play(agents, games=20, first_seed=7)
    for place, agent in enumerate(agents.elites):
        match = ty.match(agent, agent.but(), games=20, first_seed=7, setup=agents.setup)
        assert alone.scores[place].tolist() == match.scores.tolist()
        assert alone.sems[place] == pytest.approx(match.score.sem)


def test_self_play_sums_up_covered_niches_and_all_cells() -> None:
    scores = np.array([[0, 0], [4, 6], [10, 14]], np.uint8)
    alone = SelfPlay(three(), scores, 0, "points kept")
    assert alone.coverage == 2
    assert alone.cells == 25
    assert alone.best[0] == "4,4"
    assert alone.best[1].mean == 12
    assert alone.mean_of_covered.mean == (5 + 12) / 2
    assert alone.mean_of_all_cells is not None
    assert alone.mean_of_all_cells.mean == pytest.approx((5 + 12) / 25)
    assert alone.sd_of_agents == pytest.approx(np.std([0, 5, 12], ddof=1))


def test_the_error_of_a_mean_over_agents_comes_from_their_common_decks() -> None:
    """The second deck costs both agents two points, so their errors do not cancel out."""
    alone = SelfPlay(pool(elite(0, 0), elite(1, 1)), np.array([[10, 8], [6, 4]], np.uint8), 0, "")
    assert alone.mean_of_covered == ty.Estimate(7, 1, 4)


def test_pairs_are_those_of_match_up_tables() -> None:
    agents = three()
    pairs = all_pairs(agents, games=10, first_seed=3)
    means = ty.matchups(agents, games=10, first_seed=3).means()
    assert np.array_equal(pairs.means, means)
    assert pairs.overall.mean == pytest.approx(means.mean())
    assert [row.mean for row in pairs.of_rows] == pytest.approx(list(means.mean(axis=1)))
    assert [column.mean for column in pairs.of_columns] == pytest.approx(list(means.mean(axis=0)))


def test_pairs_of_three_players_have_the_partner_in_all_other_seats() -> None:
    agents = three(setup="standard players=3")
    pairs = all_pairs(agents, games=5)
    assert np.array_equal(pairs.means, ty.matchups(agents, games=5).means())


def test_the_best_partner_scores_most_from_seat_0() -> None:
    means = np.array([[1, 9, 5], [2, 3, 6], [0, 4, 7]], np.uint8)
    pairs = PairScores(three(), means[:, :, None], 0, "points kept")
    assert pairs.best_partners.tolist() == [1, 0, 2]
    assert pairs.times_best.tolist() == [1, 1, 1]
    assert pairs.with_itself.mean == pytest.approx((1 + 3 + 7) / 3)
    assert pairs.of_agents[0].mean == pytest.approx((1 + 9 + 5 + 1 + 2 + 0) / 6)


def test_correlation_is_pearsons_and_nan_where_nothing_varies() -> None:
    def estimates(*means: float) -> list[ty.Estimate]:
        return [ty.Estimate(mean, 0.1, 10) for mean in means]

    own = np.array([1.0, 2.0, 3.0, 4.0])
    assert correlation_of(own, estimates(2, 4, 6, 8)).mean == pytest.approx(1)
    assert correlation_of(own, estimates(8, 6, 4, 2)).mean == pytest.approx(-1)
    assert correlation_of(own, estimates(1, 3, 2, 4)).mean == pytest.approx(0.8)
    assert np.isnan(correlation_of(own, estimates(5, 5, 5, 5)).mean)


def test_hamming_counts_places_that_differ_and_missing_ones() -> None:
    short, other = elite(0, 0, rules="play_safe"), elite(0, 1, rules="discard_oldest > play_safe")
    assert hamming_distances([elite(1, 1, rules=SAFE), short, other]).tolist() == [
        [0, 2, 3],
        [2, 0, 2],
        [3, 2, 0],
    ]


def test_distances_of_niches_are_counted_in_steps_along_the_axes() -> None:
    assert manhattan(niches(three())).tolist() == [[0, 4, 7], [4, 0, 3], [7, 3, 0]]


def test_a_map_has_the_first_feature_in_its_rows() -> None:
    layout = on_map(three(), np.array([1.0, 2.0, 3.0]))
    assert layout.shape == (5, 5)
    assert (layout[0, 1], layout[2, 3], layout[4, 4]) == (1, 2, 3)
    assert np.isnan(layout).sum() == 22


def test_agents_answer_as_they_play() -> None:
    """In the positions of a recorded game, its player chooses the moves of that game."""
    players = pool(elite(0, 0, rules=SAFE))
    answers = ask(players, [*players.elites, elite(1, 1, rules=BOLD)], games=1, first_seed=11)
    setup, state = ty.Setup.parse(players.setup), ty.State.deal(11, ty.Setup.parse(players.setup))
    mover, other = (ty.as_agent(elite(0, 0, rules=rules)) for rules in (SAFE, BOLD))
    for turn, (own, foreign) in enumerate(answers.moves.T.tolist()):
        view = state.view(state.current)
        assert answers.choices[turn] == len(view.legal_moves())
        for agent, action in ((mover, own), (other, foreign)):
            agent.begin_game(view, 0)
            assert agent.act(view).action_id(setup) == action
        state.apply(ty.Move.from_action_id(own, setup))
    assert state.over


def test_equal_agents_do_the_same_even_if_they_choose_at_random() -> None:
    agents = pool(
        elite(0, 0, rules="legal_random"),
        elite(1, 1, rules="legal_random"),
        elite(2, 2, rules="discard_randomly > legal_random"),
    )
    shares = ask(agents, agents.elites, games=5).similarities().shares
    assert shares[0, 1] == 1
    assert shares[0, 2] < 0.5
    assert np.array_equal(shares, shares.T)


def test_giving_up_is_an_answer() -> None:
    careful = elite(0, 0, rules="play_safe").but(gives_up=True)
    agents = pool(careful, elite(1, 1, rules=SAFE))
    answers = ask(agents, agents.elites, games=2)
    assert (answers.moves[0] == -1).any()
    assert not (answers.moves[1] == -1).any()


def test_similarity_has_an_error_that_shrinks_with_games() -> None:
    agents, pairs = three(), np.array([[False, True, False], [True, False, False], [False] * 3])
    few, many = (ask(agents, agents.elites, games=n).similarities().among(pairs) for n in (20, 320))
    assert 0 < many.sem < few.sem / 2
    assert abs(few.mean - many.mean) < 4 * few.sem


def test_answers_do_not_depend_on_threads() -> None:
    setup, policies = ty.Setup.parse("standard"), _core.Policies([e.policy for e in three().elites])
    teams, seeds = (
        np.repeat(np.arange(3, dtype=np.int32)[:, None], 2, 1),
        np.arange(3, dtype=np.uint64),
    )
    by_one, by_four = (
        _core.ask_policies(setup, policies, teams, seeds, 3, policies, n) for n in (1, 4)
    )
    assert np.array_equal(by_one[0], by_four[0])
    assert np.array_equal(by_one[1], by_four[1])


def test_every_distance_has_its_line() -> None:
    agents = three()
    scores = all_pairs(agents, games=4)
    answers = ask(agents, agents.elites, games=2).similarities()
    apart = manhattan(niches(agents))
    lines = by_distance(apart, scores, hamming_distances(agents.elites), answers)
    assert [(line.steps, line.pairs) for line in lines] == [(0, 3), (3, 2), (4, 2), (7, 2)]
    assert lines[0].hamming == 0
    assert lines[0].similarity.mean == 1
    assert lines[0].score.mean == pytest.approx(np.diag(scores.means).mean())
    assert lines[3].score.mean == pytest.approx((scores.means[0, 2] + scores.means[2, 0]) / 2)


def test_counterparts_play_both_orders_of_seats() -> None:
    ours = three("a")
    theirs = pool(
        elite(2, 3, rules=MUTE), elite(0, 0, rules=BOLD), elite(0, 1, rules=BOLD), name="b"
    )
    (metrics,) = cross_metrics([ours, theirs], SMALL)
    assert metrics.niches == ("0,1", "2,3")
    for place, pair in enumerate(((SAFE, BOLD), (BOLD, MUTE))):
        a, b = (elite(0, 0, rules=rules) for rules in pair)
        for row, team in enumerate(((a, b), (b, a), (a, a), (b, b))):
            match = ty.match(team[0], team[1].but(), games=6, first_seed=5)
            assert metrics.scores[row, place].tolist() == match.scores.tolist()
    assert metrics.hamming.tolist() == [1, 3]
    assert metrics.loss.mean == pytest.approx(metrics.crossed.mean - metrics.alone.mean)
    assert metrics.positions_from == "a"


def test_a_run_and_its_copy_are_alike() -> None:
    (metrics,) = cross_metrics([three("a"), three("b")], SMALL)
    assert metrics.mean_hamming == 0
    assert metrics.mean_similarity.mean == 1
    assert metrics.loss == ty.Estimate(0, 0, metrics.scores.size)


def test_finished_games_are_cached_and_not_played_again(tmp_path: Path) -> None:
    first = all_pairs(three(), games=6, keep=tmp_path)
    again = all_pairs(three(), games=6, keep=tmp_path, on=Forbidden())
    assert np.array_equal(first.scores, again.scores)
    with pytest.raises(AssertionError, match="have been played"):
        all_pairs(three(), games=7, keep=tmp_path, on=Forbidden())
    (file,) = tmp_path.glob("games-*.npz")
    file.write_bytes(b"damaged")
    assert np.array_equal(all_pairs(three(), games=6, keep=tmp_path).scores, first.scores)


def test_metrics_repeat_exactly() -> None:
    first, again = (json.dumps(pool_metrics(three(), SMALL).to_dict()) for _ in range(2))
    assert first == again


def test_pools_that_cannot_be_measured_are_refused() -> None:
    named = ty.pool(["piers", "iggi"])
    with pytest.raises(ty.TamayaError, match="'piers' of the pool 'agents' has no niche"):
        pool_metrics(named)
    with pytest.raises(ty.TamayaError, match="only one agent"):
        pool_metrics(pool(elite(0, 0)))
    with pytest.raises(ty.TamayaError, match="cannot compare 1 pools"):
        cross_metrics([three()])
    with pytest.raises(ty.TamayaError, match="different set-ups: 'a' is made for 'standard"):
        cross_metrics([three("a"), three("b", setup="competition")])
    with pytest.raises(ty.TamayaError, match="no niche is held in both 'mine' and 'other'"):
        cross_metrics([three(), pool(elite(3, 3), name="other")])
    with pytest.raises(ty.TamayaError, match="niche 0,1 of the pool 'two' is held by several"):
        corresponding(pool(elite(0, 1), elite(0, 1, name="x"), name="two"), three())
    with pytest.raises(ty.TamayaError, match="different maps"):
        corresponding(three(), ty.Pool("odd", (elite(0, 1),), features=("a", "b"), grid=(9, 9)))
    with pytest.raises(ty.TamayaError, match="games = 0"):
        pool_metrics(three(), MetricsSettings(games=0))


def written(folder: Path, *names: str) -> list[str]:
    for name in names:
        three(name).write(folder / f"{name}.json")
    return [str(folder / f"{name}.json") for name in names]


SIZES = ["--games", "2", "--self-games", "4", "--recorded-games", "1"]


def test_the_command_prints_the_metrics(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["pool", "metrics", *written(tmp_path, "a", "b"), *SIZES])
    assert done.exit_code == 0, done.output
    for text in (
        "a: 3 agents",
        "niches covered",
        "3 of 25",
        "steps between niches",
        "a with b: 3 niches in both",
        "seeds 0-3",
    ):
        assert text in done.output


def test_the_command_writes_pictures_and_json(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = [
        "pool",
        "metrics",
        *written(tmp_path, "a", "b"),
        *SIZES,
        "--out",
        str(out),
        "--json",
    ]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    metrics = json.loads((out / "metrics.json").read_text())
    assert json.loads(done.stdout) == metrics
    (between,) = metrics["between"]
    assert between["crossed"].keys() == {"mean", "sem", "games"}
    assert metrics["pools"][0]["scoring"] == "points kept"
    assert metrics["pools"][0]["settings"]["first_seed"] == 0
    assert {file.name for file in out.glob("*.png")} == {
        *(
            f"{p}-{what}.png"
            for p in "ab"
            for what in ("self-play", "pairwise", "best-partners", "distance")
        ),
        "a-with-b.png",
    }


def test_the_command_refuses_two_pools_of_one_name(tmp_path: Path) -> None:
    (file,) = written(tmp_path, "a")
    done = CliRunner().invoke(app, ["pool", "metrics", file, file])
    assert done.exit_code != 0
    assert "two pools are named" in str(done.exception)
