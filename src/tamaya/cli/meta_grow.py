"""`tamaya meta grow`: agents evolved to respond to partners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tamaya.arena import backend
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
    ] = 60_000,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(help="Rules to grow from; repeat for several.",
                     show_default="tamaya, published"),
    ] = None,
    responses: Annotated[int, typer.Option(help="Responses to choose, at most.")] = 24,
    seed: Annotated[int, typer.Option(help="Another seed, other responses.")] = 0,
    on: Annotated[str, typer.Option("--backend", help="threads, cuda or ray.")] = "threads",
    threads: Annotated[
        int | None, typer.Option(help="Threads to use.", show_default="all cores")
    ] = None,
) -> None:  # fmt: skip
    """Evolve agents that go well with the partners of a pool.

    Partners that like the same company form a group. For each group agents are evolved that score
    with it, and of all of them the few are chosen that together go best with everybody. Nobody but
    the pool's agents takes part. Ctrl-C saves; the same command goes on.

    Example: [bold]tamaya meta grow canaan2020-1 runs/responses[/], then
    [bold]tamaya meta train canaan2020-1 --responses runs/responses/responses.json --out a.meta[/]
    """
    from tamaya.meta.growth import grow as grown  # noqa: PLC0415 (needs the extra `evolve`)

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn(), TextColumn("{task.fields[told]}"))  # fmt: skip
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("grouping", total=None, told="")

        def tell(name: str, now: EvolutionProgress) -> None:
            at = now.standing
            bar.update(task, description=name, completed=at.candidates, total=now.total,
                       told=f"best {at.best:.2f}")  # fmt: skip

        made = grown(
            pool, out, most_groups=groups, candidates=candidates, most=responses, seed=seed,
            rulebooks=rulebook or ("tamaya", "published"), progress=tell, threads=threads,
            on=backend(on, threads=threads),
        )  # fmt: skip
    Console(highlight=False, markup=False).print(
        f"{len(made)} of {made.made['chosen of']} agents in {out}/responses.json: "
        f"{', '.join(made.names[:4])}{', ...' if len(made) > 4 else ''}",
        soft_wrap=True,
    )
