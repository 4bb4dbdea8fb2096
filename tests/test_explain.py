"""Explanations: which rule decided each move."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.arena import explain
from tamaya.search import Thought


@pytest.mark.parametrize("seed", [0, 7])
def test_the_explained_game_is_the_game_that_is_played(seed: int) -> None:
    agents = ("competition:piers", "noisy(20, competition:iggi)")
    explained = explain(*agents, seed=seed, setup="competition")
    game = ty.play(*agents, seed=seed, setup="competition")
    assert explained.game.final == game.final
    assert explained.game.agents == agents
    moves = [event.move for event in game.final.events]
    assert [reason.move for reason in explained.reasons][: len(moves)] == moves


def test_the_deciding_rule_proposes_the_move_and_those_before_it_none() -> None:
    """Rules without random numbers choose the same move again."""
    explained = explain("competition:piers", "competition:piers", seed=7, setup="competition")
    by_rule = [r for r in explained.reasons if r.rule is not None and "random" not in str(r.rule)]
    assert len(by_rule) > 10
    for reason in by_rule:
        assert reason.rule is not None
        assert reason.rule(reason.view) == reason.move
        assert all(rule(reason.view) is None for rule in reason.rules[: reason.fired])


def test_reasons_show_what_the_actor_saw() -> None:
    explained = explain("legal_random", "legal_random", seed=3)
    state = ty.State.deal(3)
    for reason in explained.reasons:
        assert reason.view == state.view(state.current)
        assert reason.move is not None
        state.apply(reason.move)


def test_noise_is_told_from_rules() -> None:
    always = explain("noisy(100, competition:piers)", "competition:piers", setup="competition")
    ours = [reason for reason in always.reasons if reason.view.me == 0]
    assert {reason.source for reason in ours} <= {"noise", "no rule"}
    assert "noise: any legal move" in {str(reason) for reason in ours}
    assert all(reason.source == "rule" for reason in always.reasons if reason.view.me == 1)


def test_a_list_without_a_rule_for_the_position_says_so() -> None:
    """Gene 27 discards the oldest card, which is illegal while all tokens are available."""
    explained = explain("chromosome(27)", "chromosome(27)")
    assert str(explained.reasons[0]) == "no rule applies: any legal move"


def test_giving_up_is_the_last_reason() -> None:
    explained = explain("chromosome2019(27)", "chromosome2019(27)", setup="competition")
    (reason,) = explained.reasons
    assert (reason.move, reason.source) == (None, "gave up")
    assert explained.game.final.forfeit
    with pytest.raises(ty.IllegalMoveError, match="gives up"):
        explain("chromosome2019(27)", "chromosome2019(27)")


def test_an_agent_in_python_decides_without_rules() -> None:
    class First:
        def act(self, view: ty.View) -> ty.Move:
            return view.legal_moves()[0]

    explained = explain(First, "legal_random")
    assert explained.reasons[0].source == "python"
    assert str(explained.reasons[0]) == "decided in Python, without rules"
    assert "rule 1 of 1, legal_random: Makes a random legal move" in str(explained.reasons[1])


def test_a_search_shows_what_it_tried() -> None:
    explained = explain("mcs(piers, iterations=80)", "piers", seed=2)
    game = ty.play("mcs(piers, iterations=80)", "piers", seed=2)
    assert explained.game.final == game.final
    ours = [reason for reason in explained.reasons if reason.view.me == 0]
    for reason in ours:
        assert reason.source == "search"
        assert isinstance(reason.thoughts, Thought)
        first, *others = reason.thoughts.considered
        assert first.move == reason.move
        assert {candidate.move for candidate in others} | {first.move} == set(
            reason.view.legal_moves()
        )
        assert sum(candidate.visits for candidate in reason.thoughts.considered) >= 80
    assert str(ours[0]).startswith("search of ")
