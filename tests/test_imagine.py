"""Imagined positions agree with the view and have the right probabilities."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tamaya as ty
from tamaya.position import position
from tests.setups import setups


@settings(max_examples=60, deadline=None)
@given(setup=setups(), seed=st.integers(0, 2**64 - 1), moves=st.integers(0, 60))
def test_an_imagined_position_looks_the_same_to_the_seat(
    setup: ty.Setup, seed: int, moves: int
) -> None:
    state = ty.State.deal(seed=seed, setup=setup)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            break
        state.apply(legal[rng.integers(len(legal))])
    for seat in range(setup.players):
        view = state.view(seat)
        other = view.imagine(seed)
        assert other.view(seat) == view
        assert view.imagine(seed) == other, "a pure function of the seed"
        again = ty.Transcript.parse(str(ty.Transcript.of(other))).replay()
        assert again == other, "an imagined position has a transcript that leads to it"
        if other.legal_moves():
            other.apply(other.legal_moves()[0])  # the game can continue


def hands(view: ty.View) -> Counter[tuple[str, ...]]:
    """All possible hands of the viewer, weighted by the number of copies."""
    copies = Counter({str(card): n for card, n in view.unseen.items()})
    slots = [[str(card) for card in view.possible(i)] for i in range(view.setup.hand_size)]
    weights: Counter[tuple[str, ...]] = Counter()
    for hand in itertools.product(*slots):
        left, weight = copies.copy(), 1
        for card in hand:
            weight *= left[card]
            left[card] -= 1
        weights[hand] = weight
    return +weights


@pytest.mark.parametrize(
    "hints", [[], ["hint +1 r"], ["hint +1 r", "hint +1 2"], ["hint +1 1"] * 2]
)
def test_hands_are_as_likely_as_counting_says(hints: list[str]) -> None:
    setup = ty.Setup(colors=2, ranks=3, hand_size=3)
    state = ty.State.deal(seed=5, setup=setup)
    for hint in hints:
        state.apply(hint if ty.Move.parse(hint) in state.legal_moves() else state.legal_moves()[-1])
        state.apply("discard 0")
    check_probabilities(state.view(1))


def test_slots_that_compete_for_the_same_cards_are_as_likely_as_counting_says() -> None:
    """Three red cards leave few reds for the slot before them, which is a 2 of any color."""
    view = position("""
        fireworks r0 y0 g0 w0 b0   hints 4   lives 3   deck 30
        alice  y2{*,2}  r1{r,*}  r2{r,*}  r3{r,*}  g4
        bob    r1  r1  r4  r4  r5
    """).view(0)
    weights: Counter[str] = Counter()
    for hand, weight in hands(view).items():
        weights[hand[0]] += weight
    total, draws = sum(weights.values()), 20_000
    drawn = Counter(str(view.imagine(seed).hand(0)[0]) for seed in range(draws))
    chance = weights["r2"] / total
    assert chance == pytest.approx(2 * 0.4 / (2 * 0.4 + 8))
    assert drawn["r2"] / draws == pytest.approx(chance, abs=4 * np.sqrt(chance / draws))


def check_probabilities(view: ty.View) -> None:
    """Compares many imagined hands of seat 1 with all possible ones."""
    expected = hands(view)
    total, draws = sum(expected.values()), 20_000
    seen = Counter(tuple(map(str, view.imagine(seed).hand(1))) for seed in range(draws))
    assert set(seen) <= set(expected)
    chi = sum((seen[h] - draws * w / total) ** 2 / (draws * w / total) for h, w in expected.items())
    degrees = len(expected) - 1
    assert chi < degrees + 4 * np.sqrt(2 * degrees) + 8


def test_a_hand_that_leaves_one_choice_is_found_at_once() -> None:
    # Bob holds one five; alice knows that four of her cards are fives, and all must differ.
    at = position("""
        fireworks r0 y0 g0 w0 b0   hints 4   lives 3   deck 30
        alice  r5{*,5}  y5{*,5}  g5{*,5}  w5{*,5}  r1
        bob    b5  g2  w4  b1  b1
    """)
    view = at.view(0)
    drawn = {tuple(sorted(map(str, view.imagine(seed).hand(0)[:4]))) for seed in range(200)}
    assert drawn == {("g5", "r5", "w5", "y5")}


def test_the_deck_is_drawn_too() -> None:
    state = ty.State.deal(seed=1)
    tops: Counter[str] = Counter()
    for seed in range(3000):
        other = state.view(0).imagine(seed)
        other.apply("discard 0") if other.hints < 8 else other.apply("play 0")
        tops[str(other.hand(0)[-1])] += 1
    ones = sum(tops[f"{color}1"] for color in "rygwb")
    unseen = Counter({str(card): n for card, n in state.view(0).unseen.items()})
    share = sum(unseen[f"{color}1"] for color in "rygwb") / sum(unseen.values())
    assert abs(ones / 3000 - share) < 4 * np.sqrt(share * (1 - share) / 3000)


def test_the_transcript_of_an_imagined_position_leads_to_it() -> None:
    state = ty.State.deal(seed=4, setup=ty.Setup.standard(3))
    while not state.over:
        for seat in range(3):
            imagined = state.view(seat).imagine(state.turn)
            replayed = ty.Transcript.of(imagined).replay()
            assert replayed == imagined
            assert replayed.view(seat) == state.view(seat)
        state.apply(state.legal_moves()[state.turn % len(state.legal_moves())])


@pytest.mark.parametrize("seed", [1.0, "7", [], -1, 2**64])
def test_a_bad_seed_is_quoted(seed: object) -> None:
    state = ty.State.deal(seed=1)
    for call in (
        lambda: state.view(0).imagine(seed),  # type: ignore[arg-type]
        lambda: ty.State.deal(seed=seed),  # type: ignore[arg-type]
        lambda: ty.play("piers", "piers", seed=seed),  # type: ignore[arg-type]
    ):
        with pytest.raises(ty.TamayaError, match=r"seed.* \(expected "):
            call()
