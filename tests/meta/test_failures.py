"""An agent that fails loses its games in an evaluation; the others play on."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.errors import Interrupted, RemoteAgentError


class FailsLate:
    """Raises an error in the third game of each episode."""

    def __init__(self) -> None:
        self.game = 0

    def begin_episode(self, episode: ty.Episode) -> None:
        self.game = 0

    def begin_game(self, view: ty.View, seed: int) -> None:
        self.game += 1

    def act(self, view: ty.View) -> ty.Move:
        if self.game == 3:
            raise RuntimeError("tired")
        return view.legal_moves()[-1]


def test_a_failing_agent_loses_the_rest_of_its_episodes_and_the_others_play_on() -> None:
    evaluation = ty.evaluate([FailsLate, "piers"], ["iggi", "outer"], episodes=5, games=4)
    assert set(evaluation.failures) == {("FailsLate", "iggi"), ("FailsLate", "outer")}
    reason = evaluation.failures["FailsLate", "iggi"]
    assert "raised RuntimeError: tired (test_failures.py, line " in reason
    late, piers = evaluation.scores
    assert not late[:, :, 2:].any()
    assert not late[:, 3:].any(), "after three failed episodes the pair is over"
    alone = ty.evaluate("piers", ["iggi", "outer"], episodes=5, games=4)
    assert (piers == alone.scores[0]).all()
    assert f"fail: FailsLate with iggi (games count as 0 points): {reason}" in str(evaluation)


class LosesTheFirstEpisode:
    """Fails like a remote program in all games of its first episode."""

    episodes = 0

    def begin_episode(self, episode: ty.Episode) -> None:
        LosesTheFirstEpisode.episodes += 1

    def act(self, view: ty.View) -> ty.Move:
        if LosesTheFirstEpisode.episodes == 1:
            raise RemoteAgentError("took longer than 1 s")
        return view.legal_moves()[-1]


def test_games_that_a_remote_agent_loses_in_one_episode_do_not_end_the_others() -> None:
    evaluation = ty.evaluate(LosesTheFirstEpisode, ["iggi"], episodes=3, games=4)
    assert "took longer than 1 s" in evaluation.failures["LosesTheFirstEpisode", "iggi"]
    scores = evaluation.scores[0, 0]
    assert not scores[0].any()
    assert scores[1].any()
    assert scores[2].any()


def test_an_agent_that_cannot_play_the_set_up_does_not_stop_the_others() -> None:
    limited = ty.as_agent("predictor(piers, iggi, iterations=1)")  # models of two partners
    evaluation = ty.evaluate([limited, "piers"], ["iggi"], episodes=1, games=1)
    assert "has models for 2 partners" in evaluation.failures[limited.name, "iggi"]
    assert evaluation.scores[1].any()


def test_if_nobody_can_play_the_error_is_raised() -> None:
    class Broken:
        def act(self, view: ty.View) -> ty.Move:
            raise RuntimeError("broken")

    with pytest.raises(ty.AgentError, match="broken"):
        ty.evaluate(Broken, ["iggi"], episodes=2, games=1)


class PressesCtrlC:
    """Raises what Ctrl-C raises, in its first turn."""

    def act(self, view: ty.View) -> ty.Move:
        raise KeyboardInterrupt


def test_ctrl_c_keeps_the_agents_that_have_finished() -> None:
    with pytest.raises(Interrupted) as stopped:
        ty.evaluate(["piers", PressesCtrlC, "outer"], ["iggi"], episodes=2, games=2)
    kept = stopped.value.of(ty.Evaluation)
    assert kept.agents == ("piers",)
    alone = ty.evaluate("piers", ["iggi"], episodes=2, games=2)
    assert (kept.scores == alone.scores).all()
    with pytest.raises(Interrupted) as stopped:
        ty.evaluate([PressesCtrlC], ["iggi"], episodes=2, games=2)
    assert stopped.value.of(ty.Evaluation).scores.shape == (0, 1, 2, 2)
