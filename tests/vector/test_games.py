"""A vector plays the games that State and native agents play, move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tamaya as ty
from tamaya import _core
from tamaya.agents import core_agent
from tamaya.agents.native import NativeAgent
from tamaya.game import IllegalMoveError, Setup, State, TamayaError
from tamaya.rules import Genome
from tamaya.vector import Vector, observation_fields
from tests.vector.reference import Row, extended

SHOWN = (
    "observation",
    "legal",
    "seat",
    "partner",
    "game",
    "reward",
    "done",
    "final_score",
    "bombed",
    "illegal",
    "trace",
)
POOL = [
    "piers",
    "tamaya",
    "eger:full",
    "cyclone:people",
    "human:all",
    "eger:sample",
    "competition:outer",
]
CASES = [
    ("standard", "all", 1),
    ("competition", "rotate", 3),
    ("eger", (1,), 2),
    ("standard players=3 extra_suit=rainbow illegal=end", (0, 2), 1),
    ("competition players=4 extra_suit=single", "rotate", 2),
    ("standard players=5 extra_suit=standard colors=4 illegal=end", (3,), 4),
    ("standard colors=2 ranks=2 hand_size=2 max_hints=2 max_lives=1 illegal=end", "rotate", 5),
]


def partners_for(setup: str, learners: object) -> list[str] | None:
    if learners == "all":
        return None
    two = Setup.parse(setup).players == 2
    return POOL if two else ["piers", "tamaya", "noisy(20, iggi)", "competition:outer"]


def seats_of(learners: object, players: int, row: int, number: int) -> set[int]:
    if learners == "all":
        return set(range(players))
    if learners == "rotate":
        return {(row + number) % players}
    assert isinstance(learners, tuple)
    return set(learners)


def show_the_same(env: Vector, other: Vector) -> None:
    for name in SHOWN:
        assert np.array_equal(getattr(env, name), getattr(other, name)), name


def mask(state: State) -> NDArray[np.uint8]:
    ids = [move.action_id(state.setup) for move in state.legal_moves()] or [0]
    legal = np.zeros(state.setup.actions, np.uint8)
    legal[ids] = 1
    return legal


def check_row(env: Vector, row: Row) -> None:
    """Checks that the vector's arrays describe the row's position."""
    i, state = row.row, row.state
    assert env.seat[i] == state.current
    assert env.game[i] == row.number % row.episode
    assert (env.legal[i] == mask(state)).all()
    size = row.setup.observation_size
    entries = {
        field.name: env.observation[i, field.span]
        for field in observation_fields(row.setup, "counts")
    }
    view = state.view(state.current)
    assert (env.observation[i, :size] == view.observation()).all()
    for name, values in extended(view).items():
        assert (entries[name] == values).all(), (name, entries[name], values)
    assert (entries["habits"] == row.habit_bytes()).all()
    assert entries["game"].sum() == min(10, row.number % row.episode)


@pytest.mark.parametrize(("words", "learners", "episode"), CASES)
def test_every_row_plays_as_the_engine_does(words: str, learners: object, episode: int) -> None:
    setup, rows = Setup.parse(words), 4
    names = partners_for(words, learners)
    policies = [core_agent(name).policy for name in names or []]
    env = Vector(
        rows,
        setup,
        learners=learners,  # type: ignore[arg-type]
        partners=names,
        episode=episode,
        observation="counts",
        bombed="zero",
        seed=5,
        threads=1,
    )
    table = [Row(env.plan, setup, i, episode) for i in range(rows)]

    def deal(row: Row) -> None:
        seats = seats_of(learners, setup.players, row.row, row.number + 1)
        row.deal(seats, policies[env.partner[row.row]] if policies else None)

    for row in table:
        deal(row)
    for turn in range(120):
        for row in table:
            check_row(env, row)
        actions = env.random_actions(turn).copy()
        env.step(actions)
        for i, row in enumerate(table):
            before = row.credited
            gained = row.step(int(actions[i]))
            over = row.state.over
            assert env.done[i] == over
            if over and row.state.bombed:
                gained = -before
            assert env.reward[i] == gained
            assert env.bombed[i] == row.state.bombed
            assert env.final_score[i] == (row.state.score if over else 0)
            assert env.trace[i] == (_core.trace(row.state) if over else 0)
            if over:
                deal(row)


def test_a_learner_that_plays_an_agents_moves_plays_the_games_of_a_match() -> None:
    setup = Setup.parse("competition")
    env = Vector(8, setup, learners=(0,), partners=["piers"], seed=3)
    agent = core_agent("iggi")
    numbers = np.zeros(8, int)

    def seat_of(row: int) -> _core.NativeSeat:
        seed = env.game_seed(row, int(numbers[row]))
        return _core.NativeSeat(agent.policy, _core.agent_seed(seed, 0))

    seats = [seat_of(row) for row in range(8)]
    finished = 0
    while finished < 12:
        actions = np.zeros(8, np.int32)
        for row, seat in enumerate(seats):
            move = seat.decide(env.state(row).view(0)).move
            assert move is not None
            actions[row] = move.action_id(setup)
        env.step(actions)
        for row in map(int, np.flatnonzero(env.done)):
            seed = env.game_seed(row, int(numbers[row]))
            matchup = ty.match("iggi", "piers", games=1, first_seed=seed, setup=setup)
            assert env.final_score[row] == matchup.scores[0]
            assert env.trace[row] == matchup.results["trace"][0]
            numbers[row] += 1
            seats[row] = seat_of(row)
            finished += 1


def test_threads_do_not_change_games() -> None:
    envs = [
        Vector(200, "competition", learners="rotate", partners=["piers", "iggi"], threads=threads)
        for threads in (1, 2)
    ]
    for turn in range(30):
        for env in envs:
            env.step(env.random_actions(turn))
        show_the_same(*envs)


def test_rows_do_not_depend_on_their_number() -> None:
    few, many = (
        Vector(rows, learners="rotate", partners=["piers", "iggi"], seed=9) for rows in (3, 50)
    )
    for turn in range(40):
        actions = many.random_actions(turn).copy()
        few.step(actions[:3])
        many.step(actions)
        for name in SHOWN:
            assert (getattr(few, name) == getattr(many, name)[:3]).all(), name


def test_another_seed_deals_other_games() -> None:
    first, second = (Vector(20, seed=seed) for seed in (0, 1))
    assert (first.observation != second.observation).any(axis=1).all()


def test_partners_are_drawn_by_their_weights() -> None:
    env = Vector(4000, learners="rotate", partners=["piers", "iggi", "tamaya"], weights=[1, 0, 3])
    share = np.bincount(env.partner, minlength=3) / 4000
    assert share[1] == 0
    assert abs(share[2] - 0.75) < 0.03


def test_an_episode_keeps_its_partner() -> None:
    env = Vector(
        6,
        "standard colors=1 ranks=2 hand_size=1",
        learners="rotate",
        episode=4,
        partners=["piers", "iggi", "tamaya", "cautious"],
    )
    partners: list[set[int]] = [{int(env.partner[row])} for row in range(6)]
    changes = 0
    for turn in range(60):
        env.step(env.random_actions(turn))
        for row in range(6):
            if env.done[row] and env.game[row] == 0:
                partners[row] = set()
                changes += 1
            partners[row].add(int(env.partner[row]))
            assert len(partners[row]) == 1
    assert changes > 10


def test_a_saved_vector_goes_on_as_the_other_does() -> None:
    def new_vector() -> Vector:
        return Vector(
            60,
            "competition players=3",
            learners="rotate",
            episode=3,
            seed=4,
            partners=["piers", "noisy(20, iggi)"],
            observation="counts",
            permute_colors=True,
            bombed="zero",
        )

    first, second = new_vector(), new_vector()
    for turn in range(50):
        first.step(first.random_actions(turn))
    second.load(first.save())
    assert (first.observation == second.observation).all()
    assert (first.legal == second.legal).all()
    for turn in range(50, 100):
        for env in first, second:
            env.step(env.random_actions(turn))
        show_the_same(first, second)


def test_games_of_other_partners_are_not_loaded() -> None:
    first = Vector(20, learners=(0,), partners=["piers"])
    for turn in range(10):
        first.step(first.random_actions(turn))
    with pytest.raises(TamayaError, match="the partner moves otherwise than when this was saved"):
        Vector(20, learners=(0,), partners=["tamaya"]).load(first.save())


@pytest.mark.parametrize("damage", [lambda b: b[:100], lambda b: b"", lambda b: b"PK" + b[9:]])
def test_damaged_games_are_refused(damage: Callable[[bytes], bytes]) -> None:
    env = Vector(20)
    with pytest.raises(TamayaError, match="not saved games"):
        env.load(damage(env.save()))


def test_saved_games_need_as_many_rows() -> None:
    with pytest.raises(TamayaError, match="saved for another number of games"):
        Vector(20).load(Vector(21).save())


def test_illegal_actions_raise_and_change_nothing() -> None:
    env = Vector(3)
    before = env.observation.copy()
    with pytest.raises(IllegalMoveError, match="game 1: "):
        env.step(np.array([5, 0, 5], np.int32))  # no discard while all hint tokens are there
    with pytest.raises(IllegalMoveError, match=r"game 2: no action 20 \(expected 0 to 19\)"):
        env.step(np.array([5, 5, 20], np.int32))
    assert (env.observation == before).all()


def test_illegal_actions_end_games_where_the_set_up_says_so() -> None:
    env = Vector(3, "standard illegal=end")
    env.step(np.array([5, 0, -1], np.int32))
    assert env.illegal.tolist() == [0, 1, 1]
    assert env.done.tolist() == [0, 1, 1]


def test_a_game_that_ends_before_the_learner_moves_is_reported() -> None:
    """The partner forfeits before the learner's first turn; every game is still counted."""
    quitter = NativeAgent("quitter", Genome.parse("discard_oldest"), gives_up=True)
    env = Vector(2, "competition", learners=(1,), partners=[quitter])
    assert env.legal.sum(axis=1).tolist() == [1, 1]
    for _ in range(5):
        env.step(env.random_actions(0))
        assert env.done.tolist() == [1, 1]
        assert env.reward.tolist() == [0, 0]
        assert env.illegal.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games = 0"),
        ({"learners": (0,)}, "there are no partners for the seats without learners"),
        ({"learners": (2,), "partners": ["piers"]}, r"learners = \(2,\) "),
        ({"learners": "some"}, "learners = 'some'"),
        ({"observation": "all"}, "observation = .all. .expected .hle. or"),
        ({"bombed": "half"}, "bombed = 'half'"),
        ({"device": "tpu"}, "device = 'tpu'"),
        ({"arrays": "cupy"}, "arrays 'cupy' are on the GPU"),
        ({"episode": 0}, "episode = 0"),
        ({"seed": -1}, "not a seed: -1"),
        ({"learners": (0,), "partners": ["piers"], "weights": [1, 2]}, "expected 1 numbers"),
        (
            {"learners": (0,), "partners": ["piers"], "weights": [0]},
            "expected at least one above 0",
        ),
        ({"learners": (0,), "partners": ["nobody"]}, "no agent 'nobody'"),
        ({"setup": None}, r"setup = None \(expected a Setup"),
        ({"games": 1.5}, r"games = 1.5 \(expected a whole number"),
        ({"episode": 2**40}, "episode = 1,099,511,627,776"),
        ({"partners": "piers"}, r"partners = 'piers' \(expected a list of agents"),
        ({"partners": ["piers"], "weights": ["a"]}, r"weights = \['a'\] \(expected 1 numbers"),
        ({"learners": 0}, r"learners = 0 \(expected 'all', 'rotate' or seats"),
        ({"packed": "no"}, r"packed = 'no' \(expected True or False"),
        ({"observation": []}, r"observation = \[\] \(expected 'hle' or"),
    ],
)
def test_bad_arguments_are_quoted(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TamayaError, match=message):
        Vector(**({"games": 2} | arguments))


@pytest.mark.parametrize("actions", [np.zeros(2, np.int32), np.zeros(3), [[0, 0, 0]], "all"])
def test_what_are_no_actions_is_refused(actions: object) -> None:
    with pytest.raises(TamayaError, match="not actions: "):
        Vector(3).step(actions)
