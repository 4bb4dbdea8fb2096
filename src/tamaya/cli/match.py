"""`tamaya match`: plays many games of one team."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

import tamaya as ty
from tamaya.arena import match_in_chunks
from tamaya.cli.interruption import EXIT_CODE
from tamaya.cli.options import Agents, AsJson, FirstSeed, Players, SetupText, Threads, team
from tamaya.cli.pool_out import mean_and_error
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines


def match(
    agents: Agents = None,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Number of games.")] = 10_000,
    first_seed: FirstSeed = 0,
    setup: SetupText = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Play many games of one team and print the mean and the distribution of the scores.

    Results depend only on the agents, the rules and the seeds. Ctrl-C prints the games so far.

    Example: [bold]tamaya match piers iggi --games 100000[/]
    """
    console = Console(stderr=True)
    chunks = match_in_chunks(
        *team(agents, players, setup),
        games=games,
        first_seed=first_seed,
        setup=setup,
        threads=threads,
    )
    finished: list[ty.Matchup] = []
    interrupted = False
    try:
        with progress_of("playing", games) as shown:
            for chunk in chunks:
                finished.append(chunk)
                shown.update(sum(part.games for part in finished))
    except KeyboardInterrupt:
        if not finished:
            raise
        interrupted = True
        console.print(
            f"interrupted after {sum(part.games for part in finished):,} games; here is their "
            "result (the same command starts again)",
            soft_wrap=True,
        )
    matchup = finished[0].joined(finished[1:])
    if as_json:
        typer.echo(as_text(as_dict(matchup)))
    else:
        print_lines(table(matchup))
    if interrupted:
        raise typer.Exit(EXIT_CODE)


def table(matchup: ty.Matchup) -> str:
    """The result as text, with a histogram of the scores."""
    histogram = matchup.histogram
    last = matchup.first_seed + matchup.games - 1
    lines = [
        f"agents        {', '.join(matchup.agents)}",
        f"set-up        {matchup.setup}",
        f"games         {matchup.games:,} (seeds {matchup.first_seed} to {last})",
        f"score         {matchup.score} (points kept, ± standard error)",
        f"strict score  {matchup.strict_score} (0 when bombed)",
        f"bombed        {100 * histogram.bomb_rate:.1f} %",
    ]
    if matchup.forfeits:
        lines.append(f"forfeited     {matchup.forfeits:,}")
    if matchup.lost:
        seed, why = next(iter(matchup.lost.items()))
        lines.append(f"lost          {len(matchup.lost):,}, first with seed {seed}: {why}")
    return "\n".join([*lines, "", *bars(histogram)])


def bars(histogram: ty.ScoreHistogram) -> list[str]:
    """A bar for each score that occurred; bombed games are drawn lighter."""
    totals = [a + b for a, b in zip(histogram.kept, histogram.bombed, strict=True)]
    scale = 50 / max(totals)
    lines = ["points   games"]
    for points, total in enumerate(totals):
        if total == 0:
            continue
        solid = round(histogram.kept[points] * scale)
        light = round(total * scale) - solid
        lines.append(f"{points:6} {total:7,}  {'█' * solid}{'░' * light}")
    return [*lines, "░ bombed" if any(histogram.bombed) else ""]


def as_text(result: dict[str, object]) -> str:
    """The result as JSON text."""
    return json.dumps(result, indent=2, allow_nan=False)


def as_dict(matchup: ty.Matchup) -> dict[str, object]:
    """The result as plain values that JSON can hold."""
    return {
        "agents": list(matchup.agents),
        "setup": str(matchup.setup),
        "games": matchup.games,
        "first_seed": matchup.first_seed,
        "score": mean_and_error(matchup.score),
        "strict_score": mean_and_error(matchup.strict_score),
        "bomb_rate": matchup.histogram.bomb_rate,
        "forfeits": matchup.forfeits,
        "kept": list(matchup.histogram.kept),
        "bombed": list(matchup.histogram.bombed),
        "lost": {str(seed): why for seed, why in matchup.lost.items()},
        "version": ty.__version__,
    }
