"""`tamaya learn`: train networks by playing, measure them, and write their weights."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from tamaya.cli.options import AsJson
from tamaya.extras import extra
from tamaya.learn import Config, preset

if TYPE_CHECKING:
    from tamaya.learn.run import LearningProgress, LearningRun

app = typer.Typer(
    help="Train networks that play Hanabi, on a GPU in minutes, and measure them.",
    no_args_is_help=True,
)
_LOG_SECONDS = 60.0

Out = Annotated[Path, typer.Argument(help="Run folder. An existing run is resumed.")]
Players = Annotated[
    int | None, typer.Option(help="Number of players, 2 to 5.", show_default="the set-up's, 2")
]
SetupWords = Annotated[
    str | None, typer.Option("--setup", help="Rules, like 'standard max_lives=1'.")
]
Turns = Annotated[
    float | None,
    typer.Option(
        help="Learner turns of the whole run; 0: as many as fit into --seconds.",
        show_default="2e9",
    ),
]
GamesAtOnce = Annotated[
    int | None, typer.Option("--games", help="Games side by side.", show_default="32768")
]
Seed = Annotated[int, typer.Option(help="Seed of decks, first weights and sampled moves.")]
Seconds = Annotated[
    float | None, typer.Option(help="Save and stop after so many seconds; run again to resume.")
]
Device = Annotated[str, typer.Option(help="auto, cpu or cuda.")]
Threads = Annotated[int | None, typer.Option(help="CPU threads.", show_default="all cores")]
Memory = Annotated[
    str | None,
    typer.Option(
        help="Recurrent memory: none, game (within a game) or episode (also between games).",
        show_default="none",
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Another field of the config, like entropy=0.05 or hidden=512,512; repeatable.",
    ),
]
Compiled = Annotated[bool, typer.Option("--compile", help="Use torch.compile for the update.")]


@app.command("self-play")
def self_play(
    out: Out,
    players: Players = None,
    setup: SetupWords = None,
    turns: Turns = None,
    games: GamesAtOnce = None,
    seed: Seed = 0,
    memory: Memory = None,
    change: Changes = None,
    seconds: Seconds = None,
    device: Device = "auto",
    threads: Threads = None,
    compiled: Compiled = False,
) -> None:
    """Train a network that plays all seats: strong with itself, lost with strangers.

    The folder gets config.toml, network.safetensors (the weights), curve.csv, and a checkpoint
    from which the same command resumes.

    Example: [bold]tamaya learn self-play runs/sp[/] (seven minutes on one H200)

    Example: [bold]tamaya learn self-play runs/tiny --setup 'standard colors=2 ranks=2 hand_size=2'
    --games 256 --turns 1e6 --set hidden=128,128 --device cpu[/] (a minute on a laptop)
    """
    wanted = _wanted(setup, players, turns, games, memory, seed)
    _train(out, "self_play", wanted, change, seconds, device, threads, compiled)


@app.command("other-play")
def other_play(
    out: Out,
    players: Players = None,
    setup: SetupWords = None,
    turns: Turns = None,
    games: GamesAtOnce = None,
    seed: Seed = 0,
    memory: Memory = None,
    change: Changes = None,
    seconds: Seconds = None,
    device: Device = "auto",
    threads: Threads = None,
    compiled: Compiled = False,
) -> None:
    """Train with permuted colours and high entropy, so that seeds may find the same conventions.

    Each seat sees its own permutation of the colours, and a high entropy bonus keeps moves open.
    Train several seeds and compare them with [bold]tamaya learn evaluate --with[/].

    Example: [bold]tamaya learn other-play runs/op1 --seed 1[/]
    """
    wanted = _wanted(setup, players, turns, games, memory, seed)
    _train(out, "other_play", wanted, change, seconds, device, threads, compiled)


@app.command()
def response(
    out: Out,
    partners: Annotated[
        list[str] | None,
        typer.Option(
            "--partner",
            help="Pool or agent to play with, repeatable; each name is equally likely.",
            show_default="canaan2020-1, canaan2020-2, wide-1",
        ),
    ] = None,
    episode: Annotated[int, typer.Option(help="Games in a row with the same partner.")] = 10,
    players: Players = None,
    setup: SetupWords = None,
    turns: Turns = None,
    games: GamesAtOnce = None,
    seed: Seed = 0,
    memory: Memory = None,
    change: Changes = None,
    seconds: Seconds = None,
    device: Device = "auto",
    threads: Threads = None,
    compiled: Compiled = False,
) -> None:
    """Train a best response to many partners, which adapts to whom it meets.

    Its observation counts what the partner did so far in the episode; --memory episode adds a
    recurrent memory.

    Example: [bold]tamaya learn response runs/br --partner canaan2020-1 --partner wide-1[/]

    Example: [bold]tamaya learn response runs/people --setup eger --partner human:all[/]
    """
    wanted = _wanted(setup, players, turns, games, memory, seed)
    wanted["episode"] = episode
    if partners:
        wanted["partners"] = tuple(partners)
    _train(out, "response", wanted, change, seconds, device, threads, compiled)


@app.command()
def resume(
    out: Annotated[Path, typer.Argument(help="Run folder.")],
    seconds: Seconds = None,
    device: Device = "auto",
    threads: Threads = None,
    compiled: Compiled = False,
) -> None:
    """Resume an interrupted run, whatever command began it."""
    _run(out, None, seconds, device, threads, compiled)


@app.command()
def evaluate(
    network: Annotated[Path, typer.Argument(help="Weights file or run folder.")],
    others: Annotated[
        list[Path] | None,
        typer.Option("--with", help="Another network for the other seats (cross-play)."),
    ] = None,
    partners: Annotated[
        list[str] | None, typer.Option("--partner", help="Pool or agent for the other seats.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each line, at least.")] = 10_000,
    setup: SetupWords = None,
    device: Device = "auto",
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Measure a network: greedy moves, fresh decks, strict scores and points kept.

    With partners, episodes are as long as in training; the first and the last game are shown.

    Example: [bold]tamaya learn evaluate runs/sp[/]

    Example: [bold]tamaya learn evaluate runs/op1 --with runs/op2 --with runs/op3[/]

    Example: [bold]tamaya learn evaluate runs/br --partner canaan2020-3 --partner tamaya-1[/]
    """
    _require_torch()
    from tamaya.learn import evaluation, export  # noqa: PLC0415
    from tamaya.learn.games import chosen_device  # noqa: PLC0415

    player, config, _ = export.read_network(_weights(network))
    strangers = [export.read_network(_weights(path))[0] for path in others or []]
    scores = evaluation.evaluate(
        player,
        config,
        chosen_device(device),
        games=games,
        others=strangers,
        partners=partners or (),
        setup=setup,
        threads=threads,
    )
    for line in scores:
        typer.echo(json.dumps(line.to_dict()) if as_json else str(line))


@app.command()
def distill(
    teacher: Annotated[Path, typer.Argument(help="Weights file or run folder.")],
    out: Annotated[Path, typer.Argument(help="Weights file to write.")],
    hidden: Annotated[str, typer.Option(help="Units of each hidden layer.")] = "256,128",
    updates: Annotated[int, typer.Option(help="Steps of the optimizer.")] = 5000,
    games: Annotated[int, typer.Option(help="Games side by side.")] = 8192,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Train a small network that imitates a large one and plays many times faster.

    Example: [bold]tamaya learn distill runs/sp small.safetensors --hidden 256,128[/]
    """
    _require_torch()
    from tamaya.learn.__main__ import whole_numbers  # noqa: PLC0415
    from tamaya.learn.distillation import Distillation  # noqa: PLC0415
    from tamaya.learn.distillation import distill as train_student  # noqa: PLC0415

    settings = Distillation(hidden=whole_numbers("hidden", hidden), updates=updates, games=games)
    console = Console(stderr=True)
    path = train_student(
        _weights(teacher),
        out,
        settings,
        device=device,
        threads=threads,
        progress=lambda now: console.print(str(now), soft_wrap=True, highlight=False),
    )
    typer.echo(f"weights in {path}; now: tamaya learn evaluate {path}")


@app.command()
def export(
    network: Annotated[Path, typer.Argument(help="Weights file or run folder.")],
    out: Annotated[Path, typer.Argument(help="Weights file to write.")],
) -> None:
    """Turn a network into whole numbers, so that every command can play it as learned:PATH.

    Such agents need no PyTorch and make the same moves on every machine.

    Example: [bold]tamaya learn export runs/sp sp.safetensors[/]

    Example: [bold]tamaya match learned:sp.safetensors piers[/]
    """
    from tamaya.learn import integer  # noqa: PLC0415

    agreement = integer.export(_weights(network), out)
    typer.echo(f"{agreement}; now: tamaya match learned:{out} learned:{out}")


@app.command()
def show(
    out: Annotated[Path, typer.Argument(help="Run folder.")],
    as_json: AsJson = False,
) -> None:
    """Show how a run went, and write its curve as curve.parquet and curve.png.

    Example: [bold]tamaya learn show runs/sp[/]
    """
    _require_torch()
    from tamaya.learn.picture import write_picture  # noqa: PLC0415
    from tamaya.learn.run import LearningRun  # noqa: PLC0415

    run = LearningRun(out)
    curve = run.curve()
    curve.frame().write_parquet(out / "curve.parquet", compression="zstd")
    write_picture(curve, out / "curve.png")
    last = {name: curve.recent(name) for name in ("strict", "kept", "bombed")}
    turns, seconds = (float(curve.column(name)[-1]) for name in ("turns", "seconds"))
    if as_json:
        typer.echo(json.dumps({"turns": turns, "seconds": seconds, **last}))
        return
    typer.echo(
        f"{turns / 1e6:,.0f} M turns in {seconds:,.0f} s: strict {last['strict']:.2f}, kept "
        f"{last['kept']:.2f}, bombed {100 * last['bombed']:.1f} % (while exploring); "
        f"wrote {out / 'curve.parquet'} and {out / 'curve.png'}"
    )


def _wanted(
    setup: str | None,
    players: int | None,
    turns: float | None,
    games: int | None,
    memory: str | None,
    seed: int,
) -> dict[str, object]:
    """What options change in a preset; `setup` without words keeps the preset's."""
    wanted = {
        "setup": setup,
        "turns": None if turns is None else int(turns),
        "games": games,
        "memory": memory,
        "seed": seed,
    }
    given: dict[str, object] = {k: v for k, v in wanted.items() if v is not None}
    if players is not None:
        given["players"] = players
    return given


def _train(
    out: Path,
    name: str,
    wanted: dict[str, object],
    change: list[str] | None,
    seconds: float | None,
    device: str,
    threads: int | None,
    compiled: bool,
) -> None:
    _require_torch()
    from tamaya.learn.__main__ import changed  # noqa: PLC0415

    base, players = preset(name), wanted.pop("players", None)
    config = base.changed(wanted)
    if players is not None:
        config = config.changed({"setup": f"{config.setup} players={players}"})
    _run(out, changed(config, change or []), seconds, device, threads, compiled)


def _run(
    out: Path,
    config: Config | None,
    seconds: float | None,
    device: str,
    threads: int | None,
    compiled: bool,
) -> None:
    _require_torch()
    from tamaya.learn.run import train  # noqa: PLC0415

    run = _with_bar(
        lambda tell: train(
            out,
            config,
            device=device,
            seconds=seconds,
            threads=threads,
            compiled=compiled,
            progress=tell,
        )
    )
    typer.echo(f"weights in {run.weights}; now: tamaya learn evaluate {run.folder}")


def _with_bar(work: Callable[[Callable[[LearningProgress], None]], LearningRun]) -> LearningRun:
    """Trains with a bar on a terminal, and with a line a minute elsewhere."""
    console = Console(stderr=True)
    columns = (
        TextColumn("learning"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[status]}"),
    )
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task, logged = bar.add_task("batches", total=None, status=""), 0.0

        def tell(now: LearningProgress) -> None:
            nonlocal logged
            bar.update(task, completed=now.batches, total=now.total or None, status=str(now))
            if not console.is_terminal and time.monotonic() - logged > _LOG_SECONDS:
                logged = time.monotonic()
                console.print(str(now), soft_wrap=True, highlight=False)

        return work(tell)


def _weights(path: Path) -> Path:
    return path / "network.safetensors" if path.is_dir() else path


def _require_torch() -> None:
    with extra("learn", "training networks needs PyTorch"):
        import torch  # noqa: F401, PLC0415
