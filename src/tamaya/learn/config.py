"""The configuration of a training run, which is saved in its folder."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, get_args

from tamaya.game import Setup, TamayaError, UnknownNameError
from tamaya.meta.left_out import FAMILIES
from tamaya.qd.settings import toml_value

Observation = Literal["hle", "extended", "counts"]
Learners = Literal["all", "rotate"]
Bombed = Literal["zero", "kept"]
Memory = Literal["none", "game", "episode"]
Activation = Literal["relu", "clipped"]
Precision = Literal["bfloat16", "float32"]
Fall = Literal["linear", "geometric"]

_WORDS: dict[str, tuple[str, ...]] = {
    "observation": get_args(Observation),
    "learners": get_args(Learners),
    "bombed": get_args(Bombed),
    "memory": get_args(Memory),
    "activation": get_args(Activation),
    "precision": get_args(Precision),
    "entropy_fall": get_args(Fall),
}
_LIMITS: dict[str, tuple[float, float]] = {
    "episode": (1, 1000),
    "seed": (0, 2**31 - 1),
    "games": (1, 2**22),
    "steps": (1, 1024),
    "turns": (0, 10**13),
    "normalized": (0, 16),
    "memory_size": (1, 4096),
    "epochs": (1, 100),
    "minibatches": (1, 4096),
    "learning_rate": (0, 1),
    "final_learning_rate": (0, 1),
    "entropy": (0, 10),
    "final_entropy": (0, 10),
    "discount": (0, 1),
    "trace": (0, 1),
    "clip": (0, 10),
    "value_weight": (0, 100),
    "gradient_norm": (0, 1000),
    "reward_scale": (0, 100),
    "hint_reward": (-25, 25),
    "knowledge_reward": (-25, 25),
}


@dataclass(frozen=True, kw_only=True)
class Config:
    """All settings of a training run. Equal configs give equal networks on the same device."""

    setup: str = "standard"
    """rules of the game, in words like 'standard players=3'"""
    observation: Observation = "extended"
    """kind of observation: `hle` (HLE's bits), `extended`, or `counts` (`extended`, plus counts of
    what the partners did)"""
    learners: Learners = "all"
    """`all`: the network plays every seat; `rotate`: one seat, which changes from game to game"""
    partners: tuple[str, ...] = ()
    """names of pools or agents that play the other seats; each name is equally likely. A name of
    both, like `tamaya`, means the agent."""
    left_out: tuple[str, ...] = ()
    """beginnings of names of agents that no pool of `partners` contributes, like `human:`"""
    episode: int = 1
    """consecutive games with the same partner"""
    permute_colors: bool = False
    """show every seat its own random permutation of the colors (Other-Play)"""
    bombed: Bombed = "zero"
    """`zero`: losing the last life costs all points of the game; `kept`: the points stay"""
    seed: int = 0
    """seed of decks, initial weights and sampled moves"""
    games: int = 32_768
    """games side by side"""
    steps: int = 32
    """learner turns per game in one batch"""
    turns: int = 2_000_000_000
    """learner turns of the whole run; 0: as many as fit into the time limit of the first call"""
    hidden: tuple[int, ...] = (1024, 1024, 512)
    """units of each hidden layer"""
    normalized: int = 2
    """number of hidden layers with LayerNorm, from the first"""
    activation: Activation = "relu"
    """`relu`, or `clipped`: ReLU limited to 1, with small weights, for fast integer arithmetic"""
    memory: Memory = "none"
    """recurrent memory (GRU): `none`, or kept for a `game` or an `episode`"""
    memory_size: int = 256
    """units of the recurrent memory"""
    precision: Precision = "bfloat16"
    """number format of the matrix products; weights and optimizer always use float32"""
    epochs: int = 2
    """passes over each batch"""
    minibatches: int = 8
    """updates per pass"""
    learning_rate: float = 1e-3
    """Adam's step size at the start; it falls linearly"""
    final_learning_rate: float = 5e-5
    """Adam's step size at the end"""
    entropy: float = 0.02
    """weight of the entropy bonus at the start"""
    final_entropy: float = 0.002
    """weight of the entropy bonus at the end"""
    entropy_fall: Fall = "linear"
    """how the entropy bonus falls: by equal steps (`linear`) or equal ratios (`geometric`)"""
    discount: float = 0.997
    """discount factor per turn (gamma)"""
    trace: float = 0.95
    """lambda of generalized advantage estimation"""
    clip: float = 0.2
    """PPO's clip range of the probability ratio"""
    value_weight: float = 0.5
    """weight of the value loss"""
    gradient_norm: float = 0.5
    """largest norm of the gradient; larger gradients are scaled down"""
    reward_scale: float = 0.1
    """reward of one point"""
    hint_reward: float = 0.0
    """extra points for each hint; below 0, the network learns to hint less"""
    knowledge_reward: float = 0.0
    """extra points for each play, times the share of the card's color and rank that hints told;
    below 0, the network learns to play cards that it knows less about"""

    def __post_init__(self) -> None:
        Setup.parse(self.setup)
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                value = getattr(self, name)
                raise UnknownNameError(f"{name} = {value!r} (expected {', '.join(words)})")
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            if not isinstance(value, int | float) or not low <= value <= high:
                raise TamayaError(f"{name} = {value!r} (expected {low} to {high})")
        self._check_layers()
        if self.entropy_fall == "geometric" and not (self.entropy and self.final_entropy):
            raise TamayaError(
                f"entropy from {self.entropy} to {self.final_entropy} cannot fall by equal ratios "
                "(expected numbers above 0)"
            )
        if self.games % self.minibatches:
            raise TamayaError(
                f"games = {self.games} cannot be split into {self.minibatches} equal minibatches "
                f"(expected a multiple of {self.minibatches})"
            )
        if (self.learners == "all") == bool(self.partners):
            raise TamayaError(
                f"learners = {self.learners!r} with partners {list(self.partners)} (expected "
                "partners for 'rotate', and none for 'all')"
            )

    def _check_layers(self) -> None:
        if not self.hidden or not all(
            isinstance(units, int) and 1 <= units <= 65536 for units in self.hidden
        ):
            raise TamayaError(f"hidden = {self.hidden!r} (expected layers of 1 to 65536 units)")
        if self.normalized > len(self.hidden):
            raise TamayaError(
                f"normalized = {self.normalized}, but there are {len(self.hidden)} hidden layers"
            )

    @property
    def game(self) -> Setup:
        """The set-up as a `Setup`."""
        return Setup.parse(self.setup)

    def entropy_at(self, progress: float) -> float:
        """Weight of the entropy bonus when a share `progress` of the run is done."""
        if self.entropy_fall == "geometric":
            return float(self.entropy * (self.final_entropy / self.entropy) ** progress)
        return self.entropy + (self.final_entropy - self.entropy) * progress

    @property
    def batch(self) -> int:
        """Learner turns of one batch."""
        return self.games * self.steps

    def to_toml(self) -> str:
        """Text that `from_toml` reads back."""
        return "".join(
            f"{field.name} = {toml_value(getattr(self, field.name))}\n"
            for field in dataclasses.fields(self)
        )

    @classmethod
    def from_toml(cls, text: str) -> Config:
        """Reads a config.

        :raises TamayaError: if the text is not a config, or has a field that this version lacks
        """
        try:
            values = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # huge numbers and deep nesting included
            raise TamayaError(f"not a config: {text[:60]!r}: {error}") from None
        return PRESETS["self_play"].changed(values)

    def changed(self, changes: dict[str, object]) -> Config:
        """A copy with some fields changed; lists become tuples.

        :raises TamayaError: if a field does not exist, or cannot have the value
        """
        names = {field.name for field in dataclasses.fields(self)}
        if unknown := sorted(changes.keys() - names):
            raise UnknownNameError(
                f"unknown fields {', '.join(unknown)} (expected some of {', '.join(sorted(names))})"
            )
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in changes.items()
        }
        try:
            return dataclasses.replace(self, **values)  # type: ignore[arg-type]
        except TypeError as error:  # a number where a word belongs
            raise TamayaError(f"not a config: {error}") from None


_RESPONSE = Config(
    setup="competition",
    observation="counts",
    learners="rotate",
    partners=("canaan2020-1", "canaan2020-2", "wide-1"),
    episode=10,
    bombed="kept",
)
ALL_PARTNERS = (
    *_RESPONSE.partners,
    "canaan2020-3",
    "tamaya-1",
    "classics",
    "eger",
    "cyclone",
    "human",
    "convention",
    "companion",
    "tamaya",
    "kagiya",
    "learned:companion",
    "learned:other-play-1",
    "learned:self-play",
)
"""pools and agents of all families that ship"""
PRESETS: dict[str, Config] = {
    "self_play": Config(),
    "other_play": Config(
        permute_colors=True, entropy=0.5, final_entropy=0.01, entropy_fall="geometric", trace=0.9
    ),
    "response": _RESPONSE,
    "people": dataclasses.replace(
        _RESPONSE,
        setup="eger",
        partners=("human:all", "human:cluster1", "human:cluster2", "human:cluster3"),
    ),
}
"""Presets: self-play, Other-Play (no arbitrary conventions), best responses to agents or people."""


def left_out(
    families: Sequence[str], partners: Sequence[str] | None = None
) -> dict[str, tuple[str, ...]]:
    """Fields of a config that leave families out, so that their agents stay strangers.

    :param families: words of `tamaya.meta.left_out.FAMILIES`, like `people`
    :param partners: names of pools or agents; by default those of all families
    :raises UnknownNameError: listing the families
    """
    for family in families:
        if family not in FAMILIES:
            raise UnknownNameError(f"no family {family!r} (expected one of {', '.join(FAMILIES)})")
    beginnings = chain(*(FAMILIES[family].beginnings for family in families))
    return {"partners": tuple(partners or ALL_PARTNERS), "left_out": tuple(beginnings)}


def preset(name: str) -> Config:
    """A preset by name.

    :raises UnknownNameError: listing the presets
    """
    try:
        return PRESETS[name]
    except KeyError:
        raise UnknownNameError(
            f"no preset {name!r} (expected one of {', '.join(PRESETS)})"
        ) from None
