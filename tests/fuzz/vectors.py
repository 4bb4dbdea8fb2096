"""Arguments of `Vector`, actions given to it, and saved games that it reads."""

from __future__ import annotations

import contextlib
import importlib
import json
import random
from functools import cache

import numpy as np

import tamaya as ty
from tamaya.vector import Vector
from tests.fuzz.mutate import mutated
from tests.fuzz.target import Refused, Target, register

with contextlib.suppress(ImportError):
    importlib.import_module("torch")  # which takes seconds; an input has a time limit

Values = list[object]
_STRANGE: Values = [None, -1, 0, 1.5, "", "3", [], {}, [None], 2**63, 2**70, -(2**70), "nan", True]
_ARGUMENTS: dict[str, Values] = {
    "games": [1, 2, 7, 2**44],
    "setup": ["standard", "competition players=3", "standard players=5 extra_suit=rainbow", "x=1"],
    "learners": ["all", "rotate", [0], [1, 0], [0, 0], [9], "none"],
    "partners": [["piers"], ["piers", "eger:full"], ["noisy(10, iggi)"], ["is_mcts"], "piers"],
    "weights": [[1], [1, 2], [0, 0], [1e308, 1e308], [float("nan"), 1], [-1, 1], ["a"]],
    "episode": [1, 3, 2**31],
    "permute_colors": [True, False],
    "observation": ["hle", "extended", "counts", "all"],
    "packed": [True, False],
    "bombed": ["kept", "zero", "lost"],
    "seed": [0, 1, 2**64 - 1, 2**64],
    "device": ["cpu", "gpu"],
    "arrays": ["numpy", "torch", "cupy", "list"],
    "threads": [1, 2, 10**6],
}
_ACTIONS: Values = ["legal", [0], [-1], [99], [2**31], [0.5], "play 0", None, [[0]], []]


def _draw(rng: random.Random) -> bytes:
    names = rng.sample(sorted(_ARGUMENTS), rng.randint(0, 6))
    given = {
        name: rng.choice(_ARGUMENTS[name] if rng.random() < 0.8 else _STRANGE) for name in names
    }
    given.setdefault("games", 2)
    return json.dumps({"given": given, "actions": rng.choices(_ACTIONS, k=4)}).encode()


def _run(data: bytes) -> None:
    drawn = json.loads(data)
    if drawn["given"].get("device") == "cuda":
        raise Refused
    try:
        games = Vector(**drawn["given"])
    except MemoryError as error:
        raise Refused from error
    for number, actions in enumerate(drawn["actions"]):
        wanted = games.random_actions(number) if actions == "legal" else _array(actions, games)
        with contextlib.suppress(ty.TamayaError):  # the games go on after refused actions
            games.step(wanted)
        assert (np.asarray(games.final_score) <= games.setup.max_score).all()


def _array(actions: object, games: Vector) -> object:
    """A list of one action stands for that action in every game."""
    if isinstance(actions, list) and len(actions) == 1 and not isinstance(actions[0], list):
        kind = np.int32 if isinstance(actions[0], int) and abs(actions[0]) < 2**31 else None
        return np.array(actions * games.games, kind)
    return actions


register(
    Target(
        "vector arguments",
        "a vector of games starts and continues, or refuses its arguments and actions",
        _draw,
        _run,
    )
)


@cache
def _vector() -> Vector:
    return Vector(3, "standard", learners="rotate", partners=["piers", "iggi"], threads=1, seed=4)


@cache
def _saved() -> bytes:
    games = _vector()
    for turn in range(8):
        games.step(games.random_actions(turn))
    return games.save()


def _draw_saved(rng: random.Random) -> bytes:
    whole = _saved()
    return whole if rng.random() < 0.02 else mutated(whole, [whole], rng)


def _load(data: bytes) -> None:
    games = _vector()
    games.load(data)
    games.step(games.random_actions(1))


register(
    Target("saved games", "damaged games of a vector are refused", _draw_saved, _load),
)
