"""Recognition: the likeliest hypothesis is the partner, or an agent that plays like it."""

from __future__ import annotations

import math

import numpy as np
import pytest

import tamaya as ty
from tamaya.meta import Detective, Experience, Oracle, generalist
from tamaya.meta.likeness import Lookalikes, _shares, recognized
from tests.meta.people import canaan, elite

SETUP = "competition players=2"
PLAIN = "play_safe > hint_playable > discard_oldest > hint_most"
SAME_IN_OTHER_WORDS = "play_safe > play_safe > hint_playable > discard_oldest > hint_most"
OTHER = "hint_most > discard_oldest"
THREE = ty.Pool(
    "three",
    (elite(PLAIN, "plain"), elite(OTHER, "other"), elite(SAME_IN_OTHER_WORDS, "wordy")),
    "standard players=2",
)
FEW = ty.Pool("few", canaan().hypotheses.elites[::5], SETUP)


def test_hypotheses_that_play_like_the_partner_count_as_the_partner() -> None:
    agent = ty.MetaAgent.train(THREE, games=20)
    partners = (*THREE.elites, elite("discard_newest", "stranger"))
    assert Lookalikes(partners).of(agent) == ((0, 2), (1,), (0, 2), ())


def test_made_up_hypotheses_do_not_change_the_similarity_of_the_others() -> None:
    made_up = elite(OTHER, "made up")
    assert all(agent.niche for agent in FEW.elites)
    assert not made_up.niche
    alone = Experience.train(FEW, games=2)
    wide = Experience.train(ty.Pool("wide", (*FEW.elites, made_up), SETUP), FEW, games=2)
    shares = _shares(wide, FEW.elites)
    assert np.array_equal(shares[:, : len(FEW)], _shares(alone, FEW.elites))
    assert (shares[:, -1] < 0.9).all()


def test_agents_written_in_python_are_matched_by_name() -> None:
    class Wordy(ty.Agent):
        name = "wordy"

        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    agent = ty.MetaAgent.train(THREE, games=20)
    assert Lookalikes((Wordy(), THREE.elites[1])).of(agent) == ((2,), (1,))
    evaluation = ty.evaluate(
        Detective(agent.experience), [Wordy()], episodes=1, games=2, setup="standard players=2"
    )
    assert not np.isnan(evaluation.recognition).any()
    assert (evaluation.responses >= 0).all()


def test_equally_likely_hypotheses_share_the_recognition() -> None:
    beliefs = np.array([[0.25, 0.25, 0.25, 0.25], [0.4, 0.4, 0.2, 0.0], [0.1, 0.2, 0.7, 0.0]])
    assert recognized(beliefs, (0, 1)).tolist() == [0.5, 1.0, 0.0]
    assert recognized(beliefs, (2,)).tolist() == [0.25, 0.0, 1.0]
    assert np.isnan(recognized(beliefs, ())).all()


@pytest.mark.parametrize("kind", ["published", "detective"])
def test_recognition_after_the_last_game_is_that_before_another_game(kind: str) -> None:
    """There is one episode of each length, so that both start with the same decks."""
    agent = Detective(canaan()) if kind == "detective" else ty.MetaAgent(canaan(), kind)
    short, longer = (ty.evaluate({kind: agent}, FEW, episodes=1, games=games) for games in (3, 4))
    assert short.recognition.shape == (1, len(FEW), 1, 4)
    assert np.array_equal(short.recognition, longer.recognition[..., :4])
    assert longer.learners == (kind,)


def test_next_beliefs_are_those_at_the_start_of_the_next_game() -> None:
    short, longer = (ty.MetaAgent(canaan()) for _ in range(2))
    for agent, games in ((short, 3), (longer, 4)):
        ty.match(agent, canaan().hypotheses.elites[8].but(), games=games, setup=SETUP)
    assert short.next_beliefs == longer.beliefs
    assert short.beliefs != short.next_beliefs


def test_recognition_starts_at_chance_and_the_text_lists_only_learners() -> None:
    agents = {
        "generalist": generalist(canaan()),
        "meta": ty.MetaAgent(canaan()),
        "oracle": Oracle(canaan()),
    }
    evaluation = ty.evaluate(agents, canaan().hypotheses, episodes=3, games=5)
    matches = Lookalikes(canaan().hypotheses.elites).of(agents["meta"])
    chance = np.mean([len(places) for places in matches]) / len(matches)
    for name in ("generalist", "meta"):
        assert evaluation.recognized(name)[0].mean == pytest.approx(chance)
    assert evaluation.recognized("generalist")[-1].mean == pytest.approx(chance)
    assert evaluation.recognized("meta")[-1].mean > 5 * chance
    assert [share.mean for share in evaluation.recognized("oracle")] == [1.0] * 6
    assert evaluation.learners == ("meta",)
    lines = [line for line in str(evaluation).splitlines() if line.startswith("recognized")]
    assert [line.split(":")[0] for line in lines] == [
        "recognized after game 3",
        "recognized after game 5",
    ]
    assert f"meta {100 * evaluation.recognized('meta')[3].mean:.0f} %" in lines[0]
    assert "oracle" not in lines[0]


def test_partners_unlike_all_hypotheses_are_left_out() -> None:
    agent = ty.MetaAgent(canaan())
    evaluation = ty.evaluate(agent, [FEW.elites[1], "piers"], episodes=1, games=1, setup=SETUP)
    assert np.isnan(evaluation.recognition[0, 1]).all()
    assert not np.isnan(evaluation.recognized("published")[1].mean)
    alone = ty.evaluate(agent, ["piers"], episodes=1, games=1, setup=SETUP)
    assert math.isnan(alone.recognized("published")[0].mean)
    assert "recognized" not in str(alone)
