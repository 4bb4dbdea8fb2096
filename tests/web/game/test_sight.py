"""What viewers are told is true, and is all that the rules let them know."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from tamaya.game import Card, State
from tamaya.web.game.card_sets import cards
from tamaya.web.game.history import GameHistory, Viewer, deck_text
from tamaya.web.game.protocol import CardView, EventFrame, Help, TableView
from tamaya.web.game.records import Began, Moved, SeatedPlayer
from tests.web.hidden import SETUPS, Deal, random_deal

ALL = Viewer(None, plays=False)


def history(deal: Deal, level: Help = "negative") -> GameHistory:
    seats = tuple(SeatedPlayer("human", f"P{seat}") for seat in range(deal.setup.players))
    return GameHistory(
        Began(0.0, str(deal.setup), deck_text(deal.deck), 1, seats, level, "episode")
    )


def arranged(first: str, *moves: str, level: Help = "negative") -> GameHistory:
    """A game of two players whose deck begins with these cards, after the moves."""
    setup = State.deal(0).setup
    first_cards = [Card(word) for word in first.split()]
    rest = list(setup.cards())
    for card in first_cards:
        rest.remove(card)
    game = history(Deal(setup, (*first_cards, *rest), ()), level)
    for move in moves:
        game.take(Moved(0.0, game.state.current, move))
    return game


def card_of(table: TableView, key: str) -> CardView:
    return next(card for seat in table.seats for card in seat.hand if card.key == key)


def has(mask: int, *texts: str) -> bool:
    return mask == cards(map(Card, texts))


@pytest.mark.parametrize("number", range(len(SETUPS) * 3))
def test_everything_told_is_true(number: int) -> None:
    deal = random_deal(number)
    game = history(deal)
    faces: dict[str, str] = {}
    for move in deal.moves:
        _check_hands(game, faces)
        mover = game.state.current
        table = game.table(Viewer(mover, plays=True))
        assert [option.move for option in table.choices] == list(map(str, game.state.legal_moves()))
        (choice,) = [option for option in table.choices if option.move == str(move)]
        before = {card.key: card for seat in table.seats for card in seat.hand}
        game.take(Moved(0.0, mover, str(move)))
        (frame,) = game.frames(ALL, game.seq(ALL) - 1)
        assert isinstance(frame, EventFrame)
        entry = frame.entry
        assert entry.touched == choice.touches
        after = {card.key: card for seat in frame.table.seats for card in seat.hand}
        changed = [key for key in entry.touched if after[key].negative != before[key].negative]
        assert len(changed) == choice.news
        if entry.key is not UNSET:
            assert entry.card == faces[str(entry.key)]
            assert (choice.guard == "misplay") <= (entry.kind == "play" and not entry.scored)


def _check_hands(game: GameHistory, faces: dict[str, str]) -> None:
    """A key always names the same card, and the possible cards include the true one."""
    table = game.table(ALL)
    for seat in table.seats:
        for card, truth in zip(seat.hand, filter(None, game.state.hand(seat.seat)), strict=True):
            assert card.card == str(truth)
            assert faces.setdefault(card.key, str(truth)) == str(truth)
            assert card.playable == (truth in game.state.playable)
            assert card.critical == (truth in game.state.critical)
            bit = 1 << truth.index
            assert bit & card.counting
            assert card.counting & ~card.negative == 0
            assert card.negative & ~card.positive == 0
    for counted in table.cards:
        face = Card(counted.card)
        copies = sum(card == face for card in game.state.full_deck)
        assert counted.gone == game.state.discards.count(face)
        assert counted.left == copies - counted.gone - counted.played


def test_hints_tell_what_was_touched_and_what_was_not() -> None:
    game = arranged("r1 r2 g3 b4 w5 y1 y1 y2 y2 g1", "hint +1 y")
    bob = game.table(Viewer(1, plays=True))
    touched, untouched = card_of(bob, "1-0"), card_of(bob, "1-4")
    assert has(touched.positive, "y1", "y2", "y3", "y4", "y5")
    assert untouched.positive == 2**25 - 1
    assert untouched.negative == 2**25 - 1 - touched.positive
    assert [hint.value for hint in touched.hints] == ["y"]
    assert (touched.color_hinted, touched.rank_hinted, untouched.color_hinted) == (
        True,
        False,
        False,
    )
    assert touched.card is UNSET


def test_counting_goes_by_cards_that_holder_and_viewer_both_see() -> None:
    """Ann holds both y2s. Bob sees them and rules them out; Ann cannot know that he does."""
    game = arranged("y2 y2 g3 b4 w5 y1 y1 r2 r3 g1", "hint +1 y")
    possible = "y1", "y3", "y4", "y5"
    assert has(card_of(game.table(Viewer(1, plays=True)), "1-0").counting, *possible)
    assert has(card_of(game.table(Viewer(0, plays=True)), "1-0").counting, "y2", *possible)
    assert has(card_of(game.table(ALL), "1-0").counting, *possible)


@pytest.mark.parametrize(
    ("level", "guard"), [("positive", ""), ("negative", "misplay"), ("counting", "misplay")]
)
def test_a_known_misplay_is_guarded_as_far_as_the_help_goes(level: Help, guard: str) -> None:
    """Nothing is played yet, and a hint of 1s did not touch Bob's first card."""
    game = arranged("r1 g1 g3 b4 w5 y3 y1 y2 b1 g4", "hint +1 1", level=level)
    choices = {choice.move: choice for choice in game.table(Viewer(1, plays=True)).choices}
    assert choices["play 0"].guard == guard
    assert choices["play 1"].guard == ""


def test_a_known_last_copy_is_guarded() -> None:
    game = arranged("r1 g1 g3 b4 w5 y5 y1 y2 b1 g4", "hint +1 5")
    choices = {choice.move: choice for choice in game.table(Viewer(1, plays=True)).choices}
    assert (choices["discard 0"].guard, choices["discard 1"].guard) == ("critical", "")


@pytest.mark.parametrize(
    ("moves", "codes"),
    [
        (("hint +1 1",), {"hint_new", "hint_playable"}),
        (("hint +1 5",), {"hint_new", "hint_critical"}),
        (("play 0",), {"play_guess"}),
        (("hint +1 1", "play 1"), {"play_known"}),
        (("play 2",), {"play_misplay"}),
        (("hint +1 1", "discard 0"), {"discard_unhinted", "discard_lost"}),
        (("hint +1 1", "discard 1"), {"discard_hinted"}),
        (("hint +1 1", "hint +1 1", "hint +1 1"), {"hint_nothing_new", "hint_playable"}),
    ],
)
def test_what_a_move_was_about(moves: tuple[str, ...], codes: set[str]) -> None:
    game = arranged("r1 g1 g3 b4 w5 y5 y1 y2 w1 g4", *moves)
    assert {comment.code for comment in game.log(0)[-1].why} == codes


@pytest.mark.parametrize(
    ("moves", "needed"), [(("play 2",), 1), (("play 1", "hint +1 1", "play 1"), 2)]
)
def test_a_misplay_says_which_rank_the_firework_needs(moves: tuple[str, ...], needed: int) -> None:
    game = arranged("r1 g1 g3 b4 w5 y5 r1 y2 w1 g4", *moves)
    (comment,) = game.log(0)[-1].why
    assert (comment.code, comment.n) == ("play_misplay", needed)


def test_cards_are_called_known_only_where_their_marks_show_one_possibility() -> None:
    """All other 5s are in sight, but the hints alone leave five cards for Bob's 5."""
    game = arranged("r5 y5 g5 w5 r1 b5 r1 r1 y1 y1", "hint +1 5")
    for seat in (0, 1):
        bobs = card_of(game.table(Viewer(seat, plays=True)), "1-0")
        assert has(bobs.negative, "r5", "y5", "g5", "w5", "b5")
        assert "hint_identified" not in {comment.code for comment in game.log(seat)[-1].why}
    assert has(card_of(game.table(Viewer(1, plays=True)), "1-0").counting, "b5")


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_as_many_cards_are_called_known_as_have_one_possibility(number: int) -> None:
    deal = random_deal(number)
    game, identified = history(deal), 0
    for move in deal.moves:
        game.take(Moved(0.0, game.state.current, str(move)))
        table, line = game.table(ALL), game.log(None)[-1]
        touched = [card_of(table, key) for key in line.touched]
        known = sum(card.negative.bit_count() == 1 for card in touched)
        counts = {comment.code: comment.n for comment in line.why}
        assert counts.get("hint_identified", 0) == known
        identified += known
    assert identified


def test_who_is_hinted_is_not_told_what_the_cards_are() -> None:
    game = arranged("r1 g1 g3 b4 w5 y5 y1 y2 w1 g4", "hint +1 1")
    assert {comment.code for comment in game.log(1)[-1].why} == {"hint_new"}


def test_the_ceiling_falls_when_a_last_copy_is_lost() -> None:
    game = arranged("r1 g1 g3 b4 w5 y5 y1 y2 w1 g4", "hint +1 1", "discard 0")
    table = game.table(Viewer(0, plays=True))
    assert (table.ceiling, table.max_score) == (24, 25)
    assert table.pace == 0 + table.deck_size + 2 - 24
