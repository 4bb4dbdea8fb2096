"""Properties of positions and views."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

import tamaya as ty
from tamaya import Card, Move, Setup, State, _core
from tamaya.agents import CoreAgent
from tests.setups import random_game, setups

seeds = st.integers(0, 2**64 - 1)


@given(setup=setups(), seed=seeds)
def test_every_card_is_always_somewhere_exactly_once(setup: Setup, seed: int) -> None:
    for state in random_game(setup, seed):
        fireworks = [
            Card(f"{color}{rank}")
            for color, height in state.fireworks.items()
            for rank in range(1, height + 1)
        ]
        hands = [c for s in range(setup.players) for c in state.hand(s) if c is not None]
        everywhere = Counter(state.deck + hands + state.discards + fireworks)
        assert everywhere == Counter(setup.cards())


@given(setup=setups(), seed=seeds)
def test_the_true_card_is_always_possible(setup: Setup, seed: int) -> None:
    for state in random_game(setup, seed):
        for seat in range(setup.players):
            view = state.view(seat)
            for slot, card in enumerate(state.hand(seat)):
                if card is not None:
                    knowledge = state.knowledge(seat)[slot]
                    assert card.color in knowledge.colors
                    assert card.rank in knowledge.ranks
                    assert card in view.possible(slot)


def hidden_places(state: State, seat: int) -> list[int]:
    """Deck indices of the cards that a seat cannot see: its own hand and the undrawn cards."""
    drawn = len(state.full_deck) - state.deck_size
    places = list(range(drawn, len(state.full_deck)))
    return places + [place for place in own_places(state, seat) if place is not None]


def own_places(state: State, seat: int) -> list[int | None]:
    """For each slot of a seat, which card of the deck it holds."""
    setup = state.setup
    hands: list[list[int | None]] = []
    at = 0
    for _ in range(setup.players):
        hands.append(list(range(at, at + setup.hand_size)))
        at += setup.hand_size
    for event in state.events:
        if event.move is None or event.move.slot is None:
            continue
        hand = hands[event.actor]
        if setup.refill == "shift":
            del hand[event.move.slot]
            if event.drew:
                hand.append(at)
        else:
            hand[event.move.slot] = at if event.drew else None
        at += event.drew
    return hands[seat]


def permuted(state: State, seat: int, rng: random.Random) -> State | None:
    """The same game with other hidden cards, consistent with all hints; None if none was found."""
    deck = state.full_deck
    mine = own_places(state, seat)
    allowed = {
        place: (knowledge.colors, knowledge.ranks)
        for place, knowledge in zip(mine, state.knowledge(seat), strict=True)
        if place is not None
    }
    places = hidden_places(state, seat)
    for _ in range(20 * len(places)):
        a, b = rng.sample(places, 2) if len(places) > 1 else (places[0], places[0])
        swapped = {a: deck[b], b: deck[a]}
        if all(
            card.color in allowed[place][0] and card.rank in allowed[place][1]
            for place, card in swapped.items()
            if place in allowed
        ):
            deck[a], deck[b] = deck[b], deck[a]
    other = State.from_deck(deck, state.setup)
    for event in state.events:
        assert event.move is not None
        other.apply(event.move)
    moved_mine = any(place is not None and deck[place] != state.full_deck[place] for place in mine)
    return other if moved_mine else None


NATIVE = [agent for agent in map(ty.as_agent, ty.agent_names()) if isinstance(agent, CoreAgent)]
"""all agents that are named without a family; others have tests of their own"""


@given(setup=setups(), seed=seeds, cut=st.floats(0, 1), seat=st.integers(0, 4))
def test_a_view_and_its_agents_move_do_not_depend_on_hidden_cards(
    setup: Setup, seed: int, cut: float, seat: int
) -> None:
    positions = [state for state in random_game(setup, seed) if not state.over]
    state = positions[int(cut * (len(positions) - 1))]
    seat %= setup.players
    other = permuted(state, seat, random.Random(seed))
    assume(other is not None)
    assert other is not None
    assert other != state
    assert other.hand(seat) != state.hand(seat)  # a hidden card is different
    view, same = state.view(seat), other.view(seat)
    assert view == same
    assert str(view) == str(same)
    assert view.unseen == same.unseen
    assert (view.observation() == same.observation()).all()
    if state.current == seat:
        for agent in NATIVE:
            assert native_move(agent, state) == native_move(agent, other), agent


def native_move(agent: CoreAgent, state: State) -> Move | None:
    view = state.view(state.current)
    agent.begin_game(view, 42)
    return agent.decide(view).move


def test_a_view_shows_the_others_hands_and_not_ones_own() -> None:
    state = State.deal(3, Setup.standard(3))
    view = state.view(1)
    assert view.hand(1) == [None] * 5
    assert view.hand(0) == state.hand(0)
    assert view.hand(2) == state.hand(2)
    for name in ("deck", "full_deck", "apply", "view", "state"):
        assert not hasattr(view, name)


def test_an_emptied_slot_may_be_no_card_at_all() -> None:
    setup = Setup(players=2, colors=1, ranks=2, hand_size=2, max_lives=5, refill="in_place")
    state = State.deal(0, setup)
    assert state.deck_size == 0
    state.apply("play 0")
    assert state.hand(0)[0] is None
    assert state.view(0).possible(0) == []
    assert state.view(0).possible(1) != []


def test_a_seat_that_is_not_to_move_has_no_legal_moves() -> None:
    state = State.deal(0)
    assert state.view(0).legal_moves() == state.legal_moves()
    assert state.view(1).legal_moves() == []


def test_a_hint_to_a_rainbow_card_means_that_color_or_rainbow() -> None:
    setup = Setup(extra_suit="rainbow")
    deck = sorted(setup.cards(), key=lambda card: card.color != "m")  # alice holds m1 m1 m1 m2 m2
    state = State.from_deck(deck[5:10] + deck[:5] + deck[10:], setup)
    assert [str(card) for card in state.hand(1)] == ["m1", "m1", "m1", "m2", "m2"]
    event = state.apply("hint +1 r")
    assert event.touched == [0, 1, 2, 3, 4]
    assert state.knowledge(1)[0].colors == "rm"
    state.apply("play 0")
    state.apply("hint +1 y")
    assert state.knowledge(1)[0].colors == "m"
    assert "hint +1 m" not in map(str, state.legal_moves())


def test_the_three_six_suit_variants_have_their_decks() -> None:
    sizes = {"none": 50, "standard": 60, "single": 55, "rainbow": 60}
    for extra_suit, size in sizes.items():
        setup = Setup(extra_suit=extra_suit)
        assert len(setup.cards()) == setup.deck_size == size
        assert setup.max_score == (25 if extra_suit == "none" else 30)
    assert Setup(extra_suit="standard").hint_colors == "rygwbm"
    assert Setup(extra_suit="rainbow").hint_colors == "rygwb"


def test_observation_sizes_are_those_of_hle() -> None:
    sizes = [Setup.standard(players).observation_size for players in (2, 3, 4, 5)]
    assert sizes == [658, 956, 1041, 1280]
    assert [Setup.standard(p).actions for p in (2, 3, 4, 5)] == [20, 30, 38, 48]


@given(setup=setups(), seed=seeds)
def test_every_set_up_has_an_observation_of_its_stated_size(setup: Setup, seed: int) -> None:
    for state in random_game(setup, seed)[-2:]:
        for seat in range(setup.players):
            assert len(state.view(seat).observation()) == setup.observation_size


@given(setup=setups())
def test_action_ids_and_moves_correspond_both_ways(setup: Setup) -> None:
    moves = [Move.from_action_id(i, setup) for i in range(setup.actions)]
    assert len(set(moves)) == setup.actions
    assert [move.action_id(setup) for move in moves] == list(range(setup.actions))


def test_an_illegal_move_ends_a_competition_game_and_keeps_the_points() -> None:
    state = State.deal(1, Setup.competition())
    event = state.apply("discard 0")  # all tokens are available
    assert event.kind == "forfeit"
    assert state.over
    assert state.forfeit
    assert state.end == "forfeit"
    assert not state.bombed


def test_equal_seeds_deal_equal_decks_and_other_seeds_others() -> None:
    decks = {seed: tuple(State.deal(seed).full_deck) for seed in range(200)}
    assert len(set(decks.values())) == 200
    assert all(tuple(State.deal(seed).full_deck) == deck for seed, deck in decks.items())
    assert State.deal(5, Setup.eger()).full_deck == State.deal(5).full_deck


def test_decks_are_shuffled_fairly() -> None:
    setup, games = Setup(), 20_000
    counts = Counter(
        (place, State.deal(seed).full_deck[place]) for seed in range(games) for place in (0, 25, 49)
    )
    chi2 = sum(
        (counts[place, card] - games * copies / 50) ** 2 / (games * copies / 50)
        for place in (0, 25, 49)
        for card, copies in Counter(setup.cards()).items()
    )
    assert chi2 < 120  # 72 degrees of freedom: a fair shuffle exceeds 120 once in 3,000 runs


def test_nothing_of_the_game_equals_none_or_another_thing() -> None:
    state = State.deal(seed=1)
    view = state.view(0)
    state.apply(state.legal_moves()[0])
    values = (
        Card("r1"),
        Move.play(0),
        state.events[0],
        view.knowledge(0)[0],
        state.setup,
        state,
        view,
        _core.Notes(),
    )
    for value in values:
        for other in (None, 3, "r1"):
            assert value != other, type(value)
            assert not value == other, type(value)  # noqa: SIM201
