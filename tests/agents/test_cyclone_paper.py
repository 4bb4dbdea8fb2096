"""Cyclone with the factors of the paper: values by hand, and the curve."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya.agents.cyclone_thoughts import CycloneThoughts
from tamaya.agents.families.cyclone_paper import (
    PAPER_FREE,
    PaperCycloneAgent,
    PaperWeights,
    paper_weights,
)
from tamaya.errors import TamayaError
from tests.rules.scenario import reached

STYLES = ("human_like", "human_complementary", "self_play")


def values(weights: PaperWeights, text: str, *before: str) -> CycloneThoughts:
    state = reached(text, *before, setup=ty.Setup.standard(2))
    view = state.view(state.current)
    player = PaperCycloneAgent(weights).sit()
    player.begin_game(view, 0)
    weighed = player.decide(view).reason.thoughts
    assert isinstance(weighed, CycloneThoughts)
    return weighed


def factors(weighed: CycloneThoughts, move: str) -> dict[str, float]:
    return dict(next(m.factors for m in weighed.moves if str(m.move) == move))


FRESH = """
    fireworks r0 y0 g0 w0 b0   hints 5   lives 3   deck 40
    alice  ??  ??  ??  ??  ??
    bob    r1  g3  w4  y4  b5
"""


def test_a_play_is_worth_weight_times_probability() -> None:
    """Of the 45 cards that alice does not see, 14 are ones: all 15 but bob's."""
    weighed = values(paper_weights()["self_play"], FRESH)
    assert factors(weighed, "play 0") == pytest.approx(
        {"play_playable": 11 * 14 / 45, "misplay": -31 / 45}
    )


def test_tokens_add_value_to_hints_and_to_nothing_else() -> None:
    weighed = values(paper_weights()["human_like"], FRESH)
    for option in weighed.moves:
        per_token = option.factors.get("hint_per_token", 0.0)
        assert per_token == (2.5 if option.move.is_hint else 0.0)


def test_a_hint_that_singles_out_a_playable_card_gains_by_the_change_of_probability() -> None:
    """Before, 15 of 50 cards are playable; after the hint, every 1 is. The four other cards cannot
    be ones any more."""
    weights = paper_weights()["self_play"]
    by_factor = factors(values(weights, FRESH), "hint +1 1")
    assert by_factor["single_out_playable"] == 2
    assert by_factor["partner_playable"] == pytest.approx(2 * (1 - 15 / 50))
    assert by_factor["partner_unplayable"] == pytest.approx(-1 * 4 * (0 - 15 / 50))


def test_the_third_strike_has_its_own_weight() -> None:
    text = FRESH.replace("lives 3", "lives 1")
    weighed = factors(values(paper_weights()["self_play"], text), "play 0")
    assert weighed["last_misplay"] == pytest.approx(-3 * 31 / 45)
    assert "misplay" not in weighed


ENDGAME = """
    fireworks r0 y2 g2 w0 b0   hints 3   lives 3   deck {deck}
    alice  r5{{r,5}}  ??  ??  ??  ??
    bob    r1  r2  r4  r4  y4
"""


@pytest.mark.parametrize(("deck", "given_up"), [(30, 0), (29, 1), (5, 1)])
def test_a_five_far_from_its_firework_is_unneeded_below_its_deck_size(
    deck: int, given_up: int
) -> None:
    """A deficit of 5: the curve of the paper gives such cards up from 29 cards on."""
    weights = paper_weights()["human_complementary"]
    by_factor = factors(values(weights, ENDGAME.format(deck=deck)), "discard 0")
    assert by_factor.get("unneeded_discard", 0.0) == given_up


def test_the_curve_has_the_height_that_the_paper_gives() -> None:
    curve = paper_weights()["self_play"]
    assert [curve.most_deficit(deck) for deck in (40, 30, 29, 0)] == [5, 5, 4, 1]


@pytest.mark.parametrize("style", STYLES)
def test_the_core_and_the_arena_play_the_same_games(style: str) -> None:
    name = f"cyclone:{style}(form=paper)"
    scores = ty.match(name, name, games=4).scores.tolist()
    assert scores == [ty.play(name, name, seed=seed).score for seed in range(4)]


def test_vectors_and_text_are_read_back() -> None:
    weights = paper_weights()["self_play"]
    assert len(weights.vector) == len(PAPER_FREE)
    assert PaperWeights.of_vector(weights.vector) == weights


def test_tables_with_mistakes_are_refused() -> None:
    table = dict(paper_weights()["self_play"].by_factor) | {"give_up": [0, 4, 14, 29]}
    assert PaperWeights.of(table, "here") == paper_weights()["self_play"]
    for wrong, message in (
        (table | {"luck": 1}, "no factor 'luck'"),
        (table | {"misplay": "much"}, "expected a finite number"),
        (table | {"give_up": [1, 2]}, "expected 4 sizes"),
        ({"misplay": 1}, "no weight for play_playable"),
    ):
        with pytest.raises(TamayaError, match=message):
            PaperWeights.of(wrong, "here")
