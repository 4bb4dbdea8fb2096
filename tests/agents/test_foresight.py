"""Intentional with a model of people as its Predict step."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya import Setup
from tamaya.agents import ForesightAgent
from tamaya.agents.families.foresight import ForesightThoughts
from tamaya.errors import TamayaError
from tests.rules.scenario import reached

NAME = "eger:intentional(predict=human:all)"
OPENING = """
    fireworks r0 y0 g0 w0 b0   hints 8
    alice  ??  ??  ??  ??  ??
    bob    r1  g3  w4  y4  b5
"""


def thoughts(name: str, text: str, setup: Setup | None = None) -> ForesightThoughts:
    state = reached(text, setup=setup or Setup.eger(2))
    agent = ty.as_agent(name)
    view = state.view(state.current)
    player = agent.sit()
    player.begin_game(view, 0)
    weighed = player.decide(view).reason.thoughts
    assert isinstance(weighed, ForesightThoughts)
    return weighed


def test_it_hints_the_only_playable_card_because_people_will_play_it() -> None:
    weighed = thoughts(NAME, OPENING)
    assert weighed.step == "hint"
    assert str(weighed.move) in ("hint +1 1", "hint +1 r")
    best = weighed.hints[0]
    assert best.move == weighed.move
    assert best.plays[0] > 0.5, "people play a single hinted 1"


def test_a_five_is_the_hint_that_people_do_not_play() -> None:
    hints = {str(hint.move): hint for hint in thoughts(NAME, OPENING).hints}
    assert hints["hint +1 5"].plays[4] < hints["hint +1 1"].plays[0]
    assert hints["hint +1 5"].worth < hints["hint +1 1"].worth


def test_the_same_position_has_the_same_predictions() -> None:
    first, second = (thoughts(NAME, OPENING) for _ in range(2))
    assert first == second


def test_probabilities_of_a_hint_are_probabilities() -> None:
    for hint in thoughts(NAME, OPENING).hints:
        chances = [*hint.plays, *hint.discards]
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) <= 1 + 1e-9


def test_a_sure_card_is_played_as_by_the_original() -> None:
    at = """
        fireworks r0 y0 g0 w0 b0
        alice  ??  y1{*,1}  ??  g1{*,1}  ??
        bob    r2  r3  r4  y2  y3
    """
    assert str(thoughts(NAME, at).move) == "play 3"
    assert str(thoughts("eger:full(predict=human:all)", at).move) == "play 1"


def test_a_higher_price_of_a_hint_means_fewer_hints() -> None:
    def hints(worth: int) -> int:
        name = f"eger:intentional(predict=human:all, worth={worth})"
        games = [ty.play(name, "human:all", seed=seed, setup="eger") for seed in range(6)]
        return sum(move.is_hint for game in games for move in game.transcript.moves[0::2])

    assert hints(300) < hints(0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_plays_whole_games_with_any_number_of_players(players: int) -> None:
    for setup in ("eger", "standard"):
        final = ty.play(*[NAME] * players, seed=3, setup=f"{setup} players={players}").final
        assert final.over
        assert not final.forfeit


def test_the_core_and_the_arena_play_the_same_games() -> None:
    scores = ty.match(NAME, "human:all", games=3, setup="eger").scores.tolist()
    played = [ty.play(NAME, "human:all", seed=seed, setup="eger").score for seed in range(3)]
    assert scores == played


def test_only_a_model_of_people_can_predict() -> None:
    with pytest.raises(TamayaError, match="expected a model of people"):
        ty.as_agent("eger:intentional(predict=piers)")


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(TamayaError, match="hands"):
        ty.as_agent("eger:intentional(predict=human:all, hands=0)")
    people = ty.as_agent("human:all")
    assert isinstance(people, ty.agents.CoreAgent)
    with pytest.raises(TamayaError, match="cost"):
        ForesightAgent("full", people, cost=-1)
