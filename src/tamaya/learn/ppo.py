"""Proximal policy optimization: play a batch, compute advantages, update the network.

Each game is one trajectory through all learner seats: the value of a turn is the team's expected
return from the view of the seat to move, and the next value is that of the next seat. Tensors of a
batch are [steps, games, ...]; a minibatch holds some games with all of their turns.
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
from tamaya.learn.graphs import Graphed
from tamaya.learn.network import Network
from tamaya.learn.style import StyleReward

_ILLEGAL = -1e9
"""logit of illegal moves: finite, so that 0 * log 0 is 0 and not nan"""
_MEMORY_STEPS = 127
"""memories are rounded to 1/127 between batches, so that a checkpoint needs one byte for each"""
_log = logging.getLogger(__name__)


class Turns(NamedTuple):
    """The turns of a batch, with the targets of learning."""

    observation: Tensor
    """uint8 [steps, games, size]"""
    legal: Tensor
    """uint8 [steps, games, actions]"""
    slot: Tensor
    """memory slot of the acting seat, int64"""
    action: Tensor
    """int64"""
    log_prob: Tensor
    """log-probability of the action under the policy that played"""
    reset: Tensor
    """uint8: 1 if memories are cleared after the turn"""
    advantage: Tensor
    target: Tensor
    """target of the value"""

    def of(self, games: slice) -> Turns:
        """The turns of some games, as views."""
        return Turns(*(part[:, games] for part in self))


@dataclass(frozen=True)
class Standing:
    """Statistics of one batch."""

    finished: float
    """games that ended in the batch"""
    kept: float
    """their mean score, points kept"""
    strict: float
    """their mean score, 0 if bombed"""
    bombed: float
    """share of them that bombed"""
    policy_loss: float
    value_loss: float
    entropy: float
    """entropy of the policy, in nats per turn"""
    divergence: float
    """estimated KL divergence from the policy that played (Schulman's k3)"""
    clipped: float
    """share of turns whose probability ratio was clipped"""
    gradient_norm: float
    """largest norm of the gradient in the batch, before clipping"""
    explained: float
    """share of the returns' variance that the values explain"""


class Rollout:
    """Plays batches of turns."""

    def __init__(self, config: Config, games: Games, network: Network, *, graphs: bool) -> None:
        self._config, self._games, self._network = config, games, network
        self._play_batch = Graphed(self._play, graphs=graphs)
        self._style = StyleReward(config, games.observation.device)
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
        """memories at the start of the batch"""
        self.rounded_memory = torch.zeros(self.memory.shape, dtype=torch.int8, device=device)
        """memories at the start of the next batch, in units of 1/127"""
        self._sums = torch.zeros(5, device=device)

    def collect(self, number: int) -> None:
        """Plays a batch and computes advantages. Seed and number decide the sampled moves."""
        self._random.manual_seed(self._config.seed * 1_000_003 + number)
        self._noise.exponential_(generator=self._random).clamp_min_(1e-30).log_().neg_()
        self._play_batch()

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
        """Makes one move in every game; returns the memories after it."""
        games, turns = self._games, self.turns
        turns.observation[step].copy_(games.observation)
        turns.legal[step].copy_(games.legal)
        if self.slots > 1:
            turns.slot[step].copy_(games.seat)
        logits, value, memory = self._look(step, memory)
        logits = masked(logits, turns.legal[step])
        action = (logits + self._noise[step]).argmax(-1)  # Gumbel trick: samples from the policy
        turns.action[step], self._value[step] = action, value
        turns.log_prob[step] = log_prob_of(logits, action)
        self._move.copy_(action)
        games.step(self._move)
        self._record(step)
        if self._style:
            extra = self._style.of(turns.observation[step], action)
            self._reward[step] += extra * self._config.reward_scale
        return memory * (1 - turns.reset[step, :, None, None].to(memory.dtype))

    def _look(self, step: int, memory: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, values and memories of the current positions."""
        games = self._games
        slot = games.seat.long() if self.slots > 1 else self.turns.slot[step]
        logits, value, memory = self._network.unroll(
            games.observation[None], memory, slot[None], torch.zeros_like(slot)[None]
        )
        return logits[0], value[0], memory

    def _record(self, step: int) -> None:
        """Records the reward of the move, finished games, and memories to clear."""
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
        """Finished games, their points (kept, strict), bombed games, explained variance [5]."""
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
    """Generalized advantage estimation (Schulman et al. 2016), which stops at the end of a game.

    :param reward: reward of each turn [steps, games]
    :param done: 1 if the game ended with the turn
    :param value: value of each position [steps + 1, games]; the last row is after the last turn
    :param out: receives the advantages [steps, games]
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
    """The loss of a minibatch, and its parts for statistics [5]."""
    logits, value, _ = network.unroll(turns.observation, memory, turns.slot, turns.reset)
    log_probs = functional.log_softmax(masked(logits, turns.legal), -1)
    entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
    change = log_probs.gather(-1, turns.action[..., None])[..., 0] - turns.log_prob
    ratio = change.exp()
    limited = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.minimum(ratio * turns.advantage, limited * turns.advantage).mean()
    value_loss = (value - turns.target).square().mean()
    total = policy_loss + config.value_weight * value_loss - entropy_weight * entropy
    with torch.no_grad():
        divergence = (ratio - 1 - change).mean()
        clipped = (ratio != limited).float().mean()
        parts = torch.stack((policy_loss, value_loss, entropy, divergence, clipped))
    return total, parts


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
        graphs = graphs and on_gpu
        self.rollout = Rollout(config, games, network, graphs=graphs)
        rate = torch.tensor(config.learning_rate, device=self.device)
        self.optimizer = torch.optim.Adam(
            network.parameters(),
            lr=rate if on_gpu else config.learning_rate,
            eps=1e-5,
            fused=on_gpu,
            capturable=on_gpu,
        )
        self._loss = torch.compile(loss, dynamic=False) if compiled else loss
        self._entropy = torch.zeros((), device=self.device)
        self._parts = torch.zeros(config.epochs, config.minibatches, 6, device=self.device)
        self._improve = Graphed(self._make_updates, graphs=graphs and not compiled)

    def learn(self, number: int, progress: float) -> Standing:
        """Plays one batch and learns from it.

        :param number: number of the batch, from 0; decides the sampled moves
        :param progress: finished share of the run, 0 to 1; decides step size and entropy bonus
        """
        self._schedule(min(max(progress, 0.0), 1.0))
        self.rollout.collect(number)
        self._improve()
        return _standing(self.rollout.sums, self._parts.flatten(0, 1))

    def _schedule(self, progress: float) -> None:
        c = self.config
        rate = c.learning_rate + (c.final_learning_rate - c.learning_rate) * progress
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self._entropy.fill_(c.entropy_at(progress))

    def _make_updates(self) -> None:
        """Makes all updates of a batch."""
        for epoch in range(self.config.epochs):
            for k in range(self.config.minibatches):
                self._parts[epoch, k] = self._update(slice_of(k, epoch, self.config))

    def _update(self, games: slice) -> Tensor:
        """Makes one optimizer step; returns the parts of the loss and the gradient norm [6]."""
        self.optimizer.zero_grad(set_to_none=True)
        turns, memory = self.rollout.turns.of(games), self.rollout.memory[games]
        total, parts = self._guarded_loss(turns, memory)
        total.backward()  # type: ignore[no-untyped-call]
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
            _log.warning("torch.compile failed (%s); training continues without it", error)
            self._loss = loss
            return loss(self.network, turns, memory, self._entropy, self.config)


def slice_of(k: int, epoch: int, config: Config) -> slice:
    """The games of minibatch k: a block of rows in even epochs, every n-th row in odd ones.

    Games are independent, so slices are as good as random choices, and need no copy.
    """
    if epoch % 2:
        return slice(k, None, config.minibatches)
    size = config.games // config.minibatches
    return slice(k * size, (k + 1) * size)


def _standing(sums: Tensor, updates: Tensor) -> Standing:
    """The statistics of a batch; this is the only time that a batch waits for the GPU."""
    mean, largest = updates.mean(0), updates[:, -1].amax(0, keepdim=True)
    values = torch.cat((sums, mean[:-1], largest)).tolist()
    finished, kept_points, strict_points, bombed, explained, *parts = values
    games = finished if finished else float("nan")
    scores = (kept_points / games, strict_points / games, bombed / games)
    return Standing(*(finished, *scores, *parts, explained))
