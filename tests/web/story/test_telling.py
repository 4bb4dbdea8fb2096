"""Turning points of games, against positions with known answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tamaya as ty
from tamaya.game import Move, Setup, State
from tamaya.transcript import Transcript
from tamaya.web.replay.recording import Recording
from tamaya.web.story.judging import Judge
from tamaya.web.story.models import advisers, seat_models
from tamaya.web.story.telling import Telling
from tamaya.web.story.themes import chance_of_play, theme_of

TEAM = ("tamaya", "tamaya")


def recording(transcript: Transcript) -> Recording:
    names = replace(transcript, players=("Ann", "Bo"))
    return Recording("game", names, (None, "tamaya"), 0)


def known_dud(state: State) -> Move | None:
    """A play of a card that the player to move knows to be unplayable."""
    view, playable = state.view(state.current), set(state.playable)
    for slot, known in enumerate(view.knowledge(view.me)):
        touched = known.color_hinted or known.rank_hinted
        if touched and not set(view.possible(slot)) & playable:
            return Move.play(slot)
    return None


def with_a_known_dud() -> tuple[Recording, int]:
    """A game in which seat 0 plays a known dud on its last life, halfway through the game."""
    for seed in range(100):
        game = recording(ty.play(*TEAM, seed=seed, setup="standard max_lives=1").transcript)
        for turn in range(24, game.turns, 2):
            dud = known_dud(game.positions[turn])
            if dud is not None:
                return game.branched(turn, [str(dud)]), turn
    raise AssertionError("no known dud in these games")


def test_a_certain_misplay_on_the_last_life_is_the_turning_point() -> None:
    game, turn = with_a_known_dud()
    assert game.positions[-1].bombed
    telling = Telling(game, (None, "tamaya"), seat=0, haste=8)
    points = telling.points()
    worst = min(points, key=lambda point: point.change.mean)
    assert worst.turn == turn
    assert worst.verdict == "mistake"
    assert worst.choice.mean == pytest.approx(worst.change.mean)  # nothing of it was luck
    assert theme_of(game.positions[turn], worst) == "dud"
    lesson = telling.lesson(points)
    assert (lesson.theme, lesson.turn, lesson.seat) == ("dud", turn, 0)


def risky_play(*, succeeds: bool) -> tuple[list[State], Move]:
    """A first move that plays an unknown card with one life: nobody can know whether it fits."""
    for seed in range(100):
        state = State.deal(seed, Setup.parse("standard max_lives=1"))
        card = state.hand(0)[0]
        if (card in state.playable) == succeeds:
            after = state.copy()
            after.apply("play 0")
            return [state, after], Move.parse("play 0")
    raise AssertionError("no such deal")


@pytest.mark.parametrize("succeeds", [True, False])
def test_what_the_card_was_is_luck_and_playing_it_unseen_is_the_choice(succeeds: bool) -> None:
    positions, move = risky_play(succeeds=succeeds)
    judged = Judge(positions, [model.agent for model in seat_models(TEAM)]).turn(0, 60)
    assert judged is not None
    assert (judged.seat, judged.move) == (0, move)
    assert judged.blamed  # a hint would have been better, whatever the card was
    assert (judged.luck > 0) == succeeds


def test_the_same_view_gives_the_same_blame_whatever_the_hidden_card_is() -> None:
    """Two deals that look alike to the player: only luck may differ."""
    deal = State.deal(4)
    deck = list(deal.full_deck)
    other_place = next(place for place in range(10, 50) if deck[place] != deck[0])
    deck[0], deck[other_place] = deck[other_place], deck[0]
    other = State.from_deck(deck)
    assert str(deal.view(0)) == str(other.view(0))
    judged = []
    for state in (deal, other):
        after = state.copy()
        after.apply("play 0")
        turn = Judge([state, after], [m.agent for m in seat_models(TEAM)]).turn(0, 30)
        assert turn is not None
        judged.append((turn.best, turn.gain, turn.choice, turn.before))
    assert judged[0] == judged[1]


def test_a_whole_story_has_a_curve_options_and_advice() -> None:
    game = recording(ty.play("human:all", "tamaya", seed=3).transcript)
    story = Telling(game, (None, "tamaya"), seat=0, haste=16).story()
    assert len(story.expected) == game.turns + 1
    assert story.expected[-1] == story.score
    assert story.models == ["tamaya", "tamaya"]
    assert story.exact == [False, True]
    assert 1 <= len(story.points) <= 3
    assert [point.turn for point in story.points] == sorted(point.turn for point in story.points)
    for point in story.points:
        legal = {str(move) for move in game.positions[point.turn].legal_moves()}
        assert {option.move for option in point.options} >= {point.move, point.best}
        assert {option.move for option in point.options} <= legal
        assert [advice.agent for advice in point.advice] == advisers(2)
        assert point.change == pytest.approx(point.choice + point.luck, abs=0.02)
    assert [team.agent for team in story.teams] == advisers(2)[1:]


def test_the_chance_of_a_play_is_the_share_of_possible_cards_that_fit() -> None:
    state = State.deal(5)
    view = state.view(0)
    fitting = sum(view.unseen[card] for card in state.playable)
    assert chance_of_play(view, 0) == pytest.approx(fitting / sum(view.unseen.values()), abs=0.1)


def test_people_and_slow_agents_are_played_by_a_rule_list() -> None:
    models = seat_models([None, "piers", "detective"])
    assert [model.agent.name for model in models] == ["kagiya", "piers", "kagiya"]
    assert [model.exact for model in models] == [False, True, False]
    assert [model.agent.name for model in seat_models([None, "learned:response"])] == list(TEAM)
