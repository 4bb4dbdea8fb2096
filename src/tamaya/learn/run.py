"""A training run in a folder: config, checkpoints, learning curve, weights."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import FrameType

import numpy as np
import torch
from numpy.typing import NDArray

from tamaya.files import write_whole
from tamaya.game import TamayaError
from tamaya.learn.checkpoint import Checkpoint
from tamaya.learn.config import Config
from tamaya.learn.curve import Curve
from tamaya.learn.export import write_network
from tamaya.learn.games import Games, chosen_device, highest_values, open_games
from tamaya.learn.memory_need import check_checkpoint, check_memory
from tamaya.learn.network import Network, Shape
from tamaya.learn.ppo import Learner, Standing
from tamaya.qd.checkpoint import Lock

_SAVE_SECONDS = 60.0
_MEASURED_BATCHES = 12
"""batches that a run with only a time limit measures before it fixes its number of batches"""


@dataclass(frozen=True)
class LearningProgress:
    """The progress of a run; `str` gives a readable line."""

    batches: int
    total: int
    """batches of the whole run; 0 while unknown"""
    turns: int
    per_second: float
    """learner turns per second; nan at the start"""
    strict: float
    """mean score of the last games, 0 if bombed"""
    kept: float
    """mean score of the last games, points kept"""
    bombed: float
    """share of the last games that bombed"""
    entropy: float

    @property
    def seconds_left(self) -> float:
        """Remaining time, estimated from the speed so far; nan if unknown."""
        if not self.total or not self.per_second > 0:
            return math.nan
        return (self.total - self.batches) * self.turns / self.batches / self.per_second

    def __str__(self) -> str:
        remaining = "" if math.isnan(self.seconds_left) else f", {self.seconds_left:,.0f} s left"
        return (
            f"strict {self.strict:.2f}, kept {self.kept:.2f}, bombed {100 * self.bombed:.1f} %, "
            f"entropy {self.entropy:.2f}; {self.turns / 1e6:,.1f} M turns "
            f"({self.per_second / 1e6:,.2f} M/s){remaining}"
        )


class LearningRun:
    """A training run in its folder, finished or not."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        config = self.folder / "config.toml"
        if not config.is_file():
            raise TamayaError(
                f"no training run in {str(self.folder)!r} (expected a config.toml there)"
            )
        try:
            self.config = Config.from_toml(config.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise TamayaError(f"cannot read {str(config)!r}: {error}") from None

    @property
    def weights(self) -> Path:
        """The weights file."""
        return self.folder / "network.safetensors"

    def curve(self) -> Curve:
        """The learning curve so far."""
        return Curve.read(self.folder / "curve.csv")

    def __repr__(self) -> str:
        return f"LearningRun({str(self.folder)!r})"


ProgressCallback = Callable[[LearningProgress], None]


def train(  # noqa: PLR0913
    out: str | Path,
    config: Config | None = None,
    *,
    device: str = "auto",
    seconds: float | None = None,
    threads: int | None = None,
    compiled: bool = False,
    graphs: bool = True,
    progress: ProgressCallback | None = None,
    opened: Callable[[Config, torch.device], Games] | None = None,
) -> LearningRun:
    """Trains a network in a folder; an unfinished run there is resumed.

    A resumed run ends with the same weights as an uninterrupted one, on the same device, with the
    same software and, on a CPU, the same number of threads.

    :param out: run folder
    :param config: settings; None takes those of the folder
    :param device: `cuda`, `cpu` or `auto`
    :param seconds: save and stop after this time, finished or not
    :param threads: CPU threads
    :param compiled: use torch.compile for the loss
    :param graphs: use CUDA graphs for playing and for the updates
    :param progress: called after each batch, for example `progress=print`
    :param opened: creates the games; by default `tamaya.vector`
    :raises TamayaError: if the folder holds another run, or training diverges
    """
    folder = Path(out)
    if threads is not None:
        torch.set_num_threads(threads)
    with _claimed(folder, config) as settings:
        worker = _Worker(folder, settings, chosen_device(device), seconds)
        make = opened or (lambda c, d: open_games(c, d, threads=threads))
        with _gpu_stream(worker.device):
            worker.prepare(make, compiled=compiled, graphs=graphs)
            worker.work(progress or (lambda _: None))
    return LearningRun(folder)


@contextmanager
def _claimed(folder: Path, config: Config | None) -> Iterator[Config]:
    """Keeps other processes out of a run folder; frees a new one if no training started in it."""
    with Lock(folder) as lock:
        is_new = not (folder / "config.toml").exists()
        try:
            yield _claim(folder, config)
        except BaseException:  # also Ctrl-C
            if is_new and not Checkpoint(folder).path.exists():
                lock.discard("config.toml")
            raise


def _claim(folder: Path, config: Config | None) -> Config:
    """Creates a run folder, or checks that it holds the same run."""
    path = folder / "config.toml"
    if config is None or path.exists():
        saved = LearningRun(folder).config
        for field in fields(Config):
            old, new = getattr(saved, field.name), getattr(config or saved, field.name)
            if old != new:
                raise TamayaError(
                    f"{str(folder)!r} holds another run: {field.name} = {old!r}, not {new!r} "
                    "(choose another folder, or remove this one)"
                )
        return saved
    write_whole(path, config.to_toml().encode())
    return config


def _gpu_stream(device: torch.device) -> torch.cuda.StreamContext:
    """Creates a CUDA stream: graphs cannot be captured on the default stream."""
    gpu = device.type == "cuda"
    stream = torch.cuda.Stream(device) if gpu else None  # type: ignore[no-untyped-call]
    return torch.cuda.stream(stream)


class _Worker:
    """Trains the network of a run and saves checkpoints to its folder."""

    def __init__(
        self, folder: Path, config: Config, device: torch.device, seconds: float | None
    ) -> None:
        self.device = device
        self._folder, self._config, self._seconds = folder, config, seconds
        self._began = time.perf_counter()
        self._checkpoint, self._curve = Checkpoint(folder), Curve()
        self._batches, self._spent = 0, 0.0
        self._total = math.ceil(config.turns / config.batch)
        if not self._total and seconds is None:
            raise TamayaError("turns = 0 needs a time limit (expected --seconds too)")

    def prepare(
        self, make: Callable[[Config, torch.device], Games], *, compiled: bool, graphs: bool
    ) -> None:
        """Creates the games and the network, and loads the checkpoint if there is one."""
        config, players = self._config, self._config.game.players
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.manual_seed(config.seed)
        self._games = make(config, self.device)
        games = self._games
        shape = Shape.of(config, games.observation.shape[1], games.legal.shape[1])
        check_memory(config, shape, players, self.device)
        check_checkpoint(config, shape, players)
        self._network = Network(shape, highest_values(games), config.precision).to(self.device)
        self._learner = Learner(
            config, self._games, self._network, graphs=graphs, compiled=compiled
        )
        self._restore()

    def work(self, report: ProgressCallback) -> None:
        """Trains until the end, the time limit, or Ctrl-C."""
        with _Interrupt() as interrupt:
            self._save()  # fails early if the folder cannot be written
            saved = started = time.perf_counter()
            first = self._batches
            while not self._finished and not self._late(first) and not interrupt.requested:
                self._step(started - self._spent)
                self._fix_total(first, started)
                report(self._progress((self._batches - first) / (time.perf_counter() - started)))
                if time.perf_counter() - saved > _SAVE_SECONDS:
                    self._save()
                    saved = time.perf_counter()
            self._save()
        if interrupt.requested:
            raise KeyboardInterrupt

    @property
    def _finished(self) -> bool:
        return bool(self._total) and self._batches >= self._total

    def _late(self, first: int) -> bool:
        """Would another batch end after the time limit?"""
        if self._seconds is None:
            return False
        elapsed = time.perf_counter() - self._began
        batch = elapsed / max(1, self._batches - first)
        return elapsed + min(batch, 5.0) > self._seconds and self._batches > first

    def _step(self, origin: float) -> None:
        progress = self._batches / self._total if self._total else 0.0
        standing = self._learner.learn(self._batches, progress)
        if not math.isfinite(standing.gradient_norm + standing.value_loss + standing.policy_loss):
            raise TamayaError(
                f"training diverged in batch {self._batches}: {_broken(standing)}; the last good "
                f"checkpoint is in {str(self._folder)!r} (try a lower learning rate)"
            )
        self._batches += 1
        self._curve.add(
            self._batches,
            self._batches * self._config.batch,
            time.perf_counter() - origin,
            standing,
        )

    def _fix_total(self, first: int, started: float) -> None:
        """Decides how many batches fit into the time limit, once the speed is known."""
        if self._total or self._seconds is None or self._batches < first + _MEASURED_BATCHES:
            return
        seconds = self._curve.column("seconds", _MEASURED_BATCHES - 2)  # the first ones warm up
        batch = float(np.diff(seconds).mean())
        remaining = 0.97 * (self._seconds - (time.perf_counter() - self._began)) - 2.0
        self._total = self._batches + max(1, int(remaining / batch))

    def _progress(self, batches_per_second: float) -> LearningProgress:
        return LearningProgress(
            self._batches,
            self._total,
            self._batches * self._config.batch,
            batches_per_second * self._config.batch,
            self._curve.recent("strict"),
            self._curve.recent("kept"),
            self._curve.recent("bombed"),
            float(self._curve.column("entropy", 1)[0]),
        )

    def _save(self) -> None:
        curve = self._curve
        state: dict[str, NDArray[np.generic]] = {
            "batches": np.array(self._batches),
            "total": np.array(self._total),
            "curve": curve.rows,
            "games": np.frombuffer(self._games.save(), np.uint8),
            "memory": self._learner.rollout.rounded_memory.cpu().numpy(),
        }
        state |= _optimizer_arrays(self._learner)
        self._checkpoint.save(state, self._batches)
        write_whole(self._folder / "curve.csv", curve.to_csv())
        card: dict[str, object] = {
            "turns": self._batches * self._config.batch,
            "batches": self._batches,
            "seconds": float(curve.column("seconds", 1)[0]) if self._batches else 0.0,
            "finished": self._finished,
            "device": _device_name(self.device),
            "pytorch": torch.__version__,
        }
        write_network(self._folder / "network.safetensors", self._network, self._config, card)

    def _restore(self) -> None:
        state = self._checkpoint.load()
        if state is None:
            return
        try:
            self._take(state)
        except (KeyError, IndexError, TypeError, ValueError, RuntimeError) as error:
            if isinstance(error, TamayaError):
                raise
            raise TamayaError(
                f"the checkpoint {str(self._checkpoint.path)!r} holds another state: {error}"
            ) from error

    def _take(self, state: dict[str, NDArray[np.generic]]) -> None:
        self._batches, self._total = int(state["batches"]), int(state["total"])
        self._curve = Curve(state["curve"].astype(np.float64))
        self._spent = float(self._curve.column("seconds", 1)[0]) if self._batches else 0.0
        self._games.load(state["games"].tobytes())
        memory = torch.from_numpy(state["memory"].astype(np.int8))
        self._learner.rollout.rounded_memory.copy_(memory)
        _take_optimizer_arrays(self._learner, state)


def _optimizer_arrays(learner: Learner) -> dict[str, NDArray[np.generic]]:
    """The weights and both moments of Adam."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, parameter in learner.network.named_parameters():
        arrays[f"weight/{name}"] = parameter.detach().cpu().numpy()
        moments = learner.optimizer.state.get(parameter, {})
        if moments:
            arrays["adam_steps"] = np.array(float(moments["step"]))
            arrays[f"mean/{name}"] = moments["exp_avg"].cpu().numpy()
            arrays[f"square/{name}"] = moments["exp_avg_sq"].cpu().numpy()
    return arrays


def _take_optimizer_arrays(learner: Learner, state: dict[str, NDArray[np.generic]]) -> None:
    on_gpu = learner.device.type == "cuda"
    for name, parameter in learner.network.named_parameters():
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(state[f"weight/{name}"]))
        if "adam_steps" not in state:
            continue
        steps = torch.tensor(float(state["adam_steps"]), device=learner.device if on_gpu else None)
        learner.optimizer.state[parameter] = {
            "step": steps,
            "exp_avg": torch.from_numpy(state[f"mean/{name}"]).to(learner.device),
            "exp_avg_sq": torch.from_numpy(state[f"square/{name}"]).to(learner.device),
        }


class _Interrupt:
    """Lets the first Ctrl-C stop training after the current batch; a second one stops at once."""

    def __enter__(self) -> _Interrupt:
        self.requested = False
        try:
            self._before = signal.signal(signal.SIGINT, self._handle)
        except ValueError:  # only the main thread receives signals
            self._before = None
        return self

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def _broken(standing: Standing) -> str:
    parts = [(f.name, getattr(standing, f.name)) for f in fields(Standing)]
    broken = [f"{name} = {value}" for name, value in parts[4:] if not math.isfinite(value)]
    return ", ".join(broken)


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name() if device.type == "cuda" else "CPU"
