"""Whole games as text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamaya as ty
from tamaya import IllegalMoveError, Move, NotationError, Setup, TamayaError, Transcript
from tests.setups import random_game, setups


@given(setup=setups(), seed=st.integers(0, 2**64 - 1))
def test_a_transcript_replays_to_the_same_position(setup: Setup, seed: int) -> None:
    state = random_game(setup, seed)[-1]
    transcript = Transcript.of(state)
    assert transcript.replay() == state
    assert Transcript.parse(str(transcript)) == transcript


@given(
    names=st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]))] * 2),
)
def test_any_names_of_players_read_back(names: tuple[str, str]) -> None:
    transcript = Transcript.of(sample_game().final, names)
    assert Transcript.parse(str(transcript)) == transcript


def test_a_name_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(NotationError, match=r"a name is not valid Unicode: '\\ud800'"):
        Transcript.of(sample_game().final, ("alice", "\ud800"))


@pytest.mark.parametrize("name", ["my bot", "", "two\nlines", "score 9", 'the "best"'])
def test_names_with_spaces_and_newlines_read_back(name: str) -> None:
    transcript = Transcript.of(sample_game().final, (name, "other"))
    assert Transcript.parse(str(transcript)).players == (name, "other")


def forfeited_game() -> ty.Game:
    """A game that ended because an agent gave up."""
    agents = ("mapelites:cautious", "mapelites:cautious")
    games = (ty.play(*agents, seed=seed, setup="competition") for seed in count())
    return next(game for game in games if game.final.forfeit)


def test_a_forfeited_game_replays_to_its_end() -> None:
    game = forfeited_game()
    assert game.transcript.replay() == game.final
    assert str(game.transcript).splitlines()[-2:] == ["forfeit", f"score {game.score}"]
    assert Transcript.parse(str(game.transcript)).replay() == game.final
    assert str(game).endswith(f"score {game.score} of 25 (an illegal move ended the game)")


def test_a_forfeit_is_named_where_the_game_is_over_or_the_set_up_raises() -> None:
    over = sample_game().transcript
    with pytest.raises(IllegalMoveError, match="forfeit .*: the game is over"):
        replace(over, forfeit=True).replay()
    with pytest.raises(IllegalMoveError, match="forfeit .*: the set-up does not allow it"):
        replace(over, moves=(), forfeit=True).replay()


def test_positions_are_one_for_the_deal_and_one_for_each_move() -> None:
    transcript = ty.play("legal_random", "legal_random", seed=3).transcript
    positions = list(transcript.positions())
    assert [state.turn for state in positions] == list(range(len(transcript.moves) + 1))
    assert positions[0] == transcript.start()


@cache
def sample_game() -> ty.Game:
    """A game that begins with `play 0` and ends with one point."""
    games = (ty.play("legal_random", "legal_random", seed=seed) for seed in count())
    return next(g for g in games if str(g.transcript.moves[0]) == "play 0" and g.score == 1)


def sample() -> str:
    return str(sample_game().transcript)


def test_a_transcript_is_one_line_for_each_move() -> None:
    lines = sample().splitlines()
    assert lines[:3] == [
        "tamaya transcript 1",
        "setup standard players=2",
        'players ["legal_random", "legal_random"]',
    ]
    assert lines[4] == "play 0"
    assert lines[-1] == "score 1"


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda t: "", "not a transcript: starts with ''"),
        (lambda t: t.replace("transcript 1", "transcript 9"), "expected 'tamaya transcript 1'"),
        (lambda t: t[: len(t) // 2], "cut off|cards"),
        (lambda t: t.replace("score 1", "score 2"), "lead to score 1"),
        (lambda t: re.sub(r"deck \S\S", "deck m5", t), "more m5"),
        (lambda t: t.replace("setup", "rules"), "expected 'setup ...'"),
        (lambda t: t.replace("\nplay 0\n", "\npaly 0\n"), "not a move: 'paly 0'"),
        (lambda t: re.sub("players .*", 'players ["one"]', t), "1 names for 2 players"),
        (lambda t: re.sub("players .*", "players one two", t), "not the players of a transcript"),
        (lambda t: re.sub("players .*", "players " + "[" * 99999, t), "not the players"),
        (lambda t: t.replace("\nscore", "\nforfeit\nforfeit\nscore"), "not a move: 'forfeit'"),
    ],
)
def test_a_spoilt_transcript_says_what_is_wrong(spoil: object, complaint: str) -> None:
    assert callable(spoil)
    with pytest.raises(NotationError, match=complaint):
        Transcript.parse(spoil(sample()))


def test_an_illegal_move_in_a_transcript_is_named() -> None:
    text = sample().replace("\nplay 0\n", "\ndiscard 0\n", 1)
    with pytest.raises(IllegalMoveError, match="move 1 of the transcript, 'discard 0'"):
        Transcript.parse(text)


def test_moves_after_the_end_are_named() -> None:
    transcript = sample_game().transcript
    longer = Transcript(transcript.setup, transcript.deck, (*transcript.moves, Move("play 0")))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        longer.replay()


@given(cut=st.integers(0, 400), junk=st.binary(max_size=6))
def test_no_damaged_transcript_does_worse_than_a_clear_error(cut: int, junk: bytes) -> None:
    text = sample()
    damaged = text[:cut] + junk.decode("latin-1") + text[cut + len(junk) :]
    try:
        Transcript.parse(damaged)
    except TamayaError as error:
        assert str(error)


def test_a_rendered_game_tells_every_turn_and_the_end() -> None:
    game = sample_game()
    lines = str(game).splitlines()
    assert lines[0] == "standard players=2   alice = legal_random   bob = legal_random"
    assert f"1  {game.final.events[0]}" in lines[4]
    assert lines[-1] == "score 1 of 25 (bombed: the last life was lost)"
    assert len(lines) == 1 + 3 + len(game.transcript.moves) + 1
