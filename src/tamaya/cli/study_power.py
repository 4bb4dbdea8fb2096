"""`tamaya study power`: how many people a study needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from tamaya.cli.options import AsJson
from tamaya.cli.pool_out import note, progress_bar
from tamaya.cli.study_file import File
from tamaya.cli.wide import print_table
from tamaya.errors import TamayaError
from tamaya.extras import extra

if TYPE_CHECKING:
    from tamaya.study.simulation.power import Power, PowerResult


def power(
    file: File,
    studies: Annotated[int, typer.Option(help="Number of studies to simulate.")] = 2000,
    most: Annotated[int, typer.Option(help="Largest number of people to simulate.")] = 1200,
    wanted: Annotated[float, typer.Option("--power", help="Power to reach.")] = 0.8,
    alpha: Annotated[float, typer.Option(help="Significance level of the tests.")] = 0.05,
    drop_out: Annotated[float, typer.Option(help="Share of people who leave early.")] = 0.1,
    deviation: Annotated[
        float, typer.Option(help="Standard deviation between people, in points.")
    ] = 1.3,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="ARM=AGENT",
            help="Simulate an arm with another agent; repeat for several.",
            show_default="none",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games for each arm and model of people.")] = 400,
    seed: Annotated[int, typer.Option(help="Sampling seed.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Simulate whole studies, and estimate how many people the planned contrasts need.

    Models of people play with the agent of each arm on the study's decks. Simulated studies draw
    from these games, with people who differ, drop out, and answer as people of 2017 did.

    Example: [bold]tamaya study power pilot.toml --drop-out 0.2[/]
    """
    with extra("study", "power simulations need more libraries"):
        from tamaya.study import reading  # noqa: PLC0415
        from tamaya.study.simulation import power as simulation  # noqa: PLC0415
        from tamaya.study.simulation.games import play_bank  # noqa: PLC0415
        from tamaya.study.simulation.people import Participants  # noqa: PLC0415

    study = reading.read(file)
    people = Participants(drop_out=drop_out, deviation=deviation)
    args = simulation.PowerArgs(
        studies=studies, most=most, power=wanted, alpha=alpha, seed=seed, people=people
    )
    if not 10 <= games <= 100_000:
        raise TamayaError(f"--games {games} (expected 10 to 100,000)")
    other_agents = _other_agents(agents or [])
    with progress_bar("simulating", 100) as report:
        bank = play_bank(
            study, agents=other_agents, games=games, progress=lambda n, all_: report(50 * n // all_)
        )
        result = simulation.power(study, bank, args, lambda n, all_: report(50 + 50 * n // all_))
    if as_json:
        typer.echo(result.to_json(), nl=False)
    else:
        _show(result, study.people.target)


def _other_agents(words: list[str]) -> dict[str, str]:
    agents = {}
    for word in words:
        arm, equals, agent = word.partition("=")
        if not equals or not arm or not agent:
            raise TamayaError(f"--agent {word!r} (expected ARM=AGENT, like full=eger:full)")
        agents[arm] = agent
    return agents


def _show(result: PowerResult, target: int) -> None:
    args, people = result.args, result.args.people
    console = Console(highlight=False, markup=False)
    console.print(
        f"{args.studies:,} simulated studies of {result.study}, {result.games:,} games of "
        f"{len(result.models)} models of people; drop-out {people.drop_out:.0%}"
    )
    means = [f"{arm} {mean:.2f} ({sd:.2f})" for arm, (mean, sd) in result.means.items()]
    console.print(f"simulated means (deviations) of people: {', '.join(means)}")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    needed = f"people for {args.power:.0%}"
    for name in ("outcome", "contrast", "difference", needed, f"power with {target}"):
        table.add_column(name, justify="left" if name in ("outcome", "contrast") else "right")
    for contrast in result.contrasts:
        table.add_row(*_row(contrast, target, args.most))
    print_table(console, table)
    if any(contrast.people[-1] < target for contrast in result.contrasts):
        note(f"the target of {target} people is more than --most, so power is for {args.most}")
    if result.left_out:
        note(f"no model answers {', '.join(result.left_out)}: their power is not simulated")


def _row(contrast: Power, target: int, most: int) -> tuple[str, ...]:
    share, sem = contrast.at(target)
    low, high = contrast.needed_low, contrast.needed_high
    reach = f" ({low or f'over {most:,}'} to {high or f'over {most:,}'})"
    needed = f"over {most:,}" if contrast.needed is None else f"{contrast.needed:,}{reach}"
    return (
        contrast.outcome,
        f"{contrast.first} minus {contrast.second}",
        f"{contrast.difference:.2f} ± {contrast.difference_sem:.2f}",
        needed,
        f"{100 * share:.1f} % ± {100 * sem:.1f}",
    )
