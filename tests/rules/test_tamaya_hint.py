"""Our rules that hint playable cards, so that the partner plays the right one."""

from __future__ import annotations

from tests.rules.scenario import says, says_by_chance


def bob(cards: str, *, fireworks: str = "r0 y0 g0 w0 b0", more: str = "") -> str:
    """A position in which Alice is to move and Bob holds the cards; `more` adds lines."""
    return f"""
        fireworks {fireworks}   hints 4
        alice  ??  ??  ??  ??  ??
        bob    {cards}
        {more}
    """


def test_hint_playable_tells_what_is_not_known_yet() -> None:
    assert says("hint_playable(0)", bob("y3 r1 g4 w4 b4")) == "hint +1 1"
    assert says("hint_playable(1)", bob("y3 r1 g4 w4 b4")) == "hint +1 r"
    assert says("hint_playable(1)", bob("y3 r1{*,1} g4 w4 b4")) is None


def test_hint_playable_looks_at_every_partner_beginning_with_the_next() -> None:
    at = bob("y3 r3 g4 w4 b4", more="cathy  y4  g1  w3  b3  r3")
    assert says("hint_playable(1)", at) == "hint +2 g"


def test_hint_playable_newest_prefers_the_newest_card() -> None:
    assert says("hint_playable_newest(1)", bob("r1 y2 y3 b1 g4")) == "hint +1 b"


def test_hint_playable_lowest_prefers_low_ranks() -> None:
    at = bob("r3 y1 g4 w4 b4", fireworks="r2 y0 g0 w0 b0")
    assert says("hint_playable_lowest(1)", at) == "hint +1 y"


def test_hint_playable_highest_prefers_high_ranks() -> None:
    at = bob("y1 r3 g4 w4 b4", fireworks="r2 y0 g0 w0 b0")
    assert says("hint_playable_highest(1)", at) == "hint +1 r"


def test_hint_playable_critical_prefers_last_copies() -> None:
    at = bob("r1 y1 g4 w4 b4", more="discards y1 y1")
    assert says("hint_playable_critical(1)", at) == "hint +1 y"


def test_hint_playable_idle_helps_who_has_nothing_to_play() -> None:
    at = bob("r1{r,1} y1 g4 w4 b4", more="cathy  y4  g1  w3  b3  r3")
    assert says("hint_playable_idle(1)", at) == "hint +2 g"


def test_hint_for_sequence_prefers_what_another_card_can_follow() -> None:
    assert says("hint_for_sequence(1)", bob("r1 y1 g4 y2 b4")) == "hint +1 y"


def test_hint_ones_tells_of_1s_while_they_are_needed() -> None:
    assert says("hint_ones", bob("r3 y1 g1 b4 b3")) == "hint +1 1"
    begun = bob("r3 y1 g1 b4 b3", fireworks="r0 y1 g1 w0 b0")
    assert says("hint_ones", begun) is None


def test_hint_completing_adds_what_is_missing() -> None:
    at = bob("y3 r2{*,2} g4 w4 b4", fireworks="r1 y1 g0 w0 b0")
    assert says("hint_completing", at) == "hint +1 r"


def test_hint_revealing_makes_a_card_certain() -> None:
    assert says("hint_revealing", bob("r3 y1 y4 g4 w4")) == "hint +1 1"
    # The red 1 has been played, so another 1 might be a red one, which is useless.
    begun = bob("r3 y1 y4 g4 w4", fireworks="r1 y0 g0 w0 b0")
    assert says("hint_revealing", begun) is None


def test_hint_most_playable_touches_as_many_fitting_cards_as_possible() -> None:
    assert says("hint_most_playable", bob("r1 y1 r4 g1 w3")) == "hint +1 1"


def test_hint_unmixed_touches_nothing_else() -> None:
    begun = "r1 y0 g0 w0 b0"
    assert says("hint_unmixed", bob("r2 r4 y2 g3 b3", fireworks=begun)) is None
    assert says("hint_unmixed", bob("r2 r4 y4 g3 b3", fireworks=begun)) == "hint +1 2"


def test_hint_weighed_counts_good_against_bad() -> None:
    at = bob("r1 y1 g1 y3 w4", fireworks="r1 y0 g0 w0 b0")
    # Two of the 1s are playable and one is not; the one green card is playable.
    assert says("hint_weighed(2, -1)", at) == "hint +1 1"
    assert says("hint_weighed(1, -2)", at) == "hint +1 g"


def test_hint_only_singles_out_a_fitting_card() -> None:
    assert says("hint_only", bob("r1 r4 y1 y3 g4")) is None
    assert says("hint_only", bob("r1 r4 y2 y3 g4")) == "hint +1 1"


def test_hint_newest_needs_the_newest_touched_card_to_fit() -> None:
    begun = "r1 y0 g0 w0 b0"
    assert says("hint_newest", bob("r2 g2 r4 y4 b3", fireworks=begun)) is None
    assert says("hint_newest", bob("g2 r2 w4 y4 b3", fireworks=begun)) == "hint +1 r"


def test_hint_oldest_needs_the_oldest_touched_card_to_fit() -> None:
    begun = "r1 y0 g0 w0 b0"
    assert says("hint_oldest", bob("r2 g2 r4 y4 b3", fireworks=begun)) == "hint +1 2"
    assert says("hint_oldest", bob("g2 w4 r4 r2 b3", fireworks=begun)) is None


def test_hint_playable_randomly_names_color_or_rank() -> None:
    hints = says_by_chance("hint_playable_randomly", bob("y3 r1 g4 w4 b4"))
    assert hints == {"hint +1 r", "hint +1 1"}


def test_hint_focus_means_the_newest_card_and_takes_useful_ones_along() -> None:
    # Red touches r3 and the newer r1, which is playable; the hint 1 would touch r1 only.
    assert says("hint_focus(8)", bob("y4 r3 r1 g3 w4")) == "hint +1 r"
    assert says("hint_focus(8)", bob("y4 r1 r3 g3 w4")) == "hint +1 1"


def test_hint_focus_weighs_cards_that_nobody_needs() -> None:
    at = bob("y4 r1 r3 g4 w4", fireworks="r2 y0 g0 w0 b0")
    assert says("hint_focus(8)", at) == "hint +1 3"
    assert says("hint_focus(0)", at) == "hint +1 r"


def test_hint_focus_idle_helps_who_has_nothing_to_play() -> None:
    at = bob("r1{r,1} y3 y1 w4 b4", more="cathy  y4  g1  w3  b3  r3")
    assert says("hint_focus_idle(8)", at) == "hint +2 1"


def test_hint_focus_clean_touches_no_card_that_nobody_needs() -> None:
    at = bob("y4 r1 r3 g4 w4", fireworks="r2 y0 g0 w0 b0")
    assert says("hint_focus_clean", at) == "hint +1 3"
    twice = bob("y4 r3 r3 g4 w3", fireworks="r2 y0 g0 w0 b0")
    assert says("hint_focus_clean", twice) is None


def test_hint_focus_many_waits_for_two_fitting_cards() -> None:
    assert says("hint_focus_many(2)", bob("y4 g1 r1 b3 w4")) == "hint +1 1"
    assert says("hint_focus_many(2)", bob("y4 g2 r1 b3 w4")) is None


def test_hint_finesse_counts_on_the_newest_card() -> None:
    assert says("hint_finesse", bob("y3 r2 g4 w4 r1")) == "hint +1 2"
    assert says("hint_finesse", bob("y3 r2 g4 r1 w4")) is None


def test_hint_finesse_counts_on_the_player_before() -> None:
    at = bob("y3 w3 g4 w4 r1", more="cathy  y4  r2  w3  b3  b4")
    assert says("hint_finesse", at) == "hint +2 2"


def test_hint_fix_warns_of_a_card_that_will_not_fit() -> None:
    # Bob must believe that his yellow 1 is the blue 1, the only 1 still needed.
    at = bob("y1{*,1} r4 g4 w4 w3", fireworks="r1 y1 g1 w1 b0")
    assert says("hint_fix", at) == "hint +1 y"


def test_hint_against_misplay_takes_a_false_belief_away() -> None:
    at = bob("y4 r1{*,1} g4 w4 b3", fireworks="r1 y0 g0 w0 b0")
    assert says("hint_against_misplay(60)", at) == "hint +1 r"
    assert says("hint_against_misplay(90)", at) is None
