"""Values, positions and policies as pickles, intact and damaged."""

from __future__ import annotations

import copyreg
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamaya as ty
from tamaya import Event, Knowledge, Setup, State, TamayaError, View
from tamaya.agents import CoreAgent, NativeAgent
from tamaya.position import position
from tests.setups import random_game, setups

seeds = st.integers(0, 2**64 - 1)


@given(setup=setups(), seed=seeds, cut=st.floats(0, 1))
def test_states_views_events_and_knowledge_survive_pickle(
    setup: Setup, seed: int, cut: float
) -> None:
    game = random_game(setup, seed)
    state = game[int(cut * (len(game) - 1))]
    for value in (state, state.view(0), state.view(1), state.events, state.knowledge(0)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_positions_set_up_by_hand_survive_pickle_and_go_on() -> None:
    at = position("""
        fireworks r2 y0 g0 w0 b0   hints 4   lives 3   deck 20
        alice  r3{r,3}  ??  ??  ??  ??
        bob    y1  g2  w4  b1  b1
    """)
    again = pickle.loads(pickle.dumps(at))
    assert again == at
    assert again.view(1) == at.view(1)
    assert again.apply("play 0") == at.apply("play 0")
    assert pickle.loads(pickle.dumps(at)) == again


def test_positions_with_other_hands_are_not_equal() -> None:
    text = "fireworks r0 y0 g0 w0 b0\nalice {} ?? ?? ?? ??\nbob y1 g2 w4 b1 b1"
    assert position(text.format("r3")) != position(text.format("r4"))


def test_a_policy_is_pickled_by_the_names_of_its_rules() -> None:
    agent = ty.as_agent("competition:piers")
    assert isinstance(agent, NativeAgent)
    assert b"published.play_safe" in pickle.dumps(agent.policy)
    again = pickle.loads(pickle.dumps(agent.policy))
    assert pickle.dumps(again) == pickle.dumps(agent.policy)


@given(setup=setups(), seed=seeds)
def test_equal_events_and_equal_knowledge_hash_equal(setup: Setup, seed: int) -> None:
    state = random_game(setup, seed)[-1]
    again = pickle.loads(pickle.dumps(state))
    assert set(state.events) == set(again.events)
    assert len(set(state.events)) == sum(
        event not in state.events[:i] for i, event in enumerate(state.events)
    )
    for seat in range(setup.players):
        assert list(map(hash, state.knowledge(seat))) == list(map(hash, again.knowledge(seat)))


def loaded(kind: type, data: object) -> object:
    """The object that unpickling this state returns."""
    value = copyreg.__newobj__(kind)  # type: ignore[attr-defined]
    value.__setstate__(data)
    return value


def use_state(state: State, rng: random.Random) -> None:
    """Reads all properties and plays to the end."""
    assert str(state)
    assert repr(state)
    assert state.discards is not None
    assert len(state.deck) == state.deck_size
    while True:
        for seat in range(state.setup.players):
            assert state.hand(seat) is not None
            use_view(state.view(seat))
        moves = state.legal_moves()
        if not moves:  # the game is over, or hands are empty as in no real game
            return
        state.apply(rng.choice(moves))


def use_view(view: View) -> None:
    assert str(view)
    assert len(view.observation()) == view.setup.observation_size
    assert view.unseen is not None
    assert [view.possible(slot) for slot in range(view.setup.hand_size)]
    assert [view.knowledge(seat) for seat in range(view.setup.players)]
    assert [view.hand(seat) for seat in range(view.setup.players)]
    assert list(map(str, view.events)) is not None
    if view.legal_moves():
        for name in (
            "competition:piers",
            "competition:clivej",
            "mapelites:van_den_bergh",
            "eger:outer",
            "eger:full",
        ):
            agent = ty.as_agent(name)
            assert isinstance(agent, CoreAgent)
            agent.begin_game(view, 1)
            agent.decide(view)


def damaged(data: bytes, flips: list[tuple[float, int]]) -> bytes:
    """Replaces bytes of the payload; keeps the tag at the front."""
    spoilt = bytearray(data)
    for where, value in flips:
        spoilt[8 + int(where * (len(data) - 9))] = value
    return bytes(spoilt)


flips = st.lists(
    st.tuples(st.floats(0, 1) | st.floats(0, 0.12) | st.floats(0.8, 1), st.integers(0, 255)),
    min_size=1,
    max_size=3,
)


@given(setup=setups(), seed=seeds, cut=st.floats(0, 1), flips=flips)
def test_no_damaged_pickle_does_worse_than_a_clear_error(
    setup: Setup, seed: int, cut: float, flips: list[tuple[float, int]]
) -> None:
    game = random_game(setup, seed)
    state = game[int(cut * (len(game) - 1))]
    rng = random.Random(seed)
    for value in (state, state.view(seed % setup.players), *state.events[-1:]):
        try:
            restored = loaded(type(value), damaged(value.__getstate__(), flips))  # type: ignore[arg-type]
        except TamayaError as error:
            assert "damaged pickle" in str(error) or "bad set-up" in str(error)
            continue
        if isinstance(restored, State):
            use_state(restored, rng)
        elif isinstance(restored, View):
            use_view(restored)
        else:
            assert isinstance(restored, Event)
            assert str(restored)
            assert restored.kind == "forfeit" or restored.move is not None


@given(data=st.binary(min_size=1, max_size=64))
def test_bytes_of_another_layout_are_refused(data: bytes) -> None:
    state = State.deal(0).__getstate__()
    assert isinstance(state, bytes)
    for kind in (State, View, Event):
        for wrong in (data, data + state, state[: len(data)], state[1:]):
            with pytest.raises(TamayaError, match="not written by this version"):
                loaded(kind, wrong)


def test_knowledge_out_of_range_is_refused() -> None:
    with pytest.raises(TamayaError, match="damaged pickle: knowledge"):
        loaded(Knowledge, (64, 0, 0, True, False, False))
