"""Single games and matches."""

from __future__ import annotations

import numpy as np
import pytest

import tamaya as ty
from tamaya import Setup, _core
from tamaya.agents.families.noisy import NoisyAgent
from tamaya.arena import match_in_chunks


def by_hand(name: str) -> NoisyAgent:
    """A native agent driven by the Python arena, with the seed that the core would use."""
    return NoisyAgent(ty.as_agent(name), 0, name=f"{name} by hand")


@pytest.mark.parametrize(
    "setup", ["standard", "competition", "eger", "standard extra_suit=rainbow"]
)
@pytest.mark.parametrize("players", [2, 5])
def test_core_and_python_arena_play_the_same_games(setup: str, players: int) -> None:
    core = ty.match(*["legal_random"] * players, games=50, first_seed=9, setup=setup)
    hand = by_hand("legal_random")
    python = ty.match(*[hand] * players, games=50, first_seed=9, setup=setup)
    assert np.array_equal(core.results, python.results)
    assert np.array_equal(core.counters, python.counters)
    mixed = ty.match(hand, *["legal_random"] * (players - 1), games=50, first_seed=9, setup=setup)
    assert np.array_equal(core.results, mixed.results)


@pytest.mark.parametrize("name", ["mapelites:cautious", "mapelites:piers", "competition:clivej"])
def test_agents_that_give_up_do_so_in_both_arenas(name: str) -> None:
    core = ty.match(name, name, games=60, setup="competition")
    python = ty.match(by_hand(name), name, games=60, setup="competition")
    assert np.array_equal(core.results, python.results)
    assert core.forfeits > 10 or name != "mapelites:cautious"


def test_giving_up_is_an_error_where_the_set_up_does_not_allow_it() -> None:
    with pytest.raises(ty.IllegalMoveError, match="'mapelites:cautious' in seat .*gives up"):
        ty.match("mapelites:cautious", "mapelites:cautious", games=100)


def test_counters_of_each_game_add_up_to_those_of_the_match() -> None:
    agents = ["competition:piers"] * 2
    both = ty.match(*agents, games=200, setup="competition", count_each_game=True)
    assert both.game_counters is not None
    assert np.array_equal(both.game_counters.sum(axis=0), both.counters)
    assert both.counted(0) + both.counted(1) == both.counted()


def test_results_do_not_depend_on_threads_or_chunks_or_engine() -> None:
    reference = ty.match(*["legal_random"] * 3, games=5000, threads=1)
    for threads in (2, 7):
        again = ty.match(*["legal_random"] * 3, games=5000, threads=threads)
        assert np.array_equal(reference.results, again.results)
    halves = [ty.match(*["legal_random"] * 3, games=2500, first_seed=seed) for seed in (0, 2500)]
    assert np.array_equal(halves[0].joined(halves[1:]).results, reference.results)
    try:
        _core.choose_engine("portable")
        portable = ty.match(*["legal_random"] * 3, games=5000)
    finally:
        _core.choose_engine("auto")
    assert np.array_equal(portable.results, reference.results)


def test_a_match_plays_each_seed_as_play_does() -> None:
    matchup = ty.match("legal_random", "legal_random", games=20, first_seed=100)
    for i, row in enumerate(matchup.results):
        game = ty.play("legal_random", "legal_random", seed=100 + i)
        assert (game.score, game.final.turn) == (row["score"], row["turns"])


def test_a_matchup_prints_its_error_sample_and_scoring_rule() -> None:
    text = str(ty.match("legal_random", "legal_random", games=1000))
    assert "±" in text
    assert "points kept" in text
    assert "seeds 0-999" in text
    assert "standard players=2" in text


def test_chunks_cover_the_seeds_once() -> None:
    chunks = list(match_in_chunks("legal_random", "legal_random", games=1000, first_seed=7))
    assert sum(chunk.games for chunk in chunks) == 1000
    assert len(chunks) > 1
    assert chunks[0].joined(chunks[1:]).first_seed == 7


def test_matchups_of_other_seeds_cannot_be_joined() -> None:
    first, other = (
        ty.match("legal_random", "legal_random", games=10, first_seed=s) for s in (0, 20)
    )
    with pytest.raises(ty.TamayaError, match="consecutive seeds"):
        first.joined([other])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"games": 0}, "games = 0"),
        ({"games": -5}, "games = -5"),
        ({"games": 10**12}, "expected 1 to"),
        ({"games": 10.5}, "games = 10.5 .expected a whole number"),
        ({"games": "10"}, "games = '10'"),
        ({"setup": 5}, "not a set-up: 5"),
        ({"first_seed": -1}, "first_seed = -1"),
        ({"first_seed": 2**64}, "first_seed"),
        ({"first_seed": 10**5000}, "first_seed = a number of 16610 bits"),
        ({"threads": 0}, "threads = 0"),
        ({"threads": 10**6}, "threads = 1,000,000"),
        ({"setup": "standard players=3"}, "2 agents for 3 seats"),
        ({"setup": Setup.standard(4)}, "2 agents for 4 seats"),
        ({"setup": "poker"}, "no preset 'poker'"),
    ],
)
def test_impossible_matches_are_refused(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(ty.TamayaError, match=complaint):
        ty.match("legal_random", "legal_random", **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("agents", [(), ("legal_random",), ("legal_random",) * 6])
def test_a_table_has_two_to_five_players(agents: tuple[str, ...]) -> None:
    with pytest.raises(ty.TamayaError, match="players = "):
        ty.play(*agents)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none_is_quoted(seed: int) -> None:
    with pytest.raises(ty.TamayaError, match=f"not a seed: {seed}"):
        ty.State.deal(seed)


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_a_seat_that_is_none_is_quoted(seat: int) -> None:
    state = ty.State.deal(0)
    for ask in (state.view, state.hand, state.knowledge):
        with pytest.raises(ty.TamayaError, match=f"no seat {seat}"):
            ask(seat)


def test_a_slot_that_is_none_is_quoted() -> None:
    with pytest.raises(ty.TamayaError, match="no slot 5"):
        ty.State.deal(0).view(0).possible(5)


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        (["discard 0"], "all hint tokens are available"),
        (["hint +2 r"], "there are 2 players"),
        (["hint +1 m"], "no such slot, color or rank"),
        (["play 0"] * 4, None),
    ],
)
def test_an_illegal_move_says_why(moves: list[str], complaint: str | None) -> None:
    state = ty.State.deal(0)
    if complaint is None:
        while not state.over:
            state.apply(state.legal_moves()[0])
        complaint = "the game is over"
    with pytest.raises(ty.IllegalMoveError, match=complaint):
        state.apply(moves[0])


def test_rows_of_the_wrong_shape_or_type_are_refused() -> None:
    view = ty.State.deal(0).view(0)
    with pytest.raises(ty.TamayaError, match="657 entries .expected 658"):
        view.write_observation(np.zeros(657, np.uint8))
    with pytest.raises(TypeError):
        view.write_observation(np.zeros(658, np.float32))


def test_observations_are_written_straight_into_a_batch() -> None:
    states = [ty.State.deal(seed) for seed in range(8)]
    batch = np.zeros((8, states[0].setup.observation_size), np.uint8)
    for row, state in zip(batch, states, strict=True):
        state.view(0).write_observation(row)
    expected = [state.view(0).observation() for state in states]
    assert np.array_equal(batch, np.stack(expected))
