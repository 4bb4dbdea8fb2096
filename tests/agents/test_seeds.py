"""Seeds that players get for their own randomness, and who can compute a deck from them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import tamaya as ty
from tamaya import _core
from tamaya.agents import Limited
from tamaya.agents.seeds import NO_KEY, hidden_seed, new_key, parse_key, player_seed
from tamaya.files import parquet

SMALL = 2000
"""game seeds that an agent can try in a moment"""


class Nosy(ty.Agent):
    """Keeps its seeds."""

    seeds: list[int] = []  # noqa: RUF012

    def begin_game(self, view: ty.View, seed: int) -> None:
        Nosy.seeds.append(seed)

    def act(self, view: ty.View) -> ty.Move:
        return view.legal_moves()[0]


class Chancy(ty.Agent):
    """Moves at random, by its seed."""

    def begin_game(self, view: ty.View, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, view: ty.View) -> ty.Move:
        return self._random.choice(view.legal_moves())


@pytest.fixture(autouse=True)
def _no_seeds() -> None:
    Nosy.seeds.clear()


def test_a_python_agent_cannot_find_the_deck_by_trying_small_seeds() -> None:
    """Even with the key that everybody knows, `agent_seed` of no small seed gives the own seed."""
    ty.play(Nosy, "piers", seed=5)
    (own,) = Nosy.seeds
    tried = {_core.agent_seed(seed, seat) for seed in range(SMALL) for seat in range(5)}
    assert _core.agent_seed(5, 0) in tried, "the attack works on native seeds"
    assert own not in tried


def test_with_a_new_key_not_even_the_algorithm_finds_the_deck() -> None:
    ty.play(Nosy, "piers", seed=5)
    ty.play(Nosy, "piers", seed=5, key=new_key())
    public, hidden = Nosy.seeds
    tried = {hidden_seed(seed, seat) for seed in range(SMALL) for seat in range(5)}
    assert public in tried, "the attack works with the key that everybody knows"
    assert hidden not in tried


def test_equal_keys_give_equal_seeds_and_others_give_others() -> None:
    key = new_key()
    for used_key in (NO_KEY, key, key, new_key()):
        ty.play(Nosy, "piers", seed=5, key=used_key)
    plain, first, second, fourth = Nosy.seeds
    assert first == second == hidden_seed(5, 0, key)
    assert len({plain, first, fourth, hidden_seed(5, 1, key), hidden_seed(6, 0, key)}) == 5


def test_a_key_changes_nothing_for_native_agents() -> None:
    with_key = ty.match(Nosy, "legal_random", games=4, key=new_key())
    assert np.array_equal(with_key.results, ty.match(Nosy, "legal_random", games=4).results)


def test_only_tamayas_own_players_get_seeds_from_which_the_deck_follows() -> None:
    class Own(ty.agents.Player):
        def decide(self, view: ty.View) -> ty.agents.Decision:
            raise NotImplementedError

    own = ("piers", "is_mcts(iterations=5)", "meta:tamaya-1", "noisy(10, meta:tamaya-1)")
    for name in (*own, "limited(1, piers)"):
        assert player_seed(ty.as_agent(name).sit(), 5, 1) == _core.agent_seed(5, 1)
    others = (Limited(Nosy, 1), Limited("a.py:B", 1), Limited("nobody", 1), ty.as_agent(Nosy))
    for player in (*(agent.sit() for agent in others), Own("own")):
        assert player_seed(player, 5, 1) == hidden_seed(5, 1)


@pytest.mark.parametrize("key", ["secret", None, 3, b"x" * 65])
def test_a_key_that_is_none_is_refused(key: object) -> None:
    with pytest.raises(ty.TamayaError, match="not a key"):
        ty.play(Nosy, "piers", key=key)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["xyz", "abc", "00" * 65, "é"])
def test_text_that_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ty.TamayaError, match="not a key"):
        parse_key(text)


def test_tables_draw_a_key_record_it_and_repeat_themselves_with_it(tmp_path: Path) -> None:
    table = ty.matchups([Chancy, "piers"], games=20)
    assert len(table.plan.key) == 16
    assert f"key {table.plan.key.hex()}" in str(table)
    table.write(tmp_path / "a.parquet")
    key = ty.MatchupTable.read(tmp_path / "a.parquet").plan.key
    assert ty.matchups([Chancy, "piers"], games=20, key=key) == table
    assert ty.matchups([Chancy, "piers"], games=20) != table


def test_a_table_in_a_file_is_continued_with_the_key_that_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    complete = ty.matchups([Chancy, "piers"], games=20, out=file)
    unfinished = ty.MatchupTable.read(file)
    for cells in (unfinished.kept, unfinished.bombed, unfinished.counters, unfinished.forfeits):
        cells[0] = 0
    unfinished.write(file)
    assert ty.matchups([Chancy, "piers"], games=20, out=file) == complete
    with pytest.raises(ty.TamayaError, match=r"holds a table with key '[0-9a-f]{32}', not '0102'"):
        ty.matchups([Chancy, "piers"], games=20, out=file, key=b"\1\2")


def test_evaluations_draw_a_key_record_it_and_repeat_themselves_with_it(tmp_path: Path) -> None:
    def evaluated(key: bytes | None) -> ty.Evaluation:
        return ty.evaluate({"chancy": Chancy}, ["piers"], episodes=5, games=2, key=key)

    first = evaluated(None)
    assert len(first.key) == 16
    assert f"key {first.key.hex()}" in str(first)
    first.write(tmp_path / "a.parquet")
    _, notes = parquet.read(tmp_path / "a.parquet")
    again = evaluated(parse_key(notes["tamaya key"]))
    assert np.array_equal(again.scores, first.scores)
    assert not np.array_equal(evaluated(None).scores, first.scores)


def test_results_of_tamayas_own_agents_need_no_key() -> None:
    assert ty.matchups(["piers", "meta:tamaya-1"], games=1).plan.key == NO_KEY
    assert ty.evaluate(["piers"], ["iggi"], episodes=1, games=1).key == NO_KEY


def test_best_responses_play_fresh_decks_with_the_key_of_the_table() -> None:
    key = new_key()
    answers = [ty.matchups([Chancy], games=20, key=key).best_response() for _ in range(2)]
    assert answers[0] == answers[1]
