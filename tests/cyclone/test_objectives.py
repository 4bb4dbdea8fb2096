"""The scores that training maximizes equal the scores of matches."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya.agents import CycloneAgent
from tamaya.agents.cyclone_terms import vector_of
from tamaya.agents.families.cyclone import published
from tamaya.cyclone import ScoreObjective

STYLES = [published()["human_like", "table1"], published()["self_play", "code"]]
VECTORS = np.array([vector_of(weights) for weights in STYLES])


def with_partner(number: int, partner: str, first_seed: int, half: int) -> np.ndarray:
    cyclone = CycloneAgent(STYLES[number])
    first = ty.match(cyclone, partner, games=half, first_seed=first_seed)
    second = ty.match(partner, cyclone, games=half, first_seed=first_seed + half)
    return np.concatenate([first.scores, second.scores])


def test_self_play_is_a_match_with_itself() -> None:
    values = ScoreObjective(games=30, first_seed=7).evaluate(VECTORS)
    for value, weights in zip(values, STYLES, strict=True):
        games = ty.match(CycloneAgent(weights), CycloneAgent(weights), games=30, first_seed=7)
        assert value == pytest.approx(games.score.mean)
    strict = ScoreObjective(games=30, first_seed=7, strict=True).evaluate(VECTORS)
    bombed = ty.match(*(CycloneAgent(STYLES[0]) for _ in "ab"), games=30, first_seed=7)
    assert strict[0] == pytest.approx(bombed.strict_score.mean)
    assert strict[0] < values[0]


@pytest.mark.parametrize("partners", [("piers",), ("piers", "eger:full"), ("tamaya", "outer")])
def test_partners_sit_on_both_sides_and_the_mean_or_worst_counts(partners: tuple[str, ...]) -> None:
    half = 20 // len(partners)
    mean = ScoreObjective(partners=partners, games=40, first_seed=5).evaluate(VECTORS)
    worst = ScoreObjective(partners=partners, games=40, first_seed=5, over="worst").evaluate(
        VECTORS
    )
    for number in range(len(VECTORS)):
        means = [
            with_partner(number, name, 5 + 2 * half * place, half).mean()
            for place, name in enumerate(partners)
        ]
        assert mean[number] == pytest.approx(np.mean(means))
        assert worst[number] == pytest.approx(min(means))


def test_partners_written_in_python_play_too() -> None:
    searching = "mcs(piers, iterations=2)"
    values = ScoreObjective(partners=("piers", searching), games=8).evaluate(VECTORS[:1])
    means = [
        with_partner(0, name, 4 * at, 2).mean() for at, name in enumerate(("piers", searching))
    ]
    assert values[0] == pytest.approx(np.mean(means), abs=2.5)


def test_blocks_have_decks_of_their_own() -> None:
    objective = ScoreObjective(games=20)
    next_decks = ScoreObjective(games=20, first_seed=20)
    assert objective.evaluate(VECTORS, 1).tolist() == next_decks.evaluate(VECTORS, 0).tolist()


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"games": 1}, "games = 1 .expected 2 to"),
        ({"over": "best"}, "over = 'best' .expected mean or worst"),
        ({"partners": ("nobody",)}, "no agent 'nobody'"),
        ({"setup": "chess"}, "no preset 'chess'"),
        ({"first_seed": -1}, "first_seed = -1"),
    ],
)
def test_impossible_scores_are_refused(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ScoreObjective(**settings)  # type: ignore[arg-type]
