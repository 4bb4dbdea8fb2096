"""`tamaya meta grow`: evolves responses to the partners of a pool."""

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
        str, typer.Argument(metavar="POOL", help="Pool of rule agents that partners may play like.")
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Folder for the runs, hypotheses.json and responses.json."
        ),
    ],
    groups: Annotated[int, typer.Option(help="Groups of partners at most.")] = 4,
    candidates: Annotated[
        int, typer.Option(help="Candidates for each group and rulebook.")
    ] = 20_000,
    generations: Annotated[
        int, typer.Option(help="Generations that improve the Generalist; 0 for none.")
    ] = 120,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(
            help="Rulebook to evolve from; repeat for several.", show_default="tamaya, published"
        ),
    ] = None,
    responses: Annotated[int, typer.Option(help="Responses to choose at most.")] = 48,
    children: Annotated[
        int, typer.Option(help="Mutated copies of each agent of the pool, as further partners.")
    ] = 3,
    random: Annotated[int, typer.Option(help="Random rule lists, as further partners.")] = 60,
    joining: Annotated[int, typer.Option(help="Evolved agents that join the partners.")] = 60,
    games: Annotated[
        int, typer.Option(help="Games of each pair that choose the Generalist.")
    ] = 2000,
    seed: Annotated[int, typer.Option(help="Seed. Each seed gives other responses.")] = 0,
    on: Annotated[
        str, typer.Option("--backend", help="What plays the games: threads, cuda or ray.")
    ] = "threads",
    threads: Annotated[
        int | None, typer.Option(help="Number of threads.", show_default="all cores")
    ] = None,
) -> None:
    """Evolve responses: rule agents that play well with the partners of a pool.

    Further partners are made up: mutated copies of the pool's agents and random rule lists.
    Partners that score well with the same agents form a group; agents are evolved for each group,
    and some of them join the partners. Then the pool's Generalist is improved so that it hardly
    ever loses points with anybody. Of all evolved agents, those are chosen that together score
    best with all partners. Ctrl-C saves; the same command resumes.

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
                text = f"gains {sum(gains) / len(gains):.2f}"
            else:
                done, total = now.standing.candidates, now.total
                text = f"best {now.standing.best:.2f}"
            bar.update(task, description=name, completed=done, total=total, told=text)

        growth = grown(
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
    chosen = growth.responses
    Console(highlight=False, markup=False).print(
        f"{len(chosen)} of {chosen.made['chosen of']} agents in {out}/{RESPONSES}: "
        f"{', '.join(chosen.names[:4])}{', ...' if len(chosen) > 4 else ''}\n"
        f"{len(growth.hypotheses)} partners in {out}/{HYPOTHESES}",
        soft_wrap=True,
    )
