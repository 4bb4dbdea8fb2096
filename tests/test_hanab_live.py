"""Games of hanab.live: a real link round-trips byte for byte, and so do our own games."""

from __future__ import annotations

import json

import pytest

import tamaya as ty
from tamaya import hanab_live
from tamaya.game import Setup

# A real game of four players from the site: 53 turns, one strike, 24 points.
LINK = (
    "415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-ajaopbxdbiapaagdlbau-"
    "abafxbbwadahxaanavoc-aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-lb,0"
)


def test_a_real_game_is_replayed_as_it_was() -> None:
    game = hanab_live.from_link(hanab_live.SITE + LINK + "#12").transcript
    final = game.replay()
    assert (game.setup.players, len(game.moves), final.lives) == (4, 53, 2)
    assert [final.fireworks[color] for color in "rygwb"] == [4, 5, 5, 5, 5]


def test_a_real_link_is_written_as_it_was_read() -> None:
    assert hanab_live.to_link(hanab_live.from_link(LINK).transcript) == hanab_live.SITE + LINK


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("colors", ["colors=5", "colors=4", "colors=3", "extra_suit=standard"])
def test_our_games_read_back(players: int, colors: str) -> None:
    setup = Setup.parse(f"standard players={players} {colors}")
    game = ty.play(*["piers"] * players, seed=players, setup=setup).transcript
    assert hanab_live.from_json(hanab_live.to_json(game)).transcript == game
    read = hanab_live.from_link(hanab_live.to_link(game)).transcript
    assert (read.setup, read.deck, read.moves) == (game.setup, game.deck, game.moves)


def test_orders_are_places_in_the_deck_and_seats_are_absolute() -> None:
    game = ty.Transcript(
        Setup.standard(3),
        ty.State.deal(5, Setup.standard(3)).full_deck,  # type: ignore[arg-type]
        tuple(map(ty.Move.parse, ("play 1", "play 4", "play 0"))),
    )
    actions = json.loads(hanab_live.to_json(game))["actions"]
    assert [(a["type"], a["target"]) for a in actions] == [(0, 1), (0, 9), (0, 10)]


def test_notes_names_and_the_first_seat_are_kept() -> None:
    game = ty.play("piers", "iggi", setup="standard first_seat=1").transcript
    read = hanab_live.from_json(hanab_live.to_json(game, [["r1?"], []]))
    assert read.transcript == game
    assert read.notes == (("r1?",), ())


def test_a_game_that_was_ended_early_reads_up_to_there() -> None:
    data = json.loads(hanab_live.to_json(ty.play("piers", "piers").transcript))
    data["actions"] = [*data["actions"][:7], {"type": 4, "target": 0, "value": 4}]
    assert len(hanab_live.from_json(json.dumps(data)).transcript.moves) == 7


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"options": {"variant": "Rainbow (5 Suits)"}}, r"variant 'Rainbow \(5 Suits\)'"),
        ({"options": {"emptyClues": True}}, "option 'emptyClues'"),
        ({"players": ["a"] * 6}, "6 players"),
        ({"players": "ab"}, "players: 'ab'"),
        ({"deck": [{"suitIndex": 9, "rank": 1}]}, "no suit 9"),
        ({"deck": [{"suitIndex": 0, "rank": "x"}]}, "rank: 'x'"),
        ({"actions": [{"type": 9, "target": 0, "value": 0}]}, "action type 9"),
        ({"actions": [{"type": 0, "target": 49, "value": 0}]}, "turn 1 .* does not hold card 49"),
        ({"actions": [{"type": 2, "target": 0, "value": 0}]}, "turn 1 .* cannot hint seat 0"),
        ({"actions": [{"type": 1, "target": 0, "value": 0}]}, "turn 1 .* not allowed"),
        ({"actions": [{"type": 3, "target": 1, "value": 9}]}, "turn 1 .* no rank 9 to hint"),
        ({"actions": [{"type": 2, "target": 1, "value": 7}]}, "turn 1 .* no color 7 to hint"),
        ({"options": [1]}, r"options: '\[1\]' .expected an object"),
        ({"options": {"startingPlayer": 2}}, "startingPlayer '2' .expected 0 to 1"),
        ({"options": {"startingPlayer": "me"}}, "startingPlayer 'me' .expected 0 to 1"),
    ],
)
def test_what_is_not_understood_is_named(change: dict[str, object], words: str) -> None:
    data = json.loads(hanab_live.to_json(ty.play("piers", "piers").transcript)) | change
    with pytest.raises(ty.TamayaError, match=words):
        hanab_live.from_json(json.dumps(data))


def test_json_that_is_no_object_is_refused() -> None:
    with pytest.raises(ty.NotationError, match=r"not a game of .*: '\[1\]' .expected an object"):
        hanab_live.from_json("[1]")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (LINK.replace("415", "451", 1), "not a game of hanab.live"),
        (LINK.replace(",03", ",30", 1), "not a game of hanab.live"),
        (LINK.replace("415", "4x5", 1), "not a digit: 'x'"),
        (LINK.replace("vpsf", "vp!f", 1), "not a letter of a link: '!'"),
        (LINK[: -len(",0")] + ",9999", "cannot play variant 9999 of hanab.live .expected "),
    ],
)
def test_a_damaged_part_of_a_link_is_named(link: str, words: str) -> None:
    with pytest.raises(ty.NotationError, match=words):
        hanab_live.from_link(link)


def test_games_that_the_site_or_its_links_cannot_hold_are_refused() -> None:
    seat_1 = ty.play("piers", "iggi", setup="standard first_seat=1").transcript
    with pytest.raises(ty.NotationError, match="a link .* cannot hold a game that seat 0 does not"):
        hanab_live.to_link(seat_1)
    given_up = ty.play(*["chromosome2019(27)"] * 2, setup="standard illegal=end").transcript
    with pytest.raises(ty.NotationError, match="hanab.live cannot hold a game that ended by forf"):
        hanab_live.to_json(given_up)


@pytest.mark.parametrize(
    "link", ["", "a,b,c", "215,03,0", LINK[:50], LINK.replace(",0", ",16"), "2!5"]
)
def test_damaged_links_are_refused(link: str) -> None:
    with pytest.raises(ty.TamayaError):
        hanab_live.from_link(link)


@pytest.mark.parametrize(
    "setup", ["competition", "eger", "standard max_lives=1", "standard hand_size=4"]
)
def test_other_set_ups_are_refused_by_name(setup: str) -> None:
    game = ty.play("piers", "piers", setup=setup).transcript
    with pytest.raises(ty.NotationError, match="hanab.live does not play"):
        hanab_live.to_json(game)


@pytest.mark.parametrize(
    ("key", "value"),
    [("options", {"variant": []}), ("options", {"variant": {}}), ("players", ["\ud800", "b"])],
)
def test_a_variant_of_another_kind_and_half_a_character_are_refused(
    key: str, value: object
) -> None:
    game = json.loads(hanab_live.to_json(ty.play("piers", "iggi", seed=1).transcript))
    with pytest.raises(ty.NotationError, match="variant|players"):
        hanab_live.from_json(json.dumps({**game, key: value}))
