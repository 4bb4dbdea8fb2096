"""Learner turns per second of training, variant by variant.

python -m benchmarks.learning_speed [--device cuda] [--games 32768] [--batches 12] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import json
import time

import torch

from tamaya.learn.config import PRESETS, Config
from tamaya.learn.games import Games, chosen_device, highest_values, open_games
from tamaya.learn.network import Network, Shape
from tamaya.learn.ppo import Learner

_WARM_UP = 3
"""batches before the measurement: they load libraries, capture the CUDA graph and compile"""
VARIANTS: dict[str, tuple[str, dict[str, object], bool, bool]] = {
    "eager": ("self_play", {}, False, False),
    "graphs": ("self_play", {}, True, False),
    "graphs, no LayerNorm": ("self_play", {"normalized": 0}, True, False),
    "graphs, smaller layers": ("self_play", {"hidden": [512, 512, 256]}, True, False),
    "graphs, compiled": ("self_play", {}, True, True),
    "recurrent": ("self_play", {"memory": "game"}, True, False),
    "response": ("response", {}, True, False),
}
"""preset, changes, CUDA graphs, torch.compile"""


def learner_of(config: Config, games: Games, *, graphs: bool, compiled: bool) -> Learner:
    """A fresh learner."""
    device = games.observation.device
    torch.manual_seed(config.seed)
    shape = Shape.of(config, games.observation.shape[1], games.legal.shape[1])
    network = Network(shape, highest_values(games), config.precision).to(device)
    return Learner(config, games, network, graphs=graphs, compiled=compiled)


def seconds_of(learner: Learner, batches: int) -> tuple[float, float]:
    """Seconds for playing and for a whole batch, after a warm-up."""
    for number in range(_WARM_UP):
        learner.learn(number, 0.0)
    began = time.perf_counter()
    for number in range(batches):
        learner.rollout.collect(number)
    learner.rollout.sums.tolist()  # waits for the GPU
    playing = time.perf_counter() - began
    began = time.perf_counter()
    for number in range(batches):
        learner.learn(number, 0.0)
    return playing / batches, (time.perf_counter() - began) / batches


def measure(name: str, device: torch.device, given: argparse.Namespace) -> dict[str, object]:
    """One line of the report."""
    preset, changes, graphs, compiled = VARIANTS[name]
    config = PRESETS[preset].changed({**changes, "games": given.games, "steps": given.steps})
    began = time.perf_counter()
    games = open_games(config, device)
    learner = learner_of(config, games, graphs=graphs, compiled=compiled)
    playing, whole = seconds_of(learner, given.batches)
    return {
        "variant": name,
        "turns_per_second": round(config.batch / whole),
        "playing_share": round(playing / whole, 3),
        "seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    """Prints a line of JSON for each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--games", type=int, default=32_768)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--batches", type=int, default=12)
    parser.add_argument("--only", nargs="*", default=list(VARIANTS))
    given = parser.parse_args()
    device = chosen_device(given.device)
    gpu = device.type == "cuda"
    torch.backends.cuda.matmul.allow_tf32 = True
    with torch.cuda.stream(torch.cuda.Stream() if gpu else None):  # type: ignore[no-untyped-call]
        for name in given.only:
            try:
                print(json.dumps(measure(name, device, given)), flush=True)
            except RuntimeError as error:  # a variant that fails should not stop the others
                print(json.dumps({"variant": name, "error": str(error)[:500]}), flush=True)


if __name__ == "__main__":
    main()
