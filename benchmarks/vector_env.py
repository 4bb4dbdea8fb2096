"""Moves per second of the vector environment and of its peers.

Run it from the root of the repository:

    python -m benchmarks.vector_env [--num-envs 256] [--players 2] [--seconds 1] [--rounds 5]
        [--threads 2]

Every move is a random legal move, and the mover receives its observation and its legal actions. Two
rows measure a learner among partners from an evolved pool: the partners move in the core, or from
Python; only the learner's moves count there. The peers play one game at a time, because they do not
support more: PettingZoo's `hanabi_v5` (pip install pettingzoo shimmy open_spiel) and OpenSpiel's
states with `observation_tensor`. All environments take turns, round by round, so a busy machine
slows all of them. A ratio is the median over the rounds with its range. The table's numbers are
measured on one core in processor time. The last line is measured in real time on several threads:
other programs slow it down.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from statistics import median

import numpy as np

from tamaya.agents import as_agent
from tamaya.envs import vector_env
from tamaya.matchups import pool

from .peers.open_spiel import draw
from .peers.speed import PeerUnavailable, Speed

OURS = "tamaya vector_env"
AMONG_PARTNERS = "tamaya vector_env, a learner among partners"
BY_HAND = "the same with partners moved from Python"


@dataclass(frozen=True, kw_only=True)
class Args:
    """Settings of the measurement."""

    num_envs: int = 256
    """games side by side"""
    players: int = 2
    """players of each game"""
    seconds: float = 1.0
    """processor time of one measurement"""
    rounds: int = 5
    """measurements of each environment"""
    threads: int = 2
    """threads of the measurement in real time"""


Moves = Iterator[int]
"""Plays without end; each item is the number of moves since the previous item."""


def tamaya_moves(args: Args) -> Moves:
    """Moves in the vector environment; steps that only deal a new game do not count."""
    env = vector_env(args.num_envs, f"standard players={args.players}", copy=False)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=0)
    ended = np.zeros(args.num_envs, np.bool_)
    while True:
        mask = infos["action_mask"]
        actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
        moves = args.num_envs - int(ended.sum())
        _, _, ended, _, infos = env.step(actions)
        yield moves


def partner_moves(args: Args, *, threads: int = 1) -> Moves:
    """Moves of one learner among partners from a pool; the partners' moves do not count."""
    env = vector_env(args.num_envs, partners=_pool(args), threads=threads, copy=False)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=0)
    while True:
        mask = infos["action_mask"]
        actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
        *_, infos = env.step(actions)
        yield args.num_envs


def partner_moves_by_hand(args: Args) -> Moves:
    """The same with partners that move from Python, one game after the other."""
    setup = pool(_pool(args)).setup
    env = vector_env(args.num_envs, setup, copy=False, autoreset_mode="SameStep")
    partners = [as_agent(elite).sit(1, 0) for elite in pool(_pool(args))]
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=0)
    while True:
        mask, current = infos["action_mask"], infos["current"]
        actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
        for row in np.flatnonzero(current != 0):
            partner, view = (
                partners[row % len(partners)],
                env.state(int(row)).view(int(current[row])),
            )
            partner.begin_game(view, 0)
            move = partner.decide(view).move
            actions[row] = move.action_id(env.setup) if move in view.legal_moves() else 0
        *_, infos = env.step(actions)
        yield int((current == 0).sum())


def _pool(args: Args) -> str:
    return "canaan2020-1" if args.players == 2 else f"canaan2020-{args.players}p-1"


def pettingzoo_moves(args: Args) -> Moves:
    """Moves in PettingZoo's own Hanabi, without its wrappers.

    :raises PeerUnavailable: PettingZoo, Shimmy or OpenSpiel is not installed
    """
    hand_size = 5 if args.players < 4 else 4
    try:
        module = import_module("pettingzoo.classic.hanabi_v5")
        env = module.raw_env(players=args.players, hand_size=hand_size)
    except ImportError as error:
        raise PeerUnavailable(f"cannot import hanabi_v5: {error}") from error
    rng = random.Random(1)
    env.reset(seed=0)
    while True:
        observed, _, done, _, _ = env.last()
        if done:
            env.reset()
            continue
        env.step(rng.choice(np.flatnonzero(observed["action_mask"]).tolist()))
        yield 1


def open_spiel_moves(args: Args) -> Moves:
    """Moves in OpenSpiel's Hanabi through its plain states.

    :raises PeerUnavailable: OpenSpiel is not installed
    """
    try:
        game = import_module("pyspiel").load_game("hanabi", {"players": args.players})
    except ImportError as error:
        raise PeerUnavailable(f"cannot import OpenSpiel: {error}") from error
    rng = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(draw(state.chance_outcomes(), rng))
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            yield 1


def measure(moves: Moves, seconds: float) -> Speed:
    """Runs an environment for the given processor time."""
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += sum(islice(moves, 16))
    return Speed(steps=steps, cpu_seconds=spent)


def measure_real(moves: Moves, seconds: float) -> float:
    """Runs an environment for the given real time; moves per second."""
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        steps += sum(islice(moves, 16))
    return steps / spent


def available(args: Args) -> dict[str, Moves]:
    """All installed environments, warmed up; prints a line for each that is not installed."""
    sources: dict[str, Callable[[Args], Moves]] = {
        OURS: tamaya_moves,
        AMONG_PARTNERS: partner_moves,
        BY_HAND: partner_moves_by_hand,
        "pettingzoo hanabi_v5": pettingzoo_moves,
        "open_spiel observation_tensor": open_spiel_moves,
    }
    playing: dict[str, Moves] = {}
    for name, source in sources.items():
        moves = source(args)
        try:
            next(moves)
        except PeerUnavailable as reason:
            print(f"{name}: {reason}")
        else:
            playing[name] = moves
    return playing


def spread(values: list[float], digits: int = 0) -> str:
    """The median and the range."""
    middle, low, high = (
        f"{value:,.{digits}f}" for value in (median(values), min(values), max(values))
    )
    return f"{middle} ({low}-{high})"


def table(args: Args | None = None) -> list[str]:
    """Measures all environments in turn and returns a Markdown table."""
    args = args or Args()
    playing = available(args)
    speeds: dict[str, list[float]] = {name: [] for name in playing}
    for _ in range(args.rounds):
        for name, moves in playing.items():
            speeds[name].append(measure(moves, args.seconds).steps_per_second)
    ours = speeds[OURS]
    lines = [
        f"| {args.players} players | moves per CPU-second (median, range) | speed-up of tamaya |",
        "|---|---|---|",
    ]
    for name, theirs in speeds.items():
        ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
        lines.append(f"| {name} | {spread(theirs)} | {spread(ratios, 1)} times |")
    pairs = zip(speeds[AMONG_PARTNERS], speeds[BY_HAND], strict=True)
    faster = spread([core / python for core, python in pairs], 1)
    several = partner_moves(args, threads=args.threads)
    real = spread([measure_real(several, args.seconds) for _ in range(args.rounds)])
    return [
        *lines,
        "",
        f"A learner moves {faster} times as fast if its partners move in the core. On "
        f"{args.threads} threads it makes {real} moves per second of real time.",
    ]


def _parsed() -> Args:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--num-envs", type=int, default=Args.num_envs)
    parser.add_argument("--players", type=int, default=Args.players)
    parser.add_argument("--seconds", type=float, default=Args.seconds)
    parser.add_argument("--rounds", type=int, default=Args.rounds)
    parser.add_argument("--threads", type=int, default=Args.threads)
    return Args(**vars(parser.parse_args()))


if __name__ == "__main__":
    print("\n".join(table(_parsed())))
