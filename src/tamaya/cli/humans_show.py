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
from tamaya.cli.wide import print_lines
from tamaya.game import UnknownNameError
from tamaya.humans import HumanGame, Overview, overview
from tamaya.humans.overview import PartnerScores

_HEAVY = 5
"""number of people to list, most games first"""
_MOVES = {
    "play": "plays",
    "misplay": "  misplays among them",
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
    summary = overview(games)
    if as_json:
        typer.echo(json.dumps(as_dict(summary), indent=2, allow_nan=False))
    else:
        _print(summary, console)


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
        console.print("recorded out of step: the moves tell nothing about the players")
    if game.survey:
        answers = ", ".join(f"{question} {answer}" for question, answer in game.survey.items())
        print_lines(f"survey: {answers}", console)
    console.print()
    width = console.width if console.is_terminal else None
    print_lines(paint(game.transcript.render(width)), console)


def _print(summary: Overview, console: Console) -> None:
    sources = ", ".join(f"{count:,} of {name}" for name, count in summary.sources.items())
    console.print(f"{summary.games:,} games of {len(summary.by_person):,} people ({sources})")
    if summary.out_of_step:
        console.print(f"{summary.out_of_step} games recorded out of step; their moves do not count")
    if summary.surveys:
        console.print(f"{summary.surveys} people answered a survey after their first game")
    console.print()
    console.print(_moves(summary))
    for title, scores in (("all games", summary.by_partner), ("first games", summary.first_games)):
        if scores:
            console.print()
            console.print(_scores(title, scores))
    console.print("[dim]points kept when bombed, ± standard error clustered by person[/]")
    console.print()
    console.print(_heavy(summary))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left")
    return table


def _moves(summary: Overview) -> Table:
    table = _table(f"{summary.decisions:,} decisions", "moves", "share")
    for kind, words in _MOVES.items():
        count = summary.moves.get(kind, 0)
        total = summary.moves.get("play", 0) if kind == "misplay" else summary.decisions
        table.add_row(words, f"{count:,}", f"{100 * count / total:.1f} %" if total else "-")
    return table


def _scores(title: str, by_partner: Mapping[str, PartnerScores]) -> Table:
    ends = [end for end in _ENDS if any(end in scores.ends for scores in by_partner.values())]
    table = _table(f"{title}, with", "games", "mean", "sd", "best", *(_ENDS[end] for end in ends))
    for name, scores in by_partner.items():
        count = len(scores.points)
        shares = (f"{100 * scores.ends.get(end, 0) / count:.0f} %" for end in ends)
        table.add_row(
            name,
            f"{count:,}",
            estimate_text(scores.mean),
            number_text(scores.sd),
            str(scores.best),
            *shares,
        )
    return table


def _heavy(summary: Overview) -> Table:
    table = _table("most games", "games", "share", "decisions")
    for name, count in list(summary.by_person.items())[:_HEAVY]:
        decided = summary.decisions_by_person.get(name, 0)
        table.add_row(name, f"{count:,}", f"{100 * count / summary.games:.1f} %", f"{decided:,}")
    rest = list(summary.by_person.values())[_HEAVY:]
    if rest:
        table.add_row(
            f"{len(rest):,} others, at most {max(rest)} each",
            f"{sum(rest):,}",
            f"{100 * sum(rest) / summary.games:.1f} %",
        )
    return table


def as_dict(summary: Overview) -> dict[str, object]:
    """The summary as JSON."""
    return {
        "games": summary.games,
        "out_of_step": summary.out_of_step,
        "sources": dict(summary.sources),
        "people": len(summary.by_person),
        "surveys": summary.surveys,
        "decisions": summary.decisions,
        "moves": dict(summary.moves),
        "all_games": {name: _scores_as_dict(scores) for name, scores in summary.by_partner.items()},
        "first_games": {
            name: _scores_as_dict(scores) for name, scores in summary.first_games.items()
        },
        "by_person": dict(summary.by_person),
        "decisions_by_person": dict(summary.decisions_by_person),
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
