"""Our rules that save cards, show useless ones, inform, or let a turn pass."""

from __future__ import annotations

from tests.rules.scenario import says, says_by_chance
from tests.rules.test_tamaya_hint import bob
from tests.rules.test_tamaya_play import LATE


def test_hint_save_keeps_a_5_on_the_chop() -> None:
    # Hinted by its color, Bob would play the card.
    assert says("hint_save", bob("r5 y3 g4 w4 b4")) == "hint +1 5"
    assert says("hint_save", bob("y3 r5 g4 w4 b4")) is None


def test_hint_save_keeps_a_last_copy_on_the_chop() -> None:
    at = bob("y3{y,3} r4 g4{g,4} w3 b3", more="discards r4")
    assert says("hint_save", at) == "hint +1 4"


def test_hint_save_lets_a_last_copy_go_that_can_never_score() -> None:
    at = bob("y3{y,3} r4 g4{g,4} w3 b3", more="discards r3 r3 r4")
    assert says("hint_save", at) is None


def test_hint_save_read_saves_unique_2s_as_well() -> None:
    assert says("hint_save_read", bob("y2 y3 g4 w4 b4")) == "hint +1 2"
    assert says("hint_save_read", bob("y4 y2 g4 w4 b4")) is None


def test_hint_save_idle_saves_only_from_a_discard() -> None:
    assert says("hint_save_idle", bob("y2 y3 g4 w4 b4")) == "hint +1 2"
    assert says("hint_save_idle", bob("y2 y3 g4 w4 r1{r,1}")) is None


def test_hint_save_top_saves_5s_by_their_rank() -> None:
    assert says("hint_save_top", bob("r5 y3 g4 w4 b4")) == "hint +1 5"
    assert says("hint_save_top", bob("y3 r5 g4 w4 b4")) is None


def test_hint_save_two_saves_2s_without_a_second_copy_in_sight() -> None:
    assert says("hint_save_two", bob("y2 y3 g4 w4 b4")) == "hint +1 2"
    assert says("hint_save_two", bob("y2 y3 g4 w4 y2")) is None


def test_hint_save_playable_keeps_a_fitting_card_from_the_pile() -> None:
    assert says("hint_save_playable", bob("r1 y3 g4 w4 b4")) == "hint +1 1"
    assert says("hint_save_playable", bob("y3 r1 g4 w4 b4")) is None


def test_hint_save_soon_keeps_what_will_fit_soon() -> None:
    assert says("hint_save_soon(2)", bob("r2 y3 g4 w4 b4")) == "hint +1 2"
    assert says("hint_save_soon(2)", bob("r3 y3 g4 w4 b4")) is None


def test_hint_save_useful_keeps_what_is_needed() -> None:
    assert says("hint_save_useful", bob("r4 y3 g3 w2 b3")) == "hint +1 4"
    useless = bob("r4 y3 g3 w2 b3", fireworks="r4 y0 g0 w0 b0")
    assert says("hint_save_useful", useless) is None


def test_hint_fives_tells_of_5s_anywhere() -> None:
    assert says("hint_fives", bob("r3 y5 g4 w4 b4")) == "hint +1 5"
    assert says("hint_fives", bob("r3 y5{*,5} g4 w4 b4")) is None


def test_hint_critical_tells_of_last_copies_anywhere() -> None:
    at = bob("r3 g4 y3 w2 b3", more="discards g4")
    assert says("hint_critical", at) == "hint +1 4"
    assert says("hint_critical", bob("r3 g4 y3 w2 b3")) is None


def test_hint_useless_shows_a_card_of_a_finished_suit() -> None:
    at = bob("y3 r2 g4 w4 b4", fireworks="r5 y0 g0 w0 b0")
    assert says("hint_useless", at) == "hint +1 r"


def test_hint_useless_when_short_waits_until_tokens_are_few() -> None:
    at = bob("y3 r2 g4 w4 b4", fireworks="r5 y0 g0 w0 b0")
    assert says("hint_useless_when_short(5)", at) == "hint +1 r"
    assert says("hint_useless_when_short(4)", at) is None


def test_hint_repeated_shows_two_copies_of_one_card() -> None:
    assert says("hint_repeated", bob("g3 r4 g3 w4 b4")) == "hint +1 3"
    assert says("hint_repeated", bob("g3 r4 g2 w4 b4")) is None


def test_hint_most_touches_the_most_cards() -> None:
    assert says("hint_most", bob("r3{r,*} r4{r,*} r2{r,*} y1 g1")) == "hint +1 r"


def test_hint_most_news_never_repeats_what_is_known() -> None:
    assert says("hint_most_news", bob("r3{r,*} r4{r,*} r2{r,*} y1 g1")) == "hint +1 1"


def test_hint_informative_rules_out_the_most() -> None:
    assert says("hint_informative", bob("y1 r3 r4 r2 g1")) == "hint +1 r"
    assert says("hint_informative", bob("y1 r3{r,*} r4{r,*} r2{r,*} g1")) == "hint +1 1"


def test_hint_identifying_completes_a_needed_card() -> None:
    assert says("hint_identifying", bob("y4 r3{r,*} y2 g4 w1")) == "hint +1 3"


def test_hint_unknown_tells_about_the_first_card_not_fully_known() -> None:
    assert says("hint_unknown(1)", bob("r3{r,3} y4 g4 w2 b2")) == "hint +1 y"
    assert says("hint_unknown(0)", bob("r3{r,3} y4 g4 w2 b2")) == "hint +1 4"


def test_hint_harmless_repeats_what_is_known_at_8_tokens() -> None:
    at = bob("y3 r4{r,4} g3 w2 b2")
    assert says("hint_harmless(8)", at.replace("hints 4", "hints 8")) == "hint +1 4"
    assert says("hint_harmless(8)", at) is None


def test_hint_for_pace_saves_a_turn_when_none_can_be_lost() -> None:
    assert says("hint_for_pace(2)", LATE) == "hint +1 1"
    assert says("hint_for_pace(1)", LATE) is None


def test_hint_late_holds_the_deck_back() -> None:
    assert says("hint_late(2)", LATE) == "hint +1 1"
    assert says("hint_late(1)", LATE) is None


def test_hint_nothing_new_passes() -> None:
    other = "{ygwb,1235}"
    at = bob(f"y3{other} r4{{r,4}} g3{other} w2{other} b2{other}")
    assert says("hint_nothing_new", at) == "hint +1 4"
    assert says("hint_nothing_new", bob("y3 r4{r,4} g3 w2 b2")) is None


def test_hint_unmisleading_touches_nothing_that_looks_playable() -> None:
    # After the hint red, Bob would play the r4; no 3 is playable yet.
    assert says("hint_unmisleading", bob("y5 r3 r4 g3 w2")) == "hint +1 3"


def test_hint_randomly_gives_any_hint_to_the_next_player() -> None:
    hints = says_by_chance("hint_randomly", bob("r1 r1 r1 y2 y2"))
    assert hints == {"hint +1 r", "hint +1 y", "hint +1 1", "hint +1 2"}
