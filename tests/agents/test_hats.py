"""The hat convention: what everyone knows after a hint, and what they do then."""

from __future__ import annotations

import pytest

import tamaya as ty
from tamaya import Card, Move, State, _core
from tamaya.agents.families.hats import HatsThoughts
from tests.rules.scenario import reached

HATS = "convention:hats"
PLAYERS = [2, 3, 4, 5]


def decision(state: State) -> ty.agents.Decision:
    player = ty.as_agent(HATS).sit(state.current, 0)
    view = state.view(state.current)
    player.begin_game(view)
    return player.decide(view)


def moves(state: State, turns: int) -> list[str]:
    """Makes moves of players who all follow the convention, and returns the moves."""
    texts = []
    for _ in range(turns):
        move = decision(state).move
        texts.append(str(move))
        state.apply(str(move))
    return texts


NEWEST_PLAYABLE = """
    fireworks r0 y0 g0 w0 b0
    > alice  r4  y4  g4  w4
    bob    r3  y3  g3  r1
    cathy  w3  b3  r2  y1
    donald y2  g2  w2  g1
"""


def ranks(state: State, seat: int, slot: int) -> set[int]:
    """Ranks that a seat's own card may have, by the hats that it has worked out."""
    return {card.rank for card in _core.hats_possible(state.view(seat))[seat][slot]}


def test_one_hint_tells_every_other_player_of_their_playable_card() -> None:
    state = reached(NEWEST_PLAYABLE)
    assert moves(state, 1)[0].startswith("hint")
    assert [ranks(state, seat, 3) for seat in (1, 2, 3)] == [{1}, {1}, {1}]
    assert moves(state, 1) == ["play 3"]


def test_each_player_learns_of_their_own_hand() -> None:
    text = NEWEST_PLAYABLE.replace("r3  y3  g3  r1", "r3  y3  r1  g3")
    text = text.replace("y2  g2  w2  g1", "y2  g1  w2  g2")
    state = reached(text)
    moves(state, 1)
    assert [ranks(state, 1, slot) for slot in (2, 3)] == [{1}, {2, 3, 4, 5}]
    assert ranks(state, 2, 3) == {1}
    assert [ranks(state, 3, slot) for slot in (1, 2, 3)] == [{1}, {2, 3, 4, 5}, {2, 3, 4, 5}]
    assert moves(state, 1) == ["play 2"]


@pytest.mark.parametrize("players", PLAYERS)
def test_all_seats_come_to_the_same_beliefs_and_they_are_true(players: int) -> None:
    for seed in range(3):
        state = State.deal(seed, ty.Setup.standard(players))
        for move in ty.play(*[HATS] * players, seed=seed).transcript.moves:
            beliefs = [_core.hats_possible(state.view(seat)) for seat in range(players)]
            assert all(belief == beliefs[0] for belief in beliefs)
            for seat in range(players):
                for slot, card in enumerate(state.hand(seat)):
                    assert card in beliefs[0][seat][slot]
            state.apply(move)


def copies_left(state: State, card: Card) -> int:
    """Copies that are neither played nor discarded."""
    played = state.fireworks[card.color] >= card.rank
    return {1: 3, 5: 1}.get(card.rank, 2) - state.discards.count(card) - played


def numbers_of(state: State, hand: list[list[Card]]) -> int:
    """How many numbers a hint to this hand can say, by what everyone knows of it."""
    slots = [set(cards) for cards in hand if cards]
    same = set.intersection(*slots)
    if any(copies_left(state, card) >= len(slots) for card in same):
        return 2
    colors = set.intersection(*({card.color for card in cards} for cards in slots))
    ranks = set.intersection(*({card.rank for card in cards} for cards in slots))
    return 3 if colors or ranks else 4


def number_of(state: State, hint: Move) -> int:
    """The number that a hint says, as the module of the agent describes it."""
    known = _core.hats_possible(state.view(state.current))
    target = (state.current + (hint.offset or 0)) % state.setup.players
    before = [(state.current + i) % state.setup.players for i in range(1, hint.offset or 0)]
    first = sum(numbers_of(state, known[seat]) for seat in before)
    marked = max(range(len(known[target])), key=lambda slot: (len(known[target][slot]), slot))
    card = state.hand(target)[marked]
    assert card is not None
    if hint.color is not None:
        last = 3 if numbers_of(state, known[target]) == 4 else 2
        return first + (1 if card.color == hint.color else last)
    return first + (0 if card.rank == hint.rank else 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_hint_says_the_sum_of_the_hats_of_the_others(players: int) -> None:
    state = State.deal(4, ty.Setup.standard(players))
    hints = 0
    for move in ty.play(*[HATS] * players, seed=4).transcript.moves:
        thoughts = decision(state).reason.thoughts
        assert isinstance(thoughts, HatsThoughts)
        if thoughts.step == "hint":
            assert all(0 <= hat < thoughts.range for _, hat in thoughts.hats)
            assert number_of(state, move) == sum(hat for _, hat in thoughts.hats) % thoughts.range
            hints += 1
        state.apply(move)
    assert hints > 5


SETUPS = ["standard", "competition", "eger", "standard extra_suit=rainbow"]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("players", [2, 5])
def test_a_player_that_is_asked_in_the_middle_moves_as_one_that_was_there(
    setup: str, players: int
) -> None:
    game = ty.play(*[HATS] * players, seed=11, setup=f"{setup} players={players}")
    state = game.transcript.start()
    for move in game.transcript.moves:
        assert decision(state).move == move
        state.apply(move)


@pytest.mark.parametrize(("players", "least"), [(2, 21.5), (3, 24.4), (4, 24.7), (5, 24.7)])
def test_scores_with_itself(players: int, least: float) -> None:
    matchup = ty.match(*[HATS] * players, games=300)
    assert matchup.strict_score.mean > least


def test_it_plays_legally_with_partners_that_do_not_know_the_convention() -> None:
    for partner in ("piers", "noisy(50, convention:hats)", "eger:full"):
        assert ty.match(HATS, partner, HATS, games=50).forfeits == 0


def test_it_says_what_the_hats_mean() -> None:
    state = reached(NEWEST_PLAYABLE)
    reason = decision(state).reason
    assert isinstance(reason.thoughts, HatsThoughts)
    hint = f"says {reason.thoughts.number} of {reason.thoughts.range}"
    assert str(reason) == f"{hint}: tells each other player their hat"
    assert [seat for seat, _ in reason.thoughts.hats] == [1, 2, 3]
    moves(state, 1)
    assert str(decision(state).reason) == "plays slot 3: the hats say that it is playable"


def test_a_wrong_risk_is_refused() -> None:
    with pytest.raises(ty.TamayaError, match="risk=0 .expected 1 to 100"):
        ty.as_agent("convention:hats(risk=0)")
    with pytest.raises(ty.TamayaError, match="risk = 101 .expected 1 to 100"):
        _core.Policy("hats", {"risk": 101})
