"""Games in random set-ups, played by the engine and by the Python oracle."""

from __future__ import annotations

import json
import random

import tamaya as ty
from tests.fuzz.target import Refused, Target, register
from tests.oracle import hanabi
from tests.oracle.test_differential import SETUPS, compare, compare_event, rules_of


def _draw(rng: random.Random) -> bytes:
    """A random set-up, seed, and level of care of the players."""
    colors, ranks = rng.randint(1, 5), rng.randint(1, 5)
    extra = rng.choice(("none", "standard", "single", "rainbow"))
    cards = ty.Setup(colors=colors, ranks=ranks, extra_suit=extra, hand_size=1)
    players = rng.randint(2, max(2, min(5, cards.deck_size)))
    size = rng.randint(1, max(1, min(5, cards.deck_size // players)))
    setup = {
        "players": players,
        "colors": colors,
        "ranks": ranks,
        "extra_suit": extra,
        "hand_size": size,
        "max_hints": rng.randint(0, 10),
        "max_lives": rng.randint(1, 5),
        "refill": rng.choice(("shift", "in_place")),
        "discard_at_max": rng.random() < 0.5,
        "first_seat": rng.randrange(players),
    }
    return json.dumps({"setup": setup, "seed": rng.getrandbits(63), "play": rng.random()}).encode()


def _run(data: bytes) -> None:
    try:
        given = json.loads(data)
        setup, seed, careful = ty.Setup(**given["setup"]), int(given["seed"]), float(given["play"])
    except (ValueError, TypeError, KeyError):
        raise Refused from None
    rules, rng = rules_of(setup), random.Random(seed)
    SETUPS[rules] = setup
    state = ty.State.deal(seed, setup)
    game = hanabi.Game(rules, [(card.color, card.rank) for card in state.full_deck])
    compare(state, game)
    while not state.over:
        move = rng.choice(state.legal_moves())
        if move.kind == "play" and rng.random() < careful:
            move = rng.choice(state.legal_moves())
        event = state.apply(move)
        game.apply(hanabi.id_to_move(rules, move.action_id(setup)))
        compare(state, game)
        assert game.last is not None
        compare_event(event, game.last, rules)
    seat = seed % setup.players
    imagined = state.view(seat).imagine(seed)
    assert ty.Transcript.of(imagined).replay() == imagined


register(
    Target(
        "engine",
        "the engine and the Python oracle agree after every move of every set-up",
        _draw,
        _run,
    )
)
