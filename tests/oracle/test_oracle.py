"""The oracle alone, against the rules of the game and against recorded games."""

import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import TypedDict

import pytest

from tests.truth import SAMPLE, is_sample, sources

from .hanabi import Card, Game, Move, Rules, deck_cards, id_to_move, move_to_id


def cards(text: str) -> list[Card]:
    return [(word[0], int(word[1:])) for word in text.split()]


def game(rules: Rules, deck: str, *moves: Move) -> Game:
    at = Game(rules, cards(deck))
    for move in moves:
        at.apply(move)
    return at


def hand(at: Game, seat: int) -> list[Card | None]:
    return [slot.card for slot in at.hands[seat]]


def test_a_suit_has_three_ones_and_a_single_card_of_the_top_rank() -> None:
    assert deck_cards(Rules(colors=1)) == cards("r1 r1 r1 r2 r2 r3 r3 r4 r4 r5")
    assert deck_cards(Rules(colors=2, ranks=1)) == cards("r1 r1 r1 y1 y1 y1")
    assert deck_cards(Rules(extra_suit="single"))[50:] == cards("m1 m2 m3 m4 m5")
    assert len(deck_cards(Rules())) == 50
    assert len(deck_cards(Rules(extra_suit="standard"))) == 60
    assert len(deck_cards(Rules(extra_suit="rainbow"))) == 60


def test_action_ids_are_discards_then_plays_then_color_hints_then_rank_hints() -> None:
    for players, hand_size, count in ((2, 5, 20), (3, 5, 30), (4, 4, 38), (5, 4, 48)):
        rules = Rules(players=players, hand_size=hand_size)
        assert [move_to_id(rules, id_to_move(rules, i)) for i in range(count)] == [*range(count)]
        with pytest.raises(ValueError, match="not an action id"):
            id_to_move(rules, count)
    three = Rules(players=3)
    assert id_to_move(three, 4) == ("discard", 4)
    assert id_to_move(three, 5) == ("play", 0)
    assert id_to_move(three, 14) == ("hint_color", 1, "b")
    assert id_to_move(three, 15) == ("hint_color", 2, "r")
    assert id_to_move(three, 29) == ("hint_rank", 2, 5)
    assert id_to_move(Rules(extra_suit="standard"), 15) == ("hint_color", 1, "m")
    assert id_to_move(Rules(extra_suit="rainbow"), 15) == ("hint_rank", 1, 1)


def test_a_hint_needs_a_token_and_a_touched_card_and_a_discard_a_missing_token() -> None:
    deck = "r1 r2 y1 y1 r3"
    at = game(Rules(colors=2, ranks=3, hand_size=2, max_hints=1), deck)
    plays: list[Move] = [("play", 0), ("play", 1)]
    discards: list[Move] = [("discard", 0), ("discard", 1)]
    assert at.legal_moves() == [*plays, ("hint_color", 1, "y"), ("hint_rank", 1, 1)]
    with pytest.raises(ValueError, match="illegal move of seat 0"):
        at.apply(("discard", 0))
    at.apply(("hint_rank", 1, 1))
    assert (at.hints, at.legal_moves()) == (0, discards + plays)
    lenient = Rules(colors=2, ranks=3, hand_size=2, max_hints=1, discard_at_max=True)
    assert game(lenient, deck).legal_moves()[:2] == discards
    assert game(lenient, deck, ("discard", 0)).hints == 1


def test_completing_a_suit_returns_a_token_only_where_one_is_missing() -> None:
    rules = Rules(colors=2, ranks=1, hand_size=2)
    none_missing = game(rules, "r1 r1 y1 y1 r1 y1", ("play", 0))
    one_missing = game(rules, "r1 r1 y1 y1 r1 y1", ("hint_rank", 1, 1), ("play", 1))
    for at, returned in ((none_missing, False), (one_missing, True)):
        assert at.last is not None
        assert (at.hints, at.last.scored, at.last.token_returned) == (8, True, returned)


def test_everyone_has_one_turn_after_the_last_card_is_drawn_also_who_drew_it() -> None:
    rules = Rules(players=3, colors=2, ranks=3, hand_size=1, max_lives=9, first_seat=1)
    at = game(rules, "r3 y3 r2 y2")
    for seat, turns_left in ((1, None), (2, 3), (0, 2), (1, 1)):
        assert (at.current, at.turns_left, at.over) == (seat, turns_left, False)
        at.apply(("play", 0))
    assert (at.turns_left, at.over, at.bombed, at.legal_moves()) == (0, True, False, [])
    nothing_to_draw = game(rules, "r3 y3 r2", ("play", 0), ("play", 0))
    assert not nothing_to_draw.over
    nothing_to_draw.apply(("play", 0))
    assert nothing_to_draw.over


def test_a_shifting_hand_closes_up_and_a_slot_in_place_stays() -> None:
    deck = "r3 y3 r2 y2 r1 y1"
    moves: list[Move] = [("play", 0), ("hint_color", 1, "r"), ("play", 0), ("play", 1)]
    shift = game(Rules(colors=2, ranks=3, hand_size=2, max_lives=9), deck, *moves)
    assert (hand(shift, 0), hand(shift, 1)) == (cards("r1 y1"), cards("r2"))
    assert [[slot.stamp for slot in seat] for seat in shift.hands] == [[2, 3], [0]]
    assert [slot.color_hinted for slot in shift.hands[0]] == [True, False]
    rules = Rules(colors=2, ranks=3, hand_size=2, max_lives=9, refill="in_place")
    in_place = game(rules, deck, *moves)
    assert (hand(in_place, 0), hand(in_place, 1)) == (cards("y1 y3"), [("r", 2), None])
    assert [[slot.stamp for slot in seat] for seat in in_place.hands] == [[3, 1], [0, 2]]
    gap = in_place.hands[1][1]
    assert (gap.colors, gap.ranks, gap.rank_hinted) == ({"r", "y"}, {1, 2, 3}, False)
    in_place.apply(("hint_rank", 1, 2))
    assert (gap.colors, gap.ranks, gap.rank_hinted) == ({"r", "y"}, {1, 3}, False)


def test_the_move_that_ends_the_game_draws_no_card() -> None:
    gap_at_the_end: dict[str, list[Card | None]] = {"shift": [], "in_place": [None]}
    for refill, left in gap_at_the_end.items():
        rules = Rules(colors=1, ranks=2, hand_size=1, max_lives=1, refill=refill)
        bombed = game(rules, "r2 r1 r1 r1", ("play", 0))
        assert (bombed.bombed, bombed.over, bombed.deck) == (True, True, cards("r1 r1"))
        assert (hand(bombed, 0), bombed.next_stamp) == (left, [2, 1])
        won = game(rules, "r1 r2 r1 r1", ("play", 0), ("play", 0))
        assert (won.score, won.over, won.deck, hand(won, 1)) == (2, True, cards("r1"), left)


def test_a_hint_tells_of_the_cards_it_does_not_touch_and_touches_every_rainbow_card() -> None:
    deck = "g1 g1 g2 r1 m2 y1 g3"
    red: Move = ("hint_color", 1, "r")
    standard = game(Rules(colors=3, hand_size=3, extra_suit="standard"), deck, red)
    assert [slot.colors for slot in standard.hands[1]] == [{"r"}, set("ygm"), set("ygm")]
    assert [slot.color_hinted for slot in standard.hands[1]] == [True, False, False]
    rainbow = game(Rules(colors=3, hand_size=3, extra_suit="rainbow"), deck, red)
    assert [slot.colors for slot in rainbow.hands[1]] == [set("rm"), set("rm"), set("yg")]
    rainbow.apply(("hint_rank", 1, 1))
    assert [slot.ranks for slot in rainbow.hands[0]] == [{1}, {1}, {2, 3, 4, 5}]
    rainbow.apply(("hint_color", 1, "y"))
    assert [slot.colors for slot in rainbow.hands[1]] == [{"r"}, {"m"}, {"y"}]
    assert rainbow.last is not None
    assert (rainbow.last.actor, rainbow.last.touched) == (0, (1, 2))


def test_a_lost_card_makes_those_above_it_dead_and_a_last_copy_is_critical() -> None:
    at = game(Rules(colors=2, hand_size=2), "r4 r4 y2 y2 r5")
    at.fireworks["r"] = 2
    at.discards = cards("y1 y3 r3 y1 y3")
    assert at.playable() == set(cards("r3 y1"))
    assert at.dead() == set(cards("r1 r2 y3 y4 y5"))
    assert at.critical() == set(cards("r3 r5 y1"))
    assert at.unseen(0) == Counter(cards("r4 r4 r5"))


def recorded_text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def cards_of_pairs(text: str) -> list[Card]:
    """``"R1G2"`` as cards; the orange of some games is our yellow."""
    text = text.lower().replace("o", "y")
    return [(text[i], int(text[i + 1])) for i in range(0, len(text), 2)]


class JaxmarlGame(TypedDict):
    deck: str
    actions: list[int]
    strict_score: int


@pytest.mark.truth
@pytest.mark.parametrize("path", sources("recorded_games/jaxmarl_2p_strict.jsonl.gz"))
def test_recorded_jaxmarl_games_end_at_their_last_move_with_their_score(path: Path) -> None:
    lines = recorded_text(path).splitlines()
    assert len(lines) == (500 if is_sample(path) else 5000)
    for line in lines:
        recorded: JaxmarlGame = json.loads(line)
        at = Game(Rules(), cards_of_pairs(recorded["deck"]))
        for action in recorded["actions"]:
            assert not at.over
            at.apply(id_to_move(at.rules, action))
        assert at.over
        assert (0 if at.bombed else at.score) == recorded["strict_score"]


class HleView(TypedDict):
    cur: int | str
    legal: list[int]


HleGame = TypedDict(
    "HleGame",
    {
        "players": int,
        "deals_color*5+rank_in_draw_order": list[int],
        "actions": list[int],
        "views_before_each_action_then_terminal": list[HleView],
        "score": int,
        "fireworks": list[int],
        "life": int,
        "info": int,
        "end": str,
    },
)


@pytest.mark.truth
def test_recorded_hle_games_have_the_same_legal_moves_and_the_same_end() -> None:
    text = recorded_text(SAMPLE / "recorded_games/hle_encoder_golden.json")
    all_recorded: list[HleGame] = json.loads(text)
    assert len(all_recorded) == 16
    for recorded in all_recorded:
        players = recorded["players"]
        rules = Rules(players=players, hand_size=5 if players < 4 else 4)
        drawn = [("rygwb"[i // 5], i % 5 + 1) for i in recorded["deals_color*5+rank_in_draw_order"]]
        never_drawn = Counter(deck_cards(rules)) - Counter(drawn)
        at = Game(rules, [*drawn, *never_drawn.elements()])
        views = recorded["views_before_each_action_then_terminal"]
        assert len(views) == len(recorded["actions"]) + 1
        for action, view in zip(recorded["actions"], views, strict=False):
            legal = [move_to_id(rules, move) for move in at.legal_moves()]
            assert (at.current, legal) == (view["cur"], view["legal"])
            at.apply(id_to_move(rules, action))
        assert at.over
        assert at.bombed == (recorded["end"] == "OUT_OF_LIFE_TOKENS")
        assert len(at.deck) == never_drawn.total()
        assert (0 if at.bombed else at.score) == recorded["score"]
        assert [*at.fireworks.values()] == recorded["fireworks"]
        assert (at.lives, at.hints) == (recorded["life"], recorded["info"])


class FossgalaxyGame(TypedDict):
    deck: str
    moves: list[tuple[str, int]]
    score: int
    lives: int
    info: int
    disqualified: int


def fossgalaxy_move(text: str) -> Move:
    """``P2``, ``D2``, ``V3@1`` or ``CB@0`` in a game of two; an unnamed color becomes n."""
    kind, value = text[0], text[1].lower().replace("o", "y")
    if kind == "C":
        return ("hint_color", 1, value)
    if kind == "V":
        return ("hint_rank", 1, int(value))
    return ("play" if kind == "P" else "discard", int(value))


@pytest.mark.truth
@pytest.mark.parametrize("path", sources("java_framework/whole_games.jsonl.gz"))
def test_recorded_fossgalaxy_games_refill_in_place_and_end_the_same(path: Path) -> None:
    for line in recorded_text(path).splitlines():
        recorded: FossgalaxyGame = json.loads(line)
        moves = [fossgalaxy_move(text) for text, _ in recorded["moves"]]
        illegal = [moves.pop()] if recorded["disqualified"] else []
        at = Game(Rules(refill="in_place"), cards_of_pairs(recorded["deck"]))
        for move in moves:
            at.apply(move)
        assert at.over != bool(illegal)
        assert not any(at.is_legal(move) for move in illegal)
        result = (recorded["score"], recorded["lives"], recorded["info"])
        assert (at.score, at.lives, at.hints) == result


class PyhanabiGame(TypedDict):
    seed: int
    actions: list[tuple[int, int, int]]
    score: int
    strikes: int


def pyhanabi_deck(seed: int) -> list[Card]:
    """Shuffles as Python 2.7 did, with that program's order of colors."""
    deck = [(color, rank) for color in "gywbr" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    generator = random.Random(seed)
    for i in range(49, 0, -1):
        j = int(generator.random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def pyhanabi_move(kind: int, value: int) -> Move:
    if kind == 0:
        return ("hint_color", 1, "gywbr"[value])
    if kind == 1:
        return ("hint_rank", 1, value)
    return ("play" if kind == 2 else "discard", value)


@pytest.mark.truth
@pytest.mark.parametrize("path", sources("eger/agent_traces.jsonl.gz"))
def test_recorded_pyhanabi_games_discard_at_eight_tokens_and_end_the_same(path: Path) -> None:
    for line in recorded_text(path).splitlines():
        recorded: PyhanabiGame = json.loads(line)
        at = Game(Rules(discard_at_max=True), pyhanabi_deck(recorded["seed"]))
        for seat, kind, value in recorded["actions"]:
            assert (at.current, at.over) == (seat, False)
            at.apply(pyhanabi_move(kind, value))
        assert at.over
        assert (at.score, 3 - at.lives) == (recorded["score"], recorded["strikes"])
