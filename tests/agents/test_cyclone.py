"""Cyclone: values of moves by hand, and weights that are refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import tamaya as ty
from tamaya import Setup, State, _core
from tamaya.agents import CycloneAgent
from tamaya.agents.cyclone_thoughts import CycloneThoughts
from tamaya.agents.families.cyclone import FORMS, STYLES, WEIGHED, published
from tamaya.arena import explain
from tests.rules.scenario import reached

START = """
    fireworks r0 y0 g0 w0 b0   hints 8   lives 3
    alice  b2  r1  g4  y2  w3
    bob    y1  r1  g4  b4  r4
"""


def thoughts(name: str, state: State) -> CycloneThoughts:
    agent = ty.as_agent(name)
    assert isinstance(agent, CycloneAgent)
    view = state.view(state.current)
    agent.begin_game(view, 0)
    reasons = agent.decide(view).reason.thoughts
    assert isinstance(reasons, CycloneThoughts)
    return reasons


def values(name: str, text: str, *moves: str) -> dict[str, float]:
    cyclone = thoughts(name, reached(text, *moves))
    return {str(option.move): option.value for option in cyclone.moves}


def test_a_hint_is_worth_what_it_changes_in_the_partners_chances() -> None:
    """Of 50 unseen cards, 15 are playable at the start and 45 are safe to discard.

    Two touched 1s gain 0.7 each, three other cards lose 0.3. Both 1s are certainly safe to discard;
    of the other 35 cards, 30 are.
    """
    cyclone = thoughts("cyclone:self_play", reached(START))
    assert str(cyclone.move) == "hint +1 1"
    chosen = next(option for option in cyclone.moves if option.move == cyclone.move)
    expected = {
        "partner_playable": 2 * 2 * 0.7,
        "partner_unplayable": 3 * 0.3,
        "safe_discard": 0.8 * (2 * 0.1 + 3 * (30 / 35 - 0.9)),
    }
    assert dict(chosen.factors) == pytest.approx(expected)
    assert chosen.value == 3.7571428571428567


def test_of_equal_moves_the_first_is_made() -> None:
    cyclone = thoughts("cyclone:self_play", reached(START, "hint +1 1"))
    assert str(cyclone.move) == "play 0"
    assert [
        option.value for option in cyclone.moves if str(option.move) in ("play 0", "play 1")
    ] == [12, 12]
    assert "first of 2 equal ones" in str(cyclone)


def test_factors_add_up_to_the_value() -> None:
    for reason in explain("cyclone:human_like", "cyclone:human_complementary", seed=4).reasons:
        assert isinstance(reason.thoughts, CycloneThoughts)
        best = max(option.value for option in reason.thoughts.moves)
        for option in reason.thoughts.moves:
            assert sum(option.factors.values()) == pytest.approx(option.value)
            assert set(option.factors) <= {"fits", *WEIGHED, "end"}
        assert next(o for o in reason.thoughts.moves if o.value == best).move == reason.move


def test_a_singled_out_card_is_worth_playing_only_right_after_the_hint() -> None:
    """One 2 is hinted while two fireworks stand at 1."""
    at = """
        fireworks r1 y1 g0 w0 b0   hints 6   lives 3
        alice  r2  r4  g4  y3  w3
      > bob    y1  r1  g4  b4  r4
    """
    after = thoughts("cyclone:self_play", reached(at, "hint +1 2"))
    bump = {str(option.move): option.factors.get("play_singled_out") for option in after.moves}
    assert bump["play 0"] == 6
    assert bump["play 1"] is None
    later = thoughts("cyclone:self_play", reached(at, "hint +1 2", "hint +1 y", "discard 4"))
    assert all("play_singled_out" not in option.factors for option in later.moves)


def test_a_hint_that_names_nothing_new_leaves_nothing_behind_for_its_receiver() -> None:
    """Hinted 4s twice, with a new card between: it ignores that the new card cannot be a 4."""
    at = """
        fireworks r3 y3 g3 w3 b3   hints 6   lives 3
        alice  r4  r1  g1  y1  w1
      > bob    y1  r1  b4  b5  r5
    """
    state = reached(at, "hint +1 4", "discard 4", "hint +1 4")
    agent = ty.as_agent("cyclone:self_play")
    assert isinstance(agent, CycloneAgent)
    view = state.view(0)
    assert "4" not in {str(card)[1] for card in view.possible(4)}  # by the rules it is no 4
    (rows, _) = _core.cyclone_values(agent.policy, view, _core.Notes())
    chance = {str(move): terms[0] for move, _, terms in rows}
    assert chance["play 4"] > 0
    assert chance["play 3"] == 0  # the first hint excluded the 4 there


def test_the_last_hint_is_never_given_and_the_last_misplay_is_free() -> None:
    at = """
        fireworks r2 y0 g0 w0 b0   hints 5   lives 3   deck 0
        alice  r4  r5  g4  y3  w3
        bob    y4  b3  g5  b4  w4
    """
    by_move = values("cyclone:self_play", at, "hint +1 4")
    assert max(v for move, v in by_move.items() if move.startswith("hint")) < -900_000
    assert max(v for move, v in by_move.items() if move.startswith("discard")) < -900_000
    assert max(by_move.values()) >= 0


def test_forms_differ_in_the_sign_of_unneeded_discards_and_in_four_weights() -> None:
    changed = {
        style: {
            name
            for name in WEIGHED
            if name != "misplay"
            and published()[style, "code"].by_factor[name]
            != published()[style, "table1"].by_factor[name]
        }
        for style in STYLES
    }
    assert changed["human_like"] == changed["human_complementary"] == {"unneeded_discard"}
    assert changed["self_play"] == {
        "play_singled_out",
        "single_out_playable",
        "single_out_unplayable",
        "discard_singled_out",
    }
    assert {style for style, _ in published()} == set(STYLES)
    assert {form for _, form in published()} == set(FORMS)


GOOD = """
    certain_play = 1
    misplay = [-1, -1.5, -3]
    partner_playable = 1.5
    partner_unplayable = 0
    safe_discard = 0.1
    unneeded_discard = -0.25
    play_singled_out = 3
    single_out_playable = 3
    single_out_unplayable = 0
    discard_singled_out = -0.5
    discard_with_token = -0.5
    discard_beyond_deck = -2
"""


def test_weights_of_ones_own_play(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    own = ty.match(*[f"cyclone:weights({file})"] * 2, games=30)
    named = ty.match(*["cyclone:human_like"] * 2, games=30)
    assert (own.results == named.results).all()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            GOOD.replace("safe_discard", "save_discard"),
            "no factor 'save_discard' .expected",
        ),
        (GOOD.replace("safe_discard = 0.1", ""), "no weight for safe_discard$"),
        (GOOD.replace("[-1, -1.5, -3]", "[-1, -3]"), r"misplay = \[-1, -3\] .expected 3 numbers"),
        (GOOD.replace("[-1, -1.5, -3]", "-1"), "misplay = -1 .expected 3 numbers"),
        (GOOD.replace("0.1", "'much'"), "safe_discard = 'much' .expected a finite number"),
        (GOOD.replace("0.1", "inf"), "safe_discard = inf .expected a finite number"),
        (GOOD.replace("0.1", "true"), "safe_discard = True .expected a finite number"),
        (GOOD.replace("-1.5, -3", "-1.5, nan"), "misplay = nan .expected a finite number"),
        ("certain_play 1", "is not a TOML file"),
        ("", "no weight for certain_play, misplay"),
    ],
)
def test_wrong_weights_are_told_in_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(ty.TamayaError, match=complaint) as caught:
        ty.as_agent(f"cyclone:weights({file})")
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


def test_weights_that_cannot_be_read_are_told() -> None:
    with pytest.raises(ty.TamayaError, match="cannot read weights from '/none/such.toml'"):
        ty.as_agent("cyclone:weights(/none/such.toml)")


@pytest.mark.parametrize(
    "spec",
    [
        "cyclone:self_play(table1)",
        "cyclone:self_play(form=table2)",
        "cyclone:self_play(code=1)",
        "cyclone:self_play(form=code, form=code)",
    ],
)
def test_an_unknown_switch_is_told_in_one_line(spec: str) -> None:
    with pytest.raises(ty.NotationError, match="expected "):
        ty.as_agent(spec)


def test_the_core_refuses_other_numbers_of_weights() -> None:
    with pytest.raises(ty.TamayaError, match=r"by_factor has 2 numbers \(expected 14\)"):
        _core.Policy("cyclone", {"by_factor": [1.0, 2.0], "misplay": [0.0] * 3})
    with pytest.raises(ty.TamayaError, match=r"misplay has 1 numbers \(expected 3\)"):
        _core.Policy("cyclone", {"by_factor": [1.0] * 14, "misplay": [0.0]})
    with pytest.raises(ty.TamayaError, match=r"by_factor = .*nan.*expected finite numbers"):
        _core.Policy("cyclone", {"by_factor": [float("nan")] * 14, "misplay": [0.0] * 3})


def test_a_policy_survives_its_pickle() -> None:
    agent = ty.as_agent("cyclone:human_complementary")
    assert isinstance(agent, CycloneAgent)
    policy = pickle.loads(pickle.dumps(agent.policy))
    assert policy.__getstate__() == agent.policy.__getstate__()


def test_a_decision_follows_from_the_view_alone() -> None:
    """Asked in the middle of a game, without notes, it moves as in the game."""
    for reason in explain("cyclone:human_like", "cyclone:self_play", seed=11).reasons:
        seat = _core.NativeSeat(CycloneAgent(published()[STYLES[0], "code"]).policy, 0)
        if reason.view.me == 0:
            assert seat.decide(reason.view).move == reason.move


def test_cyclone_plays_with_the_others() -> None:
    assert ty.match("cyclone:self_play", "eger:full", games=20).games == 20
    assert ty.match(*["cyclone:self_play"] * 3, games=20, setup=Setup.standard(3)).forfeits == 0
