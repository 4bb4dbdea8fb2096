"""Our rules that play: certain cards, likely ones, and the end of the game."""

from __future__ import annotations

from tests.rules.scenario import says, says_by_chance

START = """
    fireworks r0 y0 g0 w0 b0   hints 4   lives 3
    alice  ??  ??  ??  ??  ??
    bob    y2  g3  w4  b4  b3
"""


def test_play_safe_plays_a_1_while_no_firework_has_begun() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  ??  y1{*,1}  ??  ??  ??
        bob    r2  r3  r4  y2  y3
    """
    assert says("play_safe", at) == "play 1"
    assert says("play_safe", START) is None


def test_play_safe_counts_cards() -> None:
    at = """
        fireworks r1 y0 g0 w0 b0
        alice  ??  r2{r,23}  ??  ??  ??
        bob    r3  r3  w4  y2  y3
    """
    assert says("play_safe", at) == "play 1"


def test_play_identified_needs_color_and_rank() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  y1{*,1}  ??  g1{g,1}  ??  ??
        bob    r2  r3  r4  y2  y3
    """
    assert says("play_identified", at) == "play 2"


def test_play_safe_newest_prefers_the_newest() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  y1{*,1}  ??  ??  b1{*,1}  ??
        bob    r2  r3  r4  y2  y3
    """
    assert says("play_safe_newest", at) == "play 3"


def test_play_safe_top_finishes_a_suit_for_its_token() -> None:
    at = """
        fireworks r4 y0 g0 w0 b0   hints 4
        alice  y1{y,1}  ??  r5{r,5}  ??  ??
        bob    r2  r3  y4  y2  y3
    """
    assert says("play_safe_top", at) == "play 2"


def test_play_safe_for_partner_makes_way_for_the_partners_card() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  r1{r,1}  y1{y,1}  ??  ??  ??
        bob    g3  y2  w4  b4  b3
    """
    assert says("play_safe_for_partner", at) == "play 1"


def test_play_safe_critical_brings_the_last_copy_home() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  r1{r,1}  y1{y,1}  ??  ??  ??
        bob    g3  y2  w4  b4  b3
        discards y1 y1
    """
    assert says("play_safe_critical", at) == "play 1"


ONES_BEGUN = """
    fireworks r1 y1 g0 w0 b0   hints 4   lives 3
    alice  ??  g1{*,1}  ??  w1{*,1}  ??
    bob    r3  y2  w4  b4  b3
"""


def test_play_trusted_believes_that_nobody_hints_useless_cards() -> None:
    assert says("play_trusted", ONES_BEGUN) == "play 1"
    assert says("play_safe", ONES_BEGUN) is None


def test_play_probably_weighs_the_copies_left() -> None:
    # Two red and two yellow 1s are useless, nine of the thirteen left fit: 69 %.
    assert says("play_probably(60)", ONES_BEGUN) == "play 1"
    assert says("play_probably(70)", ONES_BEGUN) is None


def test_play_probably_with_lives_stops_at_the_last_life() -> None:
    assert says("play_probably_with_lives(60, 2)", ONES_BEGUN) == "play 1"
    last = ONES_BEGUN.replace("lives 3", "lives 1")
    assert says("play_probably_with_lives(60, 2)", last) is None


def test_play_probably_hinted_leaves_unhinted_cards_alone() -> None:
    at = START.replace("alice  ??  ??  ??  ??", "alice  ??  ??  ??  ??{r,*}")
    # A third of all cards fits, three tenths of the red ones.
    assert says("play_probably(30)", at) == "play 0"
    assert says("play_probably_hinted(30)", at) == "play 3"


def test_play_probably_newest_tries_the_newest_card() -> None:
    assert says("play_probably_newest(20)", START) == "play 4"
    assert says("play_probably_newest(40)", START) is None


def test_play_probably_out_of_hints_takes_risks_only_then() -> None:
    without = START.replace("hints 4", "hints 0")
    assert says("play_probably_out_of_hints(30)", without) == "play 0"
    assert says("play_probably_out_of_hints(30)", START) is None


def test_play_probably_at_all_hints_gambles_when_hints_abound() -> None:
    with_all = START.replace("hints 4", "hints 8")
    assert says("play_probably_at_all_hints(30)", with_all) == "play 0"
    assert says("play_probably_at_all_hints(30)", START) is None


def test_play_probably_trusted_leaves_useless_cards_out_of_account() -> None:
    at = """
        fireworks r3 y0 g0 w0 b0
        alice  ??  r4{r,*}  ??  ??  ??
        bob    g3  y2  w4  b4  b3
    """
    # Two r4 and one r5 are left that can score.
    assert says("play_probably_trusted(60)", at) == "play 1"
    assert says("play_probably_trusted(70)", at) is None


def test_play_without_loss_risks_no_last_copy() -> None:
    at = """
        fireworks r1 y1 g1 w1 b0
        alice  b3{b,*}  ??  b1{*,1}  ??  ??
        bob    g3  y2  w4  w4  y3
    """
    # The blue card fits in 3 of 10 cases but may be the b5; the 1 in 3 of 11.
    assert says("play_probably(20)", at) == "play 0"
    assert says("play_without_loss(20)", at) == "play 2"


def test_play_ones_begins_with_the_oldest() -> None:
    assert says("play_ones(60)", ONES_BEGUN) == "play 1"
    assert says("play_ones(60)", START) is None


def test_play_randomly_plays_any_card() -> None:
    assert says_by_chance("play_randomly", START) == {f"play {slot}" for slot in range(5)}


LAST_ROUND = """
    fireworks r4 y5 g5 w5 b5   hints 1   lives 2   deck 0
    alice  y2  r5{*,2345}  y3{*,1234}  g1  w1
    bob    r1  y1  g1  w1  b1
"""


def test_play_hail_mary_tries_its_luck_in_the_last_round() -> None:
    assert says("play_hail_mary(0, 2)", LAST_ROUND) == "play 1"
    assert says("play_hail_mary(40, 1)", LAST_ROUND) is None
    assert says("play_hail_mary(0, 2)", LAST_ROUND.replace("lives 2", "lives 1")) is None
    assert says("play_hail_mary(0, 2)", START) is None


LATE = """
    fireworks r4 y4 g5 w5 b5   hints 4   lives 3   deck 2
    alice  w2  r5{*,345}  g1  b1  b1
    bob    w1{w,1}  g2  g3  r2  b4
"""


def test_play_late_takes_risks_when_the_deck_runs_out() -> None:
    assert says("play_late(1, 2)", LATE) == "play 1"
    assert says("play_late(1, 1)", LATE) is None


def test_play_for_pace_takes_risks_when_no_turn_can_be_spared() -> None:
    # Two cards to draw and two last turns for two points: two turns to spare.
    assert says("play_for_pace(1, 2)", LATE) == "play 1"
    assert says("play_for_pace(1, 1)", LATE) is None
