"""Positions written as text: what they mean, and what is refused with which words."""

from __future__ import annotations

import pytest

from tamaya.game import Card, Move, NotationError, Setup
from tamaya.position import position

HANDS = "alice r3 ?? ?? ?? ??\nbob y1 g2 w4 b1 b1"


def test_a_position_holds_the_cards_hints_and_numbers_that_the_text_names() -> None:
    state = position(
        """
        fireworks r2 y0 g0 w0 b0   hints 4   lives 2
        alice  r3{r,3}  ??  ??{*,1}  ??  --
        > bob  y1  g2  w4  b1  b1
        discards w1 w1
        """
    )
    assert (state.hints, state.lives, state.current) == (4, 2, 1)
    assert state.fireworks["r"] == 2
    assert [str(card) for card in state.discards] == ["w1", "w1"]
    hand = state.hand(0)
    assert str(hand[0]) == "r3"
    assert hand[2] is not None
    assert hand[2].rank == 1
    assert len([card for card in hand if card is not None]) == 4
    known = state.view(0).knowledge(0)[0]
    assert (list(known.colors), list(known.ranks)) == (["r"], [3])
    assert (known.color_hinted, known.rank_hinted) == (True, True)


def test_a_smaller_deck_discards_what_is_no_longer_needed_first() -> None:
    state = position(f"fireworks r1 y0 g0 w0 b0 deck 37\n{HANDS}")
    assert state.deck_size == 37
    assert [str(card) for card in state.discards] == ["r1", "r1"]


def test_cards_that_are_discarded_later_follow_those_of_the_text() -> None:
    state = position(f"fireworks r0 y0 g0 w0 b0 hints 4\n{HANDS}\ndiscards w1 r1")
    state.apply(Move.parse("play 0"))
    state.apply(Move.parse("discard 2"))
    assert [str(card) for card in state.discards] == ["r1", "w1", "r3", "w4"]
    assert state.view(0).discards == state.discards
    assert state.copy().discards == state.discards


def test_the_number_of_hands_decides_the_setup() -> None:
    three = position("fireworks r0 y0 g0 w0 b0\nalice r1\nbob r2\ncathy r3")
    assert three.setup == Setup.standard(3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fireworks r0\nalice r1", "1 hands for 2 players"),
        (f"fireworks r0\n>\n{HANDS}", "no player after '>'"),
        (f"fireworks r0 hints many\n{HANDS}", "not a number of hints: 'many' .expected 0 to 999"),
        (f"fireworks r0 lives\n{HANDS}", "not part of a position: 'lives'"),
        (f"fireworks r0 tokens 3\n{HANDS}", "not part of a position: 'tokens'"),
        (f"fireworks r0\n{HANDS} b2", "6 cards in a hand of 5"),
        ("fireworks r0\nalice r9\nbob r1", "not a card in a hand: 'r9' .expected 'r3', '..', "),
        ("fireworks r0\nalice ??{r,5} ??{r,5}\nbob r1", "no remaining card fits the hints of a"),
        (f"fireworks r0 deck 50\n{HANDS}", "deck 50, but only 40 cards are left"),
        (f"fireworks r0\n{HANDS}\ndiscards r5 r5", "it has 51 cards .expected 50"),
        (f"fireworks q3\n{HANDS}", "not a card: 'q1'"),
        ("fireworks r0\nalice r3{q,3}\nbob r1", "q"),
        ("fireworks r0 hints 9\nalice r1\nbob r2", "hints"),
    ],
)
def test_what_is_not_understood_is_quoted(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        position(text)


def test_another_setup_has_its_own_cards() -> None:
    setup = Setup.parse("standard extra_suit=rainbow")
    state = position("fireworks r0 y0 g0 w0 b0 m2\nalice m3\nbob r1", setup)
    assert str(state.hand(0)[0]) == "m3"
    assert Card("m3") in state.view(1).playable
