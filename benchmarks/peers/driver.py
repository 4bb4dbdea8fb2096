"""Timing a compiled driver: a program that plays random-legal games and prints how long it took.

All drivers take --games=N --players=P --seed=S [--observe=mover|all] and print one line,
`games=.. steps=.. cpu_seconds=..`.
"""

import os
import re
import shutil
from pathlib import Path
from typing import Literal

from .commands import run
from .speed import PeerUnavailable, Speed

Observe = Literal["mover", "all"]
"""Whose observations are created and encoded before each move."""


def random_play(
    driver: Path, games: int, players: int = 2, observe: Observe | None = None, *, seed: int = 1
) -> Speed:
    """Plays random-legal games and returns the speed.

    :param observe: also create and encode observations, for the mover or for all players.
    :raises PeerUnavailable: the driver cannot be run.
    """
    command = _command(driver, games, players, observe, seed)
    return _parse(run(command, purpose=f"play random games with {driver.name}").stdout)


def instructions_per_step(
    driver: Path,
    players: int = 2,
    observe: Observe | None = None,
    *,
    games: tuple[int, int] = (200, 2200),
    seed: int = 1,
) -> float | None:
    """Returns the machine instructions one step costs, or None where valgrind is missing.

    Both runs play the same first games, so their difference holds only the further games:
    start-up cancels. Unlike seconds, the count hardly depends on the machine's load.

    :param games: the smaller and the larger number of games.
    :raises PeerUnavailable: the driver cannot be run.
    """
    if shutil.which("valgrind") is None:
        return None
    few, many = (_count(_command(driver, count, players, observe, seed)) for count in games)
    return (many[0] - few[0]) / (many[1] - few[1])


def _command(
    driver: Path, games: int, players: int, observe: Observe | None, seed: int
) -> list[str]:
    numbers = [f"--games={games}", f"--players={players}", f"--seed={seed}"]
    return [str(driver), *numbers, *([f"--observe={observe}"] if observe else [])]


def _count(command: list[str]) -> tuple[int, int]:
    """Instructions and steps of one run under callgrind."""
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    done = run([*valgrind, *command], purpose="count instructions")
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None:
        raise PeerUnavailable("cannot count instructions: valgrind printed no total")
    return int(collected[1]), _parse(done.stdout).steps


def _parse(line: str) -> Speed:
    parts = re.fullmatch(r"games=\d+ steps=(\d+) cpu_seconds=([\d.]+)\n", line)
    if parts is None:
        raise PeerUnavailable(f"the driver printed {line!r} (expected 'games=.. steps=..')")
    return Speed(steps=int(parts[1]), cpu_seconds=float(parts[2]))
