"""`tamaya explain`: plays a game and explains each move."""

from __future__ import annotations

import json
from typing import Annotated

import typer

import tamaya as ty
from tamaya.arena import Explanation, Reason
from tamaya.arena import explain as explain_game
from tamaya.cli.options import Agents, AsJson, Players, SetupText, team, turn_counter
from tamaya.cli.paint import paint
from tamaya.cli.wide import print_lines
from tamaya.game import SEAT_NAMES
from tamaya.transcript import ending


def explain(
    agents: Agents = None,
    players: Players = None,
    seed: Annotated[int, typer.Option(help="Seed of the deck.")] = 0,
    setup: SetupText = None,
    turn: Annotated[
        int | None,
        typer.Option(help="Explain only this turn, with the position as the player saw it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play one game and explain each move: which rule decided, or what the agent weighed.

    Example: [bold]tamaya explain piers iggi --seed 7[/]

    Example: [bold]tamaya explain piers iggi --seed 7 --turn 3[/]
    """
    names = team(agents, players, setup)
    with turn_counter() as listen:
        explained = explain_game(*names, seed=seed, setup=setup, listen=listen)
    numbers = _chosen(explained, turn)
    if as_json:
        typer.echo(json.dumps(as_dict(explained, numbers), indent=2))
        return
    if turn is not None:
        print_lines(paint(position(explained, turn)))
        return
    print_lines(paint("\n".join(lines(explained))))


def _chosen(explained: Explanation, turn: int | None) -> list[int]:
    last = len(explained.reasons)
    if turn is not None and not 1 <= turn <= last:
        raise ty.TamayaError(f"no turn {turn} in this game (expected 1 to {last})")
    return list(range(1, last + 1)) if turn is None else [turn]


def lines(explained: Explanation) -> list[str]:
    """Every move of the game with its reason, as lines of text."""
    game = explained.game
    seats = "   ".join(f"{SEAT_NAMES[s]} = {name}" for s, name in enumerate(game.agents))
    text_lines = [f"{game.final.setup}   seed {game.seed}   {seats}"]
    for number, reason in enumerate(explained.reasons, 1):
        text_lines += [f"{number:3}  {game.final.events[number - 1]}", f"     {reason}"]
    score = f"score {game.score} of {game.final.setup.max_score} ({ending(game.final)})"
    return [*text_lines, score]


def position(explained: Explanation, turn: int) -> str:
    """One turn as text: the position as the player saw it, the move, and the agent's rules."""
    reason, event = explained.reasons[turn - 1], explained.game.final.events[turn - 1]
    seat = SEAT_NAMES[reason.view.me]
    text_lines = [f"turn {turn}: {seat} ({reason.agent}) sees", str(reason.view), "", str(event)]
    weighed = ["", *reason.thoughts.lines()] if reason.thoughts else []
    return "\n".join([*text_lines, str(reason), *_rules(reason), *weighed])


def _rules(reason: Reason) -> list[str]:
    """The agent's rules in order, each with "does not apply", "decides" or "not asked"."""
    if not reason.rules:
        return []
    fired = len(reason.rules) if reason.fired is None else reason.fired
    skipped = "not asked" if reason.source == "noise" else "does not apply"
    words = [
        skipped if place < fired else "decides" if place == fired else "not asked"
        for place in range(len(reason.rules))
    ]
    listed = enumerate(zip(reason.rules, words, strict=True), 1)
    return ["", *(f"{n:3}  {word:<15} {rule}: {rule.description}" for n, (rule, word) in listed)]


def as_dict(explained: Explanation, turns: list[int]) -> dict[str, object]:
    """The explanation as JSON."""
    game = explained.game
    return {
        "agents": list(game.agents),
        "setup": str(game.final.setup),
        "seed": game.seed,
        "score": game.score,
        "bombed": game.bombed,
        "turns": [_turn(explained, number) for number in turns],
        "version": ty.__version__,
    }


def _turn(explained: Explanation, number: int) -> dict[str, object]:
    reason = explained.reasons[number - 1]
    return {
        "turn": number,
        "seat": reason.view.me,
        "agent": reason.agent,
        "move": None if reason.move is None else str(reason.move),
        "event": str(explained.game.final.events[number - 1]),
        "source": reason.source,
        "place": None if reason.fired is None else reason.fired + 1,
        "rule": None if reason.rule is None else str(reason.rule),
        "why": str(reason) if reason.rule is None else reason.rule.description,
        "thoughts": None if reason.thoughts is None else reason.thoughts.as_dict(),
        "view": str(reason.view),
    }
