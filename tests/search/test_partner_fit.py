"""Models of unknown partners, fitted to their moves."""

from __future__ import annotations

import itertools

import pytest

import tamaya as ty
from tamaya.errors import TamayaError
from tamaya.search import LearningPredictor, PartnerFit, SeenMove, log_likelihood
from tamaya.search.learning_predictor import LearningPlayer

SETUP = "competition players=2"
UNKNOWN = "elite:canaan2020-1#2,3"


def observed(partner: str, games: int) -> list[SeenMove]:
    """Moves of a partner as Piers, in the other seat, sees them."""
    seen: list[SeenMove] = []
    for seed in range(games):
        states = ty.play("piers", partner, seed=seed, setup=SETUP).transcript.positions()
        for before, after in itertools.pairwise(states):
            if before.current == 1:
                move = SeenMove.of(after.view(0), samples=2, seed=before.turn)
                assert move is not None
                seen.append(move)
    return seen


def test_sampled_views_agree_with_a_hint_about_our_hand() -> None:
    """In each sampled view of the partner, its hint touches the cards that it touched."""
    state = ty.State.deal(3, ty.Setup.parse(SETUP))
    state.apply(next(move for move in state.legal_moves() if move.is_hint))
    hint = next(move for move in state.legal_moves() if move.is_hint and str(move)[-1].isdigit())
    state.apply(hint)
    seen = SeenMove.of(state.view(0), samples=6, seed=0)
    assert seen is not None
    assert seen.move == hint
    touched = list(state.events[-1].touched)
    for view in seen.views:
        rank = str(hint)[-1]
        same = [slot for slot, card in enumerate(view.hand(0)) if str(card).endswith(rank)]
        assert same == touched
        assert view.turn == 1


def test_a_known_partner_is_recognized() -> None:
    partner = PartnerFit().fit(observed("competition:flawed", 6))
    assert partner.source == "population"
    assert partner.agent.name == "competition:flawed"


def test_an_unknown_partner_gets_a_list_that_explains_it_better_than_any_known_agent() -> None:
    seen, other = observed(UNKNOWN, 4), observed(UNKNOWN, 6)[-40:]
    fit = PartnerFit()
    partner = fit.fit(seen)
    assert partner.source == "fitted"
    known = fit.best_known(seen)
    assert log_likelihood(partner.agent, other) > log_likelihood(known.agent, other)


def test_without_moves_a_known_agent_is_the_model() -> None:
    assert PartnerFit().fit([]).source == "population"
    assert PartnerFit(prior=False).fit([]).source == "fitted"


def test_the_predictor_plays_whole_games_and_learns_over_an_episode() -> None:
    agent = ty.as_agent("predictor(learned, iterations=5)")
    assert isinstance(agent, LearningPredictor)
    player = agent.sit(0, 1)
    assert isinstance(player, LearningPlayer)
    partner = ty.as_agent(UNKNOWN)
    for seed in range(2):
        state = ty.State.deal(seed, ty.Setup.parse(SETUP))
        other = partner.sit(1, seed)
        player.begin_game(state.view(0), seed)
        other.begin_game(state.view(1), seed)
        while not state.over:
            mover = player if state.current == 0 else other
            move = mover.decide(state.view(state.current)).move
            assert move is not None
            state.apply(move)
            player.observe(state.events[-1], state.view(0))
        player.end_game(state.view(0))
    (model,) = player.models(2)
    assert model.source == "fitted"


def test_the_same_seed_gives_the_same_game() -> None:
    name = "predictor(learned, iterations=5)"
    first, second = (ty.play(name, "piers", seed=4, setup=SETUP) for _ in range(2))
    assert first.transcript == second.transcript


@pytest.mark.parametrize("players", [3, 4])
def test_it_fits_a_model_of_each_partner(players: int) -> None:
    team = ["predictor(learned, iterations=3)", *["competition:iggi"] * (players - 1)]
    assert ty.play(*team, seed=2, setup=f"competition players={players}").final.over


@pytest.mark.parametrize(
    "name",
    [
        "predictor(learned | piers)",
        "predictor(learned, piers)",
        "predictor(learned, published=yes)",
    ],
)
def test_learned_cannot_be_combined(name: str) -> None:
    with pytest.raises(TamayaError, match="'learned' cannot be combined with"):
        ty.as_agent(name)
