"""Training from scratch on a game that is small enough to be solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
import torch

from tamaya.game import Setup
from tamaya.learn import Config
from tamaya.learn.evaluation import evaluate
from tamaya.learn.export import read_network
from tamaya.learn.run import train
from tests.oracle import hanabi
from tests.oracle.test_differential import rules_of

TINY = "standard colors=2 ranks=2 hand_size=2"
CONFIG = Config(
    setup=TINY,
    games=512,
    steps=16,
    turns=1_000_000,
    hidden=(64, 64),
    minibatches=4,
    precision="float32",
    learning_rate=2e-3,
    final_learning_rate=1e-4,
    entropy=0.03,
    final_entropy=0.001,
)


def decks(cards: list[hanabi.Card]) -> Iterator[tuple[hanabi.Card, ...]]:
    """Every order of the cards once; all are equally likely."""
    if not cards:
        yield ()
    for first in sorted(Counter(cards)):
        rest = list(cards)
        rest.remove(first)
        yield from ((first, *others) for others in decks(rest))


def open_card_score(game: hanabi.Game, ceiling: int) -> int:
    """Best score of players who see all cards; nobody who sees less can do better."""
    if game.over:
        return game.score
    best, hinted = 0, False
    for move in sorted(game.legal_moves(), key=lambda move: move[0] != "play"):
        if best == ceiling or (hinted and move[0].startswith("hint")):
            continue
        hinted |= move[0].startswith("hint")  # with open cards all hints are alike
        after = deepcopy(game)
        after.apply(move)
        best = max(best, open_card_score(after, ceiling))
    return best


@pytest.mark.slow
def test_a_tiny_game_is_learned_to_within_a_tenth_of_a_point_of_its_bound(tmp_path: Path) -> None:
    setup = Setup.parse(TINY)
    rules = rules_of(setup.replace(max_lives=1, max_hints=2))  # more of both can only help
    cards = hanabi.deck_cards(rules)
    scores = [open_card_score(hanabi.Game(rules, deck), setup.max_score) for deck in decks(cards)]
    bound = sum(scores) / len(scores)
    assert (len(scores), bound) == (1120, setup.max_score)
    run = train(tmp_path, CONFIG, device="cpu", threads=1)
    network, config, _ = read_network(run.weights)
    (result,) = evaluate(network, config, torch.device("cpu"), games=10_000)
    assert result.strict.mean > bound - 0.1
