"""Random games side by side with OpenSpiel, whose wheel contains HLE."""

from __future__ import annotations

import os
import random
import re
from typing import Any

import numpy as np
import pytest

from tamaya import Move, Setup, State

pytestmark = pytest.mark.oracle

GAMES_FOR_EACH_NUMBER_OF_PLAYERS = 500
HLE_COLORS = "rygwb"


def load(players: int) -> Any:
    if os.environ.get("CI"):
        import pyspiel
    else:
        pyspiel = pytest.importorskip("pyspiel", reason="pip install 'open_spiel>=2.0.2'")
    return pyspiel.load_game("hanabi", {"players": players})


def deal_chances(theirs: Any, ours: State, drawn: int) -> int:
    """Gives OpenSpiel our deck, card by card, and returns how many were drawn."""
    while theirs.is_chance_node():
        theirs.apply_action(ours.full_deck[drawn].index)
        drawn += 1
    return drawn


def compare_text(theirs: Any, ours: State) -> None:
    """Tokens, lives, fireworks and discards as HLE prints them."""
    text = str(theirs)
    assert int(re.search(r"Life tokens: (\d+)", text)[1]) == ours.lives  # type: ignore[index]
    assert int(re.search(r"Info tokens: (\d+)", text)[1]) == ours.hints  # type: ignore[index]
    piles = re.search(r"Fireworks: (.*)", text)[1].split()  # type: ignore[index]
    assert {p[0].lower(): int(p[1]) for p in piles} == ours.fireworks
    discards = re.search(r"Discards:(.*)", text)[1].split()  # type: ignore[index]
    assert [d.lower() for d in discards] == [str(card) for card in ours.discards]


def compare_knowledge(theirs: Any, ours: State) -> None:
    """Every hand with what hints told about it: lines like 'R1 || XX|RYGWB12345'."""
    lines = re.findall(r"^(\S\S) \|\| (\S\S)\|([RYGWB]*)([1-5]*)$", str(theirs), re.M)
    slots = [
        (card, knowledge)
        for seat in range(ours.setup.players)
        for card, knowledge in zip(ours.hand(seat), ours.knowledge(seat), strict=True)
    ]
    assert len(lines) == len(slots)
    for (card, hinted, colors, ranks), (our_card, knowledge) in zip(lines, slots, strict=True):
        assert card.lower() == str(our_card)
        assert colors.lower() == knowledge.colors
        assert ranks == "".join(map(str, knowledge.ranks))
        assert (hinted[0] != "X", hinted[1] != "X") == (
            knowledge.color_hinted,
            knowledge.rank_hinted,
        )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_agree_with_open_spiel_after_every_move(players: int) -> None:
    game, setup = load(players), Setup.standard(players)
    moves = 0
    for seed in range(GAMES_FOR_EACH_NUMBER_OF_PLAYERS):
        rng = random.Random(seed)
        ours, theirs = State.deal(seed, setup), game.new_initial_state()
        drawn = deal_chances(theirs, ours, 0)
        while not ours.over:
            assert not theirs.is_terminal()
            assert theirs.current_player() == ours.current
            legal = [move.action_id(setup) for move in ours.legal_moves()]
            assert sorted(theirs.legal_actions()) == legal
            compare_text(theirs, ours)
            compare_knowledge(theirs, ours)
            if moves % 7 == 0:
                for seat in range(players):
                    tensor = np.array(theirs.observation_tensor(seat))
                    assert np.array_equal(tensor, ours.view(seat).observation())
            action = rng.choice(legal)
            if rng.random() < 0.6 and setup.hand_size <= action < 2 * setup.hand_size:
                action = rng.choice(legal)  # fewer plays make longer games
            ours.apply(Move.from_action_id(action, setup))
            theirs.apply_action(action)
            if not ours.over:
                drawn = deal_chances(theirs, ours, drawn)
            moves += 1
        assert theirs.is_terminal()
        compare_text(theirs, ours)
        assert theirs.returns()[0] == ours.strict_score
    assert moves > 10 * GAMES_FOR_EACH_NUMBER_OF_PLAYERS
