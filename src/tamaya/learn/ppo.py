"""Proximal policy optimization, in the order in which it happens: play, credit, update.

A game is one trajectory, whoever moves: the value of a turn estimates the team's return from the
view of the seat to move, and the next value is that of the next seat. Tensors of a batch are
[steps, games, ...]; a minibatch is some of the games with all of their turns.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from tamaya.learn.config import Config
from tamaya.learn.games import Games
from tamaya.learn.network import Network

_ILLEGAL = -1e9
"""logit of illegal moves: finite, so that 0 * log 0 stays 0"""
_MEMORY_STEPS = 127
"""memories are rounded to 1/127 between batches, so that a checkpoint holds them in one byte"""
_log = logging.getLogger(__name__)


class Turns(NamedTuple):
    """Turns and what is learned from them."""

    observation: Tensor
    """uint8 [steps, games, size]"""
    legal: Tensor
    """uint8 [steps, games, actions]"""
    slot: Tensor
    """whose memory acts, int64"""
    action: Tensor
    """int64"""
    log_prob: Tensor
    """of the action when it was made"""
    reset: Tensor
    """uint8: 1 where memories are cleared after the turn"""
    advantage: Tensor
    target: Tensor
    """return that the value should have estimated"""

    def of(self, games: slice) -> Turns:
        """The turns of some games, without a copy."""
        return Turns(*(part[:, games] for part in self))


@dataclass(frozen=True)
class Standing:
    """What one batch showed."""

    finished: float
    """games that ended in the batch"""
    kept: float
    """their mean score, points kept"""
    strict: float
    """their mean score, 0 where they bombed"""
    bombed: float
    """share of them that bombed"""
    policy_loss: float
    value_loss: float
    entropy: float
    """of the policy, in nats per turn"""
    divergence: float
    """from the policy that played, estimated (Schulman's k3)"""
    clipped: float
    """share of turns whose ratio was clipped"""
    gradient_norm: float
    """before clipping; the largest of the batch"""
    explained: float
    """share of the returns' variance that the values explain"""


class Rollout:
    """Plays batches of turns. On a GPU all turns of a batch are one CUDA graph."""

    def __init__(self, config: Config, games: Games, network: Network, *, graphs: bool) -> None:
        self._config, self._games, self._network = config, games, network
        self._graphs, self._warm = graphs, False
        self._graph: torch.cuda.CUDAGraph | None = None
        rows, device = len(games.observation), games.observation.device
        size, actions = games.observation.shape[1], games.legal.shape[1]
        self._random = torch.Generator(device)
        self.slots = config.game.players if config.learners == "all" else 1
        shape = (config.steps, rows)
        self.turns = Turns(
            observation=torch.zeros(*shape, size, dtype=torch.uint8, device=device),
            legal=torch.zeros(*shape, actions, dtype=torch.uint8, device=device),
            slot=torch.zeros(shape, dtype=torch.int64, device=device),
            action=torch.zeros(shape, dtype=torch.int64, device=device),
            log_prob=torch.zeros(shape, device=device),
            reset=torch.zeros(shape, dtype=torch.uint8, device=device),
            advantage=torch.zeros(shape, device=device),
            target=torch.zeros(shape, device=device),
        )
        self._value = torch.zeros(config.steps + 1, rows, device=device)
        self._reward = torch.zeros(shape, device=device)
        self._done = torch.zeros(shape, device=device)
        self._noise = torch.zeros(*shape, actions, device=device)
        self._move = torch.zeros(rows, dtype=torch.int32, device=device)
        units = network.shape.memory
        self.memory = torch.zeros(rows, self.slots, units, dtype=network.number, device=device)
        """at the start of the batch"""
        self.rounded_memory = torch.zeros(self.memory.shape, dtype=torch.int8, device=device)
        """at the start of the next batch, in steps of 1/127"""
        self._sums = torch.zeros(5, device=device)

    def collect(self, number: int) -> None:
        """Plays batch `number` and computes advantages; moves follow from the seed and number."""
        self._random.manual_seed(self._config.seed * 1_000_003 + number)
        self._noise.exponential_(generator=self._random).clamp_min_(1e-30).log_().neg_()
        if self._graphs and self._warm and self._graph is None:
            self._capture()
        if self._graph is None:
            self._play()
            self._warm = True
        else:
            self._graph.replay()

    def _capture(self) -> None:
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph):
                self._play()
            self._graph = graph
        except RuntimeError as error:
            torch.cuda.synchronize()
            _log.warning("no CUDA graph (%s); every turn is launched from Python", error)
            self._graphs = False

    @torch.no_grad()
    def _play(self) -> None:
        self.memory.copy_(self.rounded_memory.to(self.memory.dtype) / _MEMORY_STEPS)
        self._sums.zero_()
        memory = self.memory
        for step in range(self._config.steps):
            memory = self._turn(step, memory)
        self._value[-1] = self._look(0, memory)[1]
        self.rounded_memory.copy_((memory.float() * _MEMORY_STEPS).round())
        self._credit()

    def _turn(self, step: int, memory: Tensor) -> Tensor:
        """One move in every game; returns the memories after it."""
        games, turns = self._games, self.turns
        turns.observation[step].copy_(games.observation)
        turns.legal[step].copy_(games.legal)
        if self.slots > 1:
            turns.slot[step].copy_(games.seat)
        logits, value, memory = self._look(step, memory)
        logits = masked(logits, turns.legal[step])
        action = (logits + self._noise[step]).argmax(-1)  # Gumbel's trick: a sample of the policy
        turns.action[step], self._value[step] = action, value
        turns.log_prob[step] = log_prob_of(logits, action)
        self._move.copy_(action)
        games.step(self._move)
        self._note(step)
        return memory * (1 - turns.reset[step, :, None, None].to(memory.dtype))

    def _look(self, step: int, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, values and memories of the positions that the games are in."""
        games = self._games
        slot = games.seat.long() if self.slots > 1 else self.turns.slot[step]
        logits, value, memory = self._network.unroll(
            games.observation[None], memory, slot[None], torch.zeros_like(slot)[None]
        )
        return logits[0], value[0], memory

    def _note(self, step: int) -> None:
        """Notes what the move earned, and which memories end."""
        games = self._games
        done = games.done.float()
        self._reward[step] = games.reward * self._config.reward_scale
        self._done[step] = done
        first = games.game == 0 if self._config.memory == "episode" else 1
        self.turns.reset[step] = games.done * first
        score, bombed = games.final_score.float() * done, games.bombed.float() * done
        self._sums += torch.stack(
            (done.sum(), score.sum(), (score * (1 - bombed)).sum(), bombed.sum(), done.sum())
        )

    def _credit(self) -> None:
        advantage, turns = self.turns.advantage, self.turns
        generalized_advantages(
            self._reward,
            self._done,
            self._value,
            discount=self._config.discount,
            trace=self._config.trace,
            out=advantage,
        )
        torch.add(advantage, self._value[:-1], out=turns.target)
        unexplained = advantage.var() / turns.target.var().clamp_min(1e-12)
        self._sums[4] = 1 - unexplained
        advantage.sub_(advantage.mean()).div_(advantage.std() + 1e-8)

    @property
    def sums(self) -> Tensor:
        """Games that ended, their points kept and strict, bombs; explained variance [5]."""
        return self._sums


def masked(logits: Tensor, legal: Tensor) -> Tensor:
    """Logits with illegal moves ruled out."""
    return logits.masked_fill(legal == 0, _ILLEGAL)


def log_prob_of(logits: Tensor, action: Tensor) -> Tensor:
    """Logarithm of the probability of each action."""
    return functional.log_softmax(logits, -1).gather(-1, action[..., None])[..., 0]


def generalized_advantages(  # noqa: PLR0913
    reward: Tensor, done: Tensor, value: Tensor, *, discount: float, trace: float, out: Tensor
) -> None:
    """Generalized advantage estimation (Schulman et al. 2016); nothing crosses the end of a game.

    :param reward: of each turn [steps, games]
    :param done: 1 where the game ended with the turn
    :param value: of each position [steps + 1, games]; the last row follows the last turn
    :param out: advantages [steps, games]
    """
    carried = torch.zeros_like(value[0])
    for step in range(len(reward) - 1, -1, -1):
        alive = 1 - done[step]
        error = reward[step] + discount * alive * value[step + 1] - value[step]
        carried = error + discount * trace * alive * carried
        out[step] = carried


def loss(
    network: Network, turns: Turns, memory: Tensor, entropy_weight: Tensor, config: Config
) -> tuple[Tensor, Tensor]:
    """The loss of a minibatch and, for the record, its parts [5]."""
    logits, value, _ = network.unroll(turns.observation, memory, turns.slot, turns.reset)
    log_probs = functional.log_softmax(masked(logits, turns.legal), -1)
    entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
    change = log_probs.gather(-1, turns.action[..., None])[..., 0] - turns.log_prob
    ratio = change.exp()
    limited = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.minimum(ratio * turns.advantage, limited * turns.advantage).mean()
    value_loss = (value - turns.target).square().mean()
    whole = policy_loss + config.value_weight * value_loss - entropy_weight * entropy
    with torch.no_grad():
        divergence = (ratio - 1 - change).mean()
        clipped = (ratio != limited).float().mean()
        parts = torch.stack((policy_loss, value_loss, entropy, divergence, clipped))
    return whole, parts


class Learner:
    """Improves a network by batches."""

    def __init__(
        self,
        config: Config,
        games: Games,
        network: Network,
        *,
        graphs: bool = True,
        compiled: bool = False,
    ) -> None:
        self.config, self.network, self.device = config, network, games.observation.device
        on_gpu = self.device.type == "cuda"
        self.rollout = Rollout(config, games, network, graphs=graphs and on_gpu)
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=config.learning_rate, eps=1e-5, fused=on_gpu
        )
        self._loss = torch.compile(loss, dynamic=False) if compiled else loss
        self._entropy = torch.zeros((), device=self.device)

    def learn(self, number: int, progress: float) -> Standing:
        """Plays one batch and learns from it.

        :param number: of the batch, from 0; decides the sampled moves
        :param progress: share of the run that is done, 0 to 1; decides step size and entropy
        """
        self._schedule(min(max(progress, 0.0), 1.0))
        self.rollout.collect(number)
        updates = [
            self._update(slice_of(k, epoch, self.config))
            for epoch in range(self.config.epochs)
            for k in range(self.config.minibatches)
        ]
        return _standing(self.rollout.sums, torch.stack(updates))

    def _schedule(self, progress: float) -> None:
        c = self.config
        rate = c.learning_rate + (c.final_learning_rate - c.learning_rate) * progress
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self._entropy.fill_(c.entropy + (c.final_entropy - c.entropy) * progress)

    def _update(self, games: slice) -> Tensor:
        """One step of the optimizer; returns the parts of the loss and the gradient norm [6]."""
        self.optimizer.zero_grad(set_to_none=True)
        turns, memory = self.rollout.turns.of(games), self.rollout.memory[games]
        whole, parts = self._guarded_loss(turns, memory)
        whole.backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.gradient_norm)
        self.optimizer.step()
        self.network.limit_weights()
        return torch.cat((parts, norm.detach()[None]))

    def _guarded_loss(self, turns: Turns, memory: Tensor) -> tuple[Tensor, Tensor]:
        try:
            return self._loss(self.network, turns, memory, self._entropy, self.config)
        except Exception as error:
            if self._loss is loss:
                raise
            _log.warning("torch.compile failed (%s); training goes on without it", error)
            self._loss = loss
            return loss(self.network, turns, memory, self._entropy, self.config)


def slice_of(k: int, epoch: int, config: Config) -> slice:
    """The games of minibatch k: neighbours in even epochs, every so many-th in odd ones.

    Games are independent of each other, so slices are as good as random choices, and need no copy.
    """
    if epoch % 2:
        return slice(k, None, config.minibatches)
    size = config.games // config.minibatches
    return slice(k * size, (k + 1) * size)


def _standing(sums: Tensor, updates: Tensor) -> Standing:
    """Numbers of a batch on the CPU; the only time that a batch waits for the GPU."""
    mean, largest = updates.mean(0), updates[:, -1].amax(0, keepdim=True)
    values = torch.cat((sums, mean[:-1], largest)).tolist()
    finished, kept, strict, bombed, explained, *parts = values
    games = max(finished, 1.0)
    nothing = float("nan") if finished == 0 else 0.0
    scores = (kept / games + nothing, strict / games + nothing, bombed / games + nothing)
    return Standing(*(finished, *scores, *parts, explained))
