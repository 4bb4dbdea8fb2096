"""Agents are asked in the seats of people, who move in their place."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

import tamaya as ty
from tamaya import humans
from tamaya.game import View
from tamaya.humans.games import HumanGame
from tamaya.stats import clustered
from tests.humans import study


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[HumanGame]:
    return humans.read(study.write(tmp_path_factory.mktemp("study") / "HanabiData"))


class FirstMove(ty.Agent):
    """Makes the first legal move."""

    def act(self, view: View) -> ty.Move:
        return view.legal_moves()[0]


class Sure(FirstMove):
    """Is certain of the first legal move."""

    def probabilities(self, view: View) -> Mapping[ty.Move, float]:
        return {view.legal_moves()[0]: 1.0}


class Unsure(FirstMove):
    """Takes every legal move for as likely, the last one a little more so."""

    def probabilities(self, view: View) -> Mapping[ty.Move, float]:
        legal = view.legal_moves()
        return dict.fromkeys(legal, 1 / (len(legal) + 1)) | {legal[-1]: 2 / (len(legal) + 1)}


def test_who_plays_like_the_people_agrees_with_them_always(games: list[HumanGame]) -> None:
    chosen = [game for game in games if int(game.id, 16) < 3]  # those of piers
    agreement = humans.agreement(chosen, "piers")
    assert len(agreement) == len(list(humans.decisions(chosen)))
    assert (
        agreement.share().mean
        == agreement.by_person.mean
        == agreement.share(same_kind=True).mean
        == 1
    )


def test_others_agree_as_often_as_their_moves_are_the_same(games: list[HumanGame]) -> None:
    agreement = humans.agreement(games, FirstMove)
    same = [decision.move == decision.view.legal_moves()[0] for decision in humans.decisions(games)]
    assert agreement.share().mean == sum(same) / len(same)
    discards = [
        s
        for s, decision in zip(same, humans.decisions(games), strict=True)
        if decision.move.kind == "discard"
    ]
    assert agreement.share(kind="discard").mean == sum(discards) / len(discards)
    # The first legal move is a discard whenever one is allowed.
    assert agreement.share(kind="discard", same_kind=True).mean == 1


def test_chance_is_one_over_the_legal_moves(games: list[HumanGame]) -> None:
    counts = [len(decision.view.legal_moves()) for decision in humans.decisions(games)]
    agreement = humans.chance(games)
    assert agreement.share().mean == pytest.approx(sum(1 / n for n in counts) / len(counts))
    loss = agreement.log_loss
    assert loss is not None
    assert loss.mean == pytest.approx(sum(map(math.log, counts)) / len(counts))


def test_probabilities_give_a_log_loss_and_the_likeliest_move(games: list[HumanGame]) -> None:
    agreement = humans.agreement(games, Unsure())
    expected = [
        math.log((len(legal) + 1) / (2 if decision.move == legal[-1] else 1))
        for decision in humans.decisions(games)
        for legal in [decision.view.legal_moves()]
    ]
    assert agreement.log_loss is not None
    assert agreement.log_loss.mean == pytest.approx(sum(expected) / len(expected))
    last = [
        decision.move == decision.view.legal_moves()[-1] for decision in humans.decisions(games)
    ]
    assert agreement.share().mean == sum(last) / len(last)


def test_what_was_held_impossible_makes_the_loss_infinite(games: list[HumanGame]) -> None:
    agreement = humans.agreement(games, Sure)
    assert agreement.log_loss is not None
    assert math.isinf(agreement.log_loss.mean)
    assert agreement.impossible == len(agreement) - agreement.exact.sum()


def test_games_out_of_step_are_not_asked_about(games: list[HumanGame]) -> None:
    from dataclasses import replace

    out = [replace(game, in_step=False) for game in games]
    assert len(humans.agreement(out, FirstMove)) == len(humans.chance(out)) == 0


def test_who_gives_up_agrees_with_nobody(games: list[HumanGame]) -> None:
    class Helpless(FirstMove):
        def act(self, view: View) -> ty.Move:
            raise ty.IllegalMoveError("none of its rules applies")

    agreement = humans.agreement(games, Helpless)
    assert agreement.share().mean == agreement.share(same_kind=True).mean == 0


def test_an_agent_sees_the_game_as_it_went(games: list[HumanGame]) -> None:
    class Watcher(FirstMove):
        def begin_game(self, view: View, seed: int) -> None:
            self.seen = 0

        def act(self, view: View) -> ty.Move:
            assert self.seen == view.turn
            return super().act(view)

        def observe(self, event: ty.Event, view: View) -> None:
            self.seen += 1
            assert view.events[-1] == event
            assert view.me == 1

    assert len(humans.agreement(games, Watcher)) > 100


def test_a_failing_agent_is_named_with_the_place(games: list[HumanGame]) -> None:
    class Broken(FirstMove):
        def act(self, view: View) -> ty.Move:
            raise KeyError("lost")

    with pytest.raises(ty.AgentError, match=f"Broken failed in game {games[0].id}, turn 2: KeyErr"):
        humans.agreement(games, Broken)


def test_errors_are_clustered_by_person() -> None:
    """Two people of whom one agrees always and the other never: many decisions tell no more."""
    values, people = [1.0] * 50 + [0.0] * 50, ["a"] * 50 + ["b"] * 50
    assert clustered(values, people).mean == 0.5
    assert clustered(values, people).sem == pytest.approx(0.5)
    alone = [str(number) for number in range(100)]
    assert clustered(values, alone).sem == pytest.approx(np.std(values, ddof=1) / 10)
    assert math.isnan(clustered(values, ["a"] * 100).sem)


@pytest.mark.truth
def test_the_agents_of_the_study_agree_with_people_as_measured_with_the_originals() -> None:
    """Up to their choice among useless cards, which is random: at most 0.2 and 1.3 points."""
    games = study.public_games()
    light = humans.without_heavy(games, 100)
    full, intentional = (
        humans.agreement(light, f"eger:{style}") for style in ("full", "intentional")
    )
    assert len(full) == 14898
    assert full.share().mean == pytest.approx(0.428, abs=0.002)
    assert intentional.share().mean == pytest.approx(0.327, abs=0.003)
    assert round(full.share(same_kind=True).mean, 3) == 0.710
    assert round(humans.chance(light).share().mean, 3) == 0.068
    heavy = [game for game in games if game.person == "ca0922b34e670338"]
    alone = humans.agreement(heavy, "eger:full")
    assert len(alone) == 16147
    assert alone.share().mean == pytest.approx(0.442, abs=0.002)
    assert round(alone.share(same_kind=True).mean, 3) == 0.709
