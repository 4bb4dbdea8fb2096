"""Our rules that discard, and the one that does anything."""

from __future__ import annotations

from tamaya import Setup
from tamaya.rules import rule
from tests.rules.scenario import reached, says, says_by_chance
from tests.rules.test_tamaya_play import LATE


def alice(
    cards: str, *, fireworks: str = "r0 y0 g0 w0 b0", bob: str = "y2 g3 w4 b4 b3", hints: int = 4
) -> str:
    """A position in which alice may discard."""
    return f"""
        fireworks {fireworks}   hints {hints}
        alice  {cards}
        bob    {bob}
    """


UNHINTED = alice("?? ?? ?? ?? ??")
ALL_BEGUN = "r1 y1 g1 w1 b1"


def test_discard_useless_lets_go_what_cannot_score() -> None:
    at = alice("?? ?? y1{*,1} ?? ??", fireworks=ALL_BEGUN)
    assert says("discard_useless", at) == "discard 2"
    assert says("discard_useless", UNHINTED) is None


def test_discard_identified_needs_color_and_rank() -> None:
    at = alice("?? y1{*,1} ?? r1{r,1} ??", fireworks=ALL_BEGUN)
    assert says("discard_identified", at) == "discard 3"


MOSTLY_USELESS = alice("r1{r,*} ?? ?? ?? ??", fireworks="r4 y0 g0 w0 b0")


def test_discard_probably_useless_weighs_the_copies_left() -> None:
    # Of six red cards only the r5 is still needed: 83 %.
    assert says("discard_probably_useless(80)", MOSTLY_USELESS) == "discard 0"
    assert says("discard_probably_useless(90)", MOSTLY_USELESS) is None


def test_discard_probably_useless_unhinted_leaves_hinted_cards_alone() -> None:
    assert says("discard_probably_useless_unhinted(0)", MOSTLY_USELESS) == "discard 1"


def test_discard_held_elsewhere_trusts_the_partners_copy() -> None:
    assert says("discard_held_elsewhere", alice("?? ?? g3{g,3} ?? ??")) == "discard 2"
    assert says("discard_held_elsewhere", alice("?? ?? g4{g,4} ?? ??")) is None


def test_discard_probably_held_elsewhere_weighs_the_partners_cards() -> None:
    at = alice("?? ?? g3{*,3} ?? ??", bob="r3 y3 g3 w4 b4")
    # Three of the seven 3s left are copies of what bob holds.
    assert says("discard_probably_held_elsewhere(40)", at) == "discard 2"
    assert says("discard_probably_held_elsewhere(60)", at) is None


def test_discard_repeated_lets_the_second_copy_go() -> None:
    at = alice("?? g2{g,2} ?? g2{g,2} ??")
    assert says("discard_repeated", at) == "discard 1"


def test_discard_oldest_and_newest_go_by_age() -> None:
    assert says("discard_oldest", UNHINTED) == "discard 0"
    assert says("discard_newest", UNHINTED) == "discard 4"


def test_age_is_not_the_slot_where_slots_are_refilled_in_place() -> None:
    state = reached(UNHINTED, "discard 0", "discard 4", setup=Setup.competition())
    assert str(rule("discard_oldest")(state.view(0))) == "discard 1"
    assert str(rule("discard_chop")(state.view(0))) == "discard 1"
    assert str(rule("discard_newest")(state.view(0))) == "discard 0"


def test_discard_chop_protects_hinted_cards() -> None:
    assert says("discard_chop", alice("r3{*,3} ?? ?? ?? ??")) == "discard 1"


def test_discard_newest_unhinted_protects_hinted_cards() -> None:
    assert says("discard_newest_unhinted", alice("?? ?? ?? ?? r3{*,3}")) == "discard 3"


def test_discard_chop_when_short_waits_until_tokens_are_few() -> None:
    assert says("discard_chop_when_short(5)", UNHINTED) == "discard 0"
    assert says("discard_chop_when_short(4)", UNHINTED) is None


def test_discard_chop_with_pace_stops_when_turns_run_out() -> None:
    assert says("discard_chop_with_pace(3)", UNHINTED) == "discard 0"
    assert says("discard_chop_with_pace(1)", LATE) == "discard 0"
    assert says("discard_chop_with_pace(2)", LATE) is None


def test_discard_chop_carefully_looks_at_the_risk() -> None:
    # Five of the 45 cards alice does not see are 5s.
    assert says("discard_chop_carefully(15)", UNHINTED) == "discard 0"
    assert says("discard_chop_carefully(5)", UNHINTED) is None


def test_discard_oldest_hinted_gives_up_a_card_that_has_to_wait() -> None:
    assert says("discard_oldest_hinted", alice("y1{*,1} r4{*,4} ?? ?? ??")) == "discard 1"


def test_discard_unidentified_takes_what_nothing_is_known_of() -> None:
    assert says("discard_unidentified", alice("r3{r,*} r4{*,4} ?? ?? ??")) == "discard 2"


def test_discard_highest_takes_the_highest_known_rank() -> None:
    assert says("discard_highest", alice("?? r3{*,3} r4{*,4} ?? ??")) == "discard 2"


def test_discard_highest_spare_keeps_last_copies() -> None:
    at = alice("r5{*,5} r3{*,3} r4{*,4} ?? ??")
    assert says("discard_highest", at) == "discard 0"
    assert says("discard_highest_spare", at) == "discard 2"


def test_discard_harmless_takes_what_cannot_be_a_last_copy() -> None:
    assert says("discard_harmless", alice("r5{*,5} ?? ?? r1{*,1} ??")) == "discard 3"


def test_discard_least_critical_takes_the_smallest_risk() -> None:
    assert says("discard_least_critical", alice("?? ?? r3{*,1234} ?? ??")) == "discard 2"


def test_discard_least_critical_unhinted_protects_hinted_cards() -> None:
    at = alice("?? ?? r3{*,3} g3{*,1234} ??")
    assert says("discard_least_critical_unhinted", at) == "discard 3"


def test_discard_least_playable_keeps_what_may_fit() -> None:
    assert says("discard_least_playable", alice("?? r3{*,3} ?? ?? ??")) == "discard 1"


def test_discard_far_takes_what_will_not_fit_for_long() -> None:
    assert says("discard_far(2)", alice("?? r2{*,2} r4{*,4} ?? ??")) == "discard 2"
    assert says("discard_far(2)", alice("?? r3{*,3} r4{*,4} ?? ??")) == "discard 1"
    assert says("discard_far(3)", alice("?? r3{*,3} r4{*,4} ?? ??")) == "discard 2"


def test_unblock_earns_a_token_for_a_partner_without_moves() -> None:
    at = alice("?? ?? r1{*,1} ?? ??", fireworks=ALL_BEGUN, hints=0)
    assert says("unblock", at) == "discard 2"
    assert says("unblock", at.replace("y2 g3", "y2{y,2} g3")) is None
    finishing = alice("r1{r,1} r5{r,5} ?? ?? ??", fireworks="r4 y0 g0 w0 b0", hints=0)
    assert says("unblock", finishing) == "play 1"


def test_discard_for_save_earns_the_token_for_a_save() -> None:
    at = alice("?? ?? ?? r1{*,1} ??", hints=0, bob="r5 g3 w4 b4 b3")
    assert says("discard_for_save", at) == "discard 3"
    assert says("discard_for_save", at.replace("r5", "r4")) is None


def test_discard_randomly_discards_any_card() -> None:
    assert says_by_chance("discard_randomly", UNHINTED) == {f"discard {i}" for i in range(5)}


def test_legal_random_does_anything() -> None:
    assert len(says_by_chance("legal_random", UNHINTED)) > 15
