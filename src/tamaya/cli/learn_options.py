"""Options that the training commands of `tamaya learn` share."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, get_type_hints

import typer

from tamaya.cli.options import Threads

Device = Annotated[str, typer.Option(help="Device: auto, cpu or cuda.")]
SetupWords = Annotated[
    str | None,
    typer.Option("--setup", help="Rules of the game, like 'standard max_lives=1'."),
]


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options of every command that trains."""

    seconds: Annotated[
        float | None,
        typer.Option(help="Save and stop after this time; run the command again to resume."),
    ] = None
    device: Device = "auto"
    threads: Threads = None
    compiled: Annotated[
        bool, typer.Option("--compile", help="Use torch.compile for the updates.")
    ] = False


@dataclass(frozen=True, kw_only=True)
class TrainingOptions(RunOptions):
    """Options of every command that starts a training run."""

    players: Annotated[
        int | None,
        typer.Option(help="Number of players, 2 to 5.", show_default="that of --setup, or 2"),
    ] = None
    setup: SetupWords = None
    turns: Annotated[
        float | None,
        typer.Option(
            help="Learner turns of the whole run; 0: as many as fit into --seconds.",
            show_default="2e9",
        ),
    ] = None
    games: Annotated[int | None, typer.Option(help="Games side by side.", show_default="32768")] = (
        None
    )
    seed: Annotated[int, typer.Option(help="Seed of decks, first weights and sampled moves.")] = 0
    memory: Annotated[
        str | None,
        typer.Option(
            help="Recurrent memory: none, or kept for a game or an episode.", show_default="none"
        ),
    ] = None
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="Another field of the config, like entropy=0.05 or hidden=512,512; repeat for "
            "several.",
        ),
    ] = None

    @property
    def changes(self) -> dict[str, object]:
        """The fields of a preset that the options change."""
        values = {
            "setup": self.setup,
            "turns": None if self.turns is None else int(self.turns),
            "games": self.games,
            "memory": self.memory,
            "seed": self.seed,
        }
        return {name: value for name, value in values.items() if value is not None}


def takes_options(command: Callable[..., None]) -> Callable[..., None]:
    """Replaces a command's parameter `options` by one option for each field of its dataclass."""
    hints = get_type_hints(command, include_extras=True)
    kind = hints.pop("options")
    hints.pop("return")
    shared = get_type_hints(kind, include_extras=True)
    own = inspect.signature(command).parameters

    @functools.wraps(command)
    def run(**values: object) -> None:
        options = kind(**{name: values.pop(name) for name in shared})
        command(**values, options=options)

    defaults = {name: own[name].default for name in hints}
    defaults |= {field.name: field.default for field in fields(kind)}
    annotations = hints | shared
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        for name, hint in annotations.items()
        for default in (defaults[name],)
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = dict(annotations)
    return run
