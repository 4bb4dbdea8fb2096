"""Comparisons with the program of Eger et al. 2017: seeded games, and the games of the human study.

Formats: see the READMEs beside the recorded data. Its colours 0 to 4 are our g y w b r; decks and
choices come from Python 2's generator, whose numbers Python 3 draws too.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tamaya import Move, State, _core
from tamaya.agents.families.eger import eger_policy
from tamaya.humans.hanabi_data import SETUP, StudyLog, move_of, shuffled_deck

Record = dict[str, Any]

AHEAD = 16
"""maximum number of random numbers that an agent uses in one turn"""


def trace(record: Record) -> Iterator[tuple[Record, bool]]:
    """Replays a seeded game, including random choices."""
    numbers = random.Random(record["seed"])
    state = State.from_deck(shuffled_deck(numbers), SETUP)
    policies = [eger_policy(record[f"seat{seat}"]) for seat in range(2)]
    notes = [_core.Notes(), _core.Notes()]
    ahead = deque(numbers.random() for _ in range(AHEAD))
    for turn, (seat, kind, value) in enumerate(record["actions"]):
        recorded = move_of(kind, value)
        move, notes[seat], used = _core.follow_draws(
            policies[seat], state.view(seat), notes[seat], list(ahead)
        )
        for _ in range(used):
            ahead.popleft()
            ahead.append(numbers.random())
        if move != recorded or seat != state.current:
            yield {"turn": turn, "answer": str(move), "recorded": str(recorded)}, False
            return
        state.apply(move)
    result: Record = {"score": state.score, "strikes": 3 - state.lives, "turns": state.turn}
    yield result, state.over and all(result[key] == record[key] for key in ("score", "strikes"))


def human_game(name: str, text: str) -> tuple[Record, bool]:
    """Replays a logged game and compares each move of the computer with our agent.

    Where the agent chooses at random, any of its possible moves agrees; what it then remembers is
    known up to several possibilities, all of which are followed.
    """
    log = StudyLog.read(text)
    deck = shuffled_deck(random.Random(log.seed))
    state = State.from_deck(deck, SETUP)
    policy = eger_policy(log.style)
    possible = {_core.Notes()}
    sizes: list[int] = []
    result: Record = {"game": name, "style": log.style, "in_step": log.in_step, "sizes": sizes}
    for turn, logged in enumerate(log.moves):
        if log.in_step and logged.player == 0:
            view = state.view(0)
            outcomes = [o for notes in possible for o in _core.outcomes(policy, view, notes)]
            moves = {move for move, _ in outcomes}
            if logged.move not in moves:
                return result | {"turn": turn, "answer": sorted(map(str, moves))}, False
            sizes.append(len(moves))
            possible = {notes for move, notes in outcomes if move == logged.move}
        state.apply(_any_hint(state) if logged.to_itself else logged.move)
    result["score"] = state.score
    same_pile = tuple(deck[10:]) == log.pile
    return result, same_pile and state.over and state.score == log.score


def _any_hint(state: State) -> Move:
    """A hint that costs a token and a turn; replaces a hint to oneself, which our rules forbid."""
    return next(move for move in state.legal_moves() if move.kind.startswith("hint"))


def human_logs(path: Path) -> Iterator[tuple[str, str]]:
    """Names and logs of a published folder, or of a file of the sample."""
    if path.is_dir():
        for file in sorted((path / "log").glob("game*.log")):
            yield file.stem, file.read_text()
    else:
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            record = json.loads(line)
            yield record["game"], record["log"]


def human_games(path: Path) -> Iterator[tuple[Record, bool]]:
    """All games of a published folder, in the order of their names, or of a file of the sample."""
    for name, text in human_logs(path):
        try:
            yield human_game(name, text)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            yield {"game": name, "error": reason}, False


def summary(answers: list[Record]) -> list[str]:
    """For each agent, the number of possible moves at each compared move."""
    lines = []
    for style in ("outer", "intentional", "full"):
        games = [a for a in answers if a.get("style") == style and a["in_step"]]
        sizes = [size for answer in games for size in answer["sizes"]]
        if sizes:
            mean = sum(sizes) / len(sizes)
            lines.append(
                f"{style}: {len(sizes)} moves of {len(games)} games, {mean:.3f} possible on average"
            )
    out = sum(not answer.get("in_step", True) for answer in answers)
    return [*lines, f"{out} games out of step, only replayed"]
