"""Scores of networks that play greedily: in self-play, in cross-play, and with partners."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tamaya.game import TamayaError
from tamaya.learn.config import Config
from tamaya.learn.games import Games, named_partners, open_games
from tamaya.learn.network import Network
from tamaya.learn.ppo import masked
from tamaya.stats import Estimate, clustered, estimate

TEST_SEED = 1_000_000_007
"""seed of evaluation decks; training uses smaller seeds"""
MOST_PLAYERS = 5
_CHECK_EVERY = 16
"""turns between two checks whether all games are over"""


@dataclass(frozen=True)
class Scores:
    """Scores of many games; `str` gives a readable line."""

    name: str
    """the line-up, like "self-play" or the partner's name"""
    kept: Estimate
    """mean score with points kept when bombed"""
    strict: Estimate
    """mean score with 0 points when bombed"""
    bombed: float
    """share of games that bombed"""
    by_game: tuple[Estimate, ...]
    """points kept in the first, second, … game with the same partner"""
    gain: Estimate | None = None
    """points kept more than another network on the same decks; the error is over partners"""

    def __str__(self) -> str:
        text = (
            f"{self.name}: strict {self.strict}, kept {self.kept}, "
            f"bombed {100 * self.bombed:.2f} %, {self.kept.games:,} games"
        )
        if len(self.by_game) > 1:
            text += f"; first game {self.by_game[0]}, last {self.by_game[-1]}"
        if self.gain is not None:
            text += f"; gain {self.gain}"
        return text

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON."""
        return {
            "name": self.name,
            "games": self.kept.games,
            "seed": TEST_SEED,
            "kept": [self.kept.mean, self.kept.sem],
            "strict": [self.strict.mean, self.strict.sem],
            "bombed": self.bombed,
            "by_game": [mean.mean for mean in self.by_game],
            "gain": None if self.gain is None else [self.gain.mean, self.gain.sem],
        }


@dataclass(frozen=True)
class FinishedGames:
    """Results of finished games: score and bombed [rows, episode], partner [rows]."""

    score: NDArray[np.uint8]
    bombed: NDArray[np.uint8]
    partner: NDArray[np.int32]

    def scores(self, name: str, rows: NDArray[np.bool_] | None = None) -> Scores:
        """The scores of the marked rows; of all rows by default."""
        score = self.score if rows is None else self.score[rows]
        bombed = self.bombed if rows is None else self.bombed[rows]
        return Scores(
            name,
            estimate(score.ravel()),
            estimate((score * (1 - bombed)).ravel()),
            float(bombed.mean()),
            tuple(estimate(column) for column in score.T),
        )

    def gain_over(self, other: FinishedGames) -> Estimate:
        """Points kept more than in the other games, which have the same decks and partners."""
        gains = (self.score.astype(float) - other.score).mean(1)
        return clustered(gains, self.partner)


def evaluate(  # noqa: PLR0913
    network: Network,
    config: Config,
    device: torch.device,
    *,
    games: int = 10_000,
    others: Sequence[Network] = (),
    partners: Sequence[str] = (),
    over: tuple[Network, Config] | None = None,
    setup: str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda line_ups: None,
) -> list[Scores]:
    """Plays greedily on decks that training did not use.

    :param games: least number of games; with partners, for each name
    :param others: networks for the other seats (cross-play); each pair plays in both orders
    :param partners: pools or agents that play the other seats
    :param over: another network and its config, which plays the same decks with the same partners
    :param setup: set-up, if not that of the training
    :param progress: called with the number of finished line-ups
    """
    scores: list[Scores] = []
    base = dataclasses.replace(config, setup=setup or config.setup, minibatches=1)
    if over is not None and not partners:
        raise TamayaError("a gain over another network needs partners (expected --partner NAME)")
    if partners:
        for name in partners:
            facing = _facing(base, name, games)
            own_games = _with_partners(network, facing, device, threads)
            line = own_games.scores(name)
            if over is not None:
                other, its = over
                kind: dict[str, object] = {"observation": its.observation, "memory": its.memory}
                other_games = _with_partners(other, facing.changed(kind), device, threads)
                line = dataclasses.replace(line, gain=own_games.gain_over(other_games))
            scores.append(line)
            progress(len(scores))
        return scores
    fields = {"learners": "all", "partners": (), "left_out": (), "permute_colors": False}
    alone = base.changed({**fields, "episode": 1, "games": games})
    lines = [("self-play", [[network]])]
    if others:
        lines = [
            (f"cross-play {number}", [[network, second], [second, network]])
            for number, second in enumerate(others, 1)
        ]
    for name, orders in lines:
        part = dataclasses.replace(alone, games=-(-games // len(orders)))
        results = [
            play_greedily(
                order, open_games(part, device, threads=threads, seed=TEST_SEED + offset), 1
            )
            for offset, order in enumerate(orders)
        ]
        scores.append(_joined(results).scores(name))
        progress(len(scores))
    return scores


def _with_partners(
    network: Network, config: Config, device: torch.device, threads: int | None
) -> FinishedGames:
    table = open_games(config, device, threads=threads, seed=TEST_SEED)
    return play_greedily([network], table, config.episode, memory=config.memory)


def _facing(config: Config, name: str, games: int) -> Config:
    """A config for playing with one pool or agent: at least one episode with every member."""
    members, _ = named_partners([name])
    rows = max(len(members), -(-games // config.episode))
    fields = {"learners": "rotate", "partners": (name,), "left_out": (), "permute_colors": False}
    return config.changed({**fields, "games": rows})


def _joined(parts: Sequence[FinishedGames]) -> FinishedGames:
    return FinishedGames(
        np.concatenate([part.score for part in parts]),
        np.concatenate([part.bombed for part in parts]),
        np.concatenate([part.partner for part in parts]),
    )


@torch.no_grad()
def play_greedily(
    networks: Sequence[Network], games: Games, episode: int, *, memory: str = "none"
) -> FinishedGames:
    """Plays the first `episode` games of every row; network s % len(networks) plays seat s.

    Every row counts the same number of games, so that short games are not overrepresented.
    """
    for network in networks:
        _check_size(network, games)
    rows, device = len(games.observation), games.observation.device
    players = [network.to(device) for network in networks]
    if device.type == "cpu":  # CPUs compute float32 faster than bfloat16
        for player in players:
            player.number = torch.float32
    memories = [_no_memory(player, games) for player in players]
    number = torch.zeros(rows, dtype=torch.int64, device=device)
    score = torch.zeros(rows, episode + 1, dtype=torch.uint8, device=device)
    bombed, partner = torch.zeros_like(score), games.partner.clone()
    turn = 0
    while turn % _CHECK_EVERY or bool((number < episode).any()):
        turn += 1
        games.step(_best_moves(players, memories, games))
        done = games.done.bool()
        column = torch.where(done, number.clamp_max(episode), episode)[:, None]
        score.scatter_(1, column, games.final_score[:, None])
        bombed.scatter_(1, column, games.bombed[:, None])
        number += done
        ended = done & (games.game == 0) if memory == "episode" else done
        for place, units in enumerate(memories):
            memories[place] = units * (1 - ended[:, None, None].to(units.dtype))
    return FinishedGames(
        score[:, :episode].cpu().numpy(),
        bombed[:, :episode].cpu().numpy(),
        partner.cpu().numpy(),
    )


def _check_size(network: Network, games: Games) -> None:
    size, actions = games.observation.shape[1], games.legal.shape[1]
    if (network.shape.inputs, network.shape.actions) != (size, actions):
        raise TamayaError(
            f"a network of {network.shape.inputs} inputs and {network.shape.actions} actions "
            f"cannot play games of {size} inputs and {actions} actions"
        )


def _no_memory(network: Network, games: Games) -> Tensor:
    shape = (len(games.observation), MOST_PLAYERS, network.shape.memory)
    return torch.zeros(shape, dtype=network.number, device=games.observation.device)


def _best_moves(players: Sequence[Network], memories: list[Tensor], games: Games) -> Tensor:
    """The legal action with the highest logit; ties go to the lowest action."""
    slot = games.seat.long()
    moves = torch.zeros_like(slot, dtype=torch.int32)
    for place, player in enumerate(players):
        logits, _, after = player.unroll(
            games.observation[None], memories[place], slot[None], torch.zeros_like(slot)[None]
        )
        own = slot % len(players) == place
        memories[place] = torch.where(own[:, None, None], after, memories[place])
        best = masked(logits[0], games.legal).argmax(-1).int()
        moves = torch.where(own, best, moves)
    return moves
