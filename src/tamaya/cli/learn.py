"""`tamaya learn`: trains networks, measures them, and exports their weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tamaya.cli.interruption import keeps
from tamaya.cli.learn_options import (
    Device,
    RunOptions,
    SetupWords,
    TrainingOptions,
    takes_options,
)
from tamaya.cli.options import AsJson, Threads
from tamaya.cli.pool_out import note
from tamaya.cli.progress import progress_of
from tamaya.extras import extra
from tamaya.files import parquet
from tamaya.learn import Config, left_out, preset
from tamaya.meta.left_out import FAMILIES

if TYPE_CHECKING:
    from tamaya.learn.run import LearningProgress, LearningRun

app = typer.Typer(
    help="Train networks that play Hanabi, on a GPU in minutes, and measure them.",
    no_args_is_help=True,
)

Out = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="Run folder. An existing run is resumed.")
]
Weights = Annotated[Path, typer.Argument(metavar="NETWORK", help="Weights file or run folder.")]
WeightsOut = Annotated[Path, typer.Option("--out", help="Weights file to write.")]
RunFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Run folder.")]


_RESUMED = keeps(
    "the network is saved in {out}; tamaya learn resume {out} continues the training",
    file="{out}/network.safetensors",
)


@app.command("self-play")
@_RESUMED
@takes_options
def self_play(out: Out, *, options: TrainingOptions) -> None:
    """Train a network in self-play: strong with itself, weak with other partners.

    The folder gets config.toml, network.safetensors (the weights), curve.csv, and a checkpoint
    from which the same command resumes.

    Example: [bold]tamaya learn self-play runs/sp[/] (seven minutes on one H200)

    Example: [bold]tamaya learn self-play runs/tiny --setup 'standard colors=2 ranks=2 hand_size=2'
    --games 256 --turns 1e6 --set hidden=128,128 --device cpu[/] (a minute on a laptop)
    """
    _train(out, "self_play", options.changes, options)


@app.command("other-play")
@_RESUMED
@takes_options
def other_play(out: Out, *, options: TrainingOptions) -> None:
    """Train with permuted colors (Other-Play), which avoids arbitrary color conventions.

    Each seat sees its own permutation of the colors, and a high entropy bonus keeps the network
    exploring. Train several seeds and compare them with [bold]tamaya learn evaluate --with[/].

    Example: [bold]tamaya learn other-play runs/op1 --seed 1[/]
    """
    _train(out, "other_play", options.changes, options)


@app.command()
@_RESUMED
@takes_options
def response(
    out: Out,
    partners: Annotated[
        list[str] | None,
        typer.Option(
            "--partner",
            help="Pool or agent to play with; repeat for several. Each name is equally likely.",
            show_default="canaan2020-1, canaan2020-2, wide-1",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Family to leave out, so that it stays unknown ({', '.join(FAMILIES)}); repeat "
            "for several. Partners are all other families, or those of --partner.",
        ),
    ] = None,
    episode: Annotated[int, typer.Option(help="Consecutive games with the same partner.")] = 10,
    *,
    options: TrainingOptions,
) -> None:
    """Train a best response to many partners, which adapts to the partner it meets.

    Its observation counts what the partner did so far in the episode; --memory episode adds a
    recurrent memory.

    Example: [bold]tamaya learn response runs/br --partner canaan2020-1 --partner wide-1[/]

    Example: [bold]tamaya learn response runs/people --setup eger --partner human:all[/]

    Example: [bold]tamaya learn response runs/strangers --without people[/]
    """
    changes = options.changes | {"episode": episode}
    if partners:
        changes["partners"] = tuple(partners)
    if without:
        changes |= left_out(without, partners)
    _train(out, "response", changes, options)


@app.command()
@_RESUMED
@takes_options
def resume(out: RunFolder, *, options: RunOptions) -> None:
    """Resume an interrupted run with the settings in its folder.

    Example: [bold]tamaya learn resume runs/sp[/]
    """
    _run(out, None, options)


@app.command()
def evaluate(
    network: Weights,
    others: Annotated[
        list[Path] | None,
        typer.Option(
            "--with", help="Network for the other seats (cross-play); repeat for several."
        ),
    ] = None,
    partners: Annotated[
        list[str] | None,
        typer.Option("--partner", help="Pool or agent for the other seats; repeat for several."),
    ] = None,
    over: Annotated[
        Path | None,
        typer.Option(help="Network to compare with: it plays the same decks and partners."),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Least number of games behind each line of the output.")
    ] = 10_000,
    setup: SetupWords = None,
    device: Device = "auto",
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Measure the scores of a network on decks that training did not use.

    The network always makes the move that it finds most probable. With partners, episodes are as
    long as in training; the scores of the first and the last game are shown too. With
    [bold]--over[/], so is the gain over another network, with its standard error over partners.

    Example: [bold]tamaya learn evaluate runs/sp[/]

    Example: [bold]tamaya learn evaluate runs/op1 --with runs/op2 --with runs/op3[/]

    Example: [bold]tamaya learn evaluate runs/br --partner canaan2020-3 --partner tamaya-1[/]

    Example: [bold]tamaya learn evaluate runs/br --partner canaan2020-3 --over runs/br_small[/]
    """
    _require_torch()
    from tamaya.learn import evaluation, export  # noqa: PLC0415
    from tamaya.learn.games import chosen_device  # noqa: PLC0415

    player, config, _ = export.read_network(_weights(network))
    other_networks = [export.read_network(_weights(path))[0] for path in others or []]
    with progress_of("evaluating", len(partners or others or [network])) as shown:
        scores = evaluation.evaluate(
            player,
            config,
            chosen_device(device),
            games=games,
            others=other_networks,
            partners=partners or (),
            over=None if over is None else export.read_network(_weights(over))[:2],
            setup=setup,
            threads=threads,
            progress=shown.update,
        )
    for line in scores:
        typer.echo(json.dumps(line.to_dict()) if as_json else str(line))


@app.command()
def distill(
    teacher: Weights,
    out: WeightsOut,
    hidden: Annotated[
        str, typer.Option(help="Units of each hidden layer of the small network.")
    ] = "256,128",
    updates: Annotated[int, typer.Option(help="Optimizer steps.")] = 5000,
    games: Annotated[int, typer.Option(help="Games side by side.")] = 8192,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Train a small network that imitates a large one and plays many times faster.

    Example: [bold]tamaya learn distill runs/sp --hidden 256,128 --out small.safetensors[/]
    """
    _require_torch()
    from tamaya.learn.__main__ import whole_numbers  # noqa: PLC0415
    from tamaya.learn.distillation import Distillation  # noqa: PLC0415
    from tamaya.learn.distillation import distill as train_student  # noqa: PLC0415

    settings = Distillation(hidden=whole_numbers("hidden", hidden), updates=updates, games=games)
    with progress_of("distilling", updates) as shown:
        path = train_student(
            _weights(teacher),
            out,
            settings,
            device=device,
            threads=threads,
            progress=lambda now: shown.update(now.updates, status=now.quality),
        )
    typer.echo(f"weights in {path}; now: tamaya learn evaluate {path}")


@app.command()
def export(
    network: Weights,
    out: WeightsOut,
) -> None:
    """Quantize a network to whole numbers, so that every command can play it as learned:PATH.

    Such agents need no PyTorch and make the same moves on every machine.

    Example: [bold]tamaya learn export runs/sp --out sp.safetensors[/]

    Example: [bold]tamaya match learned:sp.safetensors piers[/]
    """
    from tamaya.learn import integer  # noqa: PLC0415

    check = integer.export(_weights(network), out)
    typer.echo(f"{check}; now: tamaya match learned:{out} learned:{out}")


@app.command()
def show(
    folder: RunFolder,
    out: Annotated[
        Path | None, typer.Option(help="Parquet file to write, with a row for each batch.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Picture of the learning curve to draw, .png, .svg or .pdf."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the scores of a run, and draw its learning curve.

    Example: [bold]tamaya learn show runs/sp --plot curve.png[/]
    """
    _require_torch()
    from tamaya.learn.picture import write_picture  # noqa: PLC0415
    from tamaya.learn.run import LearningRun  # noqa: PLC0415

    curve = LearningRun(folder).curve()
    last = {name: curve.recent(name) for name in ("strict", "kept", "bombed")}
    turns, seconds = (float(curve.column(name)[-1]) for name in ("turns", "seconds"))
    typer.echo(
        json.dumps({"turns": turns, "seconds": seconds, **last})
        if as_json
        else f"{turns / 1e6:,.0f} M turns in {seconds:,.0f} s: strict {last['strict']:.2f}, kept "
        f"{last['kept']:.2f}, bombed {100 * last['bombed']:.1f} % (with exploration)"
    )
    if out is not None:
        parquet.write(out, curve.frame)
        note(f"wrote {out}")
    if plot is not None:
        write_picture(curve, plot)
        note(f"wrote {plot}")


def _train(out: Path, name: str, changes: dict[str, object], options: TrainingOptions) -> None:
    """Starts or resumes a run with a preset and the changes of the options."""
    _require_torch()
    from tamaya.learn.__main__ import changed  # noqa: PLC0415

    config = preset(name).changed(changes)
    if options.players is not None:
        config = config.changed({"setup": f"{config.setup} players={options.players}"})
    _run(out, changed(config, options.change or []), options)


def _run(out: Path, config: Config | None, options: RunOptions) -> None:
    _require_torch()
    from tamaya.learn.run import train  # noqa: PLC0415

    run = _with_bar(
        lambda report: train(
            out,
            config,
            device=options.device,
            seconds=options.seconds,
            threads=options.threads,
            compiled=options.compiled,
            progress=report,
        )
    )
    typer.echo(f"weights in {run.weights}; now: tamaya learn evaluate {run.folder}")


def _with_bar(work: Callable[[Callable[[LearningProgress], None]], LearningRun]) -> LearningRun:
    """Trains and shows the progress."""
    with progress_of("learning") as shown:
        return work(lambda now: shown.update(now.batches, now.total or None, status=str(now)))


def _weights(path: Path) -> Path:
    return path / "network.safetensors" if path.is_dir() else path


def _require_torch() -> None:
    with extra("learn", "training networks needs PyTorch"):
        import torch  # noqa: F401, PLC0415
