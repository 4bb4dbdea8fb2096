"""Text to objects and back."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya import (
    Card,
    Move,
    NotationError,
    Setup,
    State,
    TamayaError,
    Transcript,
    UnknownNameError,
)
from tests.setups import setups

CARDS = [Card(f"{color}{rank}") for color in "rygwbm" for rank in range(1, 6)]
WIDEST = Setup(players=5, hand_size=5, extra_suit="standard")
MOVES = [Move.from_action_id(i, WIDEST) for i in range(WIDEST.actions)]


@pytest.mark.parametrize("value", [*CARDS, *MOVES], ids=str)
def test_cards_and_moves_survive_str_repr_and_pickle(value: Card | Move) -> None:
    assert type(value).parse(str(value)) == value
    assert eval(repr(value)) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == value
    assert hash(value) == hash(type(value)(str(value)))


@given(setup=setups())
def test_set_ups_survive_str_repr_and_pickle(setup: Setup) -> None:
    assert Setup.parse(str(setup)) == setup
    assert eval(repr(setup)) == setup
    assert pickle.loads(pickle.dumps(setup)) == setup


def test_presets_are_written_by_name() -> None:
    assert str(Setup()) == "standard players=2"
    assert str(Setup.competition(3)) == "competition players=3"
    assert str(Setup.eger(max_lives=1)) == "eger players=2 max_lives=1"


def test_replacing_the_players_keeps_the_usual_hand_size_usual() -> None:
    assert Setup().replace(players=4).hand_size == 4
    assert Setup(hand_size=3).replace(players=4).hand_size == 3


def test_a_position_reads_like_a_table() -> None:
    state = State.from_deck("r1y2g3w4b5 r5y4g3w2b1 " + remaining("r1y2g3w4b5r5y4g3w2b1"), Setup())
    state.apply("hint +1 r")
    state.apply("hint +1 3")
    state.apply("discard 4")
    lines = str(state).splitlines()
    assert lines[0] == "fireworks r0 y0 g0 w0 b0   hints 7   lives 3   deck 39"
    assert lines[1].startswith("  alice   r1{*,1245}  y2{*,1245}  g3{*,3}  w4{*,1245}  ")
    assert lines[2] == "> bob     r5{r,*}  y4{ygwb,*}  g3{ygwb,*}  w2{ygwb,*}  b1{ygwb,*}"
    assert lines[3] == "discards b5"
    assert (
        str(state.view(0)).splitlines()[1].startswith("  alice   ??{*,1245}  ??{*,1245}  ??{*,3}")
    )


def remaining(dealt: str) -> str:
    cards = [str(card) for card in Setup().cards()]
    for i in range(0, len(dealt), 2):
        cards.remove(dealt[i : i + 2])
    return "".join(cards)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Card("x1"), "not a card: 'x1'"),
        (lambda: Card("r6"), "not a card: 'r6'"),
        (lambda: Card("r"), "not a card: 'r'"),
        (lambda: Move("play 7"), "not a move: 'play 7'"),
        (lambda: Move("hint +0 r"), "not a move: 'hint .0 r'"),
        (lambda: Move("hint 1 r"), "not a move"),
        (lambda: Move.hint_color(0, "r"), r"not a seat to hint: \+0"),
        (lambda: Move.hint_rank(1, 6), "not a rank: 6"),
        (lambda: Move.hint_color(1, "purple"), "not a color: 'purple'"),
        (lambda: Move.play(-1), "not a slot: -1"),
        (lambda: Move.from_action_id(20, Setup()), "no action 20 .expected 0 to 19"),
        (lambda: Move("hint +2 r").action_id(Setup()), "no such move in this set-up"),
        (lambda: Setup(players=6), "players = 6 .expected 2 to 5"),
        (lambda: Setup(players=-(2**31)), "players"),
        (lambda: Setup(hand_size=0), "hand_size = 0"),
        (lambda: Setup(max_lives=10**6), "max_lives = 1000000"),
        (lambda: Setup(first_seat=2), "first_seat = 2 .expected 0 to 1"),
        (lambda: Setup(extra_suit="pink"), "extra_suit = 'pink' .expected none, standard"),
        (lambda: Setup(color_order="rrrrr"), "color_order = 'rrrrr'"),
        (lambda: Setup(players=5, colors=1, ranks=2), "5 hands of 4 cards"),
        (lambda: Setup.parse(""), "not a set-up: ''"),
        (lambda: Setup.parse("standard players=two"), "players = 'two'"),
        (lambda: Setup.parse("standard 3"), "not a set-up field: '3'"),
        (lambda: State.from_deck("r1" * 50), "more r1 than the game has"),
        (lambda: State.from_deck("r1 r1"), "it has 2 cards .expected 50"),
        (lambda: State.from_deck("r1r"), "not a card: 'r'"),
        (lambda: State.from_deck([*Setup().cards()[1:], Card("m1")]), "more m1"),
    ],
)
def test_bad_notation_is_quoted_with_what_was_expected(make: object, complaint: str) -> None:
    assert callable(make)
    with pytest.raises(NotationError, match=complaint):
        make()


@pytest.mark.parametrize("name", ["standart", "house rules"])
def test_an_unknown_preset_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownNameError, match="standard, competition or eger"):
        Setup.parse(name)


def test_an_unknown_field_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no set-up field 'lives'.*max_lives"):
        Setup().replace(lives=3)


class Loud(int):
    """An integer that prints as something else."""

    def __str__(self) -> str:
        return "loud"

    __repr__ = __str__


@pytest.mark.parametrize("kind", [int, Loud, np.int64, np.uint8])
def test_any_type_of_whole_number_serves_as_field_and_seed(kind: type[int]) -> None:
    three = kind(3)
    assert Setup(players=three) == Setup.standard(three) == Setup().replace(players=three)
    assert State.deal(three) == State.deal(3)


@pytest.mark.parametrize(
    "huge", [10**5000, -(10**5000), Loud(10**5000)], ids=["plain", "negative", "loud"]
)
def test_a_huge_number_is_told_by_its_length(huge: int) -> None:
    for make in (Setup, Setup.standard, Setup().replace):
        with pytest.raises(NotationError, match="players = a number of 16610 bits"):
            make(players=huge)
    with pytest.raises(TamayaError, match="not a seed: a number of 16610 bits"):
        State.deal(huge)


def test_a_hand_size_of_zero_is_refused_and_none_means_the_usual_one() -> None:
    for make in (Setup, Setup.eger, Setup().replace):
        with pytest.raises(NotationError, match="hand_size = 0 .expected 1 to 5"):
            make(hand_size=0)
    with pytest.raises(NotationError, match="hand_size = 0 .expected 1 to 5"):
        Setup.parse("standard hand_size=0")
    assert Setup(hand_size=3).replace(hand_size=None) == Setup(hand_size=None) == Setup()


@pytest.mark.parametrize("word", ["shift\0in_place", "\udcff", "\ud800x"], ids=ascii)
def test_words_with_odd_characters_are_quoted_whole(word: str) -> None:
    for make in (Setup, Setup.standard, Setup().replace):
        with pytest.raises(NotationError, match="refill = '.*' .expected shift or in_place"):
            make(refill=word)
    with pytest.raises(NotationError, match=r"not a card: '\\udcff'"):
        Card("\udcff")


@pytest.mark.parametrize("wrong", [None, 3, b"r1", ["r1"], 1.5])
def test_wrong_types_are_type_errors(wrong: object) -> None:
    for call in (Card, Move, Setup.parse, Move.parse):
        with pytest.raises(TypeError):
            call(wrong)  # type: ignore[arg-type]


any_text = st.text(st.characters(exclude_categories=()))  # lone surrogates included


@given(text=any_text)
def test_no_text_breaks_a_parser(text: str) -> None:
    changed = lambda word: Setup().replace(refill=word)  # noqa: E731
    preset = lambda word: Setup.standard(**{word: 1})  # noqa: E731
    hint = lambda word: Move.hint_color(1, word)  # noqa: E731
    parsers = (Card.parse, Move.parse, Setup.parse, Transcript.parse, State.from_deck)
    for parse in (*parsers, State.deal(0).apply, changed, preset, hint):
        try:
            parse(text)
        except TamayaError as error:
            assert str(error)


WORDS = [
    *("play", "discard", "hint", "+1", "+2", "0", "3", "r", "y", "5", "r1", "b5", "-", "="),
    *("standard", "eger", "players=2", "max_lives=1", "colors=2", "ranks=2", "hand_size=2"),
    *("tamaya", "transcript", "1", "setup", "deck", "score"),
]


@given(text=st.lists(st.sampled_from([*WORDS, "\n"])).map(" ".join))
def test_no_heap_of_known_words_breaks_a_parser(text: str) -> None:
    for parse in (Move.parse, Setup.parse, Transcript.parse, State.from_deck):
        try:
            parse(text)
        except TamayaError as error:
            assert str(error)
