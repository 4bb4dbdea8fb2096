"""The terms of Cyclone's moves, times the weights, are the values of the moves."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents.cyclone_terms import FREE, TERMS, terms_of, vector_of, weights_of
from tamaya.agents.families.cyclone import FACTORS, FORMS, STYLES, published
from tamaya.arena import explain

SEATS = [
    ("cyclone:human_like", "cyclone:self_play", "standard"),
    ("legal_random", "eger:full", "eger"),
    ("piers", "cyclone:human_complementary", "standard"),
]


def views_of_games() -> list[ty.View]:
    """All views of whole games, including bombed games and last turns."""
    views: list[ty.View] = []
    for first, second, setup in SEATS:
        for seed in range(4):
            explanation = explain(first, second, seed=seed, setup=setup)
            views += [reason.view for reason in explanation.reasons]
    return views


VIEWS = views_of_games()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("style", STYLES)
def test_terms_times_weights_are_the_values(style: str, form: str) -> None:
    weights = published()[style, form]
    terms = terms_of(VIEWS)
    products = terms.values(vector_of(weights))[:, 0]
    misplays = np.concatenate(
        [terms.terms[:, TERMS.index(f"misplay[{lost}]")] for lost in range(3)]
    )
    assert (misplays > 0).any()
    for number, view in enumerate(VIEWS):
        values, _ = _core.cyclone_values(weights.policy, view, _core.Notes())
        part = slice(terms.first[number], terms.first[number + 1])
        assert [m.action_id(view.setup) for m, _, _ in values] == list(terms.actions[part])
        np.testing.assert_allclose(products[part], [v for _, v, _ in values], rtol=1e-12, atol=1e-9)


@pytest.mark.parametrize("style", STYLES)
def test_the_chosen_move_is_the_agents(style: str) -> None:
    weights = published()[style, "code"]
    terms = terms_of(VIEWS)
    chosen = terms.actions[terms.chosen(vector_of(weights))[:, 0]]
    agents = [
        _core.NativeSeat(weights.policy, 0).decide(view).move.action_id(view.setup)  # type: ignore[union-attr]
        for view in VIEWS
    ]
    # Rounding may put another one of equal values first: of recorded moves 116 of 130,048.
    assert np.mean(chosen != agents) < 0.003


def test_several_vectors_at_once_choose_as_alone() -> None:
    terms = terms_of(VIEWS)
    vectors = np.array([vector_of(weights) for weights in published().values()])
    together = terms.chosen(vectors)
    for number, vector in enumerate(vectors):
        assert (together[:, number] == terms.chosen(vector)[:, 0]).all()


def test_the_place_of_a_move_is_found() -> None:
    terms = terms_of(VIEWS)
    places = terms.chosen(vector_of(published()["self_play", "code"]))[:, 0]
    assert (terms.place(terms.actions[places]) == places).all()


def test_vectors_and_weights_are_the_same() -> None:
    for weights in published().values():
        assert weights_of(vector_of(weights)) == weights
    marked = weights_of(np.arange(1.0, len(FREE) + 1))
    assert marked.misplay == tuple(1.0 + FREE.index(f"misplay[{lost}]") for lost in range(3))
    assert marked.by_factor["safe_discard"] == 1 + FREE.index("safe_discard")
    assert len(TERMS) == len(FACTORS) + 2


def test_somebody_else_to_move_is_refused() -> None:
    state = ty.State.from_deck(
        [ty.Card(f"{c}{r}") for c in "rygwb" for r in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)],
        ty.Setup.standard(2),
    )
    with pytest.raises(ty.IllegalMoveError, match="seat 1 is not to move"):
        terms_of([state.view(1)])
    assert len(terms_of([]).actions) == 0
