"""`tamaya meta grow`: evolves responses to the partners of a pool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tamaya.arena import backend
from tamaya.cli.interruption import keeps
from tamaya.cli.options import BackendName, RayAddress, Threads
from tamaya.cli.progress import progress_of
from tamaya.cli.wide import print_lines
from tamaya.qd.climb import Climbing
from tamaya.qd.run import EvolutionProgress


@keeps("finished steps are in {out}; the same command resumes", file="{out}")
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
    groups: Annotated[int, typer.Option(help="Largest number of groups of partners.")] = 4,
    candidates: Annotated[
        int, typer.Option(help="Candidates for each group and rulebook.")
    ] = 20_000,
    generations: Annotated[
        int, typer.Option(help="Generations that improve the generalist; 0 for none.")
    ] = 120,
    rulebook: Annotated[
        list[str] | None,
        typer.Option(
            help="Rulebook to evolve from; repeat for several.", show_default="tamaya, published"
        ),
    ] = None,
    responses: Annotated[int, typer.Option(help="Largest number of responses.")] = 48,
    children: Annotated[
        int, typer.Option(help="Mutated copies of each agent of the pool, as further partners.")
    ] = 3,
    random: Annotated[int, typer.Option(help="Random rule lists, as further partners.")] = 60,
    joining: Annotated[int, typer.Option(help="Evolved agents that join the partners.")] = 60,
    games: Annotated[
        int, typer.Option(help="Games of each pair, to choose the generalist.")
    ] = 2000,
    seed: Annotated[int, typer.Option(help="Seed. Each seed gives other responses.")] = 0,
    on: BackendName = "threads",
    address: RayAddress = "",
    threads: Threads = None,
) -> None:
    """Evolve responses: rule agents that play well with the partners of a pool.

    It adds partners to the pool: mutated copies of its agents, and random rule lists. Partners
    that score well with the same agents form a group. It evolves agents for each group, and some
    of them become partners too. Then it improves the generalist, the agent that scores best with
    all partners. Finally it chooses the agents that together score best with all partners.
    Ctrl-C saves; the same command resumes.

    Example: [bold]tamaya meta grow canaan2020-1 runs/grown[/], then [bold]tamaya meta train
    runs/grown/hypotheses.json --responses runs/grown/responses.json --games 2000 --out a.meta[/]
    """
    from tamaya.meta.growth import HYPOTHESES, RESPONSES  # noqa: PLC0415 (needs the extra `evolve`)
    from tamaya.meta.growth import grow as grow_responses  # noqa: PLC0415

    with progress_of("grouping") as shown:

        def report(name: str, now: EvolutionProgress | Climbing) -> None:
            if isinstance(now, Climbing):
                completed, total, gains = now.generation, now.of, now.best.with_partners
                text = f"gains {sum(gains) / len(gains):.2f}"
            else:
                completed, total = now.standing.candidates, now.total
                text = f"best {now.standing.best:.2f}"
            shown.update(completed, total, step=name, status=text)

        growth = grow_responses(
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
            progress=report,
            threads=threads,
            on=backend(on, threads=threads, address=address),
        )
    chosen = growth.responses
    print_lines(
        f"{len(chosen)} of {chosen.made['chosen of']} agents in {out}/{RESPONSES}: "
        f"{', '.join(chosen.names[:4])}{', ...' if len(chosen) > 4 else ''}\n"
        f"{len(growth.hypotheses)} partners in {out}/{HYPOTHESES}"
    )
