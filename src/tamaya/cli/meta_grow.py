"""`tamaya meta grow`: agents evolved to respond to partners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tamaya.arena import backend
from tamaya.qd.climb import Climbing
from tamaya.qd.run import EvolutionProgress


def grow(
    pool: Annotated[
        str, typer.Argument(metavar="POOL", help="Who partners may be: rule agents only.")
    ],
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the runs and responses.json go.")
    ],
    groups: Annotated[int, typer.Option(help="Groups of partners, at most.")] = 4,
    candidates: Annotated[
        int, typer.Option(help="Genomes to try for each group and rulebook.")
    ] = 20_000,
    generations: Annotated[
        int, typer.Option(help="Generations of a better Generalist; 0 for none.")
    ] = 120,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(
            help="Rules to grow from; repeat for several.", show_default="tamaya, published"
        ),
    ] = None,
    responses: Annotated[int, typer.Option(help="Responses to choose, at most.")] = 48,
    children: Annotated[
        int, typer.Option(help="Partners to make up of each of the pool, at most.")
    ] = 3,
    random: Annotated[int, typer.Option(help="Partners to make up of random rules.")] = 60,
    joining: Annotated[int, typer.Option(help="Grown agents that join the partners.")] = 60,
    games: Annotated[
        int, typer.Option(help="Games of each pair by which the Generalist is chosen.")
    ] = 2000,
    seed: Annotated[int, typer.Option(help="Another seed, other responses.")] = 0,
    on: Annotated[str, typer.Option("--backend", help="threads, cuda or ray.")] = "threads",
    threads: Annotated[
        int | None, typer.Option(help="Threads to use.", show_default="all cores")
    ] = None,
) -> None:
    """Evolve agents that go well with the partners of a pool.

    Further partners are made up: children of the pool's agents and random lists of rules. Partners
    that like the same company form a group, for each group agents are evolved that score with it,
    and some of these join the partners. Then the pool's Generalist is improved so that it loses
    with hardly anybody. Of all that was grown the few are chosen that together go best with
    everybody. Ctrl-C saves; the same command goes on.

    Example: [bold]tamaya meta grow canaan2020-1 runs/grown[/], then [bold]tamaya meta train
    runs/grown/hypotheses.json --responses runs/grown/responses.json --games 2000 --out a.meta[/]
    """
    from tamaya.meta.growth import HYPOTHESES, RESPONSES  # noqa: PLC0415 (needs the extra `evolve`)
    from tamaya.meta.growth import grow as grown  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
    )
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("grouping", total=None, told="")

        def tell(name: str, now: EvolutionProgress | Climbing) -> None:
            if isinstance(now, Climbing):
                done, total, gains = now.generation, now.of, now.best.with_partners
                told = f"gains {sum(gains) / len(gains):.2f}"
            else:
                done, total = now.standing.candidates, now.total
                told = f"best {now.standing.best:.2f}"
            bar.update(task, description=name, completed=done, total=total, told=told)

        made = grown(
            pool,
            out,
            most_groups=groups,
            candidates=candidates,
            generations=generations,
            most=responses,
            children=children,
            random=random,
            joining=joining,
            training_games=games,
            seed=seed,
            rulebooks=rulebook or ("tamaya", "published"),
            progress=tell,
            threads=threads,
            on=backend(on, threads=threads),
        )
    some = made.responses
    Console(highlight=False, markup=False).print(
        f"{len(some)} of {some.made['chosen of']} agents in {out}/{RESPONSES}: "
        f"{', '.join(some.names[:4])}{', ...' if len(some) > 4 else ''}\n"
        f"{len(made.hypotheses)} partners in {out}/{HYPOTHESES}",
        soft_wrap=True,
    )
