"""Hypothesis strategies for set-ups and games."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tamaya import Setup, State


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any set-up whose deck is large enough for the hands."""
    colors, ranks = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    extra_suit = draw(st.sampled_from(["none", "standard", "single", "rainbow"]))
    cards = Setup(colors=colors, ranks=ranks, extra_suit=extra_suit, hand_size=1)
    players = draw(st.integers(2, min(5, cards.deck_size)))
    return cards.replace(
        players=players,
        hand_size=draw(st.integers(1, min(5, cards.deck_size // players))),
        max_hints=draw(st.integers(0, 10)),
        max_lives=draw(st.integers(1, 5)),
        refill=draw(st.sampled_from(["shift", "in_place"])),
        discard_at_max=draw(st.booleans()),
        first_seat=draw(st.integers(0, players - 1)),
        illegal=draw(st.sampled_from(["raise", "end"])),
        color_order="".join(draw(st.permutations("rygwb"))),
    )


def random_game(setup: Setup, seed: int, *, careful: float = 0.7) -> list[State]:
    """Positions of a random game in which most misplays are avoided, so that it lasts.

    Where illegal moves end games, one turn in fifty is such a move.
    """
    rng = random.Random(seed)
    state = State.deal(seed, setup)
    positions = [state.copy()]
    while not state.over:
        moves = state.legal_moves()
        move = rng.choice(moves)
        if move.slot is not None and move.kind == "play" and rng.random() < careful:
            card = state.hand(state.current)[move.slot]
            if card not in state.playable:
                move = rng.choice(moves)
        if setup.illegal == "end" and rng.random() < 0.02:
            state.give_up()
        else:
            state.apply(move)
        positions.append(state.copy())
    return positions
