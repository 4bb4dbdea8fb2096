"""Distillation: trains a small network to imitate a large one."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.learn.export import ModelCard, read_network, write_network
from tamaya.learn.games import Games, chosen_device, highest_values, open_games
from tamaya.learn.network import Network, Shape
from tamaya.learn.ppo import masked

_SEED = 77_000
"""added to the teacher's seed, so that the student learns from other decks"""


@dataclass(frozen=True, kw_only=True)
class Distillation:
    """Settings of a distillation."""

    hidden: tuple[int, ...] = (256, 128)
    """units of each hidden layer of the student"""
    games: int = 8192
    """games side by side; each update learns from one position of every game"""
    updates: int = 5000
    learning_rate: float = 1e-3
    """Adam's step size at the start; it falls linearly to a hundredth"""
    value_weight: float = 0.5
    """weight of the squared difference of the values"""
    student_share: float = 0.5
    """share of games in which the student moves, so that it meets the results of its mistakes"""


@dataclass(frozen=True)
class DistillationProgress:
    """The progress of a distillation; `str` gives a readable line."""

    updates: int
    total: int
    divergence: float
    """mean KL divergence from the teacher's policy, in nats"""
    agreement: float
    """share of positions in which teacher and student prefer the same move"""
    per_second: float
    """updates per second"""

    @property
    def quality(self) -> str:
        """How similar the student is to its teacher."""
        same = 100 * self.agreement
        return f"divergence {self.divergence:.4f}, same move in {same:.1f} % of positions"

    def __str__(self) -> str:
        speed = f"{self.per_second:.1f}/s"
        return f"{self.updates:,} of {self.total:,} updates ({speed}): {self.quality}"


def student_config(teacher: Config, settings: Distillation) -> Config:
    """The config of the student: the teacher's games with the student's layers."""
    return dataclasses.replace(
        teacher,
        hidden=settings.hidden,
        normalized=0,
        activation="clipped",
        memory="none",
        precision="float32",
        games=settings.games,
        minibatches=1,
    )


def distill(  # noqa: PLR0913
    teacher: Path,
    out: Path,
    settings: Distillation | None = None,
    *,
    device: str = "auto",
    threads: int | None = None,
    progress: Callable[[DistillationProgress], None] | None = None,
) -> Path:
    """Trains a student without LayerNorm and with clipped activations, and writes its weights.

    :param teacher: weights file of the teacher
    :param out: weights file of the student
    :raises TamayaError: if the teacher has a recurrent memory, which the student could not imitate
    """
    settings, on = settings or Distillation(), chosen_device(device)
    master, config, card = read_network(teacher)
    if master.shape.memory:
        raise TamayaError(
            f"cannot distill {str(teacher)!r}: it has a recurrent memory (expected memory 'none')"
        )
    config = student_config(config, settings)
    torch.manual_seed(config.seed + _SEED)
    games = open_games(config, on, threads=threads, seed=config.seed + _SEED)
    shape = Shape.of(config, master.shape.inputs, master.shape.actions)
    student = Network(shape, highest_values(games)).to(on)
    distiller = _Distiller(master.to(on), student, games, settings)
    divergence = distiller.train(progress or (lambda _: None))
    about: ModelCard = {
        "teacher": card,
        "distillation": dataclasses.asdict(settings),
        "divergence": divergence,
    }
    write_network(out, student.cpu(), config, about)
    return out


class _Distiller:
    """Runs teacher and student on the same positions and updates the student."""

    def __init__(
        self, teacher: Network, student: Network, games: Games, settings: Distillation
    ) -> None:
        self._teacher, self._student, self._games = teacher, student, games
        self._settings = settings
        self._optimizer = torch.optim.Adam(student.parameters(), lr=settings.learning_rate)
        rows = len(games.observation)
        row = torch.arange(rows, device=games.observation.device)
        self._own = row < settings.student_share * rows

    def train(self, report: Callable[[DistillationProgress], None]) -> float:
        """Runs all updates; returns the last divergence."""
        began, settings = time.perf_counter(), self._settings
        last = torch.zeros(2)
        total = settings.updates
        for update in range(total):
            rate = settings.learning_rate * (1 - 0.99 * update / total)
            self._optimizer.param_groups[0]["lr"] = rate
            last = self._update()
            if update % 50 == 49 or update + 1 == total:
                divergence, agreement = last.tolist()
                speed = (update + 1) / (time.perf_counter() - began)
                report(DistillationProgress(update + 1, total, divergence, agreement, speed))
        return float(last[0])

    def _update(self) -> Tensor:
        """Makes one update and one move in every game; returns divergence and agreement [2]."""
        games = self._games
        with torch.no_grad():
            target, target_value = _masked_heads(self._teacher, games)
        logits, value = _masked_heads(self._student, games)
        log_target, log_probs = (functional.log_softmax(x, -1) for x in (target, logits))
        divergence = (log_target.exp() * (log_target - log_probs)).sum(-1).mean()
        loss = divergence + self._settings.value_weight * (value - target_value).square().mean()
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._student.parameters(), 1.0)
        self._optimizer.step()
        self._student.limit_weights()
        with torch.no_grad():
            noise = torch.empty_like(logits).exponential_().clamp_min_(1e-30).log_()
            acting = torch.where(self._own[:, None], logits, target)
            games.step((acting - noise).argmax(-1).int())
            same = (logits.argmax(-1) == target.argmax(-1)).float().mean()
        return torch.stack((divergence.detach(), same))


def _masked_heads(network: Network, games: Games) -> tuple[Tensor, Tensor]:
    logits, value = network.heads(network.features(games.observation))
    return masked(logits, games.legal), value
