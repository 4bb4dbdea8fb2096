"""A remote program receives what its player may know, and nothing else."""

from __future__ import annotations

import json

import pytest

import tamaya as ty
from tamaya.errors import RemoteAgentError
from tamaya.game import State
from tamaya.remote import messages
from tests.web.hidden import elsewhere, random_deal


def played(deck: tuple[ty.Card, ...], setup: ty.Setup, moves: tuple[ty.Move, ...]) -> State:
    state = State.from_deck(deck, setup)
    for move in moves:
        state.apply(move)
    return state


@pytest.mark.parametrize("seed", range(48))
def test_hidden_cards_change_no_message(seed: int) -> None:
    """The same game with other cards in the deck and in the player's hand gives the same bytes."""
    whole = random_deal(seed)
    deal = whole.cut(seed % (len(whole.moves) + 1))
    for viewer in range(deal.setup.players):
        other = elsewhere(deal, viewer, seed)
        views = [
            played(variant.deck, variant.setup, variant.moves).view(viewer)
            for variant in (deal, other)
        ]
        for message in (
            lambda view: messages.game_message(view, 5),
            lambda view: messages.act_message(view, 1.0),
            messages.event_message,
            messages.end_message,
        ):
            first, second = (messages.encode(message(view)) for view in views)
            assert first == second


def test_own_cards_are_null_and_partners_cards_are_named() -> None:
    state = State.deal(3, ty.Setup.standard(3))
    hands = messages.view_message(state.view(1))["hands"]
    assert isinstance(hands, list)
    assert [slot["card"] for slot in hands[1]] == [None] * 5
    assert [slot["card"] for slot in hands[2]] == list(map(str, state.hand(2)))


def test_a_hint_shows_in_knowledge_and_events() -> None:
    state = State.deal(3, ty.Setup.standard(2))
    cards = [card for card in state.hand(1) if card is not None]
    rank = cards[0].rank
    state.apply(ty.Move.parse(f"hint +1 {rank}"))
    message = json.loads(messages.encode(messages.view_message(state.view(1))))
    assert message["hands"][1][0]["ranks"] == [rank]
    assert message["hands"][1][0]["rank_hinted"]
    event = message["events"][0]
    touched = [slot for slot, card in enumerate(cards) if card.rank == rank]
    assert (event["seat"], event["kind"], event["target"]) == (0, "hint_rank", 1)
    assert event["slots"] == touched
    assert message["current"] == 1


def test_an_empty_slot_is_null() -> None:
    state = State.deal(1, ty.Setup.parse("competition players=2"))
    while all(known.present for known in state.knowledge(1)):  # only bob can discard
        legal = state.legal_moves()
        state.apply(next((move for move in legal if move.kind == "discard"), legal[-1]))
    hands = messages.view_message(state.view(1))["hands"]
    assert isinstance(hands, list)
    assert None in hands[1]
    assert None not in hands[0]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"", "answered ''"),
        (b"play 0", "answered 'play 0' .expected a line like"),
        (b"[1, 2]", "expected a line like"),
        (b'{"move": 5}', "expected a line like"),
        (b'{"mvoe": "play 0"}', "expected a line like"),
        (b'{"move": "dance"}', "not a move"),
        (b'{"move": "discard 0"}', "made the illegal move 'discard 0' .expected play 0, play 1"),
        (b"\xff\xfe{", "expected a line like"),
        (b"[" * 100_000, "expected a line like"),
    ],
)
def test_bad_answers_are_quoted(line: bytes, complaint: str) -> None:
    view = State.deal(1, ty.Setup.standard(2)).view(0)
    with pytest.raises(RemoteAgentError, match=complaint) as caught:
        messages.parse_answer(line, view)
    assert len(str(caught.value)) < 500


def test_a_good_answer_is_a_move() -> None:
    view = State.deal(1, ty.Setup.standard(2)).view(0)
    line = b'{"move": "play 2", "comment": "anything"}'
    assert messages.parse_answer(line, view) == ty.Move.parse("play 2")
