"""Folders in the layout of the 2017 study, of games that agents played in the seats of people."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import tamaya as ty
from tamaya.agents import as_agent
from tamaya.humans import HumanGame, read
from tamaya.humans.hanabi_data import COLORS, SETUP, shuffled_deck
from tamaya.humans.survey import ANSWERS
from tests.truth import truth


def final_state(style: str, person: str, deck: int) -> ty.State:
    """Plays a game on one of the study's decks: a computer in seat 0, an agent as the person."""
    state = ty.State.from_deck(shuffled_deck(random.Random(deck)), SETUP)
    seats = [as_agent(f"eger:{style}"), as_agent(person)]
    for seat, agent in enumerate(seats):
        agent.begin_game(state.view(seat), deck + seat)
    while not state.over:
        state.apply(seats[state.current].act(state.view(state.current)))
    return state


def move_line(player: int, move: ty.Move) -> str:
    """A move as the logs write it."""
    if move.kind == "hint_color":
        return f"MOVE: {player} 0 None {1 - player} {COLORS.index(str(move)[-1])} None"
    if move.kind == "hint_rank":
        return f"MOVE: {player} 1 None {1 - player} None {str(move)[-1]}"
    kind, target = 2 if move.kind == "play" else 3, 1 if player else None
    return f"MOVE: {player} {kind} {move.slot} {target} None None"


def log(style: str, deck: int, *, person: str = "piers", before: str | None = None) -> str:
    """The text of a log, without the lines in English."""
    state = final_state(style, person, deck)
    pile = [(COLORS.index(str(card)[0]), int(str(card)[1])) for card in state.full_deck[10:]]
    moves = [move_line(e.actor, e.move) for e in state.events if e.move is not None]
    lines = [f"Treatment: ({style!r}, {deck})", str(pile), *moves, f"Score {state.score}"]
    return "\n".join([f"Old GID: {before}"] * (before is not None) + lines) + "\n"


def survey(number: int) -> str:
    """Answers that differ from person to person."""
    return "".join(
        f"{question} {answers[number % len(answers)]}\n" for question, answers in ANSWERS.items()
    )


def files(people: int = 6) -> Mapping[str, str]:
    """Logs and surveys by name: everybody plays once, and person 0 three times more."""
    styles = ("outer", "intentional", "full")
    texts: dict[str, str] = {}
    for number in range(people):
        agent = ("piers", "iggi", "eger:full")[number // 3 % 3]
        texts[f"game{number:016x}.log"] = log(styles[number % 3], number % 5 + 1, person=agent)
        texts[f"survey{number:016x}.log"] = survey(number)
    before = f"{0:016x}"
    for number in range(3):
        id = f"{100 + number:016x}"
        texts[f"game{id}.log"] = log(styles[number], 10 + number, before=before)
        before = id
    return texts


def write(folder: Path, people: int = 6) -> Path:
    """A folder as it was published."""
    (folder / "log").mkdir(parents=True)
    for name, text in files(people).items():
        (folder / "log" / name).write_text(text)
    return folder


def public_games() -> list[HumanGame]:
    """The published games; skips the test where they are absent."""
    return list(_read(truth("HanabiData")))


@cache
def _read(folder: Path) -> list[HumanGame]:
    return read(folder)
