"""Agents that misbehave in more than twenty ways, in matches and in tables."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable

import tamaya as ty
from tamaya.arena import AgentError
from tests.fuzz.target import Refused, Target, register

Act = Callable[[ty.View], object]


class _Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


def _raises(error: BaseException) -> Act:
    def act(view: ty.View) -> object:
        raise error

    return act


def _endless(depth: int) -> int:
    return _endless(depth + 1)


def _keeps_and_changes(view: ty.View) -> object:
    view.events.clear()
    view.legal_moves().clear()
    return view.legal_moves()[0]


def _in_a_thread(view: ty.View) -> object:
    moves: list[ty.Move] = []
    worker = threading.Thread(target=lambda: moves.extend(view.legal_moves()[:1]))
    worker.start()
    worker.join()
    return moves[0]


WAYS: dict[str, Act] = {
    "returns None": lambda view: None,
    "returns text": lambda view: "play 0",
    "returns a number": lambda view: 0,
    "returns a class": lambda view: ty.Move,
    "returns a list": lambda view: view.legal_moves(),
    "returns something unprintable": lambda view: _Unprintable(),
    "plays a slot that is empty": lambda view: ty.Move.play(4),
    "hints itself": lambda view: ty.Move.parse("hint +4 1"),
    "hints without tokens": lambda view: ty.Move.hint_rank(1, 5),
    "discards always": lambda view: ty.Move.discard(0),
    "raises ValueError": _raises(ValueError("bad")),
    "raises a TamayaError": _raises(ty.TamayaError("mine")),
    "raises IllegalMoveError": _raises(ty.IllegalMoveError("mine")),
    "raises StopIteration": _raises(StopIteration()),
    "raises KeyError without text": _raises(KeyError()),
    "raises an unprintable error": _raises(ValueError(_Unprintable())),
    "raises MemoryError": _raises(MemoryError()),
    "raises RecursionError": lambda view: _endless(0),
    "raises AssertionError": _raises(AssertionError()),
    "raises surrogates": _raises(ValueError("\ud800")),
    "changes what it was given": _keeps_and_changes,
    "asks in another thread": _in_a_thread,
    "imagines with a bad seed": lambda view: view.imagine(-1),
    "asks for a slot that is not there": lambda view: view.possible(99),
    "divides by zero": lambda view: 1 // 0,
}
PLACES = ("act", "begin_game", "observe", "end_game", "begin_episode")


class Misbehaving(ty.Agent):
    """Plays the first legal move until it is time to misbehave."""

    def __init__(self, way: str, place: str, turn: int) -> None:
        self._way, self._place, self._turn = WAYS[way], place, turn

    def _maybe(self, place: str, view: ty.View | None) -> object:
        if place == self._place and (view is None or view.turn >= self._turn):
            return self._way(view if view is not None else ty.State.deal(seed=0).view(0))
        return None

    def begin_episode(self, episode: ty.Episode) -> None:
        self._maybe("begin_episode", None)

    def begin_game(self, view: ty.View, seed: int) -> None:
        self._maybe("begin_game", view)

    def observe(self, event: ty.Event, view: ty.View) -> None:
        self._maybe("observe", view)

    def end_game(self, view: ty.View) -> None:
        self._maybe("end_game", view)

    def act(self, view: ty.View) -> ty.Move:
        if self._place == "act" and view.turn >= self._turn:
            return self._way(view)  # type: ignore[return-value]
        return view.legal_moves()[0]


def _draw(rng: random.Random) -> bytes:
    given = {
        "way": rng.choice(sorted(WAYS)),
        "place": rng.choice(PLACES),
        "turn": rng.randrange(30),
        "seat": rng.randrange(2),
        "seed": rng.getrandbits(32),
        "table": rng.random() < 0.3,
        "setup": rng.choice(("standard", "competition")),
    }
    return json.dumps(given).encode()


def _run(data: bytes) -> None:
    given = json.loads(data)
    agent = Misbehaving(given["way"], given["place"], int(given["turn"]))
    seed, setup = int(given["seed"]), str(given["setup"])
    if given["table"]:
        table = ty.matchups([agent, "legal_random"], games=1, first_seed=seed, setup=setup)
        assert table.finished[1, 1], "others play on"
        assert all(isinstance(reason, str) for reason in table.failures.values())
        str(table)
        if table.failures:
            raise Refused
        return
    seats: list[ty.agents.AgentLike] = ["legal_random", "legal_random"]
    seats[int(given["seat"])] = agent
    try:
        ty.match(*seats, games=1, first_seed=seed, setup=setup)
    except AgentError as error:
        assert "game seed" in str(error) or given["place"] == "begin_episode", error
        raise


register(
    Target(
        "agents",
        "an agent that misbehaves ends its own game with an error that names it",
        _draw,
        _run,
    )
)
