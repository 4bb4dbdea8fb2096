"""Our rules that read what a partner meant by a hint."""

from __future__ import annotations

from tests.rules.scenario import says


def hinted(alice: str, *, fireworks: str = "r0 y0 g0 w0 b0") -> str:
    """Bob is about to hint alice's cards."""
    return f"""
        fireworks {fireworks}   hints 4
        alice  {alice}
        > bob  g2  g3  w2  b3  b4
    """


def test_play_hinted_only_plays_the_card_a_hint_singles_out() -> None:
    at = hinted("y4 r1 g3 w4 b4")
    assert says("play_hinted_only(0)", at, "hint +1 r") == "play 1"
    assert says("play_hinted_only(50)", at, "hint +1 r") is None
    assert says("play_hinted_only(0)", at, "hint +1 4") is None


def test_play_hinted_newest_plays_the_newest_touched_card() -> None:
    at = hinted("r4 y3 r1 g3 w4")
    assert says("play_hinted_newest(0)", at, "hint +1 r") == "play 2"
    assert says("play_hinted_newest(0)", at, "hint +1 4") is None


def test_play_hinted_oldest_plays_the_oldest_touched_card() -> None:
    at = hinted("r1 y3 r4 g3 w4")
    assert says("play_hinted_oldest(0)", at, "hint +1 r") == "play 0"


def test_play_hinted_likeliest_plays_what_can_fit() -> None:
    at = hinted("r4{*,345} y3 r1 g3 r3{*,2345}")
    assert says("play_hinted_likeliest(0)", at, "hint +1 r") == "play 2"


def test_play_hinted_color_reads_only_color_hints() -> None:
    at = hinted("r4 y1 r1 g3 w4")
    assert says("play_hinted_color(0)", at, "hint +1 r") == "play 2"
    assert says("play_hinted_color(0)", at, "hint +1 1") is None


def test_play_hinted_rank_reads_only_rank_hints() -> None:
    at = hinted("r4 y1 r1 g3 w4")
    assert says("play_hinted_rank(0)", at, "hint +1 1") == "play 2"
    assert says("play_hinted_rank(0)", at, "hint +1 r") is None


def test_play_focus_plays_the_newest_card_touched_first() -> None:
    at = hinted("y4 r3 r1 g4 r4{*,4}")
    assert says("play_focus(0)", at, "hint +1 r") == "play 2"


def test_play_focus_reads_a_hint_that_touches_the_chop_as_about_the_chop() -> None:
    at = hinted("r1 y3 r4 g3 w4")
    assert says("play_focus(0)", at, "hint +1 r") == "play 0"


def test_play_focus_keeps_a_chop_that_may_have_been_saved() -> None:
    at = hinted("y5 y3 r4 g3 w2", fireworks="r4 y0 g0 w0 b0")
    assert says("play_focus(0)", at, "hint +1 5") is None
    assert says("play_hinted_newest(0)", at, "hint +1 5") == "play 0"


def test_play_fresh_plays_what_was_never_hinted_before() -> None:
    at = hinted("r1 y3 g3 r4{*,4} w4", fireworks="r0 y0 g0 w0 b0")
    assert says("play_fresh(0)", at, "hint +1 r") == "play 0"


def test_play_hinted_again_plays_what_was_hinted_before() -> None:
    at = hinted("y3 r4{*,4} g3 r5 w4", fireworks="r3 y0 g0 w0 b0")
    assert says("play_hinted_again(0)", at, "hint +1 r") == "play 1"
    assert says("play_hinted_again(0)", at, "hint +1 g") is None


def test_play_following_continues_what_the_partner_played() -> None:
    at = """
        fireworks r1 y0 g0 w0 b0   hints 4
        alice  y3  g3  r3{r,*}  w4  w4
        > bob  r2  y1  b1  b4  g4
    """
    assert says("play_following(0)", at, "play 0") == "play 2"
    assert says("play_following(0)", at, "play 1") is None


def test_play_finesse_trusts_that_the_missing_card_is_there() -> None:
    at = hinted("y4 r2 g3 w4 r1")
    assert says("play_finesse", at, "hint +1 2") == "play 4"
    assert says("play_finesse", at, "hint +1 3") is None


def test_play_finesse_prepares_for_the_next_players_card() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0   hints 4
        alice  y4  g3  w4  b4  r1
        bob    y3  r2  g4  b3  w3
        > cathy  g2  w2  y2  b2  b3
    """
    assert says("play_finesse", at, "hint +2 2") == "play 4"
