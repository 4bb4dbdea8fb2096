"""`python -m tamaya.learn`: trains a network, with no libraries but NumPy, PyTorch and CuPy."""

from __future__ import annotations

import argparse
import dataclasses
import json
import logging
import sys
import time
import tomllib
from pathlib import Path

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.learn.config import PRESETS, Config, preset
from tamaya.learn.evaluation import evaluate
from tamaya.learn.export import read_network
from tamaya.learn.games import chosen_device
from tamaya.learn.run import LearningProgress, train

_LOG_SECONDS = 20.0


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    arguments = argparse.ArgumentParser("python -m tamaya.learn", description=__doc__)
    arguments.add_argument("out", type=Path, help="Run folder. An existing run is resumed.")
    arguments.add_argument("changes", nargs="*", help="Fields of the config, like games=4096.")
    arguments.add_argument("--preset", choices=sorted(PRESETS), help="Config to start from.")
    arguments.add_argument("--seconds", type=float, help="Save and stop after this time.")
    arguments.add_argument("--device", default="auto", help="auto, cpu or cuda.")
    arguments.add_argument("--threads", type=int, help="CPU threads for the games.")
    arguments.add_argument("--compile", action="store_true", help="Use torch.compile.")
    arguments.add_argument("--no-graphs", action="store_true", help="Do not use CUDA graphs.")
    arguments.add_argument(
        "--evaluate", type=int, default=0, metavar="GAMES", help="Greedy games to play at the end."
    )
    arguments.add_argument(
        "--strangers",
        nargs="*",
        default=[],
        metavar="NAME",
        help="Pools or agents to evaluate with at the end.",
    )
    return arguments


def changed(config: Config, changes: list[str]) -> Config:
    """Changes fields of a config by words like `games=4096` or `hidden=256,256`.

    :raises TamayaError: if a field does not exist, or cannot have the value
    """
    values: dict[str, object] = {}
    for word in changes:
        name, equals, text = word.partition("=")
        if not equals:
            raise TamayaError(f"not a change: {word!r} (expected FIELD=VALUE)")
        values[name] = _value(name, text, config)
    return config.changed(values)


def _value(name: str, text: str, config: Config) -> object:
    kinds = {field.name: getattr(config, field.name) for field in dataclasses.fields(config)}
    old = kinds.get(name)
    if isinstance(old, str):
        return text
    if isinstance(old, tuple):
        words = [word for word in text.split(",") if word]
        return words if name == "partners" else whole_numbers(name, text)
    try:
        number = tomllib.loads(f"x = {text}")["x"]
        return int(number) if isinstance(old, int) and not isinstance(old, bool) else number
    except (TypeError, ValueError, RecursionError):
        raise TamayaError(f"{name} = {text!r} (expected a value like {old!r})") from None


def whole_numbers(name: str, text: str) -> tuple[int, ...]:
    """Parses numbers like `1024,512`.

    :raises TamayaError: if the text is not a list of whole numbers
    """
    try:
        return tuple(int(word) for word in text.split(",") if word)
    except ValueError:
        raise TamayaError(f"{name} = {text!r} (expected numbers like 1024,512)") from None


class ProgressPrinter:
    """Prints the progress of training every few seconds."""

    def __init__(self, every: float = _LOG_SECONDS) -> None:
        self._every, self._next = every, 0.0

    def __call__(self, progress: LearningProgress) -> None:
        """Prints the progress if enough time has passed since the last line."""
        if time.perf_counter() >= self._next:
            self._next = time.perf_counter() + self._every
            print(f"{time.strftime('%H:%M:%S')} {progress}", flush=True)


def main() -> None:
    """Trains, then evaluates if `--evaluate` is given."""
    logging.basicConfig(level=logging.INFO)
    arguments = parser().parse_intermixed_args()
    is_new = arguments.preset or arguments.changes
    config = changed(preset(arguments.preset or "self_play"), arguments.changes) if is_new else None
    run = train(
        arguments.out,
        config,
        device=arguments.device,
        seconds=arguments.seconds,
        threads=arguments.threads,
        compiled=arguments.compile,
        graphs=not arguments.no_graphs,
        progress=ProgressPrinter(),
    )
    if arguments.evaluate:
        network, trained, _ = read_network(run.weights)
        device = chosen_device(arguments.device)
        partners = [*trained.partners, *arguments.strangers]
        scores = evaluate(
            network,
            trained,
            device,
            games=arguments.evaluate,
            partners=partners,
            threads=arguments.threads,
        )
        for line in scores:
            print(line, flush=True)
        text = json.dumps([line.to_dict() for line in scores])
        write_whole(run.folder / "scores.json", text)


if __name__ == "__main__":
    try:
        main()
    except TamayaError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
