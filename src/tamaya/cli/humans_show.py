"""`tamaya humans show`: summarizes games of people, or prints one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.humans_games import Most, People, WithoutHeavy, chosen, estimate_text, number_text
from tamaya.cli.options import AsJson
from tamaya.cli.paint import paint
from tamaya.cli.pool_out import numbers, plain
from tamaya.game import UnknownNameError
from tamaya.humans import HumanGame, Overview, overview
from tamaya.humans.overview import PartnerScores

_HEAVY = 5
"""people to list, those with most games first"""
_MOVES = {
    "play": "plays",
    "misplay": "  that did not fit",
    "discard": "discards",
    "hint_rank": "hints of a rank",
    "hint_color": "hints of a color",
}
_ENDS = {
    "bombed": "bombed",
    "last_turn": "deck ran out",
    "complete": "perfect",
    "running": "not finished",
    "forfeit": "forfeited",
}


def show(
    path: People,
    game: Annotated[
        str | None, typer.Option(metavar="ID", help="Print this game move by move.")
    ] = None,
    most: Most = None,
    without_heavy: WithoutHeavy = None,
    as_json: AsJson = False,
) -> None:
    """Summarize games of people: players, partners and scores. With --game, print one game.

    Example: [bold]tamaya humans show people.jsonl[/]
    """
    games = chosen(path, most, without_heavy)
    console = Console(highlight=False)
    if game is not None:
        chosen_game = _named(games, game)
        if as_json:
            typer.echo(json.dumps(game_as_dict(chosen_game), indent=2))
        else:
            _print_game(chosen_game, console)
        return
    seen = overview(games)
    if as_json:
        typer.echo(json.dumps(as_dict(seen), indent=2, allow_nan=False))
    else:
        _print(seen, console)


def _named(games: Sequence[HumanGame], id: str) -> HumanGame:
    matching = [game for game in games if game.id == id]
    if not matching:
        near = [game.id for game in games if id and game.id.startswith(id[:4])][:3]
        hint = f" (near ids: {', '.join(near)})" if near else ""
        raise UnknownNameError(f"no game {id!r} among {len(games)}{hint}")
    return matching[0]


def _print_game(game: HumanGame, console: Console) -> None:
    first = ", the person's first game" if game.first else ""
    console.print(f"{game.source} game {game.id}, deck {game.deal or 'unknown'}{first}")
    if not game.in_step:
        console.print("recorded out of step: the moves say nothing about anybody's play")
    if game.survey:
        answers = ", ".join(f"{question} {answer}" for question, answer in game.survey.items())
        console.print(f"survey: {answers}", soft_wrap=True, markup=False)
    console.print()
    console.print(paint(game.transcript.render()), soft_wrap=True)


def _print(seen: Overview, console: Console) -> None:
    sources = ", ".join(f"{count:,} of {name}" for name, count in seen.sources.items())
    console.print(f"{seen.games:,} games of {len(seen.by_person):,} people ({sources})")
    if seen.out_of_step:
        console.print(f"{seen.out_of_step} recorded out of step, whose moves are not counted")
    if seen.surveys:
        console.print(f"{seen.surveys} answered questions after their first game")
    console.print()
    console.print(_moves(seen))
    for title, scores in (("all games", seen.by_partner), ("first games", seen.first_games)):
        if scores:
            console.print()
            console.print(_scores(title, scores))
    console.print("[dim]points kept when bombed, ± standard error clustered by person[/]")
    console.print()
    console.print(_heavy(seen))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left")
    return table


def _moves(seen: Overview) -> Table:
    table = _table(f"{seen.decisions:,} decisions", "moves", "share")
    for kind, words in _MOVES.items():
        count = seen.moves.get(kind, 0)
        whole = seen.moves.get("play", 0) if kind == "misplay" else seen.decisions
        table.add_row(words, f"{count:,}", f"{100 * count / whole:.1f} %" if whole else "-")
    return table


def _scores(title: str, by_partner: Mapping[str, PartnerScores]) -> Table:
    ends = [end for end in _ENDS if any(end in scores.ends for scores in by_partner.values())]
    table = _table(f"{title}, with", "games", "mean", "sd", "best", *(_ENDS[end] for end in ends))
    for name, scores in by_partner.items():
        many = len(scores.points)
        shares = (f"{100 * scores.ends.get(end, 0) / many:.0f} %" for end in ends)
        table.add_row(
            name,
            f"{many:,}",
            estimate_text(scores.mean),
            number_text(scores.sd),
            str(scores.best),
            *shares,
        )
    return table


def _heavy(seen: Overview) -> Table:
    table = _table("who played most", "games", "share", "decisions")
    for name, count in list(seen.by_person.items())[:_HEAVY]:
        decided = seen.decisions_by_person.get(name, 0)
        table.add_row(name, f"{count:,}", f"{100 * count / seen.games:.1f} %", f"{decided:,}")
    others = list(seen.by_person.values())[_HEAVY:]
    if others:
        table.add_row(
            f"{len(others):,} others, at most {max(others)} each",
            f"{sum(others):,}",
            f"{100 * sum(others) / seen.games:.1f} %",
        )
    return table


def as_dict(seen: Overview) -> dict[str, object]:
    """The summary as JSON."""
    return {
        "games": seen.games,
        "out_of_step": seen.out_of_step,
        "sources": dict(seen.sources),
        "people": len(seen.by_person),
        "surveys": seen.surveys,
        "decisions": seen.decisions,
        "moves": dict(seen.moves),
        "all_games": {name: _scores_as_dict(scores) for name, scores in seen.by_partner.items()},
        "first_games": {name: _scores_as_dict(scores) for name, scores in seen.first_games.items()},
        "by_person": dict(seen.by_person),
        "decisions_by_person": dict(seen.decisions_by_person),
    }


def _scores_as_dict(scores: PartnerScores) -> dict[str, object]:
    return {
        "scoring": "points kept when bombed",
        "score": numbers(scores.mean),
        "sd": plain(scores.sd),
        "best": scores.best,
        "ends": dict(scores.ends),
    }


def game_as_dict(game: HumanGame) -> dict[str, object]:
    """A game as JSON."""
    last = game.transcript.replay()
    return {
        "id": game.id,
        "source": game.source,
        "deal": game.deal,
        "people": list(game.people),
        "partners": list(game.partners),
        "in_step": game.in_step,
        "first": game.first,
        "survey": dict(game.survey),
        "score": last.score,
        "end": last.end,
        "transcript": str(game.transcript),
    }
