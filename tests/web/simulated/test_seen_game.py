"""Positions rebuilt from what a page was sent: the player's view is the real one."""

from __future__ import annotations

import msgspec
import pytest

from tamaya.errors import TamayaError
from tamaya.game import Move
from tamaya.web.game.history import Viewer
from tamaya.web.game.records import Moved
from tamaya.web.simulated.seen_game import made_up_start
from tests.web.game.test_sight import history
from tests.web.hidden import SETUPS, random_deal


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_the_view_is_the_real_one_in_every_turn(number: int) -> None:
    """The made-up hidden cards differ from the real ones, and nothing that the seat knows does."""
    deal = random_deal(number)
    game, differs = history(deal), 0
    for move in deal.moves:
        seat = game.state.current
        table = game.table(Viewer(seat, plays=True))
        state = made_up_start(deal.setup, seat, game.log(seat), table)
        for entry in game.log(seat):
            state.apply(Move.parse(entry.move))
        assert state.view(seat) == game.state.view(seat)
        differs += state.full_deck != game.state.full_deck
        game.take(Moved(0.0, seat, str(move)))
    assert differs > 0


def test_frames_that_contradict_each_other_are_refused() -> None:
    deal = random_deal(0)
    game = history(deal)
    table = game.table(Viewer(0, plays=True))
    hands = tuple(
        msgspec.structs.replace(
            seat, hand=tuple(msgspec.structs.replace(card, negative=0) for card in seat.hand)
        )
        for seat in table.seats
    )
    wrong = msgspec.structs.replace(table, seats=hands)
    with pytest.raises(TamayaError, match="no hand of seat 0 agrees"):
        made_up_start(deal.setup, 0, (), wrong)
