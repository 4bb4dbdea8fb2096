"""Watched episodes: beliefs as text and pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

import tamaya as ty
from tamaya.meta import Detective, generalist, pictures, watch
from tests.meta.people import canaan

SETUP = "competition players=2"
PARTNER = canaan().hypotheses.elites[8]


@pytest.mark.parametrize("kind", ["published", "detective"])
def test_a_watched_episode_is_that_of_a_match(kind: str) -> None:
    agent, same = (
        Detective(canaan()) if kind == "detective" else ty.MetaAgent(canaan()) for _ in range(2)
    )
    watched = watch(agent, PARTNER.but(), games=4, first_seed=60)
    played = ty.match(same, PARTNER.but(), games=4, first_seed=60, setup=SETUP)
    assert watched.scores == tuple(played.scores.tolist())
    assert watched.beliefs.shape == (5, len(canaan().hypotheses))
    assert watched.beliefs.sum(axis=1) == pytest.approx(1)
    for game in range(1, 5):
        chosen = [choice for choice in same.choices if choice.game == game]
        assert watched.posterior(game - 1) == chosen[0].posteriors["partner-1"]
        assert watched.responses[game - 1][0] == chosen[0].response
        assert watched.responses[game - 1][-1] == chosen[-1].response
    assert 8 in watched.truth


def test_the_text_names_the_likeliest_hypotheses_and_marks_the_truth() -> None:
    watched = watch(ty.MetaAgent(canaan()), PARTNER.but(), games=3)
    lines = watched.text().splitlines()
    assert lines[0].startswith("published with 2,1, seeds 1000000-1000002, competition players=2")
    assert "all equally likely, 4.5 % each" in lines[3]
    place, probability = watched.likeliest(3)[0]
    star = "*" if place in watched.truth else ""
    assert f"  {star}{canaan().hypotheses.names[place]} {100 * probability:.0f} %" in lines[6]
    assert lines[-1] == f"mean   {np.mean(watched.scores):.2f} points"
    stranger = watch(ty.MetaAgent(canaan()), "mapelites:iggi", games=1)
    assert "none of its 22 hypotheses plays like the partner" in stranger.text()


def test_a_strip_has_a_panel_for_each_belief_and_a_gif_a_frame(tmp_path: Path) -> None:
    watched = watch(ty.MetaAgent(canaan()), PARTNER.but(), games=3)
    watched.strip(tmp_path / "belief.svg")
    picture = (tmp_path / "belief.svg").read_text()
    for text in ("before game 1", "after game 1", "after game 3", f"{watched.scores[2]} points"):
        assert text in picture
    watched.animation(tmp_path / "belief.gif")
    with Image.open(tmp_path / "belief.gif") as moving:
        assert getattr(moving, "n_frames", 1) == 4
    with pytest.raises(ty.TamayaError, match="cannot write"):
        watched.strip(tmp_path / "nowhere" / "belief.png")
    with pytest.raises(ty.TamayaError, match="cannot write"):
        watched.animation(tmp_path / "nowhere" / "belief.gif")


def test_pools_without_a_map_are_drawn_as_bars(tmp_path: Path) -> None:
    agent = ty.MetaAgent.train(["piers", "iggi", "flawed"], games=5, setup="standard players=3")
    watched = watch(agent, "iggi", games=2)
    assert watched.truth == (1,)
    watched.strip(tmp_path / "belief.svg")
    assert ">flawed<" in (tmp_path / "belief.svg").read_text()


def test_an_evaluation_of_agents_that_do_not_learn_is_drawn_too(tmp_path: Path) -> None:
    evaluation = ty.evaluate(generalist(canaan()), [PARTNER], episodes=1, games=2, setup=SETUP)
    evaluation.plot(tmp_path / "scores.svg", strict=True)
    assert ">mean score (0 when bombed)<" in (tmp_path / "scores.svg").read_text()


def test_the_error_of_a_single_game_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Figure] = []
    monkeypatch.setattr(pictures, "save", lambda figure, path: drawn.append(figure))
    evaluation = ty.evaluate(["piers", "iggi"], ["outer"], episodes=9, games=1, setup=SETUP)
    evaluation.plot(tmp_path / "gain.svg")
    (gain,) = evaluation.gains_by_game("iggi", "piers")
    (bars,) = drawn[0].axes[0].containers
    low, high = bars.lines[2][0].get_segments()[0][:, 1]  # type: ignore[attr-defined]
    assert (low, high) == pytest.approx((gain.mean - gain.sem, gain.mean + gain.sem))
    assert high > low


def test_the_title_of_an_evaluation_with_own_rules_stays_inside_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Figure] = []
    monkeypatch.setattr(pictures, "save", lambda figure, path: drawn.append(figure))
    setup = "standard colors=2 ranks=2 hand_size=2 players=2"
    evaluation = ty.evaluate(["piers", "iggi"], ["outer"], episodes=2, games=1, setup=setup)
    evaluation.plot(tmp_path / "gain.svg")
    title = drawn[0].texts[0].get_window_extent()
    assert 0 <= title.x0 < title.x1 <= drawn[0].bbox.width


def test_agents_without_beliefs_cannot_be_watched() -> None:
    with pytest.raises(ty.TamayaError, match="has no beliefs"):
        watch("piers", "iggi")  # type: ignore[arg-type]
